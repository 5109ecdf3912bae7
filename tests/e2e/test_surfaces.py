"""Places within one element that mean something: in a field of colours, on the hours of a planner."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip
from tests.e2e.test_widgets import app


async def test_the_place_of_a_press_in_a_colour_field_and_a_stretch_that_is_dragged_over(
    round_trip: RoundTrip,
) -> None:
    body = """<style>#f,#d{position:relative;user-select:none}#f{width:160px;height:120px;background:#def}
    #m{position:absolute;width:9px;height:9px;margin:-5px}#d{width:120px;height:400px;background:#fed}</style>
    <div id=f tabindex=0 aria-label=Colour><i id=m></i></div><div id=d><p>Today</p></div>
    <button onclick="tell([m.style.left, m.style.top, from, to].join())">Send</button><script>
    let from, to; f.onmousedown = (e) => { m.style.left = e.offsetX + 'px'; m.style.top = e.offsetY + 'px'; };
    const at = (e) => Math.round((e.clientY - d.getBoundingClientRect().y) / 20);
    d.onmousedown = (e) => { from = at(e); }; d.onmouseup = (e) => { to = at(e); };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#f").click(position={"x": 31, "y": 87})
        column = await page.locator("#d").bounding_box()
        assert column is not None
        await page.mouse.move(column["x"] + 60, column["y"] + 100)
        await page.mouse.down()
        await page.mouse.move(column["x"] + 60, column["y"] + 240, steps=4)
        await page.mouse.up()
        await page.get_by_role("button", name="Send").click()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "31px,87px,5,12")]
    assert round_trip.sop is not None
    assert any("one place to another" in asked.question for asked in round_trip.sop.clarifications)
