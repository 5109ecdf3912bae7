"""Pages that pass over what is pressed while they wait for their server."""

from __future__ import annotations

from threading import Event

import pytest

from tests.actuators.test_browser_widgets import REPORT, heard, told
from tests.app import App, Received
from tests.builders import click, open_page, sop
from tests.runtime.conftest import Runner, run

__all__ = ["run"]

BUSY = (
    REPORT
    + """<button onclick="press()">Open</button><p hidden>The form</p><script>
let busy = true;
const ready = () => { busy = false; };
LOADING
const press = () => {
  if (busy) return fetch('/passed');
  document.querySelector('p').hidden = false;
  tell('opened');
};</script>"""
)
"""A page that passes over what is pressed while it waits for its server, as many that say "Loading…"."""


BY_SCRIPT = "fetch('/list').then(ready)"
IN_A_FRAME = """const frame = document.body.appendChild(document.createElement('iframe'));
frame.contentWindow.location.replace('/list');
frame.onload = ready;"""


@pytest.mark.parametrize("loading", [BY_SCRIPT, IN_A_FRAME])
async def test_a_click_that_a_busy_page_passed_over_is_done_again(run: Runner, loading: str) -> None:
    pressed = Event()

    def later(request: Received) -> str:
        assert pressed.wait(10)
        return "list"

    def passed(request: Received) -> str:
        pressed.set()
        return "ok"

    with App(
        {"/": BUSY.replace("LOADING", loading), "/list": later, "/passed": passed, "/tell": "ok"}
    ) as app:
        opens = click("Open", done_when=heard("The form"))
        summary = await run(sop([open_page(app.url), opens], [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["opened"]


@pytest.mark.parametrize("loading", [BY_SCRIPT, IN_A_FRAME])
async def test_before_an_effect_a_busy_page_is_waited_for(run: Runner, loading: str) -> None:
    later = Event()

    def listed(request: Received) -> str:
        later.wait(0.4)
        return "list"

    with App({"/": BUSY.replace("LOADING", loading), "/list": listed, "/passed": "ok", "/tell": "ok"}) as app:
        opens = click("Open", "once", done_when=heard("The form"))
        summary = await run(sop([open_page(app.url), opens], [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["opened"]
