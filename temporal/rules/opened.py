"""Open stretches: `since 2019`, `until Friday`, `for three years now`, `after March`."""

from __future__ import annotations

from dataclasses import replace

from tkg.temporal import civil
from tkg.temporal.context import Context, Tense, pin
from tkg.temporal.cycles import open_since
from tkg.temporal.grammar import Rule
from tkg.temporal.rules.ago import away
from tkg.temporal.span import Grain, Kind
from tkg.temporal.value import Cycle, Known, Length


def anchor(context: Context, time: Known | Cycle, tense: Tense) -> Known | None:
    """Pin a time, letting the word before it decide where the verb does not."""
    known = pin(context, time, tense)
    return known if known and known.kind in (Kind.POINT, Kind.RANGE) else None


def since(context: Context, time: Known | Cycle) -> Known | None:
    """Read `since March`: it has begun, unless nobody can mean that."""
    known = anchor(context, time, Tense.PAST)
    return known and replace(open_since(known), alternatives=())


def starting(context: Context, time: Known | Cycle) -> Known | None:
    """Read `starting Monday`, `from May on`: the verb decides."""
    known = pin(context, time)
    return known and replace(open_since(known), alternatives=())


def until(context: Context, time: Known | Cycle) -> Known | None:
    """Read `until Friday`: ends where Friday begins; `until the end of May` where May ends."""
    tense = Tense.PAST if context.tense is Tense.PAST else Tense.FUTURE
    known = anchor(context, time, tense)
    if known is None:
        return None
    end = known.edge or known.start
    return Known(None, end, known.grain, Kind.UNTIL, known.approximate, known.deictic,
                 alternatives=((None, known.end),))  # fmt: skip


def through(context: Context, time: Known | Cycle) -> Known | None:
    """Read `through Friday`: Friday included."""
    known = anchor(context, time, Tense.FUTURE)
    return known and Known(
        None, known.end, known.grain, Kind.UNTIL, known.approximate, known.deictic
    )


def before(context: Context, time: Known | Cycle) -> Known | None:
    """Read `before 2018`."""
    known = pin(context, time)
    if known is None:
        return None
    return Known(
        None, known.edge or known.start, known.grain, Kind.BEFORE, known.approximate, known.deictic
    )


def due(context: Context, time: Known | Cycle) -> Known | None:
    """Read `by Friday`: Friday still counts."""
    known = anchor(context, time, Tense.NONE if context.tense is Tense.PAST else Tense.FUTURE)
    if known is None or known.tag == "now":
        return None
    return Known(
        None, known.edge or known.end, known.grain, Kind.BEFORE, known.approximate, known.deictic
    )


def no_later(context: Context, time: Known | Cycle) -> Known | None:
    """Read `no later than Friday`."""
    return due(context, time)


def after(context: Context, time: Known | Cycle) -> Known | None:
    """Read `after 2018`: when it is over."""
    known = pin(context, time)
    if known is None:
        return None
    edge = known.edge or (known.start if known.tag == "timed" else known.end)
    return Known(edge, None, known.grain, Kind.AFTER, known.approximate, known.deictic)


def for_now(context: Context, length: Length) -> Known | None:
    """Read `for three years now`: since then."""
    if length.adjective or civil.FINENESS[length.grain] < civil.FINENESS[Grain.DAY]:
        return None
    begun = away(context.said, length, -1)
    return begun and Known(begun.start, None, begun.grain, Kind.SINCE, length.approximate, True)


RULES = (
    Rule("since", "ever? since TIME", since),
    Rule("since", "since sometime|around|about|way? in|around? TIME", since),
    Rule("since", "since back in TIME", since),
    Rule("starting", "starting|beginning|commencing|effective from|on|in|at? TIME", starting),
    Rule("starting", "as of|from TIME", starting),
    Rule("starting", "as early as TIME", starting),
    Rule("starting", "from|since TIME on|onward|onwards|forward", starting),
    Rule("starting", "from TIME on out", starting),
    Rule("starting", "TIME onward|onwards|forward", starting),
    Rule("starting", "TIME and|or after|later|onwards", starting),
    Rule("starting", "no|not earlier than TIME", starting),
    Rule("until", "until|till|til|untill TIME", until),
    Rule("until", "up until|till|til|to TIME", until),
    Rule("until", "up to and including TIME", through),
    Rule("through", "through|thru TIME", through),
    Rule("before", "sometime|sometimes|anytime|any|some? time? before TIME", before),
    Rule("before", "just|right|shortly|well? before TIME", before),
    Rule("before", "prior to TIME", before),
    Rule("before", "earlier than TIME", before),
    Rule("by", "by TIME", due),
    Rule("by", "no|not later than TIME", no_later),
    Rule("by", "on or before TIME", no_later),
    Rule("by", "due by|on? TIME", lambda c, t: pin(c, t, Tense.FUTURE)),
    Rule("after", "sometime|anytime|any|some? time? after TIME", after),
    Rule("after", "just|right|shortly|only|not until? after TIME", after),
    Rule("after", "later than TIME", after),
    Rule("after", "greater than YEAR", after),
    Rule("for-now", "for? LENGTH now", for_now),
    Rule("for-now", "for LENGTH already|running", for_now),
    Rule("for-now", "LENGTH running", for_now),
    Rule("for-now", "LENGTH and counting|going", for_now),
    Rule("for-now", "since LENGTH ago|back?", for_now),
    Rule("for-now", "going on LENGTH", for_now),
    Rule("into", "LENGTH into", for_now),
)  # fmt: skip
