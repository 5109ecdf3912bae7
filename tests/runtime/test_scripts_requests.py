"""What a page's script asks its server for because of a press is judged before it is sent, as a form is."""

from __future__ import annotations

import pytest

from handrail.journal.events.event import SessionEnded
from tests.app import Answer, App, Received
from tests.builders import by_role, click, open_page, sop, task
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

SAVED = [{"kind": "text", "contains": "Contact saved"}]
PAGE = """<title>Contact</title><button id=save>Save</button><button id=next>Next</button><p role=status></p>
<script>
const say = (text) => document.querySelector('[role=status]').append(text);
const send = (method, path, body = '{{}}') =>
  fetch(path, {{method, body}}).then(() => say('Contact saved'), () => say('Failed'));
document.querySelector('#save').onclick = () => {{ {does} }};
document.querySelector('#next').onclick = () => say('Went on');
</script>"""


def serving(does: str) -> App:
    def taken(_: Received) -> Answer:
        return Answer("{}", headers={"content-type": "application/json"})

    paths = ("/contacts/3", "/contacts/3/delete", "/users/sign_out", "/drafts/3", "/graphql", "/api/trash")
    window = "<script>fetch('/contacts/3', { method: 'DELETE' }).catch(() => 0)</script>"
    return App({"/": PAGE.format(does=does), "/window": window, **dict.fromkeys(paths, taken)})


def sent(app: App) -> list[tuple[str, str]]:
    return [(received.method, received.path) for received in app.received if received.method != "GET"]


BY_XHR = (
    "const x = new XMLHttpRequest(); x.open('DELETE', '/contacts/3'); x.onloadend = () => say('x'); x.send()"
)
INTO_A_FRAME = (
    "document.body.insertAdjacentHTML('beforeend', '<iframe name=aside></iframe><form method=post"
    " action=/contacts/3/delete target=aside></form>'); setTimeout(() => document.forms[0].submit(), 50)"
)


def calling(called: str, padding: int = 0) -> str:
    return f"send('POST', '/graphql', JSON.stringify({{query: '{called}', pad: 'x'.repeat({padding})}}))"


@pytest.mark.parametrize(
    "does",
    some_of(
        [
            "send('DELETE', '/contacts/3')",
            "window.open('/window')",
            BY_XHR,
            "send('POST', '/contacts/3/delete')",
            "setTimeout(() => send('DELETE', '/contacts/3'), 50)",
            "send('PUT', '/contacts/3').then(() => send('DELETE', '/contacts/3'))",
            calling("mutation { deleteContact(id: 3) }"),
            calling("mutation { deleteContact(id: 3) }", 2_000_000),
            "navigator.sendBeacon('/contacts/3/delete')",
            INTO_A_FRAME,
            "fetch('/contacts/3', {method: 'POST', headers: {'X-HTTP-Method-Override': 'DELETE'}})",
        ],
        *(0, 7, 9),
    ),
    ids=[
        "fetch",
        "in a window that it opens",
        "XMLHttpRequest",
        "by its address",
        "a little later",
        "after something harmless",
        "by what it calls",
        "in a long body",
        "a beacon",
        "a form into a frame",
        "a deletion that is sent as a POST",
    ],
)
async def test_a_deed_that_nobody_granted_is_not_sent(run: Runner, does: str) -> None:
    with serving(does) as app:
        done = [{"kind": "text", "contains": "Contact savedContact saved"}]
        summary = await run(sop([open_page(app.url), click("Save", "once", done_when=done)], [app.host]))
        assert [one for one in sent(app) if one != ("PUT", "/contacts/3")] == []
    assert summary.outcome in {"blocked", "needs reconciliation"}
    assert summary.error is not None and "about to send a request that is destructive" in summary.error
    assert not run.asked


@pytest.mark.parametrize(
    ("does", "grants", "came"),
    some_of(
        [
            ("send('PUT', '/contacts/3')", {}, ("PUT", "/contacts/3")),
            ("send('DELETE', '/users/sign_out')", {}, ("DELETE", "/users/sign_out")),
            ("send('DELETE', '/contacts/3')", {"intent": "Deletes the contact"}, ("DELETE", "/contacts/3")),
            (calling("query { deletedContacts }"), {}, ("POST", "/graphql")),
            (
                "fetch('/contacts/3/delete').then(() => send('PUT', '/contacts/3'))",
                {"effect_reason": "PUT /contacts/3 was answered with 200, besides GET /contacts/3/delete"},
                ("PUT", "/contacts/3"),
            ),
            (
                calling("mutation { deleteContact(id: 3) }"),
                {"effect_reason": "the app was told: POST /graphql (deleteContact) was answered with 200"},
                ("POST", "/graphql"),
            ),
            (
                "send('DELETE', '/drafts/3')",
                {"effect_reason": "PUT /contacts/3 was answered with 200; besides DELETE /drafts/3"},
                ("DELETE", "/drafts/3"),
            ),
        ],
        *(1, 2, 5),
    ),
    ids=[
        "harmless",
        "signs out",
        "said by the step",
        "only asks",
        "seen to be asked for",
        "seen to be called",
        "seen when it was shown",
    ],
)
async def test_what_the_step_says_or_was_seen_to_send_is_sent(
    run: Runner, does: str, grants: dict[str, str], came: tuple[str, str]
) -> None:
    with serving(does) as app:
        step = {**click("Save", "once", done_when=SAVED), **grants}
        summary = await run(sop([open_page(app.url), step], [app.host]))
        assert summary.outcome == "done", summary.error
        assert sent(app) == [came]


BY_A_FORM = (
    "document.body.insertAdjacentHTML('beforeend', '<form action=/contacts><input name=delete value=3>"
    "</form>'); document.forms[0].submit()"
)


@pytest.mark.parametrize(
    "does",
    some_of(
        [
            "fetch('/contacts/3/delete')",
            "setTimeout(() => { new Image().src = '/contacts/3/delete?t=1' }, 50)",
            "location = '/contacts?action=delete&id=3'",
            BY_A_FORM,
        ],
        *(1, 2),
    ),
    ids=["fetch", "a picture", "an address", "a form"],
)
async def test_nor_one_that_is_done_by_asking_for_an_address(run: Runner, does: str) -> None:
    with serving(does) as app:
        summary = await run(sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host]))
        assert [one.path for one in app.received if one.path != "/favicon.ico"] == ["/"]
    assert summary.error is not None and "is destructive (it leads to /contacts" in summary.error


async def test_nor_by_a_form_that_has_nothing_but_its_button(run: Runner) -> None:
    with serving("") as app:
        app.pages["/"] = "<form action=/contacts/3/delete><button>Save</button></form>"
        summary = await run(sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host]))
        assert [one.path for one in app.received if one.path != "/favicon.ico"] == ["/"]
    assert summary.error is not None and "is destructive (it leads to /contacts" in summary.error


HANDED_ON = "fetch('/contacts/3', {method: 'DELETE'}).then(() => say('Contact saved'))"
BY_FORM = "document.forms[0].action = '/contacts/3/delete'; document.forms[0].submit()"


@pytest.mark.parametrize("does", [HANDED_ON, BY_FORM], ids=["fetch", "form"])
async def test_nor_by_a_service_worker_that_sends_for_its_pages(run: Runner, does: str) -> None:
    page = PAGE.replace("<p ", "<form method=post action=/save></form><p ", 1).format(does=does)
    page += """<script>navigator.serviceWorker.addEventListener('controllerchange', () => say('Ready'));
      navigator.serviceWorker.register('/worker.js')</script>"""
    worker = """addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => event.respondWith(fetch(event.request)))"""
    with serving("") as app:
        app.pages |= {"/": page, "/worker.js": Answer(worker, headers={"content-type": "text/javascript"})}
        first = {**open_page(app.url), "done_when": [{"kind": "text", "contains": "Ready"}]}
        summary = await run(sop([first, click("Save", "once", done_when=SAVED)], [app.host]))
        assert sent(app) == []
    assert summary.error is not None and "about to send a request that is destructive" in summary.error


async def test_nor_by_an_enter_that_is_typed(run: Runner) -> None:
    page = PAGE.format(does="").replace("<p ", "<label>Note <input></label><p ")
    page += """<script>document.querySelector('input').onkeydown = (event) => {
      if (event.key === 'Enter') send('DELETE', '/contacts/3') }</script>"""
    with serving("") as app:
        app.pages["/"] = page
        step = task(
            "note",
            {"do": "type", "text": "Seen\n"},
            "once",
            target=by_role("textbox", "Note"),
            done_when=SAVED,
        )
        summary = await run(sop([open_page(app.url), step], [app.host]))
        assert sent(app) == []
    assert summary.error is not None and "about to send a request that is destructive" in summary.error


async def test_what_only_looks_like_one_is_asked_for(run: Runner) -> None:
    does = """new Image().src = '/icons/delete'; fetch('/delete-dialog.html'); fetch('/api/trash');
      fetch('/articles/delete-your-account?remove=');
      fetch('/contacts/3/delete', {headers: {'X-Sec-Purpose': 'prefetch'}}); send('PUT', '/contacts/3')"""
    with serving(does) as app:
        summary = await run(sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host]))
        assert summary.outcome == "done", summary.error
        asked = {one.path for one in app.received}
    assert any(path.startswith("/articles/") for path in asked)
    assert {"/icons/delete", "/delete-dialog.html", "/api/trash", "/contacts/3/delete"} <= asked


async def test_what_comes_late_of_a_press_is_not_held_against_the_next_one(run: Runner) -> None:
    with serving("setTimeout(() => send('DELETE', '/contacts/3'), 400)") as app:
        first = {**click("Save", "once"), "intent": "Deletes the contact"}
        last = click("Next", done_when=[{"kind": "text", "contains": "Went on"}, *SAVED])
        summary = await run(sop([open_page(app.url), first, last], [app.host]))
        assert sent(app) == [("DELETE", "/contacts/3")]
    ending = next(event for event in run.events if isinstance(event, SessionEnded))
    assert summary.outcome in {"done", "done, unverified"}, ending
