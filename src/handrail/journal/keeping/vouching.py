"""Whether a removal was made by whoever had the signing key, or by somebody who has the database alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from handrail.errors import EnvironmentLack
from handrail.journal.chain.log import AuditLog
from handrail.journal.chain.signing import is_signature, statement_of
from handrail.journal.chain.store import RETENTION
from handrail.journal.events.audited import HeadsSigned, Vouched
from handrail.journal.events.event import Entry


class Vouching:
    """Judges the removals of one home.

    `good` are the checkpoints whose signatures hold, `publics` the keys that the log introduces as it should.
    """

    def __init__(
        self, log: AuditLog, good: Iterable[tuple[Entry, HeadsSigned]], publics: Mapping[str, str]
    ) -> None:
        self._publics = publics
        self._first_key = log.keys[0][0].seq if log.keys else None
        earlier = [event for _, event in good if event.removals is None]
        self._log_to = max((event.log_seq for event in earlier), default=0)
        self._retention = {
            (head.seq, head.hash) for event in earlier for head in event.heads if head.session == RETENTION
        }

    def of_log(self, entry: Entry, event: Vouched) -> bool:
        """Whether a removal that the audit log tells of is believed.

        Also where no key was there before it: then there was nothing that it could have hidden from.
        """
        keyless = self._first_key is None or entry.seq < self._first_key
        return self._signed(event, otherwise=keyless or entry.seq <= self._log_to)

    def of_retention(self, entries: tuple[Entry, ...], event: Vouched, seq: int) -> bool:
        """Whether the removal of a session that was signed is believed; `entries` are the retention chain."""
        told = {(entry.seq, entry.hash) for entry in entries} & self._retention
        return self._signed(event, otherwise=seq <= max((end for end, _ in told), default=0))

    def _signed(self, event: Vouched, *, otherwise: bool) -> bool:
        if event.signature is None:
            return otherwise
        public = self._publics.get(event.key or "")
        try:
            return public is not None and is_signature(public, event.signature, statement_of(event))
        except EnvironmentLack:
            # That signatures cannot be checked here is told.
            return True
