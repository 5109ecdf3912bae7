"""Keys that changed nothing: an editor had put in already what they say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compile.recordings import APP, Show, button, field, tasks


def steps_for(typed: str, *closing: str, tag: str = "div") -> list[str]:
    facts: dict[str, Any] = {"attributes": {"contenteditable": "true"}} if tag == "div" else {}
    code = field("Script", tag=tag, **facts)
    show = Show(f"{APP}/scripts/7").type(code, typed)
    for sign in closing:
        show.key(sign, code)
    show.change(values={"Script": typed}).click(button("Save"), alerts=("Saved",))
    return [step.action.do for step in tasks(show.sop())]


@pytest.mark.parametrize(
    ("typed", "closing", "actions"),
    [
        ('"autumn"', ('"',), ["fill", "click"]),
        ('print("x")', ('"', ")"), ["fill", "click"]),
        ("total", (")",), ["fill", "type", "click"]),
    ],
)
def test_the_closing_sign_that_an_editor_had_put_in_is_typed_once(
    typed: str, closing: tuple[str, ...], actions: list[str]
) -> None:
    assert steps_for(typed, *closing) == actions
