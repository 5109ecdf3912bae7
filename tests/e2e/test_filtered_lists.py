"""Lists that are filtered while one types: what is done in them comes after they were drawn anew."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.action import Fill
from handrail.sop.node import Task
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app
from tests.sweeping import some_of

FILTERED = """<h1>Parts</h1><p><input id=q placeholder="Find parts"></p>
<table border=1><thead><tr><th>Part<th>Count<th></thead><tbody id=rows></table><p role=status id=s></p>
<style>button.at{visibility:hidden} tr:hover button.at{visibility:visible}</style><script>
const all = ['Anchor', 'Bolt', 'Cleat', 'Dowel', 'Eyelet', 'Fastener'];
const draw = () => { rows.innerHTML = all.filter((part) => part.includes(q.value))
  .map((part) => `<tr><td>${part}<td>1<td><button class=at>Edit</button>`).join(''); };
rows.onclick = ({target}) => { const row = target.closest('tr'), [part, count] = row.cells;
  if (target.textContent === 'Save') tell(`${part.textContent} ${row.querySelector('input').value}`)
    .then(() => { s.textContent = 'Saved'; draw(); });
  if (target.textContent !== 'Edit') return;
  count.innerHTML = '<input name=count>'; target.className = ''; target.textContent = 'Save'; };
let timer; draw();
q.oninput = () => { clearTimeout(timer); timer = setTimeout(PAUSED, 250); };
</script>"""
WAYS = {
    "the page's own": "draw",
    "a server's": "() => fetch('/health').then((answer) => answer.text()).then(draw)",
}


@pytest.mark.parametrize("way", some_of(WAYS, 0))
async def test_what_is_opened_in_a_row_is_opened_once_the_list_was_filtered(
    round_trip: RoundTrip, way: str
) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await page.locator("#q").click()
        await page.keyboard.type("Bolt")
        await page.get_by_text("Anchor").wait_for(state="detached")
        await recorder.settled()
        await page.get_by_role("cell", name="Bolt").hover()
        await page.get_by_role("button", name="Edit").click()
        await page.locator("[name=count]").click()
        await page.keyboard.type("7")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(FILTERED.replace("PAUSED", WAYS[way])) as served:
        sop = await round_trip.show(served.url + "/", drive)
        actions = [node.action for node in sop.nodes if isinstance(node, Task)]
        filling = [action for action in actions if isinstance(action, Fill)]
        assert [fill.filters for fill in filling] == [True, False]
        given = {one.default: name for name, one in sop.variables.items()}
        served.received.clear()
        summary = await round_trip.repeat(sop, {given["Bolt"]: "Fastener", given["7"]: "12"})
        assert summary.outcome == "done", summary.error
        assert ("/tell", "Fastener 12") in told(served)
