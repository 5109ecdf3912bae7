"""Boards: cards that are dragged into columns, for other data other cards into other columns."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app
from tests.sweeping import some_of

BOARD = """<style>#b{display:flex;gap:9px}.col{width:200px;min-height:380px}
.card{border:1px solid;margin:4px;padding:6px;user-select:none}</style><div id=b></div>
<p role=status id=s></p><script>
const cards = [['Harbour Inn', 'Nagy', 'Open'], ['Atlas Ltd', 'Meier', 'Open'], ['Lumen', 'Weber', 'Open'],
  ['Atlas Ltd North', 'Silva', 'Open'], ['Blue Fox', 'Rossi', 'Closed'], ['Rota', 'Ito', 'Won'],
  ['Quill & Co', 'Jensen', 'Won']];
const moved = (name, state) => tell(`${name} ${state}`).then(() => { s.textContent = 'Moved'; });
for (const state of ['Open', 'Waiting', 'Won', 'Closed']) {
  const own = cards.filter((card) => card[2] === state).map((card) =>
    `<div class=card KIND data-name="${card[0]}"><span>${card[0]}</span><div>${card[1]}</div></div>`);
  b.innerHTML += `<div class=col data-state="${state}"><h3>${state}</h3>
    <div class=list>${own.join('')}</div></div>`;
}
</script>"""
BY_BROWSER = (
    BOARD.replace("KIND", "draggable=true")
    + """<script>
ondragstart = (event) => event.dataTransfer.setData('text', event.target.dataset.name);
ondragover = (event) => event.preventDefault();
ondrop = (event) => { event.preventDefault();
  moved(event.dataTransfer.getData('text'), event.target.closest('.col').dataset.state); };
</script>"""
)
BY_SCRIPT = (
    BOARD.replace("KIND", "")
    + """<script>
let held = null, from = null;
onpointerdown = (event) => { held = event.target.closest('.card'); from = event; };
onpointermove = (event) => { if (held) held.style.transform =
  `translate(${event.clientX - from.clientX}px,${event.clientY - from.clientY}px)`; };
onpointerup = (event) => { const card = held; held = null; if (!card) return;
  const onto = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.matches('.col'));
  if (onto) moved(card.dataset.name, onto.dataset.state); card.style.transform = ''; };
</script>"""
)


@pytest.mark.parametrize("board", [BY_BROWSER, BY_SCRIPT], ids=["by the browser", "by a script"])
@pytest.mark.parametrize("down", some_of([220, 50], 0), ids=["below the list", "on another card"])
async def test_another_card_is_dragged_into_another_column(
    round_trip: RoundTrip, board: str, down: int
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        held = await page.get_by_text("Atlas Ltd", exact=True).bounding_box()
        onto = await page.locator("[data-state=Won]").bounding_box()
        assert held and onto
        await page.mouse.move(held["x"] + 9, held["y"] + 6)
        await page.mouse.down()
        await page.mouse.move(onto["x"] + 40, onto["y"] + down, steps=8)
        await page.mouse.up()
        await page.get_by_text("Moved").wait_for()

    with app(board) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert told(served) == [("/tell", "Atlas Ltd Won")]
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"card": "Atlas Ltd", "column": "Won"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"card": "Blue Fox", "column": "Open"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Blue Fox Open")]


async def test_what_is_done_in_a_card_is_done_in_the_given_one_though_it_is_alone_in_its_column(
    round_trip: RoundTrip,
) -> None:
    board = (
        BY_BROWSER.replace("</span><div>", "</span><button onclick=star(this)>Star</button><div>")
        + """<script>
    const star = (held) => tell(held.parentNode.dataset.name).then(() => { s.textContent = 'Starred'; });
    </script>"""
    )

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("[data-state=Closed]").get_by_role("button").click()
        await page.get_by_text("Starred").wait_for()

    with app(board) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"record": "Blue Fox"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"record": "Atlas Ltd North"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Atlas Ltd North")]


FOLDERS = """<style>#all{display:flex;gap:40px}#all>*{width:220px}
.file,.folder{border:1px solid;margin:4px;padding:6px}</style>
<div id=all><aside id=folders></aside><section id=files></section></div><p role=status id=s></p><script>
folders.innerHTML = ['Invoices', 'Contracts', 'Archive 2025'].map((name) =>
  `<div class=folder data-name="${name}">${name}</div>`).join('');
files.innerHTML = ['lease.pdf', 'offer.docx', 'minutes.txt', 'budget.xlsx'].map((name) =>
  `<div class=file draggable=true data-name="${name}"><span>${name}</span> <i>3 KB</i></div>`).join('');
ondragstart = (event) => event.dataTransfer.setData('text', event.target.dataset.name);
ondragover = (event) => event.preventDefault();
ondrop = (event) => { event.preventDefault(); const folder = event.target.closest('.folder');
  if (folder) tell(`${event.dataTransfer.getData('text')} ${folder.dataset.name}`).then(() => {
    s.textContent = 'Moved'; }); };
</script>"""


async def test_another_file_is_dragged_into_another_folder(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("offer.docx").drag_to(page.get_by_text("Contracts"))
        await page.get_by_text("Moved").wait_for()

    with app(FOLDERS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"record": "offer.docx", "dropped_onto": "Contracts"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"record": "budget.xlsx", "dropped_onto": "Archive 2025"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "budget.xlsx Archive 2025")]
