from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from hashlib import sha256, shake_256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.journal.chain.linking import START, ZEROS, Head, canonical, check, entry_hash, link
from handrail.journal.chain.sealing import PLAIN
from handrail.journal.events.event import Entry, SessionId
from tests.journal.stories import SESSION, done, ended, entered, intended, proposed, started, tell

CHAIN = tell(started(), done("open", "none"), done("save", "once"), ended("done"))
HEAD = Head(CHAIN[-1].seq, CHAIN[-1].hash)


def kinds(chain: tuple[Entry, ...], head: Head | None = HEAD) -> list[tuple[int, str]]:
    return [(fault.seq, fault.kind) for fault in check(chain, head)]


def rehashed(entry: Entry) -> Entry:
    """What a forger who knows the format writes."""
    return entry._replace(hash=entry_hash(entry))


def test_a_chain_begins_with_zeros_and_one() -> None:
    assert (CHAIN[0].seq, CHAIN[0].prev) == (1, "0" * 64)
    assert CHAIN[1].prev == CHAIN[0].hash


def test_the_hash_can_be_computed_by_anybody_from_the_exported_entry() -> None:
    """The format as `docs/audit.md` tells it, step by step."""
    entry = CHAIN[4]
    stream = shake_256(bytes.fromhex(entry.seal.removeprefix("2:"))).digest(16 * 100)
    keys = iter(stream[at : at + 16] for at in range(0, len(stream), 16))

    def hashed(value: object) -> object:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, dict):
            return {name: hashed(value[name]) for name in sorted(value)}
        if isinstance(value, list):
            return [hashed(part) for part in value]
        text = json.dumps(value, ensure_ascii=False)
        return hmac.new(next(keys), text.encode(), "sha256").hexdigest()

    event = json.loads(entry.body)
    told = {
        "v": 2,
        "session": entry.session,
        "seq": entry.seq,
        "at": entry.at,
        "prev": entry.prev,
        "event": {name: event[name] if name in PLAIN else hashed(event[name]) for name in sorted(event)},
        "writer": hashed(entry.writer),
    }
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert sha256(text.encode()).hexdigest() == entry.hash


def test_an_entry_of_format_1_is_hashed_with_its_text() -> None:
    entry = CHAIN[4]._replace(seal="", writer="")
    exported = {
        "session": entry.session,
        "seq": entry.seq,
        "at": entry.at,
        "prev": entry.prev,
        "event": json.loads(entry.body),
    }
    text = json.dumps(exported, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert sha256(text.encode()).hexdigest() == entry_hash(entry)


def test_the_stored_body_is_the_event() -> None:
    event = proposed("save", action="click “Größe” \u2028 \x00 \U0001f600")
    assert link(None, SESSION, event, CHAIN[0].at).event == event


def test_canonical_text_is_sorted_and_without_white_space() -> None:
    assert canonical(intended("save")) == (
        '{"action":"click “Save”","attempt":1,"effect":"once","kind":"intended","node":"save"}'
    )


def test_half_a_surrogate_pair_from_a_page_does_not_stop_the_journal() -> None:
    entry = link(START, SESSION, entered("open", "broken \ud83d label"), CHAIN[0].at)
    assert entry.event == entered("open", "broken \ufffd label")
    assert check([entry]) == ()


def test_an_untouched_chain_holds() -> None:
    assert check(CHAIN, HEAD) == ()


def test_the_empty_chain_of_no_session_holds() -> None:
    assert check((), START) == ()


@dataclass(frozen=True)
class Tampering:
    name: str
    chain: tuple[Entry, ...]
    faults: list[tuple[int, str]]


CASES = [
    Tampering(
        "changed body",
        (*CHAIN[:3], CHAIN[3]._replace(body=CHAIN[3].body.replace("allow", "block")), *CHAIN[4:]),
        [(4, "changed")],
    ),
    Tampering(
        "changed time",
        (*CHAIN[:3], CHAIN[3]._replace(at="2026-11-21T08:00:09.000000Z"), *CHAIN[4:]),
        [(4, "changed")],
    ),
    Tampering("changed hash", (*CHAIN[:3], CHAIN[3]._replace(hash=ZEROS), *CHAIN[4:]), [(4, "changed")]),
    Tampering(
        "changed and hashed anew",
        (*CHAIN[:3], rehashed(CHAIN[3]._replace(at="2026-11-21T08:00:09.000000Z")), *CHAIN[4:]),
        [(5, "changed")],
    ),
    Tampering(
        "last one changed and hashed anew",
        (*CHAIN[:-1], rehashed(CHAIN[-1]._replace(at="2026-11-21T09:00:00.000000Z"))),
        [(16, "changed")],
    ),
    Tampering("changed kind", (*CHAIN[:3], CHAIN[3]._replace(kind="acted"), *CHAIN[4:]), [(4, "unreadable")]),
    Tampering(
        "not an event",
        (*CHAIN[:-1], rehashed(CHAIN[-1]._replace(body='{"kind":"session_ended"}'))),
        [(16, "changed"), (16, "unreadable")],
    ),
    Tampering("missing first", CHAIN[1:], [(1, "missing")]),
    Tampering("missing in the middle", (*CHAIN[:3], *CHAIN[5:]), [(4, "missing")]),
    Tampering("missing last", CHAIN[:-1], [(16, "missing")]),
    Tampering("all missing", (), [(1, "missing")]),
    Tampering("order swapped", (*CHAIN[:3], CHAIN[4], CHAIN[3], *CHAIN[5:]), [(4, "swapped")]),
    Tampering(
        "content swapped",
        (*CHAIN[:3], CHAIN[4]._replace(seq=4), CHAIN[3]._replace(seq=5), *CHAIN[5:]),
        [(4, "swapped"), (5, "swapped")],
    ),
    Tampering("duplicated", (*CHAIN[:4], CHAIN[3], *CHAIN[4:]), [(4, "duplicated")]),
    Tampering(
        "added at the end",
        (*CHAIN, link(CHAIN[-1], SESSION, entered("more"), CHAIN[-1].at)),
        [(17, "inserted")],
    ),
    Tampering(
        "taken from another session",
        (*CHAIN[:3], tell(started(), done("open", "none"), session=SessionId("other"))[3], *CHAIN[4:]),
        [(4, "inserted")],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_tampering_is_found_and_named(case: Tampering) -> None:
    found = kinds(case.chain)
    assert set(case.faults) <= set(found)
    # Nothing is said of entries that nobody touched.
    assert {seq for seq, _ in found} <= {seq for seq, _ in case.faults} | {seq + 1 for seq, _ in case.faults}


def test_without_a_head_a_cut_end_cannot_be_seen() -> None:
    assert check(CHAIN[:-1]) == ()


@given(st.data())
def test_any_change_of_one_character_is_found(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(CHAIN) - 1))
    column = data.draw(st.sampled_from(["session", "at", "prev", "hash", "kind", "body", "seal", "writer"]))
    text: str = getattr(CHAIN[place], column)
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.characters(codec="utf-8").filter(lambda character: character != text[at]))
    changed = CHAIN[place]._replace(**{column: text[:at] + new + text[at + 1 :]})  # type: ignore[arg-type]
    assert check((*CHAIN[:place], changed, *CHAIN[place + 1 :]), HEAD)


@given(st.permutations(range(len(CHAIN))))
def test_any_other_order_is_found(order: list[int]) -> None:
    shuffled = tuple(CHAIN[place] for place in order)
    assert bool(check(shuffled, HEAD)) == (shuffled != CHAIN)


@given(st.lists(st.integers(0, len(CHAIN) - 1), max_size=len(CHAIN) + 4))
def test_only_the_whole_chain_once_and_in_order_holds(places: list[int]) -> None:
    picked = tuple(CHAIN[place] for place in places)
    assert bool(check(picked, HEAD)) == (picked != CHAIN)


@pytest.mark.parametrize("column", ["session", "seq", "at", "prev", "hash", "kind", "body", "seal", "writer"])
@pytest.mark.parametrize("value", [None, b"\xff", 3.5, "x"])
def test_values_of_another_type_are_a_fault_and_no_crash(column: str, value: object) -> None:
    assert check((*CHAIN[:3], CHAIN[3]._replace(**{column: value}), *CHAIN[4:]), HEAD)  # type: ignore[arg-type]
