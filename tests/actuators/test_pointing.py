"""Pointing at a place of a page: through frames and shadow trees, described as a recording has it."""

from __future__ import annotations

from pathlib import Path

from handrail.actuators.browser import BrowserSession
from handrail.browser import LaunchedBrowser
from handrail.sop.locator import RowLocator
from tests.app import App

OUTER = """<body style="margin:0">
<button id=out style="position:absolute;left:10px;top:10px;width:100px;height:30px"><b>Outer</b></button>
<iframe title=Form src=/inner style="position:absolute;left:200px;top:100px;width:400px;
height:200px;border:5px solid;padding:10px"></iframe>"""
INNER = """<body style="margin:0"><div id=host></div><script>
document.getElementById('host').attachShadow({mode: 'open'}).innerHTML =
  '<button style="position:absolute;left:20px;top:20px;width:120px;height:40px">Deep</button>'</script>"""


async def test_what_lies_at_a_place_is_described_through_frames_and_shadows(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    assert launched.browser is not None
    with App({"/": OUTER, "/inner": INNER}) as app:
        context = await launched.browser.new_context(viewport={"width": 1000, "height": 600})
        session = BrowserSession(context, folder=tmp_path)
        await session.open_tab("main")
        (page,) = context.pages
        await page.goto(app.url)
        pointing = session.pointing("main")

        # The icon in a button means the button.
        outer = await pointing.at(40, 25)
        assert outer is not None and (outer.role, outer.name) == ("button", "Outer")

        deep = await pointing.at(300, 150)
        assert deep is not None and (deep.role, deep.name) == ("button", "Deep")
        # In the window: where the frame's content begins, and its place in there.
        assert (deep.box.x, deep.box.y, deep.box.width) == (200 + 15 + 20, 100 + 15 + 20, 120)
        target = await pointing.describe(300, 150)
        assert target is not None and target.name == "Deep" and target.shadow == ("div#host",)
        assert [step.url for step in target.frame] == ["/inner"] and target.locators

        assert await pointing.at(900, 500) is not None
        assert await pointing.describe(5000, 5000) is None
        await context.close()


async def test_a_field_is_told_by_the_label_of_its_group_and_not_by_the_calendar_in_it(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    def group(label: str, top: int) -> str:
        return f"""<div class=g><label>{label}</label><table style="position:absolute;left:300px;top:{top}px">
        <tr><th>November 2026</th></tr></table>
        <input aria-label=Date style="position:absolute;left:10px;top:{top}px;width:100px"></div>"""

    page = "".join(group(label, 100 * place) for place, label in enumerate(("Start", "End", "Presale"), 1))
    assert launched.browser is not None
    with App({"/": page}) as app:
        context = await launched.browser.new_context(viewport={"width": 1000, "height": 600})
        session = BrowserSession(context, folder=tmp_path)
        await session.open_tab("main")
        await context.pages[0].goto(app.url)
        target = await session.pointing("main").describe(50, 210)
        await context.close()
    assert target is not None and target.name == "Date"
    within = target.locators[0].within
    assert isinstance(within, RowLocator) and within.text == "End"
