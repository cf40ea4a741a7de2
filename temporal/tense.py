"""Which way the verb near a time expression points. No parser: the nearest verb form decides."""

from __future__ import annotations

from collections.abc import Sequence

from tkg.temporal.context import Tense
from tkg.temporal.lexer import Token

FUTURE = frozenset({
    "will", "ll", "shall", "gonna", "gunna", "wanna", "let", "lets", "plan", "plans", "planning",
    "hope", "hoping", "hopefully", "upcoming", "expect", "expecting", "schedule", "scheduled",
    "book", "remind", "tomorrow", "soon", "arrive", "arrives", "leave", "leaves", "starts",
    "begins", "opens", "could", "should", "may", "might", "must", "want", "wants", "need", "needs",
    "would", "can", "see", "meet", "due", "until", "intend", "thinking", "prepare", "preparing",
    "going", "gotta", "supposed", "invited", "departs", "return", "returns", "excited",
    "eager", "anticipate", "ready", "forward", "won", "ends", "closes", "happens", "coming",
})  # fmt: skip
PAST = frozenset({
    "was", "were", "had", "did", "went", "got", "made", "said", "took", "came", "saw", "knew",
    "gave", "found", "thought", "told", "became", "left", "felt", "brought", "began", "kept",
    "held", "wrote", "stood", "heard", "met", "ran", "paid", "sat", "spoke", "lay", "led", "grew",
    "lost", "fell", "sent", "built", "understood", "drew", "broke", "spent", "rose", "drove",
    "bought", "wore", "chose", "ate", "slept", "won't", "sang", "swam", "flew", "drank", "threw",
    "caught", "taught", "fought", "sold", "forgot", "forgave", "hid", "rode", "shook", "shot",
    "stole", "stuck", "swore", "tore", "woke", "wound", "been", "gone", "done", "seen", "taken",
    "given", "known", "written", "quit", "born", "died", "ago", "yesterday", "dug", "fed",
    "hung", "laid", "lent", "lit", "meant", "proved", "rang", "sank", "shone", "shrank", "slid",
    "spun", "sprang", "stung", "struck", "swept", "swung", "wept", "blew", "bled", "bred", "bit",
    "beat", "bent", "bet", "bound", "burnt", "cut", "dealt", "dreamt", "hit", "hurt", "knelt",
    "leapt", "learnt", "put", "read", "sought", "set", "shut", "spilt", "split", "spread", "wed",
    "withdrew", "overcame", "started", "froze", "gotten", "baked",
})  # fmt: skip
PARTICIPLES = frozenset({
    "done", "gone", "seen", "taken", "given", "known", "written", "made", "held", "paid", "sent",
    "closed", "open", "sold", "born", "found", "kept", "left", "lost", "told", "built", "set",
})  # fmt: skip
"""Forms that after "be" name a state ("I'll be done in two weeks")."""
NOT_PAST = frozenset({
    "need", "feed", "bed", "red", "speed", "seed", "weed", "indeed", "exceed", "hundred", "fred",
    "ted", "shed", "bleed", "breed", "greed", "proceed", "succeed", "embed", "naked", "sacred",
    "wicked", "ahead", "united", "limited",
})  # fmt: skip
BE = frozenset({"am", "is", "are", "m", "re", "s", "be", "being", "get", "gets", "getting"})
BREAKS = frozenset({".", "!", "?", ";", "\n", ":"})
SOFT = frozenset({",", "and", "but", "so", "because", "then", "when", "while", "-", "(", ")"})
PLANNING = frozenset({
    "planning", "hoping", "thinking", "preparing", "expecting", "intending", "meaning", "aiming",
})  # fmt: skip
PLANS = frozenset({"planned", "scheduled", "supposed", "hoped", "intended", "meant"})
WAS = frozenset({"was", "were", "been", "wasn", "weren"})
REACH = 14
"""How many words away a verb may stand."""


def tense_near(tokens: Sequence[Token], start: int, end: int) -> Tense:
    """Return the tense of the clause that holds the tokens from start to end."""
    before = look(tokens, range(start - 1, max(-1, start - REACH), -1), -1)
    after = look(tokens, range(end, min(len(tokens), end + REACH)), 1)
    options = [one for one in (before, after) if one is not None]
    if not options:
        near = [token.word for token in tokens[max(0, start - 4) : start]]
        return Tense.FUTURE if {"is", "are", "m", "re"} & set(near) else Tense.NONE
    return min(options)[1]


def look(tokens: Sequence[Token], places: range, step: int) -> tuple[float, Tense] | None:
    """Walk away from the expression to the first verb form."""
    cost = 0.0 if step < 0 else 0.5
    for place in places:
        word = tokens[place].word
        if word in BREAKS and not (word == "." and tokens[place - 1].raw in ("Mr", "Mrs", "Dr")):
            return None
        cost += 6 if word in SOFT else 1
        tense = form(tokens, place)
        if tense is not None:
            return cost, tense
    return None


def form(tokens: Sequence[Token], place: int) -> Tense | None:
    """Say what one word tells."""
    token = tokens[place]
    word = token.word
    before = tokens[place - 1].word if place else ""
    if token.form != "word":
        return None
    if before == "to" and word not in ("have", "be"):  # infinitives: the verb above decides
        return None
    if word in ("excited", "scheduled", "invited", "supposed"):
        ahead = Tense.PLANNED if before in WAS and word in PLANS else Tense.PAST
        return Tense.FUTURE if before in BE else ahead
    if word in PLANNING and _was(tokens, place):
        return Tense.PLANNED
    if word in PLANS and place + 1 < len(tokens) and tokens[place + 1].word in ("to", "on"):
        return Tense.PLANNED
    if word == "got" and (before in ("ve", "have", "has", "s", "ll") or nearly(tokens, place)):
        return None
    if word == "won" and not (place + 1 < len(tokens) and tokens[place + 1].word == "'"):
        return Tense.PAST
    if word in (
        "d",
        "can",
        "could",
        "would",
        "may",
        "see",
        "meet",
        "want",
        "need",
        "book",
        "going",
    ):
        return modal(tokens, place)
    if word in FUTURE:
        return Tense.FUTURE
    if word in PARTICIPLES and before in (*BE, "not"):
        return None
    if word in PAST:
        same = word in SAME_FORM and (
            before in MODAL or before in ("", "please", "'", ",") or before in BREAKS
        )
        return None if same else Tense.PAST
    if word.endswith("ed") and len(word) > 3 and word not in NOT_PAST:
        return None if before in BE or before in MODAL else Tense.PAST
    if word.endswith("ing") and len(word) > 4:
        return progressive(tokens, place)
    if (
        word in ("ve", "have", "has")
        and place + 1 < len(tokens)
        and tokens[place + 1].word == "got"
    ):
        return None
    if word in ("ve", "have", "has") and follows_participle(tokens, place):
        return Tense.PAST
    return None


def _was(tokens: Sequence[Token], place: int) -> bool:
    """Say whether a participle stands behind "was": "we were all planning"."""
    return any(token.word in WAS for token in tokens[max(0, place - 2) : place])


SAME_FORM = frozenset({
    "read", "put", "set", "cut", "hit", "shut", "split", "spread", "hurt", "bet", "quit", "beat",
    "wound", "bound", "lay",
})  # fmt: skip
"""Verbs whose past looks like their present."""


def nearly(tokens: Sequence[Token], place: int) -> bool:
    """Say whether `got` is the `got` of `you've all got`."""
    return place > 1 and tokens[place - 2].word in ("ve", "have")


MODAL = frozenset({"will", "ll", "can", "to", "could", "should", "would", "must", "may", "might"})


def modal(tokens: Sequence[Token], place: int) -> Tense | None:
    """Read words that point ahead only in company."""
    word = tokens[place].word
    before = tokens[place - 1].word if place else ""
    after = tokens[place + 1].word if place + 1 < len(tokens) else ""
    if word == "going":
        return Tense.FUTURE if before in BE else Tense.PLANNED if _was(tokens, place) else None
    if word in ("could", "would", "can") and after in ("have", "not"):
        return Tense.PAST if after == "have" else None
    if any(one.word in ("did", "didn") for one in tokens[max(0, place - 3) : place]):
        return Tense.PAST
    if word in ("book", "see", "meet") and before in (
        "",
        "you",
        "to",
        "we",
        "i",
        "and",
        "please",
        "will",
        "'",
    ):
        return Tense.FUTURE
    if word in ("want", "need", "can", "could", "would"):
        return Tense.FUTURE
    return None


def progressive(tokens: Sequence[Token], place: int) -> Tense | None:
    """Read `I'm seeing` as what is to come, `was seeing` as past."""
    for back in range(1, 4):
        if place - back < 0:
            return None
        word = tokens[place - back].word
        if word in ("was", "were", "been"):
            return Tense.PAST
        if word in ("am", "m", "are", "re", "is") or (word == "s" and back < 3):
            return Tense.FUTURE
        if word in ("to", "of", "for", "in", ",", "."):
            return None
    return None


def follows_participle(tokens: Sequence[Token], place: int) -> bool:
    """Say whether `have` begins a perfect."""
    for ahead in range(1, 4):
        if place + ahead >= len(tokens):
            return False
        word = tokens[place + ahead].word
        if word in PAST or (word.endswith(("ed", "en")) and len(word) > 3):
            return True
        if word == "to":
            return False
    return False
