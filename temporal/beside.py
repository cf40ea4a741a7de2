"""Words that stand beside a time, or beside what only looks like one."""

# ruff: noqa: E501 (tables stay together)
from __future__ import annotations

from tkg.temporal.words import MONTHS, PARTS, SEASONS, WEEKDAYS

YEAR_BEFORE = frozenset({
    "in", "since", "until", "till", "by", "before", "after", "from", "to", "of", "during",
    "around", "circa", "year", "through", "between", "late", "early", "mid", "for", "(", "and",
    "or", "not", "back", "than", "-", "class", "'", "about", "summer", "winter", "election",
    "ca", "c", "on", ",", "est", "established", "founded", "vintage", "only",
})  # fmt: skip

NOUN_BEFORE = frozenset({
    "room", "port", "page", "chapter", "model", "version", "flight", "number", "no", "#", "$",
    "£", "€", "line", "bus", "route", "highway", "level", "episode", "season", "unit", "house",
    "apartment", "apt", "suite", "gate", "code", "pin", "id", "error", "build", "part", "section",
    "read", "reading", "watch", "watched", "watching", "played", "team", "score", "channel",
})  # fmt: skip

NOUN_AFTER = frozenset({
    "dollars", "people", "euros", "pounds", "bucks", "points", "steps", "calories", "miles",
    "meters", "metres", "km", "kilometers", "feet", "words", "pages", "followers", "subscribers",
    "copies", "tickets", "percent", "%", "degrees", "grams", "kg", "lbs", "men", "women",
    "children", "employees", "students", "members", "views", "likes", "songs", "books", "pieces",
    "sq", "square", "cc", "mah", "mg", "ml", "by", "rpm", "votes", "items", "users", "players",
    "years", "days", "hours", "minutes", "months", "weeks", "times", "dollar", "calorie", "usd",
    "foot", "mile", "volts", "watts", "hz", "mb", "gb", "reps", "guests", "bottles", "units",
})  # fmt: skip

IDIOM_BEFORE = frozenset({
    "what", "such", "quite", "whole", "any", "have", "had", "having", "great", "nice", "good",
    "wait", "just", "give", "gimme", "hang", "hold", "not", "make", "making", "made", "of",
})  # fmt: skip

PREPOSITIONS = frozenset({
    "in", "on", "since", "until", "till", "by", "before", "after", "from", "to", "of", "during",
    "last", "next", "this", "every", "through", "for", "past", "around", "between", "early",
    "late", "mid", "each", "coming", "about", "is", "was", "come",
})  # fmt: skip

LIGHT = frozenset({"on", "in", "the", "at", "during", "over", "throughout", "come", "."})

SEASON_BEFORE = frozenset({
    "in", "during", "since", "until", "by", "after", "before", "over", "for", "of", "this", "last",
    "next", "through", "all", "come", "whole", "till", "from", "to",
})  # fmt: skip

KIN = frozenset({
    "friend", "named", "name", "called", "sister", "brother", "aunt", "cousin", "daughter", "son",
    "dog", "cat", "wife", "nickname", "husband", "with", "niece", "hi", "hey", "dear", "miss", "mrs", "ms",
    "puppy", "kitten", "girl", "baby", "thanks", "hello", "love",
})  # fmt: skip

GIVEN = frozenset({"april", "may", "june", "august"})

DOES = frozenset({
    "is", "was", "and", "has", "said", "says", "told", "called", "loves", "likes", "had", "went",
    "wants", "thinks", "came", "asked", "gave", "got", "does",
})  # fmt: skip

VERBS = frozenset(
    {"love", "watch", "watched", "watching", "like", "play", "played", "named", "called"}
)

TITLE_ANY = frozenset(
    {*WEEKDAYS, *MONTHS, *SEASONS, *PARTS, "day", "days", "week", "weekend", "year"}
)

TITLE = frozenset(
    {
        "night",
        "morning",
        "day",
        "days",
        "afternoon",
        "evening",
        "week",
        "weekend",
        "year",
        "summer",
    }
)

MOMENTS = frozenset({"second", "sec", "minute", "min", "moment", "bit"})

DOM_AFTER = frozenset({
    "", ".", ",", "!", "?", ")", ";", ":", "-", "and", "or", "at", "to", "for", "with", "after",
    "before", "because", "so", "when", "we", "i", "but", "if", "in", "was", "is", "will", "through",
    "until", "till", "he", "she", "they", "my", "our", "which", "that", "as", "by", "about", "this",
    "from", "then", "since", "would", "works",
})  # fmt: skip

STEPS = frozenset({
    "last", "this", "next", "past", "every", "each", "previous", "coming", "following", "all",
    "some", "any", "several", "few",
})  # fmt: skip

LASTING = frozenset({
    "t", "to", "will", "would", "can", "could", "should", "does", "did", "ll", "might", "may",
    "must", "not", "they", "it",
})  # fmt: skip
