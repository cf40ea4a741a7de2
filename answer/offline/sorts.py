"""Answer which project, team or office somebody is in: a value of that sort, held now or then."""

from __future__ import annotations

from tkg.answer.answer import Answer
from tkg.answer.offline import slots
from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.tokens import stems
from tkg.answer.offline.told import told
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity, Status

GROUPS = stems("project team squad group department division branch office")
ASSIGNED = "is assigned to"


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return what somebody is in; None where the question asks for more, or no fact says.

    "Borealis" is a project because it took the place of "the Atlas project".
    """
    name = asked.subject or next(iter(asked.names), "")
    sort = asked.stems & GROUPS
    if asked.kind is not Kind.WHICH and asked.kind is not Kind.WHAT:
        return None
    if not sort or not name or asked.other or asked.stems - sort - stems(name):
        return None
    if asked.window is None and slots.PAST.search(question.text):
        return None
    when = question.as_of or asked.window or question.now
    known = [k for k in memory.facts(name, as_of=when, known_at=question.known_at) if _holds(k)]
    relations = {k.relation for k in known if stems(k.fact.value) & sort} | {ASSIGNED}
    fitting = [k for k in known if k.relation in relations and not _of(k) - sort]
    now = [k for k in fitting if k.status is Status.CURRENT]
    return told(memory, now) if now else None


def _holds(known: Known) -> bool:
    held = known.status in (Status.CURRENT, Status.ENDED)
    return held and known.fact.polarity is Polarity.YES


def _of(known: Known) -> frozenset[str]:
    """Return the sorts that a value names itself to be of."""
    return stems(known.fact.value) & GROUPS
