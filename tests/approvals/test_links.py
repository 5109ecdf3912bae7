"""Signed links: nobody makes one, changes one, or uses one after its time."""

from __future__ import annotations

import base64
import json
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from handrail.approvals.links import BadLink, ExpiredLink, Link, Links

LINK = Link("20261121-081233-3f9a2c", "r1", "2026-11-21T08:00:00.000Z", "ana", "post", 2_000)


def test_a_link_says_what_it_allows_until_it_expires(tmp_path: Path) -> None:
    token = Links(tmp_path).token(LINK)
    assert Links(tmp_path).read(token, now=1_999) == LINK
    with pytest.raises(ExpiredLink):
        Links(tmp_path).read(token, now=2_000)


def test_the_key_is_its_owners_alone_and_another_homes_links_are_void(tmp_path: Path) -> None:
    token = Links(tmp_path / "one").token(LINK)
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "one" / "approvals.key").stat().st_mode) == 0o600
    with pytest.raises(BadLink):
        Links(tmp_path / "two").read(token, now=0)


def test_a_key_that_is_taken_away_voids_the_links_before_and_none_after(tmp_path: Path) -> None:
    sending = Links(tmp_path)
    before = sending.token(LINK)
    (tmp_path / "approvals.key").unlink()
    after = sending.token(LINK)
    assert Links(tmp_path).read(after, now=0) == LINK
    with pytest.raises(BadLink):
        Links(tmp_path).read(before, now=0)


@given(place=some.integers(0, 400), letter=some.characters())
def test_no_letter_of_a_link_can_be_changed(
    tmp_path_factory: pytest.TempPathFactory, place: int, letter: str
) -> None:
    links = Links(tmp_path_factory.getbasetemp() / "links")
    token = links.token(LINK)
    place %= len(token)
    changed = token[:place] + letter + token[place + 1 :]
    if changed != token:
        with pytest.raises(BadLink):
            links.read(changed, now=0)


def test_another_person_cannot_be_written_into_it(tmp_path: Path) -> None:
    payload, _, signature = Links(tmp_path).token(LINK).partition(".")
    document = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    document[3] = "eve"
    forged = base64.urlsafe_b64encode(json.dumps(document).encode()).rstrip(b"=").decode()
    with pytest.raises(BadLink):
        Links(tmp_path).read(f"{forged}.{signature}", now=0)


@pytest.mark.parametrize("token", ["", ".", "a.b", "ü.ö", "\udcff.x", "a" * 5000])
def test_what_is_no_link_is_refused(tmp_path: Path, token: str) -> None:
    with pytest.raises(BadLink):
        Links(tmp_path).read(token, now=0)
