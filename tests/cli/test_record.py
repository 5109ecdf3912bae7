"""What a recording says on the terminal while a person works."""

from __future__ import annotations

import pytest

from handrail.cli.record import Teller
from tests.recording.events import Facts, clicked, field, stream


def into(name: str, value: str) -> Facts:
    return {"kind": "input", "target": field(name).model_copy(update={"name": name}), "value": value}


def test_a_field_is_told_once_and_never_its_letters(capsys: pytest.CaptureFixture[str]) -> None:
    failed = "chrome-error://chromewebdata/"
    away = {"kind": "navigated", "to": failed, "cause": "address", "url": failed}
    work = [into("Name", "A"), into("Name", "Ad"), into("Firm", "Q"), *clicked(), into("Firm", "Qu"), away]
    tell = Teller()
    for event in stream(work):
        tell(event)
    told = [line.strip() for line in capsys.readouterr().err.splitlines()]
    assert told == ["fill: Name", "fill: Firm", "click:", "fill: Firm"]
