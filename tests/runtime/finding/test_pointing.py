"""Commands of a row that are shown only while the pointer rests on it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app import App
from tests.builders import open_page, sop, task
from tests.pace import quick
from tests.runtime.conftest import Runner

ROW = "<li>{0}<span {1}><button>Archive</button></span></li>"
BY_SCRIPT = """<script>for (const row of document.querySelectorAll('li')) {
  const commands = row.querySelector('span');
  row.onmouseenter = () => { commands.style.visibility = 'visible' };
  row.onmouseleave = () => { commands.style.visibility = 'hidden' };
}</script>"""
BY_STYLE = "<style>li:not(:hover) span { display: none }</style>"
TOLD = """<script>document.querySelector('ul').onclick = ({target}) => target.localName === 'button' &&
  fetch(`/archive?who=${target.closest('li').firstChild.data}`, {method: 'POST'});</script>"""


@pytest.mark.parametrize(
    ("hidden", "shows"),
    [('style="visibility:hidden"', BY_SCRIPT), ("", BY_STYLE)],
    ids=["by a script", "by a stylesheet"],
)
async def test_a_command_that_its_row_shows_under_the_pointer_is_pressed(
    run: Runner, hidden: str, shows: str
) -> None:
    rows = "".join(ROW.format(name, hidden) for name in ("Ada", "Ben"))
    within = {"by": "row", "role": "listitem", "text": "Ben", "exact": True}
    by: dict[str, Any] = {"by": "role", "role": "button", "name": "Archive", "within": within}
    archive = {"role": "button", "name": "Archive", "tag": "button", "locators": [by]}
    press = task("archive", {"do": "click"}, "once", target=archive)
    press["done_when"] = [{"kind": "response", "method": "POST", "path": "/archive"}]
    # The one who showed it had moved there before the list had come, so that the step before waits for it.
    find = task("find", {"do": "press", "keys": "Escape"})
    find["done_when"] = [{"kind": "element", "state": "visible", "target": archive}]
    page = f"<h1>People</h1><ul>{rows}</ul>{shows}{TOLD}"
    with App({"/": page, "/archive": lambda received: "{}"}) as app:
        summary = await run(
            sop([open_page(app.url), find, press], [app.host]),
            settings=quick(find_seconds=0.3, verify_seconds=0.3),
        )
        assert summary.outcome == "done", summary.error
        assert [one.query["who"] for one in app.received if one.method == "POST"] == ["Ben"]
