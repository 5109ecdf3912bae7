"""What is done for the audit of a home: signing where journals end, and holding what may not go."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from handrail.errors import HandrailError, UsageError
from handrail.journal.chain.log import AUDIT, note, read_log, unsigned
from handrail.journal.chain.signing import sign_heads, vouch
from handrail.journal.events.audited import HoldPlaced, HoldReleased
from handrail.journal.events.event import SessionId, SessionStarted
from handrail.sessions.service.place import Place


def sign_quietly(place: Place, *chains: SessionId) -> bool:
    """Sign where these chains end, where that can be done; whether it was.

    Work that is done does not fail of it: what was not signed now is signed with the next that is.
    """
    try:
        sign_heads(place.store, place.home, chains)
    except HandrailError:
        return False
    return True


def sign_all(place: Place) -> int:
    """Sign every chain that went on since it was signed last; how many.

    Raises EnvironmentLack, StoreError.
    """
    log = read_log(place.store)
    chains = unsigned(place.store, log)
    last = log.signed[-1][0].seq if log.signed else 0
    if not chains and last == place.store.head(AUDIT).seq:
        return 0
    return sign_heads(place.store, place.home, chains)


def hold(
    place: Place, *, sessions: Sequence[str] = (), sops: Sequence[str] = (), everything: bool = False,
    by: str, why: str,
) -> HoldPlaced:  # fmt: skip
    """Keep these sessions from being pruned or erased until the hold is released.

    Raises UsageError where nothing is to be held, or no reason is given; StoreError.
    """
    if not (sessions or sops or everything) or not all(map(str.strip, sops)):
        raise UsageError("Say what to hold.", mend="Give --session ID, --sop ID or --everything.")
    if not why.strip():
        raise UsageError("A hold needs a reason.", mend="Give --why TEXT, such as the case's number.")
    event = HoldPlaced(
        kind="hold_placed",
        hold=secrets.token_hex(4),
        sessions=tuple(sessions),
        sops=tuple(sops),
        everything=everything,
        by=by,
        why=why,
    )
    note(place.store, lambda _: event)
    sign_quietly(place)
    return event


def unknown_sops(place: Place, sops: Sequence[str]) -> tuple[str, ...]:
    """Those of which no session is kept yet, as of a mistyped one. Raises StoreError, JournalBroken."""
    firsts = (record.first.event for record in place.store.sessions() if record.first is not None)
    known = {event.sop_id for event in firsts if isinstance(event, SessionStarted)}
    return tuple(sop for sop in sops if sop not in known)


def release(place: Place, wanted: str, *, by: str, why: str) -> HoldReleased:
    """End a hold, by its id or the beginning of it. Raises UsageError, EnvironmentLack, StoreError."""
    fitting = [name for name in read_log(place.store).holds if wanted and name.startswith(wanted)]
    if len(fitting) != 1:
        count = "no hold" if not fitting else "more than one hold"
        raise UsageError(f"'{wanted}' is the id of {count}.", mend="`handrail audit hold list` shows them.")
    if not why.strip():
        raise UsageError("Ending a hold needs a reason.", mend="Give --why TEXT.")
    ended = HoldReleased(kind="hold_released", hold=fitting[0], by=by, why=why)
    event = vouch(place.store, place.home, ended)
    note(place.store, lambda _: event)
    return event
