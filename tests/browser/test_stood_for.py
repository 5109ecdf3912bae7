"""A control that is hidden, and what is pressed in its place."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

_HIDE = "<style>input {display: none}</style>"
_CASES = {
    "label": (f"{_HIDE}<div hidden><input type=checkbox id=v></div><label for=v>VIP</label>", 1),
    "what it lies in": (f"{_HIDE}<div class=switch>VIP <input type=checkbox id=v></div>", 1),
    "a script": ("<div hidden><p><b><input type=file id=v></b></p></div>", 1),
    "nothing": ("<section hidden><div><label><input type=checkbox id=v> VIP</label></div></section>", 0),
}


async def test_a_hidden_box_is_found_where_something_stands_for_it(page: Page) -> None:
    """In a part of a form that is put away, as a later step of a wizard, it is not there yet."""
    request = {"conditions": [], "locators": [{"by": "css", "css": "#v"}], "strong": 1, "timeout": 0}
    for what, (content, count) in _CASES.items():
        await page.set_content(content)
        look = f"request => {{ {inpage_source()}; return handrail.look(request); }}"
        seen = await page.evaluate(look, {**request, "again": False})
        assert [hits["count"] for hits in seen["sighting"]["locators"]] == [count], what
