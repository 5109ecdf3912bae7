"""What a home's journals say happened before: how often a step was done, and what limits count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from handrail.errors import TransientError
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.event import Entry, Intended, Judged, SessionId, SessionStarted
from handrail.journal.views.rules import rules_in_force, sign_rule
from handrail.journal.views.walked import Walk
from handrail.policy import Category, Policy, Proposal
from handrail.policy.categories.categorising import categorise
from handrail.policy.documents.document import CountLimit
from handrail.sop.node import Effect

_SEEN_DAYS: Final = 30
_MOST_SEEN: Final = 5000
"""Of the home's last actions: whether a step is usual is known from so many."""
_PERIODS: Final = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1), "day": timedelta(days=1)}


@dataclass(frozen=True, slots=True)
class _Done:
    """One action that was begun, as limits count it."""

    at: datetime
    session: SessionId
    sop: str
    effect: Effect
    categories: tuple[Category, ...]


def starters_of(behind: Walk) -> tuple[str, ...]:
    """Who started the session that was walked so far: its first owner, who forked it, who wants it undone."""
    started, undo = behind.started, behind.undo
    names = (
        started.user if started is not None else "",
        started.origin.by if started is not None and started.origin is not None else "",
        undo.begun.by if undo is not None else "",
    )
    return tuple(dict.fromkeys(name for name in names if name))


class JournalHistory:
    """The history of one session, read from the journals of its home when something of weight is proposed."""

    def __init__(
        self, store: JournalStore, home: Path, session: SessionId, sop: str, starters: tuple[str, ...]
    ) -> None:
        self._store = store
        self._home = home
        self._session = session
        self._sop = sop
        self._starters = starters
        self._seen: Mapping[str, int] | None = None
        self._sops: dict[SessionId, str] = {session: sop}

    @property
    def starters(self) -> tuple[str, ...]:
        """See `History.starters`."""
        return self._starters

    def told(self, proposal: Proposal, policy: Policy) -> Proposal:
        """See `History.told`. Raises StoreError."""
        now = datetime.now(UTC)
        facts: dict[str, object] = {"sop": self._sop, "now": now}
        if proposal.effect == "once" or categorise(proposal.deed):
            facts["seen"] = self._times_done(proposal.node, now)
        if policy.limits:
            facts["counts"] = self._counts(policy.limits, now)
        return proposal.model_copy(update=facts)

    @contextmanager
    def beginning(self, proposal: Proposal, policy: Policy) -> Iterator[None]:
        """See `History.beginning`. Raises StoreError."""
        if not policy.limits:
            yield
            return
        categories = tuple(sign.category for sign in categorise(proposal.deed))
        with self._store.counting():
            now = self._counts(policy.limits, datetime.now(UTC))
            for limit in policy.limits:
                # What was reached when it was judged, a person has allowed.
                before = proposal.counts.get(limit.words, 0)
                if limit.counts(proposal.effect, categories) and before < limit.at_most <= now[limit.words]:
                    raise TransientError(
                        f"Another session has just used up the limit of {limit.words}; nothing was done."
                    )
            yield

    def holds(self, rule: str) -> bool:
        """See `History.holds`. Raises StoreError."""
        kept = rules_in_force(self._store, self._home, self._sop, self._session)
        return any(one.id == rule for one in kept)

    def remembered(self, rule: str) -> None:
        """See `History.remembered`. Raises StoreError."""
        sign_rule(self._store, self._home, self._session, rule)

    def _times_done(self, node: str, now: datetime) -> int:
        if self._seen is None:
            # Once a session: what it does itself says little about whether that is usual.
            since = _text(now - timedelta(days=_SEEN_DAYS))
            self._seen = self._store.times_done(self._sop, since=since, newest=_MOST_SEEN)
        return self._seen.get(node, 0)

    def _counts(self, limits: tuple[CountLimit, ...], now: datetime) -> dict[str, int]:
        longest = max((_PERIODS.get(limit.per, timedelta(days=1)) for limit in limits), default=timedelta())
        done = list(self._begun(now - longest))
        own = list(self._own()) if any(limit.per == "session" for limit in limits) else []
        return {
            limit.words: sum(
                self._is_counted(limit, action, now) for action in (own if limit.per == "session" else done)
            )
            for limit in limits
        }

    def _is_counted(self, limit: CountLimit, action: _Done, now: datetime) -> bool:
        if limit.per != "session":
            if action.at <= now - _PERIODS[limit.per]:
                return False
            if limit.within == "sop" and action.sop != self._sop:
                return False
        return limit.counts(action.effect, action.categories)

    def _begun(self, since: datetime) -> Iterator[_Done]:
        """Every action of the home that was begun since then: what is in doubt counts, too."""
        yield from self._joined(self._store.of_kinds("judged", "intended", since=_text(since)))

    def _own(self) -> Iterator[_Done]:
        yield from self._joined(self._store.read(self._session))

    def _joined(self, entries: Iterator[Entry]) -> Iterator[_Done]:
        judged: dict[tuple[SessionId, str], Judged] = {}
        for entry in entries:
            if entry.kind not in {"judged", "intended"}:
                continue
            event = entry.event
            if isinstance(event, Judged):
                judged[entry.session, event.node] = event
            elif isinstance(event, Intended):
                before = judged.get((entry.session, event.node)) or self._judged_before(entry, event.node)
                yield _Done(
                    at=datetime.fromisoformat(entry.at),
                    session=entry.session,
                    sop=self._sop_of(entry.session),
                    effect=event.effect,
                    categories=before.categories if before is not None else (),
                )

    def _judged_before(self, intended: Entry, node: str) -> Judged | None:
        """The last judgement of a step, before the time that is looked at: a person was asked meanwhile."""
        found = None
        for entry in self._store.read(intended.session):
            if entry.seq >= intended.seq:
                break
            if isinstance(entry.event, Judged) and entry.event.node == node:
                found = entry.event
        return found

    def _sop_of(self, session: SessionId) -> str:
        if session not in self._sops:
            first = next(self._store.read(session), None)
            event = first.event if first is not None else None
            self._sops[session] = event.sop_id if isinstance(event, SessionStarted) else ""
        return self._sops[session]


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
