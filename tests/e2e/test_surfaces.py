"""Places within one element that mean something: in a field of colours, on the hours of a planner."""

from __future__ import annotations

import pytest
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


@pytest.mark.sweep
async def test_a_larger_thing_is_held_where_it_was_and_dropped_on_what_is_called_by_it_by_then(
    round_trip: RoundTrip,
) -> None:
    """As an appointment in a planner, whose day is a cell that says what is drawn in it."""
    body = """<style>[role=gridcell]{position:relative;float:left;width:150px;height:300px;background:#eef}
    #a{position:absolute;top:20px;width:140px;height:120px;background:#9bf;user-select:none}</style>
    <div role=row><div role=gridcell><div id=a role=button tabindex=0>Budget</div></div><div role=gridcell
    id=to></div></div><script>let from;
    a.onmousedown = (e) => { from = e.clientY - a.getBoundingClientRect().y; };
    onmousemove = (e) => { if (from === undefined) return; if (e.clientX > 160) to.append(a);
      a.style.top = e.clientY - from - to.getBoundingClientRect().y + 'px'; a.style.pointerEvents = 'none'; };
    onmouseup = () => { if (from === undefined) return;
      tell(`${Math.round(from / 10)} ${a.parentNode.id}`); from = undefined; };
    </script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#a").hover(position={"x": 70, "y": 100})
        await page.mouse.down()
        await page.mouse.move(250, 260, steps=6)
        await page.mouse.up()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "10 to")]
