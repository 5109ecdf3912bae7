"""A page that is lost in the middle of a run, to an expired sign-in or a crash, is walked to once more."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from handrail.actuators import Act, Performed
from handrail.actuators.browser import BrowserSession
from handrail.approvals import Approval, CallbackApprover
from handrail.journal.chain.verification import verify
from handrail.journal.events.event import Event, Handled, Taken
from handrail.policy import Ticket
from handrail.runtime.recovery.signing_in import Door
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.conducting.conductor import conduct
from handrail.sop.document import Sop, Variable
from handrail.sop.node import Edge, Task
from tests.app import Answer, App, Received, redirect
from tests.builders import Json, by_role, click, fill, sop, task
from tests.conftest import Browsers
from tests.runtime.conftest import QUICK, Runner

SOON = QUICK.model_copy(update={"retry_seconds": 0.01})
PASSWORD = "correct horse"


class Office(App):
    """Orders behind a sign-in that can be made to expire."""

    def __init__(self) -> None:
        self.signed_in = 0
        self.expired = True
        self.locked = False
        form = (
            "<title>New order</title><h1>New order</h1><form method=post action=/orders>"
            "<label>Reference <input name=reference></label><label>Note <input name=note></label>"
            "<button>Submit</button></form><a href=/new>New</a>"
        )
        orders = "<title>Orders</title><h1>Orders</h1><p>Order submitted</p><a href=/new>New</a>"
        super().__init__(
            {
                "/sign-in": self._door,
                "/": self._inside("<title>Home</title><h1>Home</h1><a href=/new>New</a>"),
                "/new": self._inside(form),
                "/orders": self._inside(orders),
            }
        )

    def _inside(self, page: str) -> Callable[[Received], str | Answer]:
        def answer(request: Received) -> str | Answer:
            if self.expired:
                return redirect(f"/sign-in?next={request.path}")
            return redirect("/orders") if request.method == "POST" else page

        return answer

    def _door(self, request: Received) -> str | Answer:
        if request.method == "POST" and request.form["password"] == PASSWORD and not self.locked:
            self.signed_in += 1
            self.expired = False
            return redirect("/")
        return (
            "<title>Sign in</title><h1>Sign in</h1><form method=post action=/sign-in>"
            "<label>User <input name=user></label>"
            "<label>Password <input type=password name=password></label><button>Sign in</button></form>"
        )

    def references(self) -> list[str]:
        return [form["reference"] for form in self.posts("/orders")]


def signing_in(app: App) -> Json:
    return {
        "id": "sign-in",
        "type": "group",
        "label": "Sign in",
        "children": [
            fill("User", "ana"),
            fill(
                "Password",
                "{{ crm_password }}",
                target=by_role("textbox", "Password", input_type="password"),
                done_when=[],
            ),
            click("Sign in", "repeatable", done_when=[{"kind": "url", "path": "/"}]),
        ],
    }


def an_order(*more: Json, first: tuple[Json, ...] = ()) -> list[Json]:
    return [
        *first,
        click("New", role="link", done_when=[{"kind": "url", "path": "/new"}]),
        fill("Reference", "A-1"),
        fill("Note", "urgent"),
        *more,
        click("Submit", "once", done_when=[{"kind": "text", "contains": "Order submitted"}]),
    ]


def procedure(app: App, steps: list[Json], **more: Any) -> Sop:
    group = signing_in(app)
    children = group["children"]
    edges = [{"from": a["id"], "to": b["id"]} for a, b in itertools.pairwise(children)]
    built = sop(
        [group, *steps],
        [app.host],
        {"crm_password": {"secret": True}},
        environment={"start": [{"url": app.url + "/sign-in"}], "sign_in_group": "sign-in", **more},
    )
    inner = tuple(Edge.model_validate(edge) for edge in edges)
    return built.model_copy(update={"edges": (*built.edges, *inner)})


def plain(app: App, steps: list[Json]) -> Sop:
    """As recorded: the steps that sign in stand first, and nothing says what they are for."""
    return sop(
        [*signing_in(app)["children"], *steps],
        [app.host],
        {"crm_password": {"secret": True}},
        environment={"start": [{"url": app.url + "/sign-in"}]},
    )


SECRETS = {"crm_password": PASSWORD}


def when(kind: str, node: str, deed: Callable[[], object]) -> Callable[[Event], None]:
    """Do something once, at the first event of this kind in this node."""
    done: list[bool] = []

    def watch(event: Event) -> None:
        if not done and event.kind == kind and getattr(event, "node", None) == node:
            done.append(True)
            deed()

    return watch


def expire(app: Office) -> Callable[[], None]:
    def deed() -> None:
        app.expired = True

    return deed


@pytest.mark.parametrize("made", [procedure, plain])
async def test_an_expired_sign_in_is_renewed_by_the_sops_own_steps(
    run: Runner, made: Callable[[App, list[Json]], Sop]
) -> None:
    with Office() as app:
        run.on_event = when("node_entered", "click-new", expire(app))
        summary = await run(made(app, an_order()), secrets=SECRETS, settings=SOON)
        assert summary.outcome == "done, unverified", summary.error
        assert app.references() == ["A-1"]
        assert app.signed_in == 2
    assert [e.handler for e in run.events if isinstance(e, Handled)] == ["sign-in"]
    assert PASSWORD not in "".join(e.model_dump_json() for e in run.events)


ACCOUNT = """<title>New account</title><h1>New account</h1><form action=/accounts method=post>
<label>User <input name=user></label><label>Password <input type=password name=password></label>
<button>Create</button></form>"""


async def test_another_form_with_a_user_and_a_password_asks_nobody_to_sign_in(run: Runner) -> None:
    with Office() as app:
        app.pages["/new"] = ACCOUNT
        summary = await run(plain(app, an_order()), secrets=SECRETS, settings=SOON)
        assert app.signed_in == 1
    assert "asks to sign in" not in (summary.error or "")
    assert "Reference" in (summary.error or "")


def test_the_first_steps_sign_in_where_no_other_step_types_a_secret_and_nothing_is_done_for_good() -> None:
    with Office() as app:
        code = fill("Code", "{{ secret:code }}", done_when=[])
        verify = click("Verify", "repeatable", id="verify")
        door = Door.of(plain(app, an_order()))
        assert door is not None and sorted(door.inside) == ["click-sign-in", "fill-password", "fill-user"]
        door = Door.of(plain(app, [code, verify, *an_order()]))
        assert door is not None and "verify" in door.inside
        assert Door.of(plain(app, [*an_order(), code, verify])) is None
        sent_for_good = click("Sign in", "once", id="click-sign-in")
        document = plain(app, an_order())
        nodes = [Task.model_validate(sent_for_good) if n.id == "click-sign-in" else n for n in document.nodes]
        assert Door.of(document.model_copy(update={"nodes": tuple(nodes)})) is None


@pytest.mark.sweep
async def test_what_was_typed_before_the_sign_in_expired_is_typed_again(run: Runner) -> None:
    with Office() as app:
        look = task("look", {"do": "reload"}, done_when=[{"kind": "url", "path": "/new"}])
        run.on_event = when("node_entered", "look", expire(app))
        steps = an_order()
        steps.insert(1, look)
        steps.insert(1, fill("Reference", "lost", id="before"))
        summary = await run(procedure(app, steps), secrets=SECRETS, settings=SOON)
        assert summary.outcome == "done, unverified", summary.error
        (posted,) = app.posts("/orders")
    assert (posted["reference"], posted["note"]) == ("A-1", "urgent")


async def test_a_submission_that_met_the_door_is_not_repeated(run: Runner) -> None:
    with Office() as app:
        run.on_event = when("intended", "click-submit", expire(app))
        summary = await run(procedure(app, an_order()), secrets=SECRETS, settings=SOON)
        assert len(app.posts("/orders")) == 1
        assert app.signed_in == 1
    assert summary.outcome == "needs reconciliation"
    assert not [e for e in run.events if isinstance(e, Handled)]


async def test_effects_before_the_door_are_not_done_again(run: Runner) -> None:
    with Office() as app:
        new, _, note, submit = ({**step, "id": f"second-{step['id']}"} for step in an_order())
        look = task("look", {"do": "reload"}, done_when=[{"kind": "url", "path": "/new"}])
        second = [new, look, fill("Reference", "A-2", id="second"), note, submit]
        run.on_event = when("node_entered", "look", expire(app))
        summary = await run(procedure(app, [*an_order(), *second]), secrets=SECRETS, settings=SOON)
        assert summary.outcome == "done, unverified", summary.error
        assert app.references() == ["A-1", "A-2"]
    session = summary.session
    assert session is not None
    store = run.place.store
    assert verify(store.read(session), run.place.artefacts, store.head(session)).holds


async def test_where_signing_in_again_fails_it_says_so(run: Runner) -> None:
    with Office() as app:

        def lock() -> None:
            app.expired = app.locked = True

        run.on_event = when("node_entered", "click-new", lock)
        summary = await run(procedure(app, an_order()), secrets=SECRETS, settings=SOON)
    assert summary.outcome == "failed" or summary.outcome == "stopped before effect"
    assert summary.error is not None and "Signing in again did not work" in summary.error
    assert summary.suggestion


async def test_reading_does_not_take_the_door_for_an_empty_list(run: Runner) -> None:
    with Office() as app:
        read = {
            "id": "read",
            "type": "extract",
            "label": "Read",
            "into": "links",
            "shape": "records",
            "each": {"locators": [{"by": "css", "css": "a"}]},
            "fields": [{"name": "text"}],
        }
        reload = task("look", {"do": "reload"})
        run.on_event = when("node_entered", "look", expire(app))
        steps = [reload, read]
        built = procedure(app, steps)
        links = Variable(type="list", output=True)
        built = built.model_copy(update={"variables": {**built.variables, "links": links}})
        summary = await run(built, secrets=SECRETS, settings=SOON)
    assert summary.outputs == {"links": [{"text": "New"}]}, summary.error


async def crash(run: Runner, url: str) -> None:
    """Crash the tab that the run is in, which shows a page of this address."""
    browser = run.launched.browser
    assert browser is not None
    page = next(page for one in browser.contexts for page in one.pages if page.url.startswith(url))
    told = asyncio.Event()
    page.on("crash", lambda _: told.set())
    crashed = asyncio.ensure_future(told.wait())
    session = await page.context.new_cdp_session(page)
    # What is asked of a tab that crashes is never answered, unless the browser dies with it; and at times
    # nothing is heard of either.
    asked = asyncio.ensure_future(session.send("Page.crash"))
    await asyncio.wait({crashed, asked}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
    if browser.is_connected():
        await asyncio.wait({crashed}, timeout=5)
    crashed.cancel()
    asked.cancel()
    await asyncio.gather(crashed, asked, return_exceptions=True)
    if not told.is_set():
        await browser.close()


async def test_after_a_crash_the_tab_is_opened_again_and_walked_from_its_anchor(
    run: Runner, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    due: list[str] = []
    do = BrowserSession.dispatch

    async def dispatch(browser: BrowserSession, ticket: Ticket, act: Act) -> Performed:
        # Nothing else is asked of the tab at this moment: Chromium 156 may die with a tab that is asked.
        if due:
            await crash(run, due.pop())
        return await do(browser, ticket, act)

    monkeypatch.setattr(BrowserSession, "dispatch", dispatch)
    for _ in range(4):
        with Office() as app:
            run.on_event = when("verified", "fill-reference", partial(due.append, app.url))
            summary = await run(procedure(app, an_order()), secrets=SECRETS, settings=SOON)
        if run.launched.browser is not None and run.launched.browser.is_connected():
            break
        # It died all the same, on a busy machine, and what becomes of a run then is no matter of this test.
        run.launched = await browsers.ready()
    assert summary.outcome == "done, unverified", summary.error
    (posted,) = app.posts("/orders")
    assert (posted["reference"], posted["note"]) == ("A-1", "urgent")
    handled = [e.handler for e in run.events if isinstance(e, Handled)]
    assert handled == ["crashed tab"], [e.kind for e in run.events]
    assert [e for e in run.events if isinstance(e, Taken)]


@pytest.mark.sweep
async def test_a_sign_in_that_expired_while_the_session_waited_is_renewed(run: Runner) -> None:
    def park(event: Event) -> None:
        if event.kind == "asked":
            run.stop.stop("Put aside.", park=True)

    with Office() as app:
        run.on_event = park
        look = {"id": "look", "type": "human", "label": "Look", "request": "Is it right?"}
        first = await run(procedure(app, an_order(look)), secrets=SECRETS, settings=SOON)
        assert first.outcome == "waiting" and first.session is not None, first.error
        app.expired = True
        behind: list[Event] = []
        summary = await conduct(
            first.session,
            run.place,
            run.launched,
            secrets=SECRETS,
            approver=CallbackApprover(lambda request: Approval(answer="answer", text="", by="ben")),
            stop=StopSignal(),
            watcher=behind.append,
        )
        assert summary.outcome == "done, unverified", summary.error
        (posted,) = app.posts("/orders")
        assert (posted["reference"], posted["note"]) == ("A-1", "urgent")
        assert app.signed_in == 2
    assert [e.handler for e in behind if isinstance(e, Handled)] == ["sign-in"]
