"""The console in a real browser, before a real server that works on a small form."""

from __future__ import annotations

import re
import shutil

import httpx
from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.console.passes import pass_for
from handrail.console.tokens import Tokens
from handrail.sop.document import Meta
from handrail.sop.format import save
from tests.builders import fill, open_page, sop

from .conftest import Served
from .web import at_console, signed_in, stands

HOSTILE = "<img src=x onerror=\"document.title='taken over'\">"


def begin(served: Served, sop_name: str, /, **inputs: str) -> str:
    with served.client() as client:
        answer = client.post(f"/api/console/sops/{sop_name}/run", json={"inputs": inputs})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["session"])


async def test_signing_in_takes_a_token_that_is_known(served: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    page = await launched.browser.new_page()
    await page.goto(served.url)
    await page.get_by_label("Token").fill("wrong")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("This token is not known here.")).to_be_visible()
    await page.get_by_label("Token").fill((served.home / "token").read_text().strip())
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="Library")).to_be_visible()
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_label("Token")).to_be_visible()


async def test_a_link_signs_in_once(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    given = pass_for(idle.home, "olga", ["operator"], seconds=600)
    first, second = await launched.browser.new_context(), await launched.browser.new_context()
    page, other = await first.new_page(), await second.new_page()
    await page.goto(f"{idle.url}/#enter={given}")
    await expect(page.get_by_role("heading", name="Library")).to_be_visible()
    assert given not in page.url
    kept = await page.evaluate("localStorage.getItem('handrail.token')")
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {kept}"}) as asking:
        me = (await asking.get(f"{idle.url}/api/me")).json()
    assert me == {"user": "olga", "roles": ["operator"]}
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_label("Token")).to_be_visible()
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {kept}"}) as asking:
        assert (await asking.get(f"{idle.url}/api/me")).status_code == 401
    for link in (given, "forged.link"):
        await other.goto(f"{idle.url}/#enter={link}")
        await expect(other.get_by_text("This link was used already, or is too old.")).to_be_visible()
        await other.goto("about:blank")
    await first.close()
    await second.close()


async def test_the_token_is_in_no_address(served: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    token = (served.home / "token").read_text().strip()
    async with at_console(launched.browser, served, "#/sessions") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url))
        session = begin(served, "plain", name="Ann")
        await page.evaluate("route => { location.hash = route }", f"#/sessions/{session}/live")
        await stands(page, "Done")
        assert token not in page.url
        assert asked and not [url for url in asked if token in url]


async def test_a_question_is_over_the_picture_of_every_tab_and_goes_from_all_of_them(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    session = begin(served, "asking", name="Ann")
    route = f"#/sessions/{session}/live"
    async with (
        at_console(launched.browser, served, route) as first,
        at_console(launched.browser, served, route) as second,
    ):
        for page in (first, second):
            await expect(page.get_by_role("dialog", name="Is it right?")).to_be_visible()
            await expect(page.get_by_role("link", name="Approvals")).to_contain_text("1")
        await first.get_by_label("Your answer").fill("It is")
        await first.get_by_role("button", name="Answer", exact=True).click()
        for page in (first, second):
            await expect(page.get_by_role("dialog")).to_have_count(0)
            await stands(page, "Done")
            await expect(page.get_by_role("log").get_by_text("answered “It is”")).to_be_visible()


async def test_approvals_are_answered_on_a_phone(served: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    session = begin(served, "asking", name="Ann")
    small = {"viewport": {"width": 390, "height": 844}}
    context = await launched.browser.new_context(viewport=small["viewport"], has_touch=True)  # type: ignore[arg-type]
    page = await context.new_page()
    await signed_in(context, (served.home / "token").read_text().strip())
    await page.goto(served.url)
    await page.get_by_role("link", name="Approvals").tap()
    await expect(page.get_by_role("heading", name="Is it right?")).to_be_visible()
    wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, "the page scrolls sideways"
    await page.get_by_role("button", name="It is done").tap()
    await expect(page.get_by_role("heading", name="Nothing is waiting")).to_be_visible()
    with served.client() as client:
        answered = client.get(f"/api/console/sessions/{session}").json()["line"]["standing"]
        assert answered in ("queued", "running", "ended")
    await context.close()


async def test_no_page_is_wider_than_a_phone(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    session = begin(idle, "asking", name="Ann")
    signing = [open_page(idle.crm.url), fill("Password", "{{ secret:a_password_of_the_back_office }}")]
    document = sop(signing, [idle.crm.host], meta={"id": "signing", "title": "In"})
    save(idle.home / "sops" / "signing.sop.json", document)
    long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabgabe"
    meta = Meta(id="long", title=long, goal=long, owner=f"{long}@example.com")
    save(idle.home / "sops" / "long.sop.json", document.model_copy(update={"meta": meta}))
    context = await launched.browser.new_context(viewport={"width": 360, "height": 740})
    page = await context.new_page()
    await signed_in(context, (idle.home / "token").read_text().strip())
    await page.goto(idle.url)
    routes = [
        *("library", "sessions", "approvals", "schedules", "schedules/templates", "schedules/past"),
        *("policies", "policies/rules", "settings/secrets", "settings/users", "settings/health"),
        *(f"sops/asking/{tab}" for tab in ("procedure", "questions", "changes", "versions", "runs")),
        "sops/long",
        *(f"sessions/{session}/{tab}" for tab in ("live", "summary", "timeline", "journal")),
        f"compare/{session}/{session}",
    ]
    for route in routes:
        await page.evaluate("route => { location.hash = route }", f"#/{route}")
        await expect(page.locator("main h1")).to_be_visible()
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        over = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{route} is {over} px too wide"
    await context.close()


async def test_a_session_that_is_not_there_leads_back_to_the_others(
    idle: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, idle, "#/sessions/nothing") as page:
        await expect(page.get_by_text("There is no session 'nothing'")).to_be_visible()
        await page.get_by_role("link", name="All sessions").click()
        await expect(page.get_by_role("heading", name="Sessions", level=1)).to_be_visible()


async def test_a_line_of_the_list_leads_to_its_session_wherever_it_is_pressed(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    session = begin(served, "plain", name="Ann")
    async with at_console(launched.browser, served, "#/sessions") as page:
        row = page.get_by_role("row").filter(has_text=session)
        await row.get_by_role("cell").last.click()
        await expect(page).to_have_url(re.compile(f"#/sessions/{session}$"))


async def test_a_viewer_looks_on_and_is_offered_nothing_else(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    with served.client("operator", user="vera") as client:
        session = client.post("/api/console/sops/asking/run", json={"inputs": {"name": "Vera"}}).json()
    route = f"#/sessions/{session['session']}/live"
    # One name, another role: the session is hers, and all that she may is to look on.
    tokens = served.home / "tokens.json"
    tokens.write_text(tokens.read_text().replace('"operator"', '"viewer"'))
    token = next(iter(client.headers.get_list("authorization"))).removeprefix("Bearer ")
    context = await launched.browser.new_context()
    page = await context.new_page()
    await signed_in(context, token)
    await page.goto(served.url)
    await page.evaluate("route => { location.hash = route }", route)
    await expect(page.get_by_text("You may look on; an approver answers.")).to_be_visible()
    for name in ("Stop", "Pause", "It is done", "Give up"):
        await expect(page.get_by_role("button", name=name)).to_have_count(0)
    async with httpx.AsyncClient(base_url=served.url, headers={"Authorization": f"Bearer {token}"}) as asking:
        ran = await asking.post("/api/console/sops/plain/run", json={})
        saved = await asking.put("/api/console/sops/plain", json={"document": {}, "base": ""})
        assert (ran.status_code, saved.status_code) == (403, 403)
    await context.close()


async def test_texts_of_others_are_shown_and_never_run(served: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    document = sop(
        [{**open_page(served.crm.url), "label": HOSTILE}],
        [served.crm.host],
        {"name": {"default": HOSTILE}},
        meta={"id": "hostile", "title": HOSTILE, "goal": HOSTILE},
    )
    save(served.home / "sops" / "hostile.sop.json", document)
    session = begin(served, "hostile")
    async with at_console(launched.browser, served) as page:
        await expect(page.get_by_role("link", name=HOSTILE)).to_be_visible()
        for route in ("#/sops/hostile", f"#/sessions/{session}/live", f"#/sessions/{session}/timeline"):
            await page.evaluate("route => { location.hash = route }", route)
            await expect(page.get_by_role("heading", level=1, name=HOSTILE)).to_be_visible()
            await expect(page.get_by_text(HOSTILE).nth(1)).to_be_attached()
        assert await page.title() != "taken over"


async def test_what_is_wrong_is_said_as_one_types_and_undone(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, served, "#/sops/plain") as page:
        await expect(page.get_by_text("Valid, and ready to run.")).to_be_visible()
        await page.get_by_role("button", name=re.compile("Fill 'Name' with")).click()
        step = page.get_by_role("complementary", name="The step")
        await step.get_by_label("Value", exact=True).fill("{{ nmae }}")
        with served.client() as client:
            now = client.get("/api/console/sops/plain").json()["document"]
            now["nodes"][1]["action"]["value"] = "{{ nmae }}"
            told = client.post("/api/console/check", json={"document": now}).json()["problems"]
        assert "nmae" in told[0]["message"]
        # It stands in the value and in what shows that it is done; it is said once.
        await expect(step.get_by_text(told[0]["message"])).to_have_count(1)
        await page.get_by_role("button", name="Undo").click()
        await expect(page.get_by_text("Valid, and ready to run.")).to_be_visible()
        await expect(step.get_by_label("Value", exact=True)).to_have_value("{{ name }}")


async def test_what_an_exploration_looks_for_is_corrected(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    success = {"kind": "text", "contains": "Phone"}
    node = {"type": "explore", "id": "find", "label": "Find Ada", "goal": "her page", "success": success}
    document = sop([node], [idle.crm.host], meta={"id": "finding", "title": "Finding"})
    save(idle.home / "sops" / "finding.sop.json", document)
    async with at_console(launched.browser, idle, "#/sops/finding") as page:
        await page.locator(".sentence").first.click()
        step = page.get_by_role("complementary", name="The step")
        await expect(step.get_by_text("Found when")).to_be_visible()
        await step.get_by_label("Text", exact=True).fill("Phone 555")
        await page.get_by_role("button", name="Save", exact=True).click()
        await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    assert '"contains": "Phone 555"' in (idle.home / "sops" / "finding.sop.json").read_text()


async def test_who_opens_a_step_by_keys_goes_on_in_it_and_comes_back(
    idle: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, idle, "#/sops/plain") as page:
        sentence = page.get_by_role("button", name="2 Fill")
        await sentence.press("Enter")
        step = page.get_by_role("complementary", name="The step")
        await expect(step).to_be_focused()
        await step.get_by_role("button", name="Close").press("Enter")
        await expect(sentence).to_be_focused()


async def test_what_was_not_saved_is_there_when_a_token_ends_and_its_user_signs_in_again(
    idle: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    shutil.copy(idle.home / "sops" / "plain.sop.json", idle.home / "sops" / "kept.sop.json")
    tokens = Tokens(idle.home)
    async with at_console(launched.browser, idle, "#/sops/kept", "operator", user="kim") as page:
        await page.get_by_role("button", name=re.compile("Fill 'Name' with")).click()
        await page.get_by_label("Label", exact=True).fill("Mine")
        tokens.remove("kim")
        again = page.get_by_role("dialog", name="Sign in again")
        await expect(again.get_by_text("your token has expired, or was removed")).to_be_visible()
        await expect(page.get_by_label("Label", exact=True)).not_to_be_visible()
        await expect(page.locator(".react-flow__node").first).not_to_be_visible()
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await again.get_by_label("Token").fill(tokens.add("kim", ["operator"]))
        await again.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_label("Label", exact=True)).to_have_value("Mine")
        await page.get_by_role("button", name="Save", exact=True).click()
        await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
        await page.get_by_label("Label", exact=True).fill("Left behind")
        tokens.remove("kim")
        await expect(again).to_be_visible()
        # Somebody else gets a page of their own.
        await again.get_by_label("Token").fill(tokens.add("lea", ["operator"]))
        await again.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_text("lea", exact=True)).to_be_visible()
        await expect(page.get_by_text("Left behind")).to_have_count(0)
    assert '"label": "Mine"' in (idle.home / "sops" / "kept.sop.json").read_text()


async def test_a_saved_change_is_a_version_and_another_ones_is_not_overwritten(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    async with (
        at_console(launched.browser, served, "#/sops/plain") as mine,
        at_console(launched.browser, served, "#/sops/plain") as yours,
    ):
        for page, label in ((mine, "Mine"), (yours, "Yours")):
            await page.get_by_role("button", name=re.compile("Fill 'Name' with")).click()
            await page.get_by_label("Label", exact=True).fill(label)
        await mine.get_by_role("button", name="Save", exact=True).click()
        await expect(mine.get_by_role("button", name="Save", exact=True)).to_have_count(0)
        await yours.get_by_role("button", name="Save", exact=True).click()
        await expect(yours.get_by_text("was changed by somebody else")).to_be_visible()
        await mine.get_by_role("tab", name="Versions").click()
        await mine.get_by_role("button", name=re.compile("As it was found")).click()
        await expect(mine.get_by_label("What is different now").get_by_text("Mine")).to_be_visible()
    assert '"label": "Mine"' in (served.home / "sops" / "plain.sop.json").read_text()


async def test_a_broken_line_loses_and_doubles_nothing(served: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    session = begin(served, "asking", name="Ann")
    async with at_console(launched.browser, served, f"#/sessions/{session}/journal") as page:
        await expect(page.get_by_role("log").get_by_text("Is it right?").first).to_be_visible()
        port = served.url.rsplit(":", 1)[1]
        served.end()
        with_answer = f"#/sessions/{session}/live"
        await page.evaluate("route => { location.hash = route }", with_answer)
        await expect(page.get_by_text("Connection lost; trying again")).to_be_visible()
        served.start("--port", port)
        await page.get_by_role("button", name="It is done").click()
        await stands(page, "Done")
        await page.get_by_role("tab", name="Journal").click()
        with served.client() as client:
            text = client.get(f"/api/sessions/{session}/events").text
        count = text.count("event: entry")
        await expect(page.get_by_text(f"{count} entries")).to_be_visible()


async def test_the_page_works_without_a_mouse(served: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, served, "#/sops/plain") as page:
        await expect(page.get_by_role("tab", name="Procedure", exact=True)).to_be_visible()
        await page.get_by_role("tab", name="Procedure", exact=True).focus()
        await page.keyboard.press("ArrowRight")
        await expect(page.get_by_role("tab", name="Questions")).to_be_focused()
        await expect(page.get_by_role("heading", name="Nothing is open")).to_be_visible()
        await page.get_by_role("button", name="Run", exact=True).focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
