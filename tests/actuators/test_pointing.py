"""Pointing at a place of a page: through frames and shadow trees, described as a recording has it."""

from __future__ import annotations

from pathlib import Path

from handrail.actuators.browser import BrowserSession
from handrail.browser import LaunchedBrowser
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
