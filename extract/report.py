"""What one ingest did: loss is never silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tkg.extract.extractor import NOT_SENT
from tkg.kg.counted import counted
from tkg.kg.model import Extraction, Session


@dataclass(slots=True)
class Report:
    """Counts of one ingest, filled session by session.

    Attributes:
        dry_run: Nothing was stored, and no model asked: calls are those that it would take.
        unchanged: Sessions that were stored already and were left alone.
        empty: Sessions in which nobody said anything.
        rejected: Facts that were not kept, by reason.
        silent_turns: Turns that gave no fact.
        characters: Characters of the turns that were read.
        characters_sent: Characters of them that the extractor was given.
        redacted: Secrets that were replaced before anything was stored.
        dropped: What is no conversation by reason: system prompts, blocks of recalled memories.
        skipped_calls: Sessions that the gate did not think worth a model call.
        failed: Sessions that could not be read whole, with the cause; the next run tries again.
        warnings: Anything else a person should know.
    """

    dry_run: bool = False
    sessions: int = 0
    turns: int = 0
    unchanged: int = 0
    empty: int = 0
    facts: int = 0
    silent_turns: int = 0
    characters: int = 0
    characters_sent: int = 0
    redacted: int = 0
    skipped_calls: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    rejected: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    failed: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def count(self, session: Session, extraction: Extraction) -> None:
        """Add one session."""
        told = {key for fact in extraction.facts for key in fact.turns}
        self.sessions += 1
        self.turns += len(session.turns)
        self.silent_turns += sum(turn.key not in told for turn in session.turns)
        self.characters += sum(len(turn.text) for turn in session.turns)
        self.characters_sent += extraction.characters_sent
        self.facts += len({fact.key for fact in extraction.facts})
        self.calls += extraction.calls
        self.tokens_in += extraction.tokens_in
        self.tokens_out += extraction.tokens_out
        self.cost += extraction.cost
        self.skipped_calls += extraction.note == NOT_SENT
        self.rejected.update(r.reason for r in extraction.rejected)
        if not extraction.complete:
            self.failed[session.id] = extraction.note or "not read whole"

    @property
    def unread(self) -> str:
        """The cause why not one session could be read whole, "" where one could."""
        failed = self.sessions > 0 and len(self.failed) == self.sessions
        return next(iter(self.failed.values())) if failed else ""

    @property
    def factless(self) -> str:
        """The cause why sessions that were stored gave no fact at all; "" where they gave one."""
        if self.facts or not self.sessions:
            return ""
        if self.unread:
            return "no session could be read whole; what was said is kept and searched"
        if self.rejected:
            return "every one that was read was rejected; what was said is kept and searched"
        return "no turn states one; what was said is kept and searched"

    def json(self) -> dict[str, Any]:
        """Return the report as plain values, for `--json`."""
        return {**asdict(self), "rejected": dict(self.rejected), "dropped": dict(self.dropped)}

    def lines(self) -> Sequence[str]:
        """Return the report as a person reads it, without the warnings; no count of nothing."""
        rows = [
            f"{counted(self.sessions, 'session')}, {counted(self.turns, 'turn')},"
            f" {counted(self.facts, 'fact')} ({counted(self.silent_turns, 'turn')} gave none)"
        ]
        rows += [f"{counted(self.unchanged, 'session')} unchanged"] if self.unchanged else []
        empty = f"{counted(self.empty, 'session')} skipped: nothing was said"
        rows += [empty] if self.empty else []
        rows += [f"no facts: {self.factless}"] if self.factless else []
        rows += [
            f"{counted(n, 'fact')} rejected: {why}" for why, n in sorted(self.rejected.items())
        ]
        rows += [f"{n} left out: {why}" for why, n in sorted(self.dropped.items())]
        rows += [f"{counted(self.redacted, 'secret')} replaced"] if self.redacted else []
        rows += self._model_lines()
        rows += [f"{name} was not read whole: {why}" for name, why in self.failed.items()]
        return rows

    def _model_lines(self) -> list[str]:
        rows = []
        if self.skipped_calls:
            rows.append(f"{counted(self.skipped_calls, 'session')} not sent: nothing new")
        if self.calls:
            share = self.characters_sent / max(1, self.characters)
            spent = f", {self.tokens_in} + {self.tokens_out} tokens, ${self.cost:.4f}"
            calls = counted(self.calls, "model call")
            calls = f"would make {calls}" if self.dry_run else calls + spent
            rows.append(f"{calls}, {share:.0%} of the characters sent")
        return rows
