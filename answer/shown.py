"""What a model was shown, as evidence for the check."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from tkg.answer.lines import subjects
from tkg.answer.offline.look import understood
from tkg.answer.offline.tokens import stems
from tkg.answer.planted import planted, trusted
from tkg.answer.put import Question
from tkg.answer.seen import Seen
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Turn
from tkg.temporal.resolve import resolve

QUOTATION = re.compile(r"«([^»]*)»")
ECHOED = ("note", "cut", "searched", "undated", "truncated", "complete")
"""Parts of a tool's result that say something of the call, not of the past."""


def of_talk(memory: Memory, question: Question, record: str, results: Sequence[str]) -> Seen:
    """Return what a model was shown."""
    shown = "\n".join((record, *results))
    asked = understood(memory, question.text, question.now)
    known = [k for name in subjects(memory, asked) for k in memory.facts(name)]
    facts = [k for k in {k.id: k for k in known}.values() if k.id in shown]
    doubtful = _doubtful(memory, facts)
    facts = [k for k in facts if k.id not in doubtful]
    texts = [question.text, _without(record, doubtful)]
    texts += [evident(result) for result in results]
    turns = _turns(memory, shown, facts)
    placed = memory.spans([t.key for t in turns])
    spans = [s for t in turns for s in placed.get(t.key, ()) if s.expr in trusted(t.words)]
    spans += [s for text in texts for s in resolve(text, None)]
    spans += [k.event for k in facts if k.event]
    return Seen(tuple(texts), tuple(spans), tuple(facts), shown)


def evident(result: str) -> str:
    """Return what of a tool's result may be evidence: not errors, not what repeats the call.

    >>> evident('{"turns":[],"note":"Searched 5 turns for Oslo."}')
    '{"turns": []}'
    """
    try:
        found = json.loads(result)
    except json.JSONDecodeError:
        return ""
    if not isinstance(found, dict):
        return ""
    kept = {name: value for name, value in found.items() if name not in ECHOED}
    return _quotations(json.dumps(kept, ensure_ascii=False))


def _quotations(text: str) -> str:
    """Return a text with every quotation in it as far as it may be evidence."""
    return QUOTATION.sub(lambda m: trusted(m[1]), text)


def _without(record: str, ids: Iterable[str]) -> str:
    """Return a record without the lines of some facts."""
    left_out = tuple(f"[{id}] " for id in ids)
    return _quotations("\n".join(x for x in record.splitlines() if not x.startswith(left_out)))


def _doubtful(memory: Memory, facts: Sequence[Known]) -> list[str]:
    """Return the facts that say what only an order in their turns says."""
    keys = sorted({key for k in facts for key in k.fact.turns})
    turns = {t.key: t for t in memory.turns(keys)}
    doubtful = []
    for known in facts:
        said = [turns[key].words for key in known.fact.turns if key in turns]
        if any(map(planted, said)):
            held = frozenset(s for words in said for s in stems(trusted(words)))
            if not stems(known.fact.value) <= held:
                doubtful.append(known.id)
    return doubtful


def _turns(memory: Memory, shown: str, facts: Sequence[Known]) -> list[Turn]:
    """Return the turns whose ids were shown, and those that the facts were read from."""
    ids = re.findall(r"^\[([^\]\n]+)\]", shown, re.M)
    ids += re.findall(r'"turn_id":\s*"([^"]+)"', shown)
    by_id = [t for name in dict.fromkeys(ids) if (t := memory.turn(name))]
    of_facts = memory.turns(sorted({key for k in facts for key in k.fact.turns}))
    return list({t.key: t for t in (*by_id, *of_facts)}.values())
