"""Which row an element is in: its record, by which it is found on other data."""

from __future__ import annotations

from handrail.browser import LaunchedBrowser
from handrail.browser.inpage import inpage_source

NAMES = ("Ada", "Claude", "Grace")
ROWS = "".join(
    f"<tr><td class=c>{name}<td class=c>{place}1<td class=c>open<td class=c><a>Edit</a><a>Delete</a>"
    for place, name in enumerate(NAMES)
)


async def test_a_cell_with_several_buttons_is_no_record_of_its_own(launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    page = await launched.browser.new_page()
    await page.set_content(f"<table><tr><th>Name<th>No<th>State<th>Action{ROWS}</table>")
    rows = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('a:last-child')].map(
        (link) => handrail.describe(link).locators[0].within?.text)"""
    )
    await page.close()
    assert rows == list(NAMES)
