"""Times that hang on something undated: `the week before the wedding`, `when I was ten`."""

# ruff: noqa: E501 (tables stay one rule a line)
from __future__ import annotations

from tkg.temporal.civil import FINENESS
from tkg.temporal.context import Context, Tense
from tkg.temporal.grammar import Rule
from tkg.temporal.span import Grain
from tkg.temporal.value import Cycle, Known, Length, Loose, Number, Part

WHO = "i|we|he|she|they|you|it"
WHOSE = "the|my|our|his|her|their|your|that|this|a|an"


def unit(context: Context, what: Number) -> Loose | None:
    """Read `the week before the ...`, `the year we ...`."""
    coarse = FINENESS[what.grain] >= FINENESS[Grain.DAY] and what.grain is not Grain.QUARTER
    return Loose(what.grain) if coarse else None


def length(context: Context, what: Length) -> Loose:
    """Read `three days before the ...`."""
    return Loose(what.grain)


def cycle(context: Context, what: Cycle) -> Loose:
    """Read `the summer we ...`, `that Friday`."""
    return Loose(what.grain)


def part(context: Context, what: Part) -> Loose:
    """Read `that night`."""
    return Loose(Grain.PART_OF_DAY)


def age(context: Context, years: Number) -> Loose | None:
    """Read `when I was ten`: the age is kept for a birth date to resolve."""
    return Loose(Grain.YEAR, int(years.value)) if 0 < years.value < 120 else None


def age_length(context: Context, years: Length) -> Loose | None:
    """Read `when I was ten years old`."""
    count, grain = years.parts[0]
    return Loose(Grain.YEAR, int(count)) if grain is Grain.YEAR else None


def age_decade(context: Context, decade: Known) -> Loose | None:
    """Read `in my twenties`."""
    if decade.grain is not Grain.DECADE or decade.start is None:
        return None
    return Loose(Grain.DECADE, decade.start.year % 100)


def phase(context: Context) -> Loose:
    """Read `as a kid`."""
    return Loose(Grain.YEAR)


def story(context: Context, what: Number) -> Loose | None:
    """Read `the next day` in a story; else tomorrow's is another rule's."""
    return Loose(what.grain) if what.grain is Grain.DAY or context.tense is Tense.PAST else None


def same(context: Context, what: Number) -> Loose:
    """Read `that week`, `the same day`."""
    return Loose(what.grain)


RULES = (
    Rule("loose", f"a|one|the very? UNIT before|after|of|following|preceding|when {WHOSE}|{WHO}", unit),
    Rule("loose", f"UNIT before|after {WHOSE}|{WHO}", unit),
    Rule("loose", "the very? UNIT before|after", unit),
    Rule("loose", f"the|that|same UNIT that? {WHO}", unit),
    Rule("loose", "the UNIT my|our", unit),
    Rule("loose", f"the SEASON|WEEKEND|MONTH before|after|of|when|that? {WHO}", cycle),
    Rule("loose", "the SEASON|WEEKEND before|after|of my|our|his|her|their|the|that", cycle),
    Rule("loose", f"the PART before|after|of|when {WHOSE}|{WHO}", part),
    Rule("loose", f"LENGTH before|after|into|prior to? {WHOSE}|{WHO}", length),
    Rule("loose", "LENGTH before|after", length),
    Rule("loose", "a LENGTH before|after", length),
    Rule("loose", "that|same UNIT", same),
    Rule("loose", "that same? CYCLE", cycle),
    Rule("loose", "that same? PART", part),
    Rule("loose", "the next|following|previous UNIT", story),
    Rule("loose", "the next|following|previous PART", part),
    Rule("loose", "one UNIT", unit),
    Rule("loose", "one SEASON|PART|WEEKEND", lambda c, v: Loose(Grain.DAY)),
    Rule("age", f"when|since|until|before|after|once|while {WHO} was|were|turned|turn|hit NUM", age),
    Rule("age", f"when|since|until|before|after|once|while {WHO} was|were|turned|turn LENGTH old?", age_length),
    Rule("age", f"when|since|until|before|after|while {WHO} was|were about|around|like|only NUM", age),
    Rule("age", "since|by|at|from|around the? age of? NUM", age),
    Rule("age", "since|by|at|from the age of NUM", age),
    Rule("age", "at NUM years old", age),
    Rule("age", "aged NUM", age),
    Rule("phase", "in|during|into|through my|his|her|their|your|our early|mid|late? -? DECADE", age_decade),
    Rule("phase", f"when|since|while {WHO} was|were in my|his|her|their|our early|mid|late? -? DECADE", age_decade),
    Rule("phase", f"when|since|while {WHO} was|were a|an? little|young? kid|child|teen|teenager|boy|girl|baby|student|toddler|kids|children|teens|teenagers|little|young|younger|small", phase),
    Rule("phase", "as|since a little|young? kid|child|teen|teenager|boy|girl|baby|student|toddler", phase),
    Rule("phase", "in|during|since my|his|her|their|our childhood|youth|teens", phase),
    Rule("phase", "in|during|since high|middle|grade|elementary|primary school", phase),
    Rule("phase", "in|during|since|after college|university|uni|kindergarten|childhood", phase),
)  # fmt: skip
