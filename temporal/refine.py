"""What is no time after all: a verb, a name, a score, a figure of speech."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tkg.temporal.beside import (
    DOES,
    DOM_AFTER,
    GIVEN,
    IDIOM_BEFORE,
    KIN,
    LASTING,
    LIGHT,
    MOMENTS,
    NOUN_AFTER,
    NOUN_BEFORE,
    PREPOSITIONS,
    SEASON_BEFORE,
    STEPS,
    TITLE,
    TITLE_ANY,
    VERBS,
    YEAR_BEFORE,
)
from tkg.temporal.context import Context
from tkg.temporal.grammar import Item
from tkg.temporal.lexer import Token
from tkg.temporal.span import Grain
from tkg.temporal.value import Clock, Cycle, Known, Length, Loose, Number, Part, Recurrence
from tkg.temporal.words import SHORT_OR_PLAIN

Filter = Callable[[Item, Sequence[Token], Context], bool]
"""Says whether an item must not stand."""


def is_bare_number(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse what only builds other times: counts, units, bare hours and parts of a day."""
    value = item.value
    if isinstance(value, (Number, Part)):
        return not (isinstance(value, Part) and context.whole)
    if isinstance(value, Clock):
        return value.bare and not (value.minute is not None and tokens[item.start].word == "at")
    return False


def is_plain_word(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse `may`, `march`, `sun`, `fall` where they are not the month or day."""
    if context.whole or not isinstance(item.value, Cycle):
        return False
    core = [place for place in range(item.start, item.end) if tokens[place].word not in LIGHT]
    if len(core) != 1 or tokens[core[0]].word not in SHORT_OR_PLAIN:
        return False
    place = core[0] - 1 if core[0] and tokens[core[0] - 1].word == "the" else core[0]
    token, before = tokens[core[0]], tokens[place - 1].word if place else ""
    if place != core[0] and token.word in (
        "sun",
        "march",
        "may",
        "mar",
        "mon",
        "sat",
        "wed",
        "dec",
    ):
        return True
    _, after = near(tokens, item)
    if item.value.tag == "season":
        return seasonal_noun(tokens, core[0])
    if token.raw.isupper() or token.raw.islower():
        return not (
            before in PREPOSITIONS and token.word not in ("may", "mar", "sat", "sun", "march")
        )
    if token.word == "may":
        return before not in PREPOSITIONS and before not in ("and", "or", "-", ",")
    if token.word == "march":
        return item.start == 0 and after not in (",", "is", "was", "will")
    if token.word in ("mar", "sun", "dec", "jan", "wed", "sat", "mon"):
        return (
            before not in (*PREPOSITIONS, ",", "and", "or")
            and after != "."
            and after not in (",", "at", "-")
        )
    return named_person(item, tokens)


def seasonal_noun(tokens: Sequence[Token], place: int) -> bool:
    """Refuse `summer` as a mere adjective ("summer dress"), `the spring in this mattress`."""
    before = tokens[place - 1].word if place else ""
    if before == "the" and tokens[place].word in ("fall", "spring"):
        before = tokens[place - 2].word if place > 1 else ""
        return before not in SEASON_BEFORE
    return before not in SEASON_BEFORE and before != "the"


def named_person(item: Item, tokens: Sequence[Token]) -> bool:
    """Refuse `April Ludgate`: a month followed at once by another name."""
    before = tokens[item.start - 1].word if item.start else ""
    if before == "is" and item.start > 1 and tokens[item.start - 2].word in KIN:
        return True
    if item.end >= len(tokens) or item.value.tag != "month":  # type: ignore[union-attr]
        return False
    after, raw = tokens[item.end].word, tokens[item.end].raw
    if before in KIN or (
        before not in PREPOSITIONS and tokens[item.start].word in GIVEN and after in DOES
    ):
        following = tokens[item.end + 1].word if item.end + 1 < len(tokens) else ""
        return (
            before in KIN
            or after not in ("and", "is", "was")
            or following in ("i", "my", "a", "me")
        )
    return raw[:1].isupper() and raw != "I" and before not in PREPOSITIONS


def is_greeting(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse wishes: `Merry Christmas!`, `Have a great weekend!`, and persons named like days."""
    value = item.value
    if not isinstance(value, Cycle) or item.end - item.start > 4:
        return False
    before, _after = near(tokens, item)
    if value.tag == "holiday":
        return before in ("merry", "happy", "blessed")
    early = [token.word for token in tokens[max(0, item.start - 2) : item.start]]
    if value.tag == "weekend" and tokens[item.start].word == "weekend":
        return "a" in early or "great" in early or "good" in early
    if (
        value.tag == "weekday"
        and item.end - item.start == 1
        and item.start
        and item.end < len(tokens)
    ):
        name = tokens[item.end].raw
        return (
            name.istitle() and name != "I" and before in VERBS and tokens[item.start].raw.istitle()
        )
    return False


def is_title(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse `Friday Night Lights`, `TGI Fridays`: words with capitals that time words lack."""
    plural = isinstance(item.value, Cycle) and item.value.tag == "weekdays"
    if (plural or isinstance(item.value, Recurrence)) and item.start:
        before = tokens[item.start - 1].raw
        if before.isupper() and len(before) > 2:
            return True
    first = tokens[item.start]
    inside = item.start and tokens[item.start - 1].raw.istitle()
    if inside and first.raw.istitle() and first.word in ("after", "before", "since", "until"):
        return True
    named = [token for token in tokens[item.start : item.end] if token.form == "word"]
    joined = any(token.word in ("after", "before", "the", "of", "in") for token in named[1:])
    if joined and len(named) > 2 and all(token.raw.istitle() for token in named):
        return True
    place = item.start
    while place < len(tokens) and tokens[place].raw.istitle() and tokens[place].word in TITLE_ANY:
        place += 1
    if place - item.start < 2 or place >= len(tokens):
        return False
    after = tokens[place].raw
    return after.istitle() and len(after) > 1 and tokens[place - 1].word in TITLE


def is_count(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse a year that is a number of something, a room or a title."""
    value = item.value
    if not isinstance(value, Known) or context.whole:
        return False
    last = tokens[item.end - 1]
    if last.form != "number" or value.grain is not Grain.YEAR:
        return False
    before, after = near(tokens, item)
    if after in NOUN_AFTER or before in ("$", "£", "€", "#", "number", "no", "room", "port"):
        return True
    if item.end - item.start > 1:
        return False
    if before in NOUN_BEFORE or before == "":
        return after not in (",", ":") or before != ""
    if before in YEAR_BEFORE:
        if before == "to" and item.start > 1 and tokens[item.start - 2].word in ("back", "up"):
            return False
        return before in (",", "and", "or", "-", "for", "on", "to", "'") and not year_around(
            item, tokens
        )
    return not (
        after in ("", ".", "!", "?", ")")
        and before not in NOUN_BEFORE
        and year_around(item, tokens)
    )


def year_around(item: Item, tokens: Sequence[Token]) -> bool:
    """Say whether another year or a word for time stands a few words before."""
    window = tokens[max(0, item.start - 8) : item.start]
    return any(
        (token.form == "number" and len(token.raw) == 4 and token.raw[:2] in ("18", "19", "20"))
        or token.form in ("triple", "iso")
        or token.word in ("sales", "year", "since", "between", "from")
        for token in window
    )


def is_fraction(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse `24/7`, `1/2 cup`, `3/4 of them`."""
    if item.end - item.start > 1 or tokens[item.start].form != "pair" or context.whole:
        return False
    first, second = (int(piece) for piece in tokens[item.start].raw.split("/"))
    before, after = near(tokens, item)
    if before in (
        "on",
        "since",
        "until",
        "by",
        "before",
        "after",
        "due",
        "from",
        "till",
        "this",
        "next",
    ):
        return False
    if (first, second) == (24, 7) or (
        first < second <= 10 and after not in ("", ".", ",", "!", "?")
    ):
        return True
    if (first == 1 and second <= 10) or (first, second) in (
        (2, 3),
        (3, 4),
        (9, 11),
        (9, 10),
        (10, 10),
    ):
        return True
    return (
        after not in ("", ".", ",", "!", "?", ")", ";", "or", "and", "-", "at", "to", "for")
        or after == "of"
    )


def is_idiom(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse amounts that measure nothing: `what a day`, `in a second`, `one day`."""
    value = item.value
    if isinstance(value, Known) and value.tag == "away":
        words = [token.word for token in tokens[item.start : item.end]]
        return (
            len(words) == 3
            and words[0] in ("in", "within")
            and words[1] in ("a", "one", "1")
            and words[-1] in MOMENTS
        )
    if not isinstance(value, Length) or context.whole:
        return False
    before, after = near(tokens, item)
    if value.bare and value.grain in (Grain.WEEKEND, Grain.QUARTER):
        return True
    if item.rule == "half" and value.parts[0] == (1.25, Grain.QUARTER):
        return True
    if value.bare:
        if value.grain is Grain.SECOND or value.grain is Grain.MINUTE:
            return before not in ("for", "took", "takes", "about")
        if before in IDIOM_BEFORE and before != "of":
            return True
        if value.grain is Grain.DAY:
            return before not in (
                "for",
                "took",
                "takes",
                "lasted",
                "within",
                "than",
                "over",
                "under",
            )
        return before in ("of",) or after in ("of",) or (item.start == 0 and after not in ("", "."))
    return False


def is_figure(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse words that name a time but tell none: `the year`, `at the end of the day`, `now`."""
    value = item.value
    if not isinstance(value, Known):
        return False
    before, after = near(tokens, item)
    if value.tag == "current":
        return not (before in ("of", "in", "during") and after in ("", ".", "!", "?"))
    if value.tag == "now":
        first = tokens[item.start].word
        opens = not before or before in (".", "!", "?")
        return (
            first == "now"
            and not context.whole
            and (opens or after not in ("", ".", "!", "?", ","))
        )
    if item.end - item.start == 1 and value.tag == "short":
        return False
    if value.grain is Grain.SECOND and "day" in [t.word for t in tokens[item.start : item.end]]:
        return tokens[item.start].word in ("the", "at", "by") or before in ("at", "by", "the")
    return False


def is_loose_number(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse `the 3rd game`, `second place`: ranks of things."""
    value = item.value
    if not isinstance(value, Cycle) or value.tag != "dom" or context.whole:
        return False
    before, after = near(tokens, item)
    last = tokens[item.end - 1]
    if last.form == "number":
        return (
            before not in ("on", "until", "by", "since", "till", "from")
            and tokens[item.start].word != "on"
        )
    if last.form != "ordinal":
        return tokens[item.start].word != "on" or after not in ("", ".", ",", "!", "?")
    return after not in DOM_AFTER


def is_score(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse `3:2`, a ratio or score written like a clock."""
    token = tokens[item.start]
    if item.end - item.start > 1 or token.form != "clock" or context.whole:
        return False
    before, _ = near(tokens, item)
    return before in (
        "ratio",
        "score",
        "scored",
        "odds",
        "won",
        "lost",
        "verse",
        "john",
        "genesis",
        "psalm",
        "matthew",
        "mark",
        "luke",
        "romans",
    )


def near(tokens: Sequence[Token], item: Item) -> tuple[str, str]:
    """Return the words next to an item."""
    before = tokens[item.start - 1].word if item.start else ""
    after = tokens[item.end].word if item.end < len(tokens) else ""
    return before, after


def is_weak_loose(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse `that day`-like pointers of a single unit: they name no time by themselves."""
    before, _ = near(tokens, item)
    if not isinstance(item.value, Loose):
        return False
    if item.rule != "loose":
        return False
    return (
        item.end - item.start == 1
        or before in STEPS
        or (item.start > 0 and tokens[item.start - 1].form == "number")
    )


def is_cut(item: Item, tokens: Sequence[Token], context: Context) -> bool:
    """Refuse what ends where the next word belongs to its end: `... and 2 days | ago`."""
    before, after = near(tokens, item)
    last = tokens[item.end - 1].word
    if last in ("later", "earlier") and item.end - item.start > 1:
        return after in ("this", "in", "on", "next", "that")
    if item.rule == "ago" and before in ("last", "past", "next"):
        return True
    if isinstance(item.value, Length) or item.rule in ("rolling",):
        if tokens[item.start].word == "last" and before in LASTING:
            return True
        return after in ("ago", "hence") and last not in ("ago", "hence")
    return False


FILTERS: tuple[Filter, ...] = (
    is_bare_number,
    is_plain_word,
    is_greeting,
    is_title,
    is_count,
    is_fraction,
    is_idiom,
    is_figure,
    is_loose_number,
    is_score,
    is_weak_loose,
    is_cut,
)


def refusal(item: Item, tokens: Sequence[Token], context: Context) -> str | None:
    """Return the name of the filter that refuses an item, None where all let it stand."""
    for check in FILTERS:
        if check(item, tokens, context):
            return check.__name__
    return None
