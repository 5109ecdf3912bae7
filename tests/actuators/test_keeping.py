"""Keys, texts and pastes for an element, on pages that move the focus meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.async_api import Page

from handrail.actuators import Act
from handrail.actuators.actuator import Performed
from handrail.actuators.browser.keeping import kept
from handrail.actuators.browser.looking import Looking
from handrail.actuators.browser.performing import PERFORM
from handrail.browser.inpage import InPage
from handrail.errors import PermanentError, TransientError, UnexpectedPage
from handrail.sop.action import Action, Fill, Paste, Press, Type
from handrail.sop.target import Target
from handrail.targeting import Match, decide
from tests.actuators.test_direct_input import context, inpage, page
from tests.builders import by_role

__all__ = ["context", "inpage", "page"]

Perform: TypeAlias = Callable[..., Awaitable[None]]

FIELD = "<input id=f aria-label=Code {how}><input id=other>"
REGION = "<div id=f contenteditable role=textbox aria-label=Code {how}></div><input id=other>"
AT_ONCE = 'onfocus="queueMicrotask(() => other.focus())"'
HELD = "[f.value ?? f.textContent, other.value]"


@pytest.fixture
async def perform(page: Page, inpage: InPage, tmp_path: Path) -> Perform:
    await inpage.attach(page)
    looking = Looking(inpage, frozenset(), find=2, navigation=5)

    async def perform(action: Action, role: str = "textbox") -> None:
        target = Target.model_validate(by_role(role, "Code"))
        look = await looking.look("main", page, target=target, timeout=2)
        assert look.sighting is not None
        match = decide(target, look.sighting)
        assert isinstance(match, Match)
        act = Act(page="main", action=action, target=target, match=match)
        async with kept(inpage, page, None, act):
            await PERFORM[type(action)](page, act, 2000, 2000, tmp_path)

    return perform


@pytest.mark.parametrize(
    ("html", "action"),
    [
        (FIELD.format(how='onpaste="other.focus()"'), Paste(do="paste", text="tiger")),
        (FIELD.format(how=AT_ONCE), Paste(do="paste", text="tiger")),
        (FIELD.format(how=AT_ONCE), Press(do="press", keys="Enter")),
        (FIELD.format(how=AT_ONCE), Type(do="type", text="tiger")),
        (REGION.format(how=AT_ONCE), Type(do="type", text="tiger")),
    ],
    ids=["paste", "paste, at once", "press", "type", "type into a region"],
)
async def test_what_is_meant_for_one_field_comes_to_no_other(
    page: Page, perform: Perform, html: str, action: Action
) -> None:
    sent = "<form onsubmit=\"event.preventDefault(); other.value = 'sent'\">"
    await page.set_content(f"{sent}{html}</form>")
    with pytest.raises(TransientError, match="took the focus away"):
        await perform(action)
    assert (await page.evaluate(HELD))[1] == ""


async def test_nor_the_last_letter(page: Page, perform: Perform, monkeypatch: pytest.MonkeyPatch) -> None:
    async def press(page: Page, letter: str) -> None:
        await page.wait_for_function("document.activeElement === other")
        await page.keyboard.type(letter)

    monkeypatch.setattr("handrail.actuators.browser.filling.press_letter", press)
    await page.set_content(FIELD.format(how='role=combobox oninput="setTimeout(() => other.focus())"'))
    with pytest.raises(TransientError, match="took the focus away"):
        await perform(Fill(do="fill", value="tiger"), "combobox")
    assert await page.evaluate(HELD) == ["tige", ""]


def taking_meanwhile(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Once a part of the text is typed, the script runs."""

    async def typed(page: Page, *_: object) -> Performed:
        await page.locator("#f").press_sequentially("tig")
        await page.evaluate(script)
        await page.keyboard.type("er")
        return Performed()

    performing: dict[Any, Any] = {**PERFORM, Type: typed}
    monkeypatch.setattr(f"{__name__}.PERFORM", performing)


TIGER = Type(do="type", text="tiger")


async def test_a_text_of_which_a_part_is_there_is_not_typed_once_more(
    page: Page, perform: Perform, monkeypatch: pytest.MonkeyPatch
) -> None:
    taking_meanwhile(monkeypatch, "other.focus()")
    await page.set_content(FIELD.format(how=""))
    with pytest.raises(PermanentError, match="a part of it is missing") as cut:
        await perform(TIGER)
    assert cut.value.dispatched
    assert await page.evaluate(HELD) == ["tig", ""]


async def test_a_frame_that_takes_the_focus_gives_it_back(
    page: Page, perform: Perform, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a chat that comes up and wants to be written in; whether something came there nobody can tell."""
    back = "new Promise((back) => f.addEventListener('focus', back))"
    taking_meanwhile(monkeypatch, f"() => {{ const at = {back}; ask().focus(); return at.then(() => 0); }}")
    await page.set_content(
        f"{FIELD.format(how='')}<iframe id=chat srcdoc='<input>'></iframe>"
        "<script>const ask = () => chat.contentDocument.querySelector('input')</script>"
    )
    with pytest.raises(PermanentError, match="took the focus away"):
        await perform(TIGER)
    assert await page.evaluate("[f.value, ask().value]") == ["tiger", ""]


async def test_a_page_leads_on_while_it_hears_of_a_key(page: Page, perform: Perform) -> None:
    moves = """onkeydown="if (event.key == 'g') Promise.resolve().then(() => other.focus())" """
    await page.set_content(FIELD.format(how=moves))
    await perform(TIGER)
    assert await page.evaluate(HELD) == ["ti", "ger"]


async def test_a_field_that_goes_when_its_key_is_pressed_has_heard_of_it(
    page: Page, perform: Perform
) -> None:
    await page.set_content(FIELD.format(how='onkeydown="document.title = event.key; this.remove()"'))
    await perform(Press(do="press", keys="Enter"))
    assert await page.title() == "Enter"


@pytest.mark.parametrize("keys", ["Enter", "Tab", "Control+a"])
async def test_what_a_key_does_by_itself_is_not_kept_from_the_page(
    page: Page, perform: Perform, keys: str
) -> None:
    await page.set_content(FIELD.format(how="onkeydown=\"document.title += event.key + ' '\""))
    await perform(Press(do="press", keys=keys))
    assert keys.rpartition("+")[2] in await page.title()
    await page.evaluate("other.focus()")
    await page.keyboard.type("free")
    assert (await page.evaluate(HELD))[1] == "free"


async def test_enter_waits_for_what_a_field_offers_that_has_no_role_of_a_list(
    page: Page, perform: Perform
) -> None:
    late = 'oninput="setTimeout(() => { said.textContent = this.value }, 300)"'
    takes = """onkeydown="if (event.key == 'Enter') document.title = said.textContent" """
    await page.set_content(FIELD.format(how=f"autocomplete=off {late} {takes}") + "<p id=said></p>")
    await perform(TIGER)
    await perform(Press(do="press", keys="Enter"))
    assert await page.title() == "tiger"


@pytest.mark.parametrize(("within", "error"), [(False, UnexpectedPage), (True, TransientError)])
async def test_a_dialog_that_keeps_it_from_the_field_is_an_obstacle(
    page: Page, perform: Perform, within: bool, error: type[Exception]
) -> None:
    field = FIELD.format(how=AT_ONCE if within else "")
    held = f"<dialog>{field}</dialog>" if within else f"{field}<dialog><button>Got it</button></dialog>"
    await page.set_content(f"{held}<script>document.querySelector('dialog').showModal()</script>")
    with pytest.raises(error):
        await perform(Type(do="type", text="tiger"))
