"""What unfolds is pressed where it comes to stand."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

LIST = """<style>#list {position: absolute; top: 50px; width: 150px;
 transform: scaleY(0); transform-origin: top;
 transition: transform 300ms} #list.on {transform: scaleY(1)} [role=option] {height: 30px}</style>
<div id=list role=listbox><div role=option>Sales</div><div role=option>Legal</div></div>"""


async def test_an_entry_is_aimed_at_once_its_list_has_come_in(page: Page) -> None:
    """Some lists take the entry that will stand under the pointer, and not the one that stands there."""
    await page.set_content(LIST)
    place = await page.evaluate(
        f"""async () => {{ {inpage_source()}; list.classList.add('on');
        const entry = {{role: 'option', name: 'Legal'}};
        const wanted = {{locator: {{by: 'role', ...entry}}, ...entry}};
        const found = await handrail.aim(wanted, null, 1500);
        const box = list.lastElementChild.getBoundingClientRect();
        return [found?.y, Math.floor(box.y + box.height / 2), box.height]; }}"""
    )
    assert place == [95, 95, 30]
