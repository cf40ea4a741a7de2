"""Find the time expressions in a turn and say what they mean. No model, no clock, no I/O."""

# ruff: noqa: E501 (tables stay one rule a line)
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tkg.temporal.context import Context, Tense, pin
from tkg.temporal.foreign import DATE as FOREIGN
from tkg.temporal.foreign import foreign
from tkg.temporal.grammar import Chart, Item, plant
from tkg.temporal.lexer import Token, tokenise
from tkg.temporal.lexical import VOCABULARY, WRITTEN, lexical
from tkg.temporal.no_such_day import no_such_days
from tkg.temporal.refine import refusal
from tkg.temporal.rules import RULES
from tkg.temporal.rules.clock import clock_alone
from tkg.temporal.span import Kind, Span
from tkg.temporal.tense import tense_near
from tkg.temporal.timex import interval_value, length_value, point_value
from tkg.temporal.value import Clock, Cycle, Known, Length, Loose, Recurrence, Value
from tkg.temporal.words import ONES, ORDINALS, TENS

ROOT = plant(RULES)
ORDER = {name: place for place, name in reversed(list(enumerate(rule.name for rule in RULES)))}
NOWHEN = datetime(2000, 1, 1, 12)
"""Stands in where nobody knows when it was said; whatever is found from it gets no dates."""

COMMON = frozenset({
    "a", "an", "the", "of", "in", "on", "at", "to", "from", "by", "and", "or", "for", "with",
    "that", "this", "it", "i", "we", "you", "he", "she", "they", "my", "our", "your", "his",
    "her", "their", "was", "were", "is", "as", "if", "s", "m", "h", "d", "w", "y", "p", "c", "all", "any",
    "some", "most", "one", "two", "many", "few", "several", "more", "less", "than", "about",
    "around", "over", "under", "up", "back", "like", "just", "right", "only", "very", "when",
    "before", "after", "since", "until", "till", "while", "once", "then", "still", "good", "long",
    "short", "full", "whole", "half", "end", "start", "starting", "beginning", "top", "close",
    "first", "second", "third", "last", "next", "past", "other", "another", "same", "current",
    "early", "earlier", "late", "later", "mid", "middle", "day", "days", "time", "times", "work", "working", "give", "maybe", "probably", "almost", "nearly", "well",
    "no", "not", "be", "boy", "girl", "baby", "small", "young",
    "little", "younger", "turn", "rest", "part", "going", "counting", "ready", "new", "year",
    "saint", "st", "three", "mother", "father", "mom", "dad", "women", "king",
    "kings", "black", "party", "double", "state", "high", "school", "college", "university",
    "twenty", "thirty", "four", "five", "six", "seven", "eight", "nine", "ten", "may", "mar",
    "sat", "sun", "couple", "single", "straight", "old", "now", "so", "off", "come",
    "minute", "minutes", "hit", "running", "away", "out", "into", "least", "exactly",
    "precisely", "solid", "entire", "quarter", "quite", "multiple", "dozen", "handful", "each",
    "every", "through", "between", "within", "during", "eleven", "twelve", "hundred", "thousand",
    "de", "x", "am", "pm", "ad", "final", "closing", "opening", "previous", "following", "coming",
    "free", "super", "star", "tail", "dawn", "outset", "balance", "remaining", "international", "election", "bowl", "flag", "earth", "palm", "ash", "holy", "saints", "souls",
    "business", "trinity", "giving", "boxing", "labor", "memorial", "independence",
})  # fmt: skip


def literals() -> frozenset[str]:
    """Return every word that some pattern spells out."""
    found: set[str] = set()
    for rule in RULES:
        for element in rule.pattern.split():
            bare = element.removesuffix("?") if len(element) > 1 else element
            found.update(word for word in bare.split("|") if not word.isupper())
    return frozenset(found)


KNOWN_WORDS = literals() | VOCABULARY
TRIGGERS = (literals() - COMMON) | (VOCABULARY - frozenset({
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "second",
    "first", "third", "sec", "min", "hundred", "thousand",
}))  # fmt: skip
TRIGGERS = TRIGGERS - frozenset("-,.()[]&/'@+:~") | {"now", "current"}
PROSE = frozenset({
    "i", "we", "you", "he", "she", "they", "it", "me", "her", "him", "us", "them", "my", "was",
    "were", "is", "are", "had", "have", "did", "be", "your", "his", "our", "their",
})  # fmt: skip
"""Words of sentences: with one of them, a text is not merely a phrase to be read."""
AGES = frozenset({"was", "were", "turned", "age", "aged", "of"})
AFTER_NUMBER = frozenset({"am", "pm", "a", "p", "h", "d", "w", "minute", "minutes", "min"})
WRITTEN_TRIGGERS = frozenset(WRITTEN) - {"number", "ordinal"}


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the resolver did, for `explain`.

    Attributes:
        words: The words concerned.
        rule: The rule that read them.
        value: What it took them for.
        outcome: kept, covered by a longer reading, or the filter that refused it.
        parts: What it was made of.
    """

    words: str
    rule: str
    value: str
    outcome: str
    parts: tuple[str, ...] = ()


def resolve(
    text: str,
    said_at: datetime | None,
    *,
    day_first: bool = False,
    south: bool = False,
    lean: Tense = Tense.NONE,
) -> list[Span]:
    """Resolve every time expression in a turn.

    >>> [(s.expr, s.start.date().isoformat()) for s in resolve("We met a year ago today.", datetime(2023, 5, 25))]
    [('a year ago today', '2022-05-25')]

    Args:
        text: A whole turn, in any language.
        said_at: When it was said, civil time of the speaker; None: relative words get no date.
        day_first: 3/4 is the third of April.
        south: Seasons of the southern hemisphere.
        lean: Where a bare day or month points when no verb says so.

    Returns:
        Spans in text order that do not overlap.
    """
    context = make_context(said_at, day_first, south)
    spans = readings(text, context, said_at is not None, lean)
    if FOREIGN.search(text) is None:
        return spans
    found = foreign(text)
    free = [one for one in spans if not any(meets(one, other) for other in found)]
    return sorted([*free, *found], key=lambda span: span.offset)


def meets(first: Span, second: Span) -> bool:
    """Say whether two spans share a character."""
    return first.offset < second.until and second.offset < first.until


def explain(text: str, said_at: datetime | None, *, day_first: bool = False) -> list[Step]:
    """Say what each rule read and what became of it, in text order."""
    steps: list[Step] = []
    context = make_context(said_at, day_first, False)
    readings(text, context, said_at is not None, steps=steps)
    return steps


def readings(
    text: str,
    context: Context,
    dated: bool,
    lean: Tense = Tense.NONE,
    steps: list[Step] | None = None,
) -> list[Span]:
    """Return what stands, noting every step where asked."""
    tokens = tokenise(text)
    false = list(no_such_days(text))
    if steps is not None:
        steps += [Step(text[a:b], "no-such-day", "", "there is no such day") for a, b in false]
    spans = []
    for first, last in runs(tokens):
        hot = [place for place in range(first, last) if is_hot(tokens, place)]
        tense = tense_near(tokens, hot[0], hot[-1] + 1)
        planned = tense is Tense.PLANNED
        outside = (*tokens[:first], *tokens[last:])
        here = replace(
            context,
            tense=Tense.PAST if planned else lean if tense is Tense.NONE else tense,
            planned=planned,
            whole=not any(token.form == "word" for token in outside)
            and not any(token.word in PROSE for token in tokens),
        )
        for item in choose(tokens, first, last, here, steps, text):
            span = finish(item, tokens, text, here, dated)
            if span:
                spans.append(span)
    return [one for one in spans if not any(a < one.until and one.offset < b for a, b in false)]


def make_context(said_at: datetime | None, day_first: bool, south: bool) -> Context:
    """Take the civil time of an aware moment and keep its zone."""
    if said_at is None:
        return Context(NOWHEN, day_first=day_first, south=south)
    offset = said_at.utcoffset()
    zone = None if offset is None else int(offset.total_seconds() // 60)
    return Context(said_at.replace(tzinfo=None), day_first=day_first, south=south, zone=zone)


def runs(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the runs of words that may be a time and hold one that says so."""
    first, hot = 0, False
    for place, token in enumerate(tokens):
        if (token.form == "word" and token.word not in KNOWN_WORDS) or (
            token.form == "mark" and token.word not in KNOWN_WORDS
        ):
            if hot:
                yield first, place
            first, hot = place + 1, False
        elif not hot:
            hot = is_hot(tokens, place)
    if hot:
        yield first, len(tokens)


def is_hot(tokens: Sequence[Token], place: int) -> bool:
    """Say whether a token suggests a time."""
    token = tokens[place]
    before = tokens[place - 1] if place else None
    if token.form == "number" and len(token.raw) == 4:
        return True
    if (
        before
        and token.word in AFTER_NUMBER
        and (before.form in ("number", "clock") or before.word in ONES)
    ):
        return True
    if (
        before
        and before.word in AGES
        and (token.form == "number" or token.word in ONES or token.word in TENS)
    ):
        return True
    if token.word in ORDINALS and place > 1:
        return before.word == "the" and tokens[place - 2].word == "on"  # type: ignore[union-attr]
    return token.form in WRITTEN_TRIGGERS or token.word in TRIGGERS or token.form == "ordinal"


def choose(
    tokens: Sequence[Token],
    first: int,
    last: int,
    context: Context,
    steps: list[Step] | None,
    text: str,
) -> list[Item]:
    """Read a run and keep the longest readings that do not overlap."""
    run = tokens[first:last]
    chart = Chart(ROOT, run, context)
    chart.fill(lexical)
    found = [
        replace(item, start=item.start + first, end=item.end + first)
        for items in chart.at
        for item in items
        if presentable(item)
    ]
    found.sort(key=lambda item: (item.start - item.end, ORDER.get(item.rule, 9999)))
    kept: list[Item] = []
    for item in found:
        covered = any(item.start < other.end and other.start < item.end for other in kept)
        why = "covered" if covered else refusal(item, tokens, context)
        if why is None and not covered:
            kept.append(item)
        if steps is not None:
            words = text[tokens[item.start].start : tokens[item.end - 1].end]
            parts = tuple(part.rule for part in item.parts)
            steps.append(Step(words, item.rule, describe(item.value), why or "kept", parts))
    return sorted(kept, key=lambda item: item.start)


def presentable(item: Item) -> bool:
    """Say whether a value could be shown at all."""
    return isinstance(item.value, (Known, Cycle, Length, Recurrence, Loose, Clock))


def describe(value: Value) -> str:
    """Write a value for `explain`."""
    if isinstance(value, Known):
        return f"{value.start} .. {value.end} {value.grain}"
    if isinstance(value, Cycle):
        return f"every {value.tag} {value.timex}"
    if isinstance(value, Length):
        return length_value(value)
    if isinstance(value, Recurrence):
        return value.rrule
    return type(value).__name__.lower()


def finish(
    item: Item, tokens: Sequence[Token], text: str, context: Context, dated: bool
) -> Span | None:
    """Turn what stands into a span."""
    value = item.value
    start, end = tokens[item.start].start, tokens[item.end - 1].end
    if isinstance(value, Loose):
        end = noun_end(item, tokens)
    expr = text[start:end]
    if isinstance(value, Recurrence):
        return Span(
            expr,
            start,
            None,
            None,
            value.grain,
            Kind.SET,
            timex=value.timex,
            rrule=value.rrule,
            rule=item.rule,
        )
    if isinstance(value, Cycle) and value.tag in ("weekdays", "weekends"):
        return Span(
            expr,
            start,
            None,
            None,
            value.grain,
            Kind.SET,
            timex=value.timex,
            rrule=value.rrule,
            rule=item.rule,
        )
    if isinstance(value, Length):
        return Span(
            expr,
            start,
            None,
            None,
            value.grain,
            Kind.DURATION,
            value.approximate,
            length_value(value),
            rule=item.rule,
        )
    if isinstance(value, Loose):
        return Span(
            expr,
            start,
            None,
            None,
            value.grain,
            Kind.UNANCHORED,
            timex=value.timex,
            rule=item.rule,
            age=value.age,
        )
    known: Value | None = value
    if isinstance(value, Clock):
        known = clock_alone(context, value)
    elif isinstance(value, Cycle):
        known = pin(context, value)
    if not isinstance(known, Known):
        return None
    return known_span(known, expr, start, item.rule, dated)


def noun_end(item: Item, tokens: Sequence[Token]) -> int:
    """Return where `the week before the` ends with its noun."""
    last = tokens[item.end - 1]
    follows = item.end < len(tokens) and tokens[item.end].form == "word"
    if last.word in DETERMINERS and follows:
        return tokens[item.end].end
    return last.end


DETERMINERS = frozenset({
    "the", "my", "our", "his", "her", "their", "your", "that", "this", "a", "an", "i", "we", "he",
    "she", "they", "you", "it", "before", "after",
})  # fmt: skip


def known_span(known: Known, expr: str, offset: int, rule: str, dated: bool) -> Span | None:
    """Turn a stretch of the calendar into a span; one without length is none."""
    start, end = known.start, known.end
    if (start is None and end is None) or (start and end and end <= start):
        return None
    if known.deictic and not dated:
        return Span(
            expr,
            offset,
            None,
            None,
            known.grain,
            Kind.UNANCHORED,
            known.approximate,
            deictic=True,
            rule=rule,
        )
    if known.timex:
        timex = known.timex
    elif known.kind is Kind.POINT and start:
        timex = point_value(start, known.grain)
    else:
        timex = interval_value(start, end, known.grain)
    return Span(
        expr, offset, start, end, known.grain, known.kind, known.approximate, timex,
        alternatives=known.alternatives, deictic=known.deictic, rule=rule,
    )  # fmt: skip
