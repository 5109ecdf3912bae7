"""The labelled set of personal data: large enough, as its generators make it, and found as the docs say."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.privacy import found_by, lines_of
from benchmarks.privacy_set import apps, development, held_out
from benchmarks.privacy_set.making import Line, read
from benchmarks.privacy_set.pages import pages
from benchmarks.privacy_set.scoring import scored
from benchmarks.privacy_set.screens import screens
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


def test_the_second_set_is_of_other_templates_names_and_forms_in_each_half() -> None:
    tried, unseen = apps.HALVES
    for language in ("en", "de", "es", "fr"):
        assert not set(apps.TEMPLATES[tried][language]) & set(apps.TEMPLATES[unseen][language])
        for one, other in zip(apps.NAMES[tried][language], apps.NAMES[unseen][language], strict=True):
            assert not set(one.split()) & set(other.split())
    forms = [{page.name.split("-")[0] for page in screens(half)} for half in apps.HALVES]
    assert len(forms[0]) >= 4 and len(forms[1]) >= 5 and not forms[0] & forms[1]


def test_a_label_of_the_second_set_is_the_value_and_nothing_else() -> None:
    for line in (line for half in apps.HALVES for line in lines_of(half)):
        values = [line.text[start:end] for start, end, _ in line.labels]
        assert all(value == value.strip() and not set('{}":;') & set(value) for value in values), line.text


@pytest.mark.parametrize(
    ("split", "precision", "recall"), [("apps_development", 0.98, 0.94), ("apps_held_out", 0.98, 0.9)]
)
def test_what_is_found_in_apps_is_as_good_as_the_docs_say(
    split: str, precision: float, recall: float
) -> None:
    lines = lines_of(split)
    score = scored(lines, found_by(BuiltIn(), lines))["all"].figures()
    assert score["precision"] >= precision and score["recall"] >= recall


@pytest.mark.parametrize("split", ["development", "held_out"])
def test_what_is_found_is_as_good_as_the_docs_say(split: str) -> None:
    lines = lines_of(split)
    score = scored(lines, found_by(BuiltIn(), lines))["all"].figures()
    assert score["precision"] >= 0.97 and score["recall"] >= 0.96


def test_a_finding_of_another_kind_covers_and_is_not_right() -> None:
    line = Line("en", "Mr. Ellison", ((4, 11, "PERSON"),))
    score = scored([line], [[(4, 11, "EMAIL")]])["all"].figures()
    assert score == {"labels": 1, "precision": 0.0, "recall": 0.0, "covered": 1.0}
