"""Trees that say their roles: an item in a branch, and what a dialog offers that the tree has as well."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app

FOLDERS = """<h1>Documents</h1><ul role=tree id=tree></ul><section id=pane></section>
<p role=status id=s></p><script>
const folders = {Finance: ['Budget', 'Wages'], Legal: ['Terms', 'Policies'], Sales: ['Bids', 'Leads']};
for (const name in folders) tree.innerHTML += `<li role=treeitem aria-expanded=false><span>${name}</span>
  <ul role=group hidden><li role=treeitem>${folders[name].join('</li><li role=treeitem>')}</li></ul></li>`;
onclick = ({target}) => {
  if (target.matches('span')) { const held = target.nextElementSibling; held.hidden = !held.hidden;
    target.parentNode.ariaExpanded = String(!held.hidden); }
  else if (target.matches('[role=treeitem]'))
    pane.innerHTML = `<h2>${target.textContent}</h2> <button onclick=move()>Move…</button>`;
  else if (target.matches('[role=dialog] div')) {
    const what = pane.querySelector('h2').textContent + ' ' + target.textContent;
    tell(what).then(() => { s.textContent = 'Moved'; }); target.closest('[role=dialog]').remove(); }
};
const offered = Object.keys(folders).map((one) => `<div style="cursor:pointer">${one}</div>`).join('');
const move = () => document.body.insertAdjacentHTML('beforeend',
  `<div role=dialog aria-label=Move><h3>Move</h3>${offered}</div>`);
</script>"""


async def test_an_item_of_a_branch_and_what_a_dialog_offers_are_inputs(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Legal", exact=True).click()
        await page.get_by_text("Policies", exact=True).click()
        await page.get_by_role("button", name="Move").click()
        await page.get_by_role("dialog").get_by_text("Finance", exact=True).click()
        await page.get_by_text("Moved").wait_for()

    with app(FOLDERS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert sorted(map(str, given.values())) == ["Finance", "Legal", "Policies"]
        assert not any(one.required for one in sop.clarifications)
        served.received.clear()
        others = {"Legal": "Sales", "Policies": "Leads", "Finance": "Legal"}
        summary = await round_trip.repeat(sop, {name: others[str(one)] for name, one in given.items()})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Leads Legal")]
