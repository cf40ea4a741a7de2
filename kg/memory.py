"""The memory: one file, one user, what was said and what is known."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import duckdb

from tkg.kg.collector import put_off
from tkg.kg.model import Clause, Extraction, Fact, Filters, Hit, Known, Role, Session, Turn
from tkg.kg.store import clauses, counts, facts, shared, spans, speakers, turns
from tkg.kg.store import sessions as store
from tkg.kg.store.connection import damage
from tkg.kg.store.erase import Erased
from tkg.kg.store.erasing import carry_out
from tkg.kg.store.transaction import transaction
from tkg.temporal.span import Span

if TYPE_CHECKING:
    from tkg.kg.embed.embedder import Embedder
    from tkg.kg.graph.held import Held
    from tkg.kg.search.index import Prepared
    from tkg.kg.search.reindex import Progress
    from tkg.kg.search.rerank import Reranker
    from tkg.kg.search.searcher import Searcher
    from tkg.kg.store.sessions import Namesake

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Return the present instant, UTC."""
    return datetime.now(UTC)


class Memory:
    """A store of sessions and facts.

    A memory is used by one thread at a time; `lock` is for those that share one.

    >>> with Memory(":memory:", embedder=None) as memory:
    ...     memory.stats()["turns"]
    0
    """

    def __init__(
        self,
        path: str | Path,
        *,
        clock: Clock = system_clock,
        read_only: bool = False,
        embedder: Embedder | str | None = "",
        reranker: Reranker | str | None = None,
    ) -> None:
        """Open a store, making it where it is missing.

        Args:
            path: The file, or ":memory:".
            clock: What is "now"; the only clock of the whole package.
            read_only: Never write; refuse a missing file.
            embedder: What turns text into vectors, or its name (see `kg.embed.named`): "" is the
                one that made the store's vectors, for a new store the model that comes with the
                package; None means lexical search only. Loaded when first needed.
            reranker: What orders the first hits of a search again, or the name or folder of a
                cross-encoder; None leaves them as they are.

        Raises:
            StoreMissing: `read_only`, and there is no such file.
            StoreBusy: Another process holds it.
            StoreNewer: A newer version wrote it.
        """
        self.path = path
        self.clock = clock
        self.read_only = read_only
        self._embedder = embedder
        self._reranker = reranker
        self._searcher: Searcher | None = None
        self.lock = threading.Lock()
        self._held: Held | None = None
        self.db = shared.acquire(path, read_only=read_only)

    def __enter__(self) -> Self:
        """Use the memory in a `with` block; it is closed at the end."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file.

        Raises:
            StoreError: The block has shown that the file is damaged.
        """
        self.close()
        if found := damage(self.path, error):
            raise found from error

    def close(self) -> None:
        """Let the file go."""
        shared.release(self.path, self.db)

    @property
    def embedder(self) -> Embedder | None:
        """What makes vectors here, loaded when first asked for; None without a model."""
        if isinstance(self._embedder, str):
            from tkg.kg.embed import named

            name = self._embedder
            self._embedder = named.embedder(name) if name else named.of_store(self.db)
        return self._embedder

    @property
    def reranker(self) -> Reranker | None:
        """What orders the first hits of a search again, loaded when first asked for."""
        if isinstance(self._reranker, str):
            from tkg.kg.search.rerank import named

            self._reranker = named(self._reranker)
        return self._reranker

    @property
    def searcher(self) -> Searcher:
        """The search over this store, kept warm between calls."""
        if self._searcher is None:
            from tkg.kg.search.searcher import Searcher

            self._searcher = Searcher(self.db, lambda: self.embedder)
        return self._searcher

    @property
    def held(self) -> Held:
        """What was read of entities, kept between calls."""
        if self._held is None:
            from tkg.kg.graph.held import Held

            self._held = Held()
        return self._held

    # -- writing ---------------------------------------------------------------------------------

    def transaction(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """Do all of a block or none of it."""
        return transaction(self.db, self.path)

    def namesakes(self, sessions: Sequence[Session]) -> dict[tuple[str, str], list[Namesake]]:
        """Return the stored sessions of the same source and id as any of these."""
        return store.namesakes(self.db, sessions)

    def lacking(self, sessions: Sequence[Session], extractor: str) -> list[Session]:
        """Return those whose content is not stored, or was not read whole by this extractor."""
        return store.lacking(self.db, sessions, extractor)

    def prepare(self, session: Session) -> Prepared:
        """Return what search keeps of a session; may run beside the extractor, on any thread."""
        from tkg.kg.search.index import prepare

        return prepare(session.turns, self.embedder)

    def add(
        self, session: Session, extraction: Extraction, prepared: Prepared | None = None
    ) -> None:
        """Store a session and all that was read in it, in one transaction.

        A session that is stored already under this key is replaced: its turns and facts only.
        """
        self.add_all([(session, extraction, prepared or self.prepare(session))])

    def add_all(self, read: Sequence[tuple[Session, Extraction, Prepared]]) -> None:
        """Store sessions and all that was read in them, in one transaction.

        Many at once are much faster than one by one, and give the same store. Of two with one key
        the later counts.
        """
        with put_off(), self.transaction() as db:
            store.write(db, read, self.clock())

    def erase(self, erased: Erased) -> None:
        """Erase sessions, turns or facts for good, and derive what they had touched again.

        The file is written anew from the rows that are left, and every text column of the new one
        is read back before it takes the old one's place.

        Raises:
            StoreError: An erased text is still in the new file; the old file is left as it was.
            StoreBusy: The store is open elsewhere in this process.
        """
        self._searcher = None
        self.db = carry_out(self.db, self.path, erased)

    def reindex(self, embedder: Embedder | str = "", progress: Progress | None = None) -> int:
        """Make every posting and vector of the search anew; return how many turns there are.

        Whatever stops it leaves the old index whole.

        Args:
            embedder: What makes the vectors from now; "" is what made them until now.
            progress: Told (turns done, turns in all).
        """
        from tkg.kg.embed import named
        from tkg.kg.search import ann
        from tkg.kg.search.reindex import reindex

        chosen = named.embedder(embedder) if isinstance(embedder, str) and embedder else embedder
        chosen = self.embedder if isinstance(chosen, str) else chosen
        done = reindex(self.db, chosen, progress)
        ann.keep(self.db)
        self._embedder = chosen
        return done

    # -- reading ---------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        k: int = 20,
        filters: Filters | None = None,
        *,
        explain: bool = False,
        now: datetime | None = None,
        after: datetime | None = None,
        before: datetime | None = None,
        speaker: str | None = None,
        session: str | None = None,
        role: Role | None = None,
    ) -> list[Hit]:
        """Return the turns that say most about the query, best first.

        Args:
            query: Any text; an empty one finds nothing.
            k: How many at most.
            filters: All limits in one value, instead of the arguments below.
            explain: Fill `Hit.legs`, `Hit.ranks` and `Hit.moved`.
            now: When it is asked, by which "last week" is understood; default the clock's time.
            after: First instant of interest, inclusive.
            before: First instant past it, exclusive.
            speaker: Only turns of this speaker.
            session: Only turns of this session.
            role: Only turns of this side.
        """
        limits = filters or Filters(after, before, speaker, session, role)
        moment, reranker = now or self.clock(), self.reranker
        if reranker is None:
            return self.searcher.search(query, moment, k, limits, explain)
        from tkg.kg.search.rerank import DEPTH, reranked

        hits = self.searcher.search(query, moment, max(k, DEPTH), limits, explain)
        return reranked(reranker, query, hits)[:k]

    def unsaid(self, words: Sequence[str]) -> frozenset[str]:
        """Return those of the words that stand in no turn, in any inflection."""
        return self.searcher.unsaid(words)

    def facts(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        as_of: datetime | Span | None = None,
        known_at: datetime | None = None,
        past: bool = True,
    ) -> list[Known]:
        """Return facts as they stand, current first within a slot.

        Args:
            subject: Any name or alias of the one they are about; None for everybody.
            predicate: Any wording of the relation.
            as_of: World time; default now. A span returns every value that overlaps it.
            known_at: Leave out what was told later.
            past: Also what has ended, happened, lapsed or was retracted.
        """
        from tkg.kg.graph.query import facts

        return facts(
            self.db,
            subject=subject,
            predicate=predicate,
            as_of=as_of or self.clock(),
            known_at=known_at,
            past=past,
            held=self.held,
        )

    def summary(self, subject: str) -> list[Known]:
        """Return what sums somebody up: what holds now, what happened last, what is planned.

        What no fact is about is summed up by the facts that name it.
        """
        from tkg.kg.graph.holders import naming
        from tkg.kg.summary import summary

        known = self.facts(subject)
        if not known and self.resolve_name(subject) is None:
            known = naming(self.db, subject, self.facts)
        return summary(known)

    def facts_between(
        self,
        first: datetime | None,
        last: datetime | None,
        subject: str | None = None,
        predicate: str | None = None,
    ) -> list[Known]:
        """Return what held, happened or was planned between two moments; None is no bound."""
        from tkg.kg.graph.query import between, facts

        return facts(
            self.db,
            subject=subject,
            predicate=predicate,
            as_of=between(first, last),
            known_at=None,
            past=False,
            held=self.held,
        )

    def changed_since(
        self, moment: datetime, subject: str | None = None, predicate: str | None = None
    ) -> list[Known]:
        """Return what stands otherwise now than it did at a moment of the past."""
        from tkg.kg.graph.query import changed

        return changed(
            self.db,
            moment,
            self.clock(),
            subject=subject,
            predicate=predicate,
            held=self.held,
        )

    def entities(self) -> list[str]:
        """Return every name that facts are known under, as it was written."""
        rows = self.db.execute("select distinct shown from node order by shown").fetchall()
        return [name for (name,) in rows]

    def resolve_name(self, name: str) -> str | None:
        """Return the entity that a name or alias means, or None where nobody is called so."""
        from tkg.kg.graph.names import resolve

        return resolve(self.db, name)

    def fact(self, key: str) -> Fact | None:
        """Return the words of the fact with this id."""
        return facts.by_key(self.db, [key]).get(key)

    def facts_in(self, spoken: Sequence[Turn]) -> list[Fact]:
        """Return the words of the facts that were read from these turns."""
        return facts.of_turns(self.db, spoken)

    def turn(self, name: str) -> Turn | None:
        """Return the turn with this key or shown id."""
        return turns.by_id(self.db, name)

    def turns(self, keys: Sequence[str]) -> list[Turn]:
        """Return the turns with these keys, in the order asked."""
        return turns.by_key(self.db, keys)

    def session_id(self, turn: Turn) -> str:
        """Return the source's own id of the session that a turn stands in."""
        return turns.session_id(self.db, turn.session)

    def around(self, turn: Turn, n: int = 2) -> list[Turn]:
        """Return a turn with up to `n` turns before and after it in its session."""
        return turns.around(self.db, turn, n)

    def session_turns(self, sessions: Sequence[str]) -> list[Turn]:
        """Return every turn of the sessions with these keys."""
        return turns.of_sessions(self.db, sessions)

    def clauses(self, keys: Sequence[str]) -> dict[str, list[Clause]]:
        """Return the clauses of the turns with these keys, by turn key."""
        return clauses.of_turns(self.db, keys)

    def spans(self, keys: Sequence[str]) -> dict[str, list[Span]]:
        """Return the time expressions of the turns with these keys, by turn key."""
        return spans.of_turns(self.db, keys)

    def said(self) -> list[tuple[str, str]]:
        """Return (speaker, text) of every turn."""
        return speakers.said(self.db)

    def speakers(self) -> list[str]:
        """Return everybody who speaks, who speaks most first."""
        return speakers.speakers(self.db)

    def owner(self) -> str:
        """Return who "I" is in a question: who talks to an assistant or alone speaks, else ""."""
        return speakers.owner(self.db)

    def stats(self) -> dict[str, int | str | None]:
        """Return counts of what is stored, and the dates it spans."""
        return counts.counts(self.db)
