"""The menu of a row, called otherwise in the next version of an app, or gone with its entries in the row."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app import App
from tests.builders import open_page, sop, task
from tests.pace import quick
from tests.runtime.conftest import Runner

PAGE = """<h1>People</h1><table><tr><td>Ada<td><button>⋮</button></tr><tr><td>Ben<td><button
aria-label="Actions for Ben">⋮</button></tr><tr><td>Cleo<td><button>Edit</button><button>Archive</button></tr>
</table><div id=m></div><script>
const archive = (row) => fetch(`/archive?who=${row.cells[0].textContent}`, {method: 'POST'})
  .then(() => document.body.append('Archived'));
document.querySelector('table').onclick = ({target}) => {
  const row = target.closest('tr');
  if (target.textContent === 'Archive') archive(row);
  if (target.textContent !== '⋮') return;
  m.innerHTML = '<div role=menu><div role=menuitem>Edit</div><div role=menuitem>Archive</div></div>';
  m.onclick = () => { m.innerHTML = ''; archive(row) };
};</script>"""
ENTRY: dict[str, Any] = {
    "role": "menuitem",
    "name": "Archive",
    "locators": [{"by": "role", "role": "menuitem", "name": "Archive"}],
}


def archiving(who: str) -> list[dict[str, Any]]:
    row = {"by": "row", "role": "row", "text": who, "exact": True}
    by = {"by": "role", "role": "button", "name": "More actions", "within": row}
    menu = {"role": "button", "name": "More actions", "tag": "button", "locators": [by]}
    opens = task(f"open-{who.lower()}", {"do": "click"}, "repeatable", target=menu)
    opens["done_when"] = [{"kind": "element", "state": "visible", "target": ENTRY}]
    press = task(f"archive-{who.lower()}", {"do": "click"}, "once", target=ENTRY)
    return [opens, {**press, "done_when": [{"kind": "response", "method": "POST", "path": "/archive"}]}]


@pytest.mark.sweep
async def test_what_can_be_done_with_a_record_is_done_by_the_menu_or_the_buttons_of_its_row(
    run: Runner,
) -> None:
    people = ("Ben", "Cleo")
    with App({"/": PAGE, "/archive": lambda received: "{}"}) as app:
        steps = [step for who in people for step in archiving(who)]
        procedure = sop([open_page(app.url), *steps], [app.host])
        summary = await run(procedure, settings=quick(find_seconds=0.3))
        assert summary.outcome == "done", summary.error
        assert [one.query["who"] for one in app.received if one.method == "POST"] == [*people]


BAR = """<h1>People</h1><button>Archive</button><p>Archive</p><script>
document.querySelector('button').onclick = () => fetch('/archive', {method: 'POST'});</script>"""


async def test_what_a_menu_of_the_page_held_is_pressed_where_it_stands_by_now(
    run: Runner,
) -> None:
    by = {"by": "role", "role": "button", "name": "Actions"}
    menu = {"role": "button", "name": "Actions", "tag": "button", "locators": [by]}
    opens = task("unfold", {"do": "click"}, "repeatable", target=menu)
    opens["done_when"] = [{"kind": "element", "state": "visible", "target": ENTRY}]
    press = task("archive", {"do": "click"}, "once", target=ENTRY)
    press["done_when"] = [{"kind": "response", "method": "POST", "path": "/archive"}]
    with App({"/": BAR, "/archive": lambda received: "{}"}) as app:
        procedure = sop([open_page(app.url), opens, press], [app.host])
        summary = await run(procedure, settings=quick(find_seconds=0.3))
        assert summary.outcome == "done", summary.error
        assert len(app.posts("/archive")) == 1
