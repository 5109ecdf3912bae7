"""A step's element is picked on its page in the console: described as recorded, and nothing is pressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, Position, expect

from handrail.browser import LaunchedBrowser
from handrail.browser.signin import save_sign_in
from handrail.sop.format import load, save
from handrail.sop.node import Loop, Task
from tests.app import App, Received
from tests.builders import open_page, sop, task
from tests.runtime.finding.test_ladder import target

from .conftest import Served
from .web import at_console, stands

PAGE = """<title>New contact</title><style>button { position: absolute; left: 40%; width: 20%; height: 8% }
</style>
<main><h1>New contact</h1><form method=post action=/save aria-label="New contact">
<label>Name <input id=name name=name
style="position: absolute; top: 25%; left: 10%; width: 20%; height: 8%"></label>
<button class=primary style="top: 46%">Save contact</button></form></main>"""


class Crm(App):
    """An app that shows its page to whoever is signed in."""

    def __init__(self) -> None:
        super().__init__({"/contact": self._page, "/save": "<p>Saved</p>"})

    def _page(self, received: Received) -> str:
        return PAGE if "session=ana" in received.headers.get("cookie", "") else "<h1>Sign in</h1>"


@pytest.fixture
def crm() -> Iterator[Crm]:
    with Crm() as app:
        yield app


NAME_AT, HEADING_AT = (0.2, 0.28), (0.05, 0.06)
"""Where these lie on the page, as parts of its width and height."""


async def serve_signed_in(
    home: Path, crm: Crm, launched: LaunchedBrowser, *, opening: bool = False
) -> Served:
    """A server whose procedure starts from a saved sign-in: a click, or with `opening` the page alone."""
    made = Served(home)
    assert launched.browser is not None
    context = await launched.browser.new_context()
    await context.add_cookies([{"name": "session", "value": "ana", "url": crm.url}])
    await save_sign_in(context, home, "crm")
    await context.close()
    place = {"start": [{"url": f"{crm.url}/contact"}], "sign_in": "crm"}
    step = task("save", {"do": "click"}, "once", target=target())
    if opening:
        step = open_page(crm.url, "/contact")
    document = sop([step], [crm.host], environment=place, meta={"id": "add", "title": "Add"})
    (home / "sops").mkdir(parents=True, exist_ok=True)
    save(home / "sops" / "add.sop.json", document)
    made.start(*([] if opening else ["--at-once", "0"]))
    return made


async def place_on(dialog: Locator, x: float, y: float) -> Position:
    box = await dialog.get_by_role("application").bounding_box()
    assert box is not None
    return {"x": box["width"] * x, "y": box["height"] * y}


async def test_an_element_is_picked_on_the_steps_page_and_undone(
    tmp_path: Path, crm: Crm, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    made = await serve_signed_in(tmp_path / "home", crm, launched)
    file = made.home / "sops" / "add.sop.json"
    try:
        async with at_console(launched.browser, made, "#/sops/add") as page:
            await page.get_by_role("button", name="Click the button 'Save'").last.click()
            dialog = await opened(page)
            await expect(dialog.get_by_label("Page", exact=True)).to_have_value(f"{crm.url}/contact")
            fitting = dialog.get_by_role("region", name="What matches the step")
            await expect(fitting.get_by_role("button", name="Save contact")).to_be_visible()
            surface = dialog.get_by_role("application")
            await surface.hover(position=await place_on(dialog, 0.5, 0.5))
            await expect(dialog.get_by_text("button “Save contact”")).to_be_visible()

            # Another host is not opened, and a person is told why.
            await dialog.get_by_label("Page", exact=True).fill("http://elsewhere.test/")
            await dialog.get_by_role("button", name="Open").click()
            await expect(dialog.get_by_text("does not let this page be opened")).to_be_visible()
            await surface.click(position=await place_on(dialog, 0.5, 0.5))

            await expect(page.get_by_role("dialog")).to_have_count(0)
            await expect(page.get_by_text("Now the button 'Save contact' in 'New contact'")).to_be_visible()
            await page.get_by_role("button", name="Undo").click()
            await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
            await page.get_by_role("button", name="Redo").click()
            await page.get_by_role("button", name="Save", exact=True).click()
            await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
        (step,) = (node for node in load(file).nodes if node.id == "save")
        assert isinstance(step, Task) and step.target is not None
        assert (step.target.name, step.target.near.section) == ("Save contact", "New contact")
        assert crm.posts("/save") == []
    finally:
        made.kill()


async def opened(page: Page) -> Locator:
    # What is wrong with a step that was just inserted may be said above it as a pointer is pressed on it.
    await page.get_by_role("button", name="Pick on the page").press("Enter")
    dialog = page.get_by_role("dialog", name="Pick the element on its page")
    await expect(dialog.get_by_role("application")).to_be_visible()
    return dialog


LIST = """<title>Mails</title><style>tr, li { height: 40px } table { width: 100% }</style><main>
<h1>Mails</h1><table>
<thead><tr><th>From</th><th>Subject</th><th></th></tr></thead><tbody>
<tr><td>Ana</td><td><a href=/mail/1>Seed round</a></td><td><button>Archive</button></td></tr>
<tr class=unread><td>Ben</td><td><a href=/mail/2>Invoice 7</a></td><td><button>Archive</button></td></tr>
<tr><td>Cem</td><td><a href=/mail/3>Lunch</a></td><td><button>Archive</button></td></tr></tbody>
</table><a href=/older style="position: absolute; left: 40%; top: 60%; width: 20%; height: 8%">Older</a>
</main>"""

OLDER = """<title>Mails</title><main><h1>Mails</h1><table>
<thead><tr><th>From</th><th>Subject</th><th></th></tr></thead><tbody>
<tr><td>Dov</td><td><a href=/mail/4>Term sheet</a></td><td><button>Archive</button></td></tr></tbody></table>
</main>"""


async def test_a_loop_goes_over_a_list_of_which_one_item_is_picked_and_what_leads_on(
    tmp_path: Path, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    mails = {f"/mail/{number}": f"<h1>Mail {number}</h1>" for number in (1, 2, 3, 4)}
    made = Served(tmp_path / "home")
    with App({"/": LIST, "/older": OLDER, **mails}) as app:
        link = {"role": "link", "name": "Seed round"}
        came = {"kind": "url", "path": "/mail/*"}
        aim = {**link, "locators": [{"by": "role", **link}]}
        opening = task("open-mail", {"do": "click"}, "none", target=aim, done_when=[came])
        place = {"start": [{"url": app.url}]}
        (made.home / "sops").mkdir(parents=True)
        file = made.home / "sops" / "read.sop.json"
        save(file, sop([opening], [app.host], environment=place, meta={"id": "read", "title": "Read"}))
        made.start()
        try:
            async with at_console(launched.browser, made, "#/sops/read") as page:
                await page.get_by_role("button", name="Click the link 'Seed round'").last.click()
                await page.get_by_label("Put this step into a container").select_option("A new loop")
                await page.get_by_label("Repeat over").select_option("Elements of the page")
                await page.get_by_role("button", name="Pick an item on the page").click()
                dialog = page.get_by_role("dialog", name="Pick an item of the list")
                surface = dialog.get_by_role("application")
                await surface.click(position=await place_on(dialog, 0.1, 0.19))
                found = dialog.get_by_role("region", name="The list that was found")
                await expect(found.get_by_role("heading", name="3 items")).to_be_visible()
                await expect(found.get_by_role("row").nth(2)).to_have_text(
                    "BenInvoice 7" + f"{app.url}/mail/2"
                )
                await dialog.get_by_role("button", name="Go over these").click()
                rest = page.get_by_role("group", name="The rest of the list")
                await rest.get_by_role("button", name="Pick “Next page”").click()
                dialog = page.get_by_role("dialog", name="Pick the element on its page")
                await dialog.get_by_role("application").click(position=await place_on(dialog, 0.5, 0.64))
                await expect(rest.get_by_text("Then on over")).to_contain_text("Older")
                await page.get_by_label("Scroll to the end of the list").uncheck()
                await page.get_by_label("Told apart by").select_option("link")
                await page.get_by_role("button", name="Save", exact=True).click()
                await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
                with made.client() as ana:
                    session = ana.post("/api/sessions", json={"sop": "read"}).json()["session"]
                await page.evaluate(f"location.hash = '#/sessions/{session}'")
                await stands(page, "Done")
            (loop,) = (node for node in load(file).nodes if isinstance(node, Loop))
            assert [field.name for field in loop.fields] == ["from_value", "subject", "link"]
            assert loop.next is not None and (loop.next.role, loop.next.name) == ("link", "Older")
            assert (loop.scroll, loop.key) == (False, "link")
            (child,) = loop.children
            assert isinstance(child, Task) and child.target is not None
            assert child.target.name == "{{ item.subject }}"
            opened_mails = [each.path for each in app.received if each.path.startswith("/mail")]
            assert opened_mails == ["/mail/1", "/mail/2", "/mail/3", "/mail/4"]
        finally:
            made.kill()


async def test_steps_are_inserted_and_their_elements_picked(
    tmp_path: Path, crm: Crm, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    made = await serve_signed_in(tmp_path / "home", crm, launched, opening=True)
    try:
        async with at_console(launched.browser, made, "#/sops/add") as page:
            await declare(page, "who", default="Nora")
            await page.get_by_role("button", name=re.compile("^1 .*Open")).last.click()
            step = page.get_by_role("complementary", name="The step")
            for kind, place, words in (
                ("A text to type", NAME_AT, "Fill the field 'Name' in 'New contact'"),
                ("Something to read", HEADING_AT, ""),
                ("A click", (0.5, 0.5), "Click the button 'Save contact' in 'New contact'"),
            ):
                await step.get_by_label("Insert a step after this one").select_option(kind)
                dialog = await opened(page)
                await dialog.get_by_role("application").click(position=await place_on(dialog, *place))
                await expect(page.get_by_role("dialog")).to_have_count(0)
                if words:
                    await expect(step.get_by_label("Label", exact=True).first).to_have_value(
                        re.compile(words)
                    )
                if kind == "A text to type":
                    await step.get_by_label("Value", exact=True).fill("{{ who }}")
            await step.get_by_label("Add a criterion").select_option("text")
            await step.get_by_label("Text", exact=True).fill("Saved")
            # Of the heading that was read: it is gone, once the contact is saved.
            await step.get_by_label("Add a criterion").select_option("element")
            shown = step.get_by_role("group", name="An element of the page")
            await shown.get_by_role("button", name="Pick").click()
            dialog = page.get_by_role("dialog", name="Pick the element on its page")
            await dialog.get_by_role("application").click(position=await place_on(dialog, *HEADING_AT))
            await expect(shown.get_by_text("Of 'New contact'")).to_be_visible()
            await shown.get_by_label("It", exact=True).select_option("is not there")
            await page.get_by_role("button", name="Save", exact=True).click()
            await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
        nodes = load(made.home / "sops" / "add.sop.json").nodes
        assert [node.type for node in nodes] == ["task", "task", "extract", "task", "end"]
        with made.client() as ana:
            session = ana.post("/api/sessions", json={"sop": "add"}).json()["session"]
        async with at_console(launched.browser, made, f"#/sessions/{session}") as page:
            await stands(page, "Done")
        assert crm.posts("/save") == [{"name": "Nora"}]
    finally:
        made.kill()


async def declare(page: Page, name: str, *, default: str) -> None:
    """Add a variable, as a person does who writes `{{ name }}` into a step."""
    await page.get_by_role("button", name="Edit variables").click()
    dialog = page.get_by_role("dialog", name="Variables")
    await dialog.get_by_role("button", name="Add a variable").click()
    await dialog.get_by_label("Name", exact=True).fill(name)
    await dialog.get_by_label("Default").fill(default)
    await expect(dialog.get_by_role("group", name=name)).to_be_visible()
    await dialog.get_by_role("button", name="Close").click()
