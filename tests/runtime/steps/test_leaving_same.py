"""Whether a step that went wrong may be done again because it leaves the same state each time."""

from __future__ import annotations

import pytest

from handrail.sop.document import Sop
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


OFFERS_THE_REST = """<div><span><b>Sales</b></span><span><b>Ops</b></span><input role=combobox aria-label=Team
  aria-haspopup=listbox></div><div role=listbox hidden></div><script>
const [field, list] = [document.querySelector('input'), document.querySelector('[role=listbox]')];
const chosen = () => [...document.querySelectorAll('span')].map((chip) => chip.textContent);
field.onclick = () => {
  list.hidden = false;
  list.innerHTML = ['Sales', 'Ops', 'Legal'].filter((team) => !chosen().includes(team))
    .map((team) => `<div role=option>${team}</div>`).join('') + '<div role=option>Other</div>';
};
list.onclick = ({ target }) => {
  field.insertAdjacentHTML('beforebegin', `<span><b>${target.textContent}</b></span>`);
  list.hidden = true;
};</script>"""


def chosen_from_list(app: App, team: str) -> Sop:
    field = {"role": "combobox", "name": "Team", "label": "Team", "tag": "input"}
    field["locators"] = [{"by": "role", "role": "combobox", "name": "Team"}]  # type: ignore[assignment]
    entry = {"role": "option", "name": "{{ team }}", "tag": "div"}
    entry["locators"] = [{"by": "role", "role": "option", "name": "{{ team }}"}]  # type: ignore[assignment]
    opens = task("open", {"do": "click"}, "none", target=field)
    picks = task("pick", {"do": "click"}, "none", target=entry)
    picks["done_when"] = [{"kind": "value", "equals": "{{ team }}", "target": field}]
    return procedure(app, [opens, picks], [("open", "pick"), ("pick", "end")], {"team": {"default": team}})


@pytest.mark.parametrize("held", ["Legal", "Sales"])
async def test_an_entry_that_was_chosen_already_and_was_let_go_is_chosen_again(
    run: Runner, held: str
) -> None:
    with App({"/": LETS_GO.format(held=held)}) as app:
        settings = quick(find_seconds=1, verify_seconds=0.3, retries=1)
        summary = await run(chosen_from_list(app, "Legal"), {"team": "Legal"}, settings=settings)
    assert summary.error is None
    assert ("retried" in run.kinds("pick")) is (held == "Legal")


@pytest.mark.parametrize("team", ["Ops", "Legal"])
async def test_an_entry_is_one_of_several_beside_their_field_be_it_that_it_is_offered_no_more(
    run: Runner, team: str
) -> None:
    with App({"/": OFFERS_THE_REST}) as app:
        settings = quick(find_seconds=1, verify_seconds=0.5, retries=0)
        summary = await run(chosen_from_list(app, team), {"team": team}, settings=settings)
    assert summary.error is None
    assert ("intended" in run.kinds("pick")) is (team == "Legal")
