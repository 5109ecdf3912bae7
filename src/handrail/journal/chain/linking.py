"""The hash chain that makes a journal tamper-evident: linking an event to its predecessor, and checking.

An entry's hash is SHA-256 over the canonical JSON (after RFC 8785: sorted keys, no white space, UTF-8) of
`{"at", "event", "prev", "seq", "session", "v": 2, "writer"}`, where keyed hashes stand for the values of
event and writer (`journal.sealing`). In format 1, which old entries have, `v` and `writer` are missing and
the event is the stored text itself. The chain has no key: it shows a change to whoever kept, or signed, the
hash of the last entry.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Final, Literal, NamedTuple, Protocol

from handrail.journal.chain.sealing import (
    is_erased,
    is_old,
    new_seal,
    sealed,
    sketch,
    without_halves,
    witness_of,
)
from handrail.journal.events.event import Entry, Event, SessionId, parse_event

ZEROS: Final = "0" * 64
"""Stands for the predecessor of the first entry."""

FaultKind = Literal["changed", "missing", "swapped", "duplicated", "inserted", "unreadable", "unaccounted"]


class Head(NamedTuple):
    """Where a session's chain ends: what the next entry continues."""

    seq: int
    hash: str


START: Final = Head(0, ZEROS)


class ChainFault(NamedTuple):
    """One place where a chain does not hold."""

    seq: int
    kind: FaultKind
    message: str


class _Linked(Protocol):
    @property
    def seq(self) -> int: ...
    @property
    def hash(self) -> str: ...


Erasures = Mapping[tuple[str, int], Collection[str]]
"""Session and number of an entry → the witnesses of what stays of it after a recorded removal of values."""

_NONE_ERASED: Final[Erasures] = {}

_encode: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode
"""Made once: `json.dumps` makes an encoder for each event."""


def canonical(event: Event) -> str:
    """The event as the JSON text that is stored; absent values are left out."""
    return without_halves(_encode(event.model_dump(exclude_none=True)))


def entry_hash(entry: Entry, seq: int | None = None) -> str:
    """The hash that an entry with this content must carry, as 64 hexadecimal digits; with `seq`, that it
    would carry as another number. Raises ValueError or TypeError for what no entry can hold."""
    number = entry.seq if seq is None else seq
    if is_old(entry.seal):
        return _old_hash(entry.session, number, entry.at, entry.prev, entry.body)
    event, writer = sketch(entry.body, entry.writer, entry.seal)
    return _hash(entry.session, number, entry.at, entry.prev, event, writer)


def witness(entry: Entry) -> str:
    """What the record of a removal says of an entry from which values were removed. Raises ValueError."""
    return witness_of(entry.seal, entry.at, entry.prev, entry.hash, entry.writer, entry.body)


def _hash(session: str, seq: int, at: str, prev: str, event: str, writer: str) -> str:
    start = f'{{"at":{_quoted(at)},"event":{event},"prev":{_quoted(prev)},"seq":{seq}'
    text = f'{start},"session":{_quoted(session)},"v":2,"writer":{writer}}}'
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _old_hash(session: str, seq: int, at: str, prev: str, body: str) -> str:
    start = f'{{"at":{_quoted(at)},"event":{body},"prev":{_quoted(prev)}'
    text = f'{start},"seq":{seq},"session":{_quoted(session)}}}'
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def link(prev: _Linked | None, session: SessionId, event: Event, at: str, writer: str = "") -> Entry:
    """The entry that continues the chain after `prev` (an entry or a head; None for the first)."""
    seq, before = (prev.seq + 1, prev.hash) if prev is not None else (1, ZEROS)
    seal = new_seal()
    text, told, by = sealed(event.model_dump(exclude_none=True), writer, seal)
    digest = _hash(session, seq, at, before, told, by)
    return Entry(session, seq, at, before, digest, event.kind, text, seal, writer)


def check(
    entries: Iterable[Entry], head: Head | None = None, erasures: Erasures = _NONE_ERASED
) -> tuple[ChainFault, ...]:
    """Every fault of one session's chain, in the order of their places; empty when it holds.

    `head` is what is known of the chain's end from elsewhere; without it, entries cut off the end cannot
    be noticed. `erasures` are the removals of values that the audit log tells of.
    """
    chain = tuple(entries)
    fits = _Fits(erasures)
    faults = [*_order_faults(chain), *_content_faults(chain, fits), *_link_faults(chain, fits)]
    if head is not None:
        faults += _end_faults(chain, head)
    return tuple(sorted(faults, key=lambda fault: fault.seq))


def _order_faults(chain: Sequence[Entry]) -> Iterator[ChainFault]:
    counts = Counter(_place(entry) for entry in chain)
    for seq, count in counts.items():
        if seq < 1:
            yield ChainFault(seq, "inserted", f"An entry is numbered {seq}; numbers begin at 1.")
        elif count > 1:
            yield ChainFault(seq, "duplicated", f"Entry {seq} is there {count} times.")
    yield from _gaps(sorted(seq for seq in counts if seq > 0))
    for before, entry in pairwise(chain):
        if _place(entry) < _place(before):
            message = f"Entry {_place(entry)} stands after entry {_place(before)}."
            yield ChainFault(_place(entry), "swapped", message)


def _gaps(seqs: Sequence[int]) -> Iterator[ChainFault]:
    for before, seq in pairwise((0, *seqs)):
        first, last = before + 1, seq - 1
        if first <= last:
            which = f"Entry {first} is" if first == last else f"Entries {first} to {last} are"
            yield ChainFault(first, "missing", f"{which} missing.")


class _Fits:
    """Whether entries fit their hashes; each is computed once."""

    def __init__(self, erasures: Erasures) -> None:
        self._erasures = erasures
        self._hashes: dict[tuple[int, object], str | None] = {}

    def __call__(self, entry: Entry, seq: int) -> bool:
        if is_erased(entry.seal) and is_old(entry.seal):
            # Its text was hashed; what stays of it is proven by the record of the removal alone.
            return seq == entry.seq and not self.unaccounted(entry)
        key = (id(entry), seq)
        if key not in self._hashes:
            self._hashes[key] = _computed(entry, seq)
        return self._hashes[key] == entry.hash

    def unaccounted(self, entry: Entry) -> bool:
        """Whether values were removed from it, and no record tells of that."""
        if not is_erased(entry.seal):
            return False
        try:
            return witness(entry) not in self._erasures.get((entry.session, entry.seq), ())
        except (TypeError, ValueError):
            return True


def _computed(entry: Entry, seq: int) -> str | None:
    # A forger's row may hold anything: other types than the columns say are a change, not a crash.
    try:
        return entry_hash(entry, seq)
    except (TypeError, ValueError, RecursionError):
        return None


def _content_faults(chain: Sequence[Entry], fits: _Fits) -> Iterator[ChainFault]:
    if not chain:
        return
    session = Counter(entry.session for entry in chain).most_common(1)[0][0]
    changed = []
    for entry in chain:
        if entry.session != session:
            message = f"Entry {_place(entry)} belongs to another session, {entry.session!r}."
            yield ChainFault(_place(entry), "inserted", message)
        elif not fits(entry, entry.seq):
            changed.append(entry)
        elif fits.unaccounted(entry):
            message = f"Entry {entry.seq} lacks values, and the audit log tells of no such removal."
            yield ChainFault(entry.seq, "unaccounted", message)
        elif problem := _unreadable(entry):
            yield ChainFault(entry.seq, "unreadable", f"Entry {entry.seq} {problem}.")
    for entry in changed:
        yield _changed_fault(entry, changed, fits)


def _changed_fault(entry: Entry, changed: Sequence[Entry], fits: _Fits) -> ChainFault:
    # Bounded, because every pair of changed entries would be tried.
    for other in changed[:64]:
        if other.seq != entry.seq and fits(entry, other.seq):
            message = f"Entry {_place(entry)} holds what was written as entry {other.seq}."
            return ChainFault(_place(entry), "swapped", message)
    message = f"Entry {_place(entry)} was changed: its content does not match its hash."
    return ChainFault(_place(entry), "changed", message)


def _unreadable(entry: Entry) -> str | None:
    try:
        event = parse_event(entry.body)
    except ValueError:
        return "is not an event that this version knows"
    if event.kind != entry.kind:
        return f"is filed as {entry.kind!r} and holds {event.kind!r}"
    return None


def _link_faults(chain: Sequence[Entry], fits: _Fits) -> Iterator[ChainFault]:
    by_seq = {entry.seq: entry for entry in reversed(chain)}
    for seq, entry in by_seq.items():
        if seq == 1 and entry.prev != ZEROS and fits(entry, 1):
            yield ChainFault(1, "missing", "Entry 1 continues an entry that is not there.")
        before = by_seq.get(seq - 1) if isinstance(seq, int) else None
        # An entry that was itself changed is reported once, as that.
        if before is None or entry.prev == before.hash or not fits(entry, seq):
            continue
        if fits(before, before.seq):
            message = f"Entry {seq} does not continue entry {before.seq}: one of the two was replaced."
            yield ChainFault(seq, "changed", message)


def _end_faults(chain: Sequence[Entry], head: Head) -> Iterator[ChainFault]:
    last = max(chain, key=_place, default=None)
    end = _place(last) if last else 0
    if end < head.seq:
        first = end + 1
        which = f"Entry {first} is" if first == head.seq else f"Entries {first} to {head.seq} are"
        yield ChainFault(first, "missing", f"{which} missing at the end.")
    elif end > head.seq:
        message = f"The journal ended with entry {head.seq}; what follows was added from outside."
        yield ChainFault(head.seq + 1, "inserted", message)
    elif last and last.hash != head.hash:
        message = f"The journal ended with another entry {end}, of hash {head.hash}."
        yield ChainFault(end, "changed", message)


def _place(entry: Entry) -> int:
    return entry.seq if isinstance(entry.seq, int) else 0


_quoted = json.encoder.encode_basestring
