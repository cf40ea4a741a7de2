"""Facts, hits and spans as lines a person reads on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from tkg.kg.model import Hit, Known, Polarity
from tkg.temporal.render import render
from tkg.temporal.span import Span


def fact_line(item: Known) -> str:
    """Return a fact with its status, its dates and where it was said, tab-separated."""
    fact = item.fact
    denied = "not: " if fact.polarity is Polarity.NO else ""
    words = f"{denied}{fact.subject} | {fact.predicate} | {item.value}"
    return "\t".join((str(item.status), validity(item), words, ", ".join(item.sources), item.id))


def validity(item: Known) -> str:
    """Return when a fact holds or happened, in people's words; "-" where nothing says so."""
    if item.born is not None:
        return f"born {item.born[0]:%Y-%m-%d} .. {item.born[1]:%Y-%m-%d}"
    if item.event is not None and item.valid_from is None:
        return render(item.event)
    if item.valid_from is None and item.valid_to is None:
        return "-"
    start = f"{item.valid_from:%Y-%m-%d}" if item.valid_from else "?"
    end = f"{item.valid_to:%Y-%m-%d}" if item.valid_to else ""
    return f"{start} .. {end}".rstrip()


def hit_lines(hit: Hit) -> Iterator[str]:
    """Give a turn that was found as one line; below, its rank in each leg and what moved it."""
    said = f"{hit.said_at:%Y-%m-%d %H:%M}" if hit.said_at else "undated"
    text = " ".join(hit.text.split())
    yield f"{hit.score:.3f}\t{hit.turn_id}\t{said}\t{hit.speaker}: {text}"
    ranks = dict(hit.ranks)
    if hit.legs:
        yield "\t\tlegs: " + ", ".join(f"{n} {v:.3f} (rank {ranks[n]})" for n, v in hit.legs)
    if hit.moved:
        yield "\t\tmoved by: " + ", ".join(f"{name} {value:+.2f}" for name, value in hit.moved)


def span_line(span: Span) -> str:
    """Return a time expression with its reading, tab-separated."""
    start = span.start.isoformat(sep=" ") if span.start else ""
    end = span.end.isoformat(sep=" ") if span.end else ""
    parts = (repr(span.expr), render(span), f"[{start}, {end})", str(span.grain), str(span.kind))
    return "\t".join((*parts, span.timex or "-", span.rule))
