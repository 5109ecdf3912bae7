"""A field that opens a list, which the next version of an app draws of another kind."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.finding.drawn_anew import may_be_chosen_in
from handrail.targeting import ElementSnapshot
from tests.app import App
from tests.builders import task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.test_nodes import procedure
from tests.targeting.elements import button, field

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


TYPED = """<h1>Edit</h1><form><div>Category <input id=f {0} autocomplete=off></div></form><script>
f.oninput = () => {{
  document.querySelector('ul')?.remove();
  const list = document.body.appendChild(document.createElement('ul'));
  const fitting = ["Tools", "Optics"].filter((one) => one.startsWith(f.value));
  list.innerHTML = fitting.map((one) => `<li>${{one}}`).join("");
  list.onmousedown = (event) => {{
    f.value = event.target.textContent;
    list.remove();
    fetch('/chosen?what=' + f.value);
  }};
}};</script>"""


async def test_an_entry_is_chosen_in_a_list_that_comes_only_as_one_types(run: Runner) -> None:
    """Nothing but the words before it says what it is, as of the line that was pressed."""
    face: dict[str, Any] = {"tag": "div", "text": "Audio", "near": {"before": "Category"}}
    face |= {"ancestors": ["div", "form"], "locators": [{"by": "css", "css": "form > div > span > div"}]}
    opens = task("open", {"do": "click"}, "repeatable", target=face)
    opens["done_when"] = [{"kind": "element", "state": "visible", "target": ENTRY}]
    picks = task("pick", {"do": "click"}, "repeatable", target=ENTRY)
    picks["done_when"] = [{"kind": "text", "contains": "Tools"}]
    with App({"/": TYPED.format("role=combobox"), "/chosen": "ok"}) as app:
        sop = procedure(app, [opens, picks], [("open", "pick"), ("pick", "end")], {})
        summary = await run(sop, {}, settings=quick(find_seconds=0.5, verify_seconds=1, retries=0))
        assert summary.outcome == "done", summary.error
        assert [one.query["what"] for one in app.received if one.path == "/chosen"] == ["Tools"]


@pytest.mark.parametrize(
    ("seen", "fits"),
    [
        (field("", role="combobox", label=None, near={"before": "Category"}), True),
        (field("Kind", role="combobox", near={"before": "Category"}), False),
        (field("Category", role="listbox", tag="select"), False),
        (field("Category"), False),
        (button("Category", attributes={"aria-haspopup": "listbox"}), True),
        (button("Category", attributes={"aria-haspopup": "menu"}), False),
        (button("Tools", checked=False, near={"group": "Category"}), True),
        (button("Optics", checked=False, near={"group": "Category"}), False),
    ],
)
def test_a_choice_may_be_made_in_what_is_called_so_and_takes_one(
    seen: ElementSnapshot, *, fits: bool
) -> None:
    assert may_be_chosen_in(seen, "Category", "Tools") is fits


async def test_where_a_menu_is_gone_no_other_command_is_pressed_in_the_place_of_its_entry(
    run: Runner,
) -> None:
    def called(role: str, name: str) -> dict[str, Any]:
        return {"role": role, "name": name, "locators": [{"by": "role", "role": role, "name": name}]}

    menu = {**called("button", "Actions"), "tag": "button", "attributes": {"aria-haspopup": "menu"}}
    opens = task("open", {"do": "click"}, "none", target=menu)
    opens["done_when"] = [{"kind": "element", "state": "visible", "target": called("menuitem", "Edit")}]
    picks = task("pick", {"do": "click"}, "repeatable", target=called("menuitem", "Archive"))
    picks["done_when"] = [{"kind": "response", "method": "GET", "path": "/did"}]
    page = "<h1>Order</h1><button onclick=\"fetch('/did')\">Edit</button>"
    with App({"/": page, "/did": "ok"}) as app:
        sop = procedure(app, [opens, picks], [("open", "pick"), ("pick", "end")], {})
        summary = await run(sop, {}, settings=quick(find_seconds=0.5, verify_seconds=1, retries=0))
        assert summary.outcome != "done"
        assert not [one for one in app.received if one.path == "/did"]
