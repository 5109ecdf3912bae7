"""Whose script gave a value to a field, by what the browser says of the calls."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.browser.callers import given_by

ELEMENT = ("apply.element-6066-11e4-a52e-4f735466cecf", "", "30")


def note(*calls: tuple[str, str, str], words: tuple[str, ...] = ("handrail:given", "1:2")) -> dict[str, Any]:
    ours = ("", "", "12")
    frames = [{"functionName": name, "url": url, "scriptId": script} for name, url, script in (ours, *calls)]
    return {"args": [{"value": word} for word in words], "stackTrace": {"callFrames": frames}}


@pytest.mark.parametrize(
    "calls",
    [
        pytest.param([], id="the browser itself, as it was told to"),
        pytest.param([("heard", "", "12"), ("selectOptions", "", "13"), ("eval", "", "31")], id="Playwright"),
        pytest.param([("fill", "chrome-extension://abc/fill.js", "8")], id="an extension"),
        pytest.param(
            [("", "pptr:evaluate;select%20(puppeteer-core%2FElementHandle.js%3A1)", "8")], id="Puppeteer"
        ),
    ],
)
def test_a_program_gave_it(calls: list[tuple[str, str, str]]) -> None:
    assert given_by(note(*calls)) == "1:2"


@pytest.mark.parametrize(
    "calls",
    [
        pytest.param([("fill", "https://app.example/app.js", "8")], id="the page"),
        pytest.param([("", "", "8"), ("evaluate", "", "3")], id="what a driver has the page evaluate"),
        pytest.param([("", "pptr:evaluate;%2Fhome%2Fann%2Fdrive.js%3A7", "8")], id="the same by Puppeteer"),
        pytest.param([("", "", "8"), ("executeScript", "", "30"), ELEMENT], id="the same by Selenium"),
    ],
)
def test_the_page_gave_it(calls: list[tuple[str, str, str]]) -> None:
    assert given_by(note(*calls)) is None


def test_another_message_is_no_note() -> None:
    assert given_by(note(words=("handrail:given",))) is None
    assert given_by(note(words=("other", "1:2"))) is None
