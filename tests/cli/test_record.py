"""What a recording says on the terminal while a person works."""

from __future__ import annotations

import pytest

from handrail.cli.record import Teller
from handrail.cli.recording import _Telling
from tests.recording.events import Facts, clicked, field, stream


def into(name: str, value: str) -> Facts:
    return {"kind": "input", "target": field(name).model_copy(update={"name": name}), "value": value}


def test_what_comes_before_it_is_said_that_it_records_is_told_behind_that() -> None:
    told: list[str] = []
    telling = _Telling(lambda event: told.append(event.kind))
    first, second, *_ = stream([into("Name", "A"), into("Name", "Ad")])
    telling(first)
    assert told == []
    telling.begin()
    telling(second)
    assert told == [first.kind, second.kind]


def test_a_field_is_told_once_and_never_its_letters(capsys: pytest.CaptureFixture[str]) -> None:
    failed = "chrome-error://chromewebdata/"
    away = {"kind": "navigated", "to": failed, "cause": "address", "url": failed}
    work = [into("Name", "A"), into("Name", "Ad"), into("Firm", "Q"), *clicked(), into("Firm", "Qu"), away]
    tell = Teller()
    for event in stream(work):
        tell(event)
    told = [line.strip() for line in capsys.readouterr().err.splitlines()]
    assert told == ["fill: Name", "fill: Firm", "click:", "fill: Firm"]
