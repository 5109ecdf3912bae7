"""What is seen of a list while it is scrolled through, put together."""

from __future__ import annotations

from handrail.actuators import Reading
from handrail.runtime.loops.joining import added, begins_with, in_order, joined


def rows(*keys: str, top: float = 0, places: int | None = None) -> list[Reading]:
    return [
        Reading(
            values={},
            key=key,
            top=top + 20 * at,
            height=20,
            place=None if places is None else places + at,
        )
        for at, key in enumerate(keys)
    ]


def keys(readings: list[Reading] | None) -> str:
    return "" if readings is None else "".join(reading.key for reading in readings)


def test_windows_that_share_records_join() -> None:
    assert keys(joined(rows(*"abcd"), rows(*"cdef", top=40))) == "abcdef"
    assert keys(joined(rows(*"abcd"), rows(*"bc", top=20))) == "abcd"


def test_records_that_look_alike_are_told_apart_by_where_they_stand() -> None:
    found = rows(*"axxxx")
    assert keys(joined(found, rows(*"xxxxb", top=60))) == "axxxxxxb"
    assert keys(joined(found, rows(*"xxxxb", top=20))) == "axxxxb"


def test_the_pages_own_numbers_count_more_than_the_place() -> None:
    found = rows(*"axxx", places=1)
    assert keys(joined(found, rows(*"xxxb", top=20, places=4))) == "axxxxxb"


def test_windows_that_do_not_meet_do_not_join() -> None:
    assert joined(rows(*"abc"), rows(*"xyz", top=400)) is None
    assert joined(rows(*"abc"), []) is None
    assert keys(joined(rows(*"abc"), rows(*"def", top=60))) == "abcdef"


def test_a_list_that_has_grown_begins_as_it_did() -> None:
    assert begins_with(rows(*"abcd"), rows(*"abc"))
    assert not begins_with(rows(*"bcd", top=400), rows(*"abc"))
    assert keys(list(added(rows(*"abcd"), rows(*"ab")))) == "cd"
    assert keys(list(added(rows(*"cd"), rows(*"ab")))) == "cd"


def test_elements_that_are_used_again_are_read_from_the_top_down() -> None:
    assert keys(in_order([*rows("c", top=40), *rows(*"ab")])) == "abc"
