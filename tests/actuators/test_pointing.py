"""Pointing at a place of a page: through frames and shadow trees, described as a recording has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.actuators.browser import BrowserSession
from handrail.browser import LaunchedBrowser
from handrail.sessions.people.picking_list import named_fields, picked_list
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


CARDS = """<main><h1>Shop</h1><div class=grid>{}</div></main>"""
CARD = """<div class="card css-1x9{0}z"><div class=body><h3>{1}</h3><span class=price>{2}</span>
<p class=note>New</p><p class=note>In store</p><a href="/p/{0}">Details</a></div></div>"""
MENU = """<ul class=results><li class=active><b>Ana</b> <small>Oslo</small></li>
<li><b>Ben</b> <small>Rome</small></li>
<li hidden><b>Nobody</b> <small>Nowhere</small></li></ul>"""
GRID = """<div role=table aria-label=Orders><div role=rowgroup><div role=row><span role=columnheader>No</span>
<span role=columnheader>Sum</span></div></div><div role=rowgroup>
<div role=row><span role=cell>A-1</span><span role=cell>12.50</span></div>
<div role=row><span role=cell>A-2</span><span role=cell>7.00</span></div></div></div>"""


@pytest.mark.parametrize(
    ("body", "at", "count", "named"),
    [
        (
            CARDS.format("".join(CARD.format(n, f"Lamp {n}", f"{n}0 EUR") for n in (1, 2, 3))),
            ".card:nth-child(2) .price",
            3,
            {"title": "Lamp 2", "price": "20 EUR", "link": "{url}/p/2"},
        ),
        (MENU, "li:nth-child(1) b", 2, {"text": "Ana", "text_2": "Oslo"}),
        (
            GRID,
            "[role=rowgroup]:last-child [role=row]:first-child [role=cell]",
            2,
            {"no": "A-1", "sum": "12.50"},
        ),
    ],
    ids=["cards", "list", "grid"],
)
async def test_a_list_is_known_by_one_of_its_items(
    launched: LaunchedBrowser, tmp_path: Path, body: str, at: str, count: int, named: dict[str, str]
) -> None:
    assert launched.browser is not None
    with App({"/": body}) as app:
        context = await launched.browser.new_context(viewport={"width": 1000, "height": 900})
        session = BrowserSession(context, folder=tmp_path)
        await session.open_tab("main")
        (page,) = context.pages
        await page.goto(app.url)
        box = await page.locator(at).first.bounding_box()
        assert box is not None
        found = await session.pointing("main").listed(box["x"] + 3, box["y"] + 3)
        assert found is not None and len(found.boxes) == count
        fields = named_fields(found.fields)
        readings = await session.read("main", fields, each=found.elements)
        listed = picked_list(found, fields, readings)
        assert (listed.count, listed.chosen) == (
            count,
            {name: value.format(url=app.url) for name, value in named.items()},
        )
        await context.close()


async def test_what_stands_alone_is_no_list(launched: LaunchedBrowser, tmp_path: Path) -> None:
    assert launched.browser is not None
    with App({"/": "<main><h1>Settings</h1><p>Nothing here</p></main>"}) as app:
        context = await launched.browser.new_context()
        session = BrowserSession(context, folder=tmp_path)
        await session.open_tab("main")
        (page,) = context.pages
        await page.goto(app.url)
        assert await session.pointing("main").listed(30, 40) is None
        await context.close()
