"""What a page asks before a click does anything, and what Enter presses, as the gate reads it."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

PAGE = """
<button id=own data-confirm="Archive it?">A</button>
<button id=script onclick="return confirm('Really\\nsend \\'all\\'?')">B</button>
<button id=made onclick="return confirm(text)">C</button>
<form onsubmit='return confirm("Run it?")'><button id=sends>D</button><input id=field></form>
<form data-turbo-confirm="Hand it over?">
<button id=turbo>E</button><button type=button id=beside>F</button></form>
<div hx-confirm="Move it?"><button id=htmx hx-post=/move>G</button><button id=plain>H</button></div>
<button id=other onclick="confirmed('no question')">I</button>
"""


async def test_the_page_s_own_question_is_read_wherever_it_is_written(page: Page) -> None:
    await page.set_content(PAGE)
    asked = await page.evaluate(
        f"""async () => {{ {inpage_source()}; const asked = {{}};
        for (const {{ id }} of document.querySelectorAll('[id]')) {{
            const locators = [{{ by: 'css', css: '#' + id }}];
            const request = {{ conditions: [], locators, strong: 0, timeout: 0, again: false }};
            const look = await handrail.look(request);
            asked[id] = look.sighting.elements[0].leads.confirm;
        }}
        return asked; }}"""
    )
    assert asked == {
        "own": "Archive it?", "script": "Really send 'all'?", "made": "?", "sends": "Run it?", "field": None,
        "turbo": "Hand it over?", "beside": None, "htmx": "Move it?", "plain": None, "other": None,
    }  # fmt: skip


async def test_enter_presses_the_first_button_of_the_form_be_it_a_picture(page: Page) -> None:
    """A list's filter stands over its rows, and the command for those that are ticked below them."""
    await page.set_content(
        "<form><input id=user><input type=image alt=Search><button>Delete selected</button></form>"
        "<form><button>Add</button><input id=name><input type=image alt=Search></form>"
    )
    pressed = await page.evaluate(
        f"""async () => {{ {inpage_source()}; const found = [];
        for (const css of ['#user', '#name']) {{
            const locators = [{{ by: 'css', css }}];
            const request = {{ conditions: [], locators, strong: 0, timeout: 0, again: false }};
            found.push((await handrail.look(request)).sighting.elements[0].leads.submit);
        }}
        return found; }}"""
    )
    assert pressed == ["Search", "Add"]
