"""The evidence that an answer is checked against."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tkg.answer.answer import Answer
from tkg.answer.offline.ages import told_at
from tkg.answer.offline.look import understood
from tkg.answer.offline.tokens import stems, tokens
from tkg.answer.put import Question
from tkg.kg.graph.predicates import relation
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Turn
from tkg.temporal.calculate import at_day
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Span


@dataclass(frozen=True)
class Seen:
    """Everything that a reader has seen.

    Attributes:
        texts: The question, the record, results of tools: what of them may be evidence.
        spans: Times in it, resolved against the day they were said.
        facts: Facts that were shown.
        shown: All of it as it was shown, in which ids are looked for.
        verbatim: Whether the answer is made of words of the turns that are shown with it, their
            dates beside them, so that "last week" means what it meant there.
    """

    texts: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    facts: tuple[Known, ...] = ()
    shown: str = ""
    verbatim: bool = False

    @cached_property
    def text(self) -> str:
        """All of the evidence, lower case."""
        return "\n".join(self.texts).casefold().replace("\u2019", "'")

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of it, lower case."""
        return frozenset(t.low for text in self.texts for t in tokens(text))

    @cached_property
    def stems(self) -> frozenset[str]:
        """What its words share with their inflections."""
        return frozenset(s for text in self.texts for s in stems(text))

    def shows(self, name: str) -> bool:
        """Say whether an id was shown."""
        return name in self.shown


def of_citations(question: Question, found: Answer) -> Seen:
    """Return what an answer shows beside it: enough for most, and no look into the store."""
    cited = found.citations
    spans = [at_day(c.said_at) for c in cited if c.said_at]
    if any(character.isdigit() for character in found.answer):
        for c in cited:
            spans += resolve(c.quote, c.said_at.replace(tzinfo=None) if c.said_at else None)
    texts = (question.text, *(f"{c.speaker}: {c.quote}" for c in cited))
    return Seen(texts, tuple(spans), verbatim=True)


def of_answer(memory: Memory, question: Question, found: Answer) -> Seen:
    """Return what an answer rests on: the turns that it cites, and those that its trace names."""
    turns = _rested_on(memory, found)
    placed = memory.spans([t.key for t in turns])
    spans = [s for of_turn in placed.values() for s in of_turn]
    spans += [at_day(t.said_at) for t in turns if t.said_at]
    texts = (question.text, *memory.speakers(), *(f"{t.speaker}: {t.words}" for t in turns))
    asked = understood(memory, question.text, question.now)
    ages = (known.age for known in told_at(memory, asked, question))
    return Seen((*texts, *ages), tuple(spans), verbatim=True)


def rivals(memory: Memory, question: Question, found: Answer) -> tuple[Known, ...]:
    """Return the facts of the cited turns that may be superseded, with what took their place."""
    turns = [t for c in found.citations if (t := memory.turn(c.turn_id))]
    told = dict.fromkeys((f.subject, f.predicate) for f in memory.facts_in(turns))
    single = [(who, what) for who, what in told if relation(what).single]
    return tuple(
        known
        for who, what in single
        for known in memory.facts(who, what, question.now, question.known_at)
    )


def subject_of(memory: Memory, question: Question) -> str:
    """Return the one speaker whom a question is about; "" for several, or for kin of theirs."""
    asked = understood(memory, question.text, question.now)
    return asked.people[0] if len(asked.people) == 1 and not asked.other else ""


def _rested_on(memory: Memory, found: Answer) -> list[Turn]:
    """Return the turns that an answer cites, and those of the ids with which its trace begins."""
    names = [c.turn_id for c in found.citations]
    names += [step.split(" ", 1)[0] for step in found.trace if " " in step]
    turns: dict[str, Turn] = {}
    for name in dict.fromkeys(names):
        turn = memory.turn(name)
        fact = None if turn else memory.fact(name)
        for each in [turn] if turn else memory.turns(fact.turns) if fact else []:
            turns.setdefault(each.key, each)
    return list(turns.values())
