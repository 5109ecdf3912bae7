"""The console without looking and without a mouse: where the focus is, what is said, what a key does."""

from __future__ import annotations

import json
import re

from playwright.async_api import Page, expect

from handrail.browser import LaunchedBrowser

from .conftest import Served
from .test_page import begin
from .web import at_console, stands


async def to_hear(page: Page) -> None:
    """Keep all that the live region says; each text lasts only until the next."""
    await page.evaluate("""() => {
      window.heard = [];
      const region = document.querySelector('p[role=status]');
      new MutationObserver(() => window.heard.push(region.textContent))
        .observe(region, { childList: true, characterData: true, subtree: true });
    }""")


async def heard(page: Page, words: str) -> None:
    await page.wait_for_function("words => window.heard.some((each) => each.includes(words))", arg=words)


async def test_how_a_session_stands_and_what_it_asks_is_told(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    async with (
        at_console(launched.browser, served, "#/policies") as elsewhere,
        at_console(launched.browser, served) as page,
    ):
        await to_hear(elsewhere)
        await to_hear(page)
        session = begin(served, "asking", name="Ann")
        await page.evaluate("route => { location.hash = route }", f"#/sessions/{session}/live")
        await expect(page.get_by_role("dialog", name="Is it right?")).to_be_visible()
        await expect(page).to_have_title("Waiting for a person: asking · Handrail")
        await heard(elsewhere, "1 question open under Approvals")
        with served.client() as client:
            assert client.post(f"/api/sessions/{session}/answer", json={"text": "Yes"}).status_code == 200
        await heard(page, "The question is answered.")
        await heard(page, "asking: Done")
        await stands(page, "Done")
        # The dialog is gone, and with it what had the focus: the page has it, not nothing.
        await expect(page.locator("#main")).to_be_focused()


async def test_after_an_answer_the_keyboard_goes_on_at_the_next_question(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    for name in ("Ann", "Zoë"):
        begin(served, "asking", name=name)
    async with at_console(launched.browser, served, "#/approvals") as page:
        cards = page.locator("article")
        await expect(cards).to_have_count(2)
        await cards.first.get_by_role("button", name="Give up").press("Enter")
        await expect(cards).to_have_count(1)
        await expect(cards.get_by_role("heading")).to_be_focused()


async def test_the_focus_goes_into_a_dialog_and_back_to_where_it_came_from(
    idle: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, idle) as page:
        run = page.get_by_role("button", name="Run “plain”")
        await run.focus()
        await page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Run “plain”")
        await expect(dialog).to_be_visible()
        assert await dialog.evaluate("dialog => dialog.contains(document.activeElement)")
        await page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        await expect(run).to_be_focused()


async def test_another_page_begins_at_its_top(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, idle) as page:
        for name in ("Sessions", "Approvals", "Schedules", "Policies", "Settings", "Library"):
            await page.get_by_role("navigation").get_by_role("link", name=name).press("Enter")
            await expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
            await expect(page.locator("#main")).to_be_focused()
            await expect(page).to_have_title(f"{name} · Handrail")


async def test_a_step_is_opened_in_the_graph_by_a_key(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, idle, "#/sops/plain") as page:
        graph = page.get_by_role("region", name="Procedure as a graph")
        step = graph.get_by_role("group", name=re.compile("fill-name"))
        await step.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("complementary", name="The step")).to_contain_text("fill-name")


async def test_something_to_find_and_something_to_write_are_put_in(
    idle: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, idle, "#/sops/plain") as page:
        step = page.get_by_role("complementary", name="The step")
        await page.get_by_role("button", name=re.compile("Fill 'Name' with")).click()
        await step.get_by_label("Insert a step after this one").select_option(label="A text to write")
        await step.get_by_label("Instructions").fill("Greet them.")
        await step.get_by_label("Insert a step after this one").select_option(
            label="Something to find by exploring"
        )
        await step.get_by_label("Goal").fill("their page")
        await step.get_by_label("Text", exact=True).fill("Phone")
        await expect(page.get_by_text("Valid, and ready to run.")).to_be_visible()
        await page.get_by_role("button", name="Save", exact=True).click()
        await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    saved = json.loads((idle.home / "sops" / "plain.sop.json").read_text())
    kinds = {node["id"]: node for node in saved["nodes"]}
    assert kinds["write"]["inputs"] == ["name"]
    assert kinds["find"]["goal"] == "their page"
    assert saved["variables"]["written"]["output"] is True
