"""The labelled set of personal data: large enough, as its generators make it, and found as the docs say."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.privacy import found_by, lines_of
from benchmarks.privacy_set import development, held_out
from benchmarks.privacy_set.making import Line, read
from benchmarks.privacy_set.pages import pages
from benchmarks.privacy_set.scoring import scored
from handrail.privacy.builtin import BuiltIn
from handrail.privacy.finding import KINDS


def test_the_set_has_every_kind_in_lines_and_pages() -> None:
    lines = lines_of("all")
    kinds = Counter(kind for line in lines for _, _, kind in line.labels)
    assert len(lines) >= 300 and set(kinds) == set(KINDS) - {"OTHER"}
    assert {line.language for line in lines} == {"en", "de", "es", "fr"}
    assert sum(not line.labels for line in lines) >= 60
    assert len([*pages("development"), *pages("held_out")]) >= 20


@pytest.mark.parametrize("half", [development, held_out], ids=["development", "held out"])
def test_the_files_are_what_their_generators_write(half: object) -> None:
    path, made = half.PATH, half.lines()  # type: ignore[attr-defined]
    assert list(read(path)) == made


def test_the_halves_share_no_template() -> None:
    for language, templates in held_out.TEMPLATES.items():
        assert not set(templates) & set(development.TEMPLATES[language])


@pytest.mark.parametrize("split", ["development", "held_out"])
def test_what_is_found_is_as_good_as_the_docs_say(split: str) -> None:
    lines = lines_of(split)
    score = scored(lines, found_by(BuiltIn(), lines))["all"].figures()
    assert score["precision"] >= 0.97 and score["recall"] >= 0.96


def test_a_finding_of_another_kind_covers_and_is_not_right() -> None:
    line = Line("en", "Mr. Ellison", ((4, 11, "PERSON"),))
    score = scored([line], [[(4, 11, "EMAIL")]])["all"].figures()
    assert score == {"labels": 1, "precision": 0.0, "recall": 0.0, "covered": 1.0}
