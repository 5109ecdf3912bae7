"""A person chooses at the console: which element it is, and which way a decision takes against its model."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.async_api import Page, expect

from handrail.browser import LaunchedBrowser
from handrail.sop.document import Sop
from handrail.sop.format import save
from tests.app import App
from tests.builders import Json, click, open_page, sop, task
from tests.models.server import Heard, model_server
from tests.runtime.finding.test_ladder import SAVED, target

from .conftest import Served
from .web import at_console, stands

FORM = """<title>New contact</title><main><h1>New contact</h1>
<form method=post action=/save aria-label="New contact"><label>Name <input id=name name=name></label>
<button class=primary name=which value=changes>Save changes</button>
<button class=primary name=which value=contact>Save contact</button></form></main>"""
MAIL = """<title>Mail</title><h1>Re: your offer</h1><p>Thank you, we would like to go ahead.</p>
<form method=post action=/accept><button>Accept</button></form>
<form method=post action=/decline><button>Decline</button></form>"""


def accepts(heard: Heard) -> Json:
    return {"outcome": "yes", "quote": "we would like to go ahead", "reason": "it reads so"}


def saving(app: App) -> Sop:
    """Its button has become two that are alike."""
    steps = [
        open_page(app.url),
        task("save", {"do": "click"}, "once", target=target(), done_when=SAVED, timeout=1),
    ]
    return sop(steps, [app.host], meta={"id": "saving", "title": "Save the contact"})


def deciding(app: App) -> Sop:
    """A model says which button is pressed."""
    decision: Json = {
        "type": "decision",
        "id": "wants",
        "label": "Do they accept?",
        "question": "Does the sender accept the offer?",
        "outcomes": ["yes", "no"],
        "default": "no",
        "evidence": [{"kind": "page"}],
    }
    said = [{"kind": "text", "contains": "Said"}]
    made = sop(
        [
            open_page(app.url, "/mail"),
            decision,
            click("Accept", "once", done_when=said),
            click("Decline", "once", done_when=said),
        ],
        [app.host],
        meta={"id": "deciding", "title": "Answer the offer"},
    )
    ways = [
        ("open", "wants", "next"),
        ("wants", "click-accept", "yes"),
        ("wants", "click-decline", "no"),
        ("click-accept", "end", "next"),
        ("click-decline", "end", "next"),
    ]
    edges = [{"from": a, "to": b, "when": when} for a, b, when in ways]
    return Sop.model_validate(
        {**made.model_dump(mode="json", by_alias=True, exclude_none=True), "edges": edges}
    )


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, App]]:
    """A server with both procedures, and the app that they work on."""
    made = Served(tmp_path_factory.mktemp("choosing") / "home")
    pages = {"/": FORM, "/mail": MAIL, "/save": "<h1>Saved</h1>", "/accept": "Said", "/decline": "Said"}
    (made.home / "sops").mkdir(parents=True)
    with App(pages) as app, model_server(accepts) as model, pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "HANDRAIL_MODEL", "compatible:scripted")
        patch.setitem(os.environ, "HANDRAIL_MODEL_BASE_URL", model.base_url)
        for document in (saving(app), deciding(app)):
            save(made.home / "sops" / f"{document.meta.id}.sop.json", document)
        made.start()
        yield made, app
        made.kill()


async def run(page: Page, *, step_by_step: bool = False) -> None:
    await page.get_by_role("button", name="Run", exact=True).click()
    dialog = page.get_by_role("dialog")
    if step_by_step:
        await dialog.get_by_label("Ask me before every step").check()
    await dialog.get_by_role("button", name="Run", exact=True).click()


async def test_which_element_it_is_is_chosen_by_its_number_on_the_picture(
    both: tuple[Served, App], launched: LaunchedBrowser
) -> None:
    made, app = both
    assert launched.browser is not None
    async with at_console(launched.browser, made, "#/sops/saving") as page:
        await run(page)
        question = page.get_by_role("dialog", name="which element is it?")
        await expect(question.get_by_role("img", name="outlined and numbered")).to_be_visible()
        options = question.get_by_role("group", name="What it might be")
        await options.get_by_role("button", name="Save contact").click()
        await stands(page, "Done")
        assert app.posts("/save") == [{"name": "", "which": "contact"}]
        await expect(page.get_by_role("log").get_by_text("chose 2, “button 'Save contact'")).to_be_attached()


async def test_a_models_decision_is_overridden_in_the_page(
    both: tuple[Served, App], launched: LaunchedBrowser
) -> None:
    made, app = both
    assert launched.browser is not None
    async with at_console(launched.browser, made, "#/sops/deciding") as page:
        await run(page, step_by_step=True)
        await page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
        question = page.get_by_role("dialog", name="Does the sender accept the offer?")
        await expect(question).to_contain_text("The model says 'yes', by 'we would like to go ahead'")
        await question.get_by_role("button", name="2 no").click()
        await page.get_by_role("dialog", name="Decline").get_by_role("button", name="Yes, do it").click()
        await stands(page, "Done")
        assert app.posts("/accept") == [] and len(app.posts("/decline")) == 1
        log = page.get_by_role("log")
        await expect(log.get_by_text("Do they accept? “no”, decided by")).to_be_attached()
