"""Lists that have pages by now: the record is looked for on the following ones."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.finding.turning import leads_on
from handrail.targeting import ElementSnapshot
from tests.app import App
from tests.builders import task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.test_nodes import procedure
from tests.targeting.elements import button, on_page, recorded_from

ROW = {"by": "row", "role": "row", "text": "Part 7", "exact": True}
TAKE = {"by": "role", "role": "button", "name": "Take", "within": ROW}
WANTED = recorded_from(button("Take"), TAKE)
OTHERS = button("Take", near={"row": "Part 1 Take"})
PLAIN: dict[str, Any] = {"attributes": {"type": "button"}, "near": {}}
PAGED = """<h1>Parts</h1><table><tbody id=list></tbody></table><nav></nav><p></p><script>
let at = 0;
const take = (n) => fetch('/took?n=' + n).then(() => { document.querySelector('p').textContent = 'Took'; });
function draw() {
  list.innerHTML = [1, 2, 3].map((n) => `<tr><td>Part ${at + n}</td>
    <td><button onclick="take(${at + n})">Take</button></td></tr>`).join('');
  document.querySelector('nav').innerHTML = `<button ${at ? '' : 'disabled'}>Previous</button>
    <button ${at < 9 ? '' : 'disabled'} onclick="at += 3; draw()">Next</button>`;
}
draw();</script>"""


def beside(*names: str, **more: Any) -> list[ElementSnapshot]:
    return [button(name, **{**PLAIN, **more}) for name in names]


@pytest.mark.parametrize(
    ("seen", "leads"),
    [
        ((OTHERS, *beside("Previous", "Next")), "Next"),
        ((OTHERS, *beside("Load more")), "Load more"),
        # A wizard, or a set of pictures; another list; two lists; a form.
        ((OTHERS, *beside("Next")), None),
        ((button("Edit", near={"row": "Part 1 Edit"}), *beside("Load more")), None),
        ((OTHERS, *beside("Load more", "Show more")), None),
        ((OTHERS, *beside("Previous", "Next", form={"method": "post", "action": "/save"})), None),
        ((OTHERS, *beside("Previous", "Next", enabled=False)), None),
    ],
)
def test_a_list_goes_on_where_other_rows_hold_what_is_missed(
    seen: tuple[ElementSnapshot, ...], leads: str | None
) -> None:
    found = leads_on(WANTED, on_page(*seen))
    assert (found.element.name if found is not None else None) == leads


async def test_the_pages_of_a_list_are_turned_to_the_record_that_is_meant(run: Runner) -> None:
    within = {**ROW, "text": "{{ part }}"}
    target = {"role": "button", "name": "Take", "locators": [{**TAKE, "within": within}]}
    take = task("take", {"do": "click"}, "repeatable", target=target)
    take["done_when"] = [{"kind": "text", "contains": "Took"}]
    with App({"/": PAGED, "/took": "ok"}) as app:
        variables = {"part": {"default": "Part 7"}}
        sop = procedure(app, [take], [("take", "end")], variables)
        summary = await run(sop, {"part": "Part 7"}, settings=quick(find_seconds=1, retries=0))
    assert summary.outcome == "done", summary.error
    assert [one.query["n"] for one in app.received if one.path == "/took"] == ["7"]
    assert [one.element for one in summary.found_otherwise]
