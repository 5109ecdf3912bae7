"""A choice that the next version of an app offers in another kind of control, judged by what it received."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.actuators.actuator import Act
from handrail.actuators.browser.direct_input import DirectInput
from handrail.errors import ElementChanged
from handrail.runtime.finding.offered_otherwise import offers, says_so
from handrail.sop.action import Hover
from handrail.targeting import ElementSnapshot
from tests.app import App
from tests.builders import click, open_page, sop, task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.targeting.elements import button, field

FORM = """<label>Category <select><option>Office<option>Raw</select></label><form><h1>Edit</h1>
<fieldset><legend>Terms</legend><label><input type=radio name=t value=30>30 days</label>
<label><input type=radio name=t value=60>60 days</label></fieldset>
<div role=group aria-label=Plan><button type=button aria-pressed=true>Basic</button><button type=button
 aria-pressed=false>Pro</button></div>
<label>Category <select name=c><option>Office<option>Raw</select></label>
<label>Size <select name=z><option>Small<option>Large</select></label>
<label>News <select name=n><option value=0>No<option value=1>Yes</select></label>
<fieldset><legend>Calls</legend><label><input type=radio name=k value=yes checked>yes</label>
<label><input type=radio name=k value=no>no</label></fieldset><button type=button id=b>Save</button>
</form><script>
const plans = [...document.querySelectorAll('[aria-pressed]')];
for (const one of plans) one.onclick = () => plans.forEach((p) => p.setAttribute('aria-pressed', p === one));
b.onclick = () => fetch(`/save?what=${[document.forms[0].t.value, document.forms[0].c.value,
  document.forms[0].z.value, document.forms[0].n.value, document.forms[0].k.value,
  plans.find((p) => p.ariaPressed === 'true').textContent]}`, {method: 'POST'})
  .then(() => document.body.append('Saved'));
</script>"""


def labelled(label: str) -> dict[str, str]:
    return {"by": "label", "text": label}


def choosing(id: str, label: str, value: str) -> dict[str, Any]:
    by = {"by": "role", "role": "combobox", "name": label}
    target = {"role": "combobox", "name": label, "tag": "select", "ancestors": ["form"], "locators": [by]}
    chosen = task(id, {"do": "select", "options": [value]}, "repeatable", target=target)
    return {**chosen, "done_when": [{"kind": "value", "equals": value}]}


def box(id: str, label: str, *, on: str) -> dict[str, Any]:
    by = {"by": "role", "role": "checkbox", "name": label}
    target = {"role": "checkbox", "name": label, "label": label, "ancestors": ["form"], "locators": [by]}
    ticked = task(id, {"do": "check", "on": on}, "repeatable", target=target)
    return {**ticked, "done_when": [{"kind": "value", "equals": on}]}


async def test_a_choice_is_made_in_the_control_that_offers_it_by_now(run: Runner) -> None:
    by = {"by": "role", "role": "radio", "name": "Raw"}
    radio = {"role": "radio", "name": "Raw", "near": {"group": "Category"}, "ancestors": ["form"]}
    ticked = task("category", {"do": "check"}, "repeatable", target={**radio, "locators": [by]})
    ticked["done_when"] = [{"kind": "element", "state": "checked"}]
    drawn = {"role": "combobox", "name": "Size", "tag": "div"}
    opens = task("unfold", {"do": "click"}, "repeatable", target={**drawn, "locators": [labelled("Size")]})
    entry = {
        "role": "option",
        "name": "Large",
        "locators": [{"by": "role", "role": "option", "name": "Large"}],
    }
    opens["done_when"] = [{"kind": "element", "state": "visible", "target": entry}]
    picks = task("pick", {"do": "click"}, "repeatable", target=entry)
    picks["done_when"] = [{"kind": "value", "equals": "Large", "target": {"locators": [labelled("Size")]}}]
    save = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
    with App({"/": FORM, "/save": "ok"}) as app:
        start = {**open_page(app.url), "done_when": [{"kind": "text", "contains": "Edit"}]}
        chosen = [choosing("terms", "Terms", "60 days"), choosing("plan", "Plan", "Pro")]
        boxes = [box("news", "News", on="true"), box("calls", "Calls", on="false")]
        steps = [start, *chosen, *boxes, ticked, opens, picks, save]
        summary = await run(sop(steps, [app.host]), settings=quick(find_seconds=0.5, retries=0))
    assert summary.outcome == "done", summary.error
    assert [one.query["what"] for one in app.received if one.path == "/save"] == ["60,Raw,Large,1,no,Pro"]
    assert len(summary.found_otherwise) == 7


LATE = """<h1>Edit</h1><label for=s id=l>Size</label> <select id=s><option>Small<option>Large</select>
<span role=combobox tabindex=0 aria-label=Kind aria-haspopup=true>Any</span><script>
function draw() {
  s.hidden = true;
  s.insertAdjacentHTML('afterend',
    '<span role=combobox tabindex=0 aria-labelledby=l id=d aria-haspopup=true>Small</span>');
  d.onclick = () => {
    const list = document.body.appendChild(document.createElement('div'));
    list.innerHTML = '<div role=option>Small</div><div role=option>Large</div>';
    list.role = 'listbox';
    list.onclick = (event) => { d.textContent = event.target.textContent; list.remove(); };
  };
}</script>"""


async def test_a_list_that_the_page_had_not_drawn_yet_is_opened_once_it_has(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run is faster than the script that draws over the browser's own list: it took that for a new app."""
    see_same = DirectInput.see_same

    async def drawn_since(self: DirectInput, page: Page, act: Act) -> None:
        if isinstance(act.action, Hover):
            await page.evaluate("draw()")
            raise ElementChanged("It is another one by now.")
        await see_same(self, page, act)

    monkeypatch.setattr(DirectInput, "see_same", drawn_since)
    drawn = {"role": "combobox", "name": "Size", "tag": "span", "locators": [labelled("Size")]}
    large = {"role": "option", "name": "Large", "tag": "div"}
    entry = {**large, "locators": [{"by": "role", "role": "option", "name": "Large"}]}
    opens = task("unfold", {"do": "click"}, "repeatable", target=drawn)
    opens["done_when"] = [{"kind": "element", "state": "visible", "target": entry}]
    picks = task("pick", {"do": "click"}, "repeatable", target=entry)
    picks["done_when"] = [{"kind": "value", "equals": "Large", "target": {"locators": [labelled("Size")]}}]
    with App({"/": LATE}) as app:
        start = {**open_page(app.url), "done_when": [{"kind": "text", "contains": "Edit"}]}
        summary = await run(sop([start, opens, picks], [app.host]), settings=quick(find_seconds=0.5))
    assert summary.outcome == "done", summary.error


@pytest.mark.parametrize(
    ("seen", "kind", "fits"),
    [
        (field("Category", role="combobox"), "combobox", True),
        (field("Category filter", role="combobox"), "combobox", False),
        (field("Category"), "combobox", False),
        (button("Raw", checked=False, near={"section": "Category"}), "button", True),
        (button("Raw", near={"section": "Category"}), "button", False),
        (button("Raw", checked=False, near={"section": "Kind"}), "button", False),
        (button("Raw (bulk)", checked=False, near={"section": "Category"}), "button", False),
    ],
)
def test_the_control_is_called_so_and_offers_it_by_the_same_words(
    seen: ElementSnapshot, kind: str, fits: bool
) -> None:
    assert offers(seen, kind, "Category", "Raw") is fits


@pytest.mark.parametrize(
    ("seen", "kind", "answer"),
    [
        (field("News", role="combobox", value="Yes"), "combobox", "No"),
        (field("News", role="combobox", value="no"), "combobox", "no"),
        (field("News", role="combobox", value="Weekly"), "combobox", None),
        (field("No news", role="combobox", value="Yes"), "combobox", None),
        (button("No", role="radio", near={"group": "News"}), "radio", "No"),
        (button("Yes", role="radio", near={"group": "News"}), "radio", None),
        (button("No", role="radio", near={"group": "No news"}), "radio", None),
    ],
)
def test_a_box_that_is_unticked_is_answered_by_no_where_it_is_called_so(
    seen: ElementSnapshot, kind: str, answer: str | None
) -> None:
    assert says_so(seen, kind, "News", ticked=False) == answer
