"""Whether a step that went wrong may be done again because it leaves the same state each time."""

from __future__ import annotations

import pytest

from tests.app import App
from tests.builders import task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.test_nodes import procedure

LETS_GO = """<label>Team <input role=combobox readonly value="{held}" aria-haspopup=listbox></label>
<div role=listbox hidden></div><script>
const [field, list] = [document.querySelector('input'), document.querySelector('[role=listbox]')];
field.onclick = () => {{
  list.hidden = !list.hidden;
  list.innerHTML = ['Sales', 'Legal'].map((team) =>
    `<div role=option aria-selected=${{field.value === team}}>${{team}}</div>`).join('');
}};
list.onclick = ({{ target }}) => {{
  field.value = field.value === target.textContent ? '' : target.textContent;
  list.hidden = true;
}};</script>"""


@pytest.mark.parametrize("held", ["Legal", "Sales"])
async def test_an_entry_that_was_chosen_already_and_was_let_go_is_chosen_again(
    run: Runner, held: str
) -> None:
    field = {"role": "combobox", "name": "Team", "label": "Team", "tag": "input"}
    field["locators"] = [{"by": "role", "role": "combobox", "name": "Team"}]  # type: ignore[assignment]
    entry = {"role": "option", "name": "{{ team }}", "tag": "div"}
    entry["locators"] = [{"by": "role", "role": "option", "name": "{{ team }}"}]  # type: ignore[assignment]
    opens = task("open", {"do": "click"}, "none", target=field)
    picks = task("pick", {"do": "click"}, "none", target=entry)
    picks["done_when"] = [{"kind": "value", "equals": "{{ team }}", "target": field}]
    with App({"/": LETS_GO.format(held=held)}) as app:
        edges = [("open", "pick"), ("pick", "end")]
        sop = procedure(app, [opens, picks], edges, {"team": {"default": "Legal"}})
        settings = quick(find_seconds=1, verify_seconds=0.3, retries=1)
        summary = await run(sop, {"team": "Legal"}, settings=settings)
    assert summary.error is None
    assert ("retried" in run.kinds("pick")) is (held == "Legal")
