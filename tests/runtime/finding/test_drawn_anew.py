"""A field that opens a list, which the next version of an app draws of another kind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app import App
from tests.builders import task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.test_nodes import procedure

LIST = """<span id=l{0}>Category</span><div class=f role=combobox aria-labelledby=l{0} aria-haspopup=listbox
tabindex=0>Audio</div>"""
PAGE = """<h1>Edit</h1><form>{lists}</form><script>
for (const field of document.querySelectorAll('.f')) field.onclick = () => {{
  const list = Object.assign(document.createElement('ul'), {{role: 'listbox'}});
  list.innerHTML = '<li role=option>Tools</li><li role=option>Optics</li>';
  list.onclick = (event) => {{
    field.textContent = event.target.textContent;
    list.remove();
    fetch('/chosen?what=' + field.textContent);
  }};
  document.body.append(list);
}};</script>"""
LINE: dict[str, Any] = {
    "role": "textbox",
    "label": "Category",
    "tag": "input",
    "input_type": "text",
    "ancestors": ["div", "form"],
    "locators": [{"by": "label", "text": "Category"}],
}
ENTRY: dict[str, Any] = {"text": "Tools", "tag": "li", "locators": [{"by": "text", "text": "Tools"}]}


@pytest.mark.parametrize("lists", [1, 2])
async def test_the_only_list_of_its_name_is_opened_in_the_place_of_a_line_to_be_pressed(
    run: Runner, lists: int
) -> None:
    opens = task("open", {"do": "click"}, "repeatable", target=LINE)
    opens["done_when"] = [{"kind": "element", "state": "visible", "target": ENTRY}]
    picks = task("pick", {"do": "click"}, "repeatable", target={**ENTRY, "role": "listitem"})
    picks["done_when"] = [{"kind": "value", "equals": "Tools", "target": LINE}]
    page = PAGE.format(lists="".join(map(LIST.format, range(lists))))
    with App({"/": page, "/chosen": "ok"}) as app:
        sop = procedure(app, [opens, picks], [("open", "pick"), ("pick", "end")], {})
        summary = await run(sop, {}, settings=quick(find_seconds=0.5, verify_seconds=1, retries=0))
        assert (summary.outcome == "done") is (lists == 1), summary.error
        chosen = [one.query["what"] for one in app.received if one.path == "/chosen"]
    assert chosen == ["Tools"] * (lists == 1)
