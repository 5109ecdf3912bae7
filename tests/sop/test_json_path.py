"""Finding values in a JSON answer."""

from __future__ import annotations

import pytest

from handrail.sop.json_path import NotThere, fault_of, read
from handrail.sop.values import text_of

_ANSWER = {
    "data": {"items": [{"id": 7, "e.mail": "a@b.test"}, {"id": 8}], "vip": True, "none": None, "7": "key"},
}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("data.items.0.id", "7"),
        ("data.items.-1.id", "8"),
        ("data.items.#", "2"),
        ("data.#", "4"),
        ("data.7", "key"),
        (r"data.items.0.e\.mail", "a@b.test"),
        ("data.vip", "true"),
        ("data.none", ""),
        ("data.items.1", '{"id": 8}'),
    ],
)
def test_a_value_is_found_and_written_as_a_variable_holds_it(path: str, text: str) -> None:
    assert fault_of(path) is None
    assert text_of(read(_ANSWER, path)) == text


def test_the_empty_path_is_the_whole_document() -> None:
    assert read([1, 2], "") == [1, 2]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("data.item", "data has no 'item'"),
        ("data.items.2", "data.items has 2 entries"),
        ("data.items.first", "data.items is no object"),
        ("data.vip.x", "data.vip is no object"),
        ("more", "the answer has no 'more'"),
    ],
)
def test_what_is_not_there_is_said_with_how_far_it_goes(path: str, says: str) -> None:
    with pytest.raises(NotThere, match=says):
        read(_ANSWER, path)


@pytest.mark.parametrize("path", ["a..b", ".a", "a.", ".", "a.#.b", "a\\"])
def test_what_cannot_be_followed_is_a_fault(path: str) -> None:
    assert fault_of(path)
