"""A session whose process ended in the middle is taken up again: nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import itertools
import json
import resource
import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from handrail.approvals import Approval, ApprovalRequest, CallbackApprover
from handrail.browser import LaunchedBrowser, launch_browser
from handrail.errors import StoreError, UsageError, Waiting
from handrail.journal.chain.verification import verify
from handrail.journal.events.event import Event, SessionId, Settled, Taken
from handrail.journal.views.summary import Summary
from handrail.policy import PolicyDocument
from handrail.policy.rules.layers import Layer, layered
from handrail.runtime.walk.circuits import FAILURES, OF_THIS_PROCESS
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.beginning.first_entry import begin
from handrail.sessions.conducting.conductor import conduct
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from tests.app import Answer, App, Received, redirect
from tests.builders import Json, by_role, click, each, fill, open_page, sop, task
from tests.pace import quick
from tests.sweeping import some_of

QUICK = quick(find_seconds=1, verify_seconds=1, navigation_seconds=5, grace_seconds=0)

FORM = """<title>New order</title><h1>New order</h1><form method=post action=/orders>
<label>Reference <input name=reference></label><button>Submit</button></form>"""


class Crash(BaseException):
    """What a kill is to the walk: nothing after it runs, but for what closes the browser."""


class Shop(App):
    """Orders, and an interface that counts those of a reference."""

    def __init__(self) -> None:
        super().__init__(
            {
                "/new": FORM,
                "/orders": self._orders,
                "/api/orders": lambda r: Answer(
                    json.dumps({"count": self.count(r.query["reference"])}),
                    headers={"content-type": "application/json"},
                ),
            }
        )

    def _orders(self, request: Received) -> str | Answer:
        if request.method == "POST":
            return redirect("/orders?said=submitted")
        said = "<p role=status>Order submitted</p>" if "said" in request.query else ""
        return f"<title>Orders</title><h1>Orders</h1>{said}"

    def count(self, reference: str) -> int:
        return sum(form["reference"] == reference for form in self.posts("/orders"))


DOOR = "<title>Sign in</title><form method=post action=/door><button>Sign in</button></form>"


class Session:
    """One session that several processes conduct, one after the other."""

    def __init__(self, launched: LaunchedBrowser, place: Place) -> None:
        self.launched = launched
        self.place = place
        self.id = SessionId("")
        self.asked: list[ApprovalRequest] = []
        self.events: list[Event] = []
        self.secrets: dict[str, str] = {}

    def begin(
        self, procedure: Sop, inputs: Mapping[str, Any] | None = None, settings: Settings = QUICK
    ) -> None:
        self.id = begin(Order(procedure, inputs or {}, {}, settings), self.place)

    async def go_on(
        self,
        crash: Callable[[Event], bool] = lambda event: False,
        answer: Callable[[ApprovalRequest], Approval] | None = None,
    ) -> Summary:
        def watch(event: Event) -> None:
            self.events.append(event)
            if crash(event):
                raise Crash

        def ask(request: ApprovalRequest) -> Approval:
            self.asked.append(request)
            if answer is None:
                raise Waiting("Nobody is there.")
            return answer(request)

        return await conduct(
            self.id,
            self.place,
            self.launched,
            secrets=self.secrets,
            approver=CallbackApprover(ask),
            stop=StopSignal(),
            watcher=watch,
        )

    async def crash_at(self, kind: str, node: str, **facts: Any) -> None:
        """Conduct until this event is about to be written, which never happens."""
        with pytest.raises(Crash):
            await self.go_on(lambda event: _is(event, kind, node, facts))

    def holds(self) -> bool:
        store = self.place.store
        return verify(store.read(self.id), self.place.artefacts, store.head(self.id)).holds


def _is(event: Event, kind: str, node: str, facts: Mapping[str, Any]) -> bool:
    if event.kind != kind or getattr(event, "node", None) != node:
        return False
    return all(getattr(event, name) == value for name, value in facts.items())


@pytest.fixture
def session(launched: LaunchedBrowser, place: Place) -> Session:
    return Session(launched, place)


def order_steps(app: App, *criteria: Json) -> list[Json]:
    return [
        open_page(app.url, "/new"),
        fill("Reference", "{{ reference }}"),
        click("Submit", "once", done_when=[{"kind": "text", "contains": "Order submitted"}, *criteria]),
    ]


def read_back(app: App, reference: str = "{{ reference }}") -> Json:
    return {
        "kind": "http",
        "url": f"{app.url}/api/orders?reference={reference}",
        "fields": {"count": "1"},
    }


def one_order(app: App, *criteria: Json) -> Sop:
    return sop(order_steps(app, *criteria), [app.host], {"reference": {}})


BOUNDARIES = [
    ("node_entered", "open"),
    ("acted", "open"),
    ("intended", "fill-reference"),
    ("node_left", "fill-reference"),
    ("proposed", "click-submit"),
    ("intended", "click-submit"),
    ("acted", "click-submit"),
    ("verified", "click-submit"),
    ("node_left", "click-submit"),
    ("node_entered", "end"),
]


@pytest.mark.parametrize(("kind", "node"), some_of(BOUNDARIES[:-1], 3, 5, 7))
async def test_a_crash_at_any_boundary_leaves_one_order(session: Session, kind: str, node: str) -> None:
    with Shop() as app:
        session.begin(one_order(app, read_back(app)), {"reference": "A-1"})
        await session.crash_at(kind, node)
        summary = await session.go_on()
        assert app.count("A-1") == 1
    assert summary.outcome == "done"
    assert [effect.node for effect in summary.once_done] == ["click-submit"]
    assert session.asked == []
    assert session.holds()


async def test_without_a_second_channel_a_person_is_asked_and_may_say_that_it_was_done(
    session: Session,
) -> None:
    with Shop() as app:
        session.begin(one_order(app), {"reference": "A-1"})
        await session.crash_at("acted", "click-submit")
        waiting = await session.go_on()
        assert waiting.outcome == "waiting"
        assert "it is not known whether it was done" in session.asked[0].action
        summary = await session.go_on(
            answer=lambda request: Approval(answer="choose", choice="done", by="ana")
        )
        assert app.count("A-1") == 1
    assert summary.outcome == "done"
    settled = [event for event in session.events if isinstance(event, Settled)]
    assert [(event.verdict, event.by) for event in settled] == [("done", "ana")]


async def test_behind_what_a_person_calls_done_it_goes_on_where_that_leads_of_the_same_record(
    session: Session,
) -> None:
    listed = '<title>Orders</title><p role=status>Order submitted</p><a href="/fair/done">Next</a>'
    with Shop() as app:
        app.pages |= {
            "/fair/orders/new": FORM.replace("action=/orders", "action=/fair/orders"),
            "/fair/orders": lambda r: redirect("/fair/orders") if r.method == "POST" else listed,
            "/fair/done": "<h1>Done</h1>",
        }
        submit = click(
            "Submit",
            "once",
            done_when=[
                {"kind": "text", "contains": "Order submitted"},
                {"kind": "url", "path": "/*/orders"},
            ],
        )
        goes_on = task(
            "next",
            {"do": "click"},
            target=by_role("link", "Next"),
            done_when=[{"kind": "url", "path": "/fair/done"}],
        )
        steps = [open_page(app.url, "/fair/orders/new"), fill("Reference", "A-1"), submit, goes_on]
        session.begin(sop(steps, [app.host]))
        await session.crash_at("acted", "click-submit")
        summary = await session.go_on(
            answer=lambda request: Approval(answer="choose", choice="done", by="ana")
        )
        assert len(app.posts("/fair/orders")) == 1
    assert summary.outcome == "done"


async def test_where_a_person_says_that_it_was_not_done_it_is_done_then(session: Session) -> None:
    with Shop() as app:
        session.begin(one_order(app), {"reference": "A-1"})
        await session.crash_at("intended", "click-submit")
        summary = await session.go_on(
            answer=lambda request: Approval(answer="choose", choice="again", by="ana")
        )
        assert app.count("A-1") == 1
    assert summary.outcome == "done"


async def test_that_it_was_not_done_is_said_of_one_try_and_not_of_the_next(session: Session) -> None:
    """The process ends again in the middle: what a person said before it was done says nothing of it."""
    again = Approval(answer="choose", choice="again", by="ana")
    with Shop() as app:
        session.begin(one_order(app), {"reference": "A-1"})
        await session.crash_at("acted", "click-submit")
        app.received.clear()
        with pytest.raises(Crash):
            await session.go_on(
                lambda event: _is(event, "acted", "click-submit", {"attempt": 2}), lambda request: again
            )
        assert app.count("A-1") == 1
        assert (await session.go_on()).outcome == "waiting"
        assert app.count("A-1") == 1
        summary = await session.go_on(
            answer=lambda request: Approval(answer="choose", choice="done", by="ana")
        )
        assert app.count("A-1") == 1
    assert summary.outcome == "done"


async def test_what_is_done_once_more_on_a_persons_word_is_allowed_once_more(session: Session) -> None:
    """A yes is for once; and whoever says that it was not done may be one who may not allow it."""

    def answer(request: ApprovalRequest) -> Approval:
        if request.kind == "approve":
            return Approval(answer="allow", by="ben")
        return Approval(answer="choose", choice="again", by="zoe")

    asking = layered([Layer("session", PolicyDocument.model_validate({"actions": {"click": "ask"}}))])
    with Shop() as app:
        order = Order(one_order(app), {"reference": "A-1"}, {}, QUICK, policy=asking)
        session.id = begin(order, session.place)
        with pytest.raises(Crash):
            await session.go_on(lambda event: _is(event, "acted", "click-submit", {}), answer)
        app.received.clear()
        summary = await session.go_on(answer=answer)
        assert app.count("A-1") == 1
    assert summary.outcome == "done"
    assert [request.kind for request in session.asked] == ["approve", "choose", "approve"]
    assert session.asked[0].id != session.asked[2].id


async def test_from_the_beginning_it_is_done_on_the_start_page_wherever_it_was_looked_for(
    session: Session,
) -> None:
    with Shop() as app:
        script = "history.replaceState('', '', '/new')"
        app.pages["/"] = f'{FORM}<label>Search <input oninput="{script}"></label>'
        app.pages["/new"] = FORM.replace("Reference", "Number")
        start = {"start": [{"url": f"{app.url}/"}]}
        steps = [fill("Search", "orders"), *order_steps(app)[1:]]
        session.begin(sop(steps, [app.host], {"reference": {}}, environment=start), {"reference": "A-1"})
        await session.crash_at("acted", "click-submit")
        summary = await session.go_on(
            answer=lambda request: Approval(answer="choose", choice="again", by="ana")
        )
        # It was sent, and is sent once more because a person says so.
        assert app.count("A-1") == 2
    assert summary.outcome == "done"


async def test_what_a_browser_had_not_sent_when_it_ended_is_done_once_it_is_read_back_that_it_is_not_there(
    session: Session,
) -> None:
    with Shop() as app:
        form = app.pages["/new"]
        app.pages["/new"] = FORM.replace("/orders", "/nowhere")
        app.pages["/nowhere"] = Answer("<p role=alert>No such customer</p>", 422)
        session.begin(one_order(app, read_back(app)), {"reference": "A-1"})
        await session.crash_at("unverified", "click-submit")
        app.pages["/new"] = form
        summary = await session.go_on()
        assert app.count("A-1") == 1
    assert summary.outcome == "done"
    assert session.asked == []


async def test_what_nobody_answered_is_done_once_it_is_read_back_that_it_is_not_there(
    session: Session,
) -> None:
    with Shop() as app:
        app.pages["/lost"] = Answer(status=None)
        app.pages["/new"] = FORM.replace("/orders", "/lost")
        session.begin(one_order(app, read_back(app)), {"reference": "A-1"})
        stopped = await session.go_on()
        assert stopped.outcome == "needs reconciliation" and "no answer came" in (stopped.error or "")
        app.pages["/new"] = FORM
        summary = await session.go_on()
        assert app.count("A-1") == 1
    assert summary.outcome == "done"
    assert session.asked == []


async def test_what_was_seen_to_be_missing_behind_an_effect_is_asked_about(session: Session) -> None:
    with Shop() as app:
        app.pages["/new"] = FORM.replace("/orders", "/nowhere")
        app.pages["/nowhere"] = Answer("<p role=alert>No such customer</p>", 200)
        session.begin(one_order(app, read_back(app)), {"reference": "A-1"})
        await session.crash_at("session_ended", "click-submit")
        summary = await session.go_on()
        assert app.count("A-1") == 0
    assert summary.outcome == "waiting"
    assert "was not seen to be right" in session.asked[0].action
    assert "the page says 'No such customer'" in session.asked[0].why


async def test_what_the_app_has_refused_is_sent_again_without_a_question(session: Session) -> None:
    with Shop() as app:
        form = app.pages["/new"]
        app.pages["/new"] = FORM.replace("/orders", "/nowhere")
        app.pages["/nowhere"] = Answer("<p role=alert>No such customer</p>", 422)
        session.begin(one_order(app), {"reference": "A-1"})
        stopped = await session.go_on()
        assert stopped.outcome == "stopped before effect"
        app.pages["/new"] = form
        summary = await session.go_on()
        assert app.count("A-1") == 1
    assert summary.outcome == "done"
    assert session.asked == []


async def test_a_read_back_that_is_led_to_a_sign_in_proves_nothing(session: Session) -> None:
    with Shop() as app:
        session.begin(one_order(app, read_back(app)), {"reference": "A-1"})
        await session.crash_at("acted", "click-submit")
        app.pages["/api/orders"] = redirect("/sign-in")
        app.pages["/sign-in"] = Answer('{"count": 0}', headers={"content-type": "application/json"})
        summary = await session.go_on()
        assert summary.outcome == "waiting"
        assert app.count("A-1") == 1
    assert session.asked


async def test_a_read_back_that_cannot_be_reached_for_a_while_is_waited_for(session: Session) -> None:
    with Shop() as app:
        session.begin(one_order(app, read_back(app)), {"reference": "A-1"})
        await session.crash_at("acted", "click-submit")
        count, tries = app.pages["/api/orders"], itertools.count(1)
        assert callable(count)
        # Longer than a criterion may take here to come true, and shorter than a page may.
        app.pages["/api/orders"] = lambda r: Answer(status=None) if next(tries) < 6 else count(r)
        summary = await session.go_on()
        assert app.count("A-1") == 1
    assert summary.outcome == "done"
    assert session.asked == []


async def test_an_app_that_is_left_alone_is_waited_for_before_the_session_goes_back_to_it(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Ten seconds of being left alone pass in one.
    monkeypatch.setattr(OF_THIS_PROCESS, "_clock", lambda: time.monotonic() * 10)
    short = QUICK.model_copy(update={"retry_seconds": 0.001, "retry_at_most": 1.5})
    with Shop() as app:
        after = click("Details", id="details")
        procedure = sop([*order_steps(app, read_back(app)), after], [app.host], {"reference": {}})
        session.begin(procedure, {"reference": "A-1"}, short)
        await session.crash_at("node_entered", "details")
        app.pages["/orders"] = "<title>Orders</title><h1>Orders</h1><button>Details</button>"
        for _ in range(FAILURES):
            OF_THIS_PROCESS.failed(app.host)
        summary = await session.go_on()
    assert summary.outcome == "done, unverified" and app.count("A-1") == 1


async def test_a_browser_that_dies_while_a_session_is_taken_up_leaves_it_to_another_one(
    session: Session,
) -> None:
    with Shop() as app:
        session.begin(one_order(app, read_back(app)), {"reference": "A-1"})
        await session.crash_at("node_entered", "click-submit")
        mine = session.launched
        async with launch_browser() as other:
            form = app.pages["/new"]

            def killed(_: Received) -> str | Answer:
                asyncio.run_coroutine_threadsafe(_end(other), loop).result(30)
                return str(form)

            loop = asyncio.get_running_loop()
            app.pages["/new"] = killed
            session.launched = other
            gone = await session.go_on()
            app.pages["/new"] = form
        assert gone.outcome == "stopped before effect"
        assert "browser was closed" in (gone.error or "")
        session.launched = mine
        summary = await session.go_on()
        assert app.count("A-1") == 1
    assert summary.outcome == "done"


async def _end(launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    await launched.browser.close()


def opens_to_the_known(request: Received) -> Answer | str:
    """A door that signs in, and leads on whoever has signed in already."""
    if request.method == "POST":
        return Answer(status=303, headers={"location": "/new", "set-cookie": "who=me; Path=/"})
    return redirect("/new") if "who=me" in request.headers.get("cookie", "") else DOOR


def behind_a_door(app: Shop) -> Sop:
    steps = [
        open_page(app.url, "/door", id="door"),
        click("Sign in", "repeatable", done_when=[{"kind": "url", "path": "/new"}]),
        *order_steps(app, read_back(app))[1:],
    ]
    return sop(steps, [app.host], {"reference": {}})


async def test_who_had_signed_in_just_before_the_end_signs_in_again_from_the_beginning(
    session: Session,
) -> None:
    with Shop() as app:
        app.pages["/door"] = opens_to_the_known
        session.begin(behind_a_door(app), {"reference": "A-1"})
        # It has signed in, and no checkpoint tells of it.
        await session.crash_at("verified", "click-sign-in")
        summary = await session.go_on()
        assert app.count("A-1") == 1
    assert summary.outcome == "done", summary.error
    assert session.holds()


async def test_who_had_signed_in_when_the_network_was_cut_signs_in_again_from_the_beginning(
    session: Session,
) -> None:
    cut: list[bool] = []

    def unanswered(_: Received) -> Answer | str:
        # The browser asks once more by itself.
        cut.append(True)
        return Answer(status=None) if len(cut) <= 2 else form

    with Shop() as app:
        form = str(app.pages["/new"])
        app.pages["/door"], app.pages["/new"] = opens_to_the_known, unanswered
        session.begin(behind_a_door(app), {"reference": "A-1"})
        summary = await session.go_on()
        assert app.count("A-1") == 1
        assert len(app.posts("/door")) == 2
    assert summary.outcome == "done", summary.error
    assert session.holds()


async def test_a_loop_goes_on_with_the_item_that_it_was_in(session: Session) -> None:
    with Shop() as app:
        steps = [
            open_page(app.url, "/new"),
            fill("Reference", "{{ ref }}"),
            click("Submit", "once", done_when=[read_back(app, "{{ ref }}")]),
            task("count", {"do": "set", "name": "done", "value": "{{ done | plus(1) }}"}),
        ]
        loop = each("references", "ref", *steps)
        edges = [{"from": a["id"], "to": b["id"]} for a, b in itertools.pairwise(steps)]
        procedure = sop(
            [loop],
            [app.host],
            {"references": {"type": "list"}, "done": {"type": "number", "output": True, "default": "0"}},
            edges=[*edges, {"from": "each", "to": "end"}],
        )
        references = ["A", "B", "C"]
        session.begin(procedure, {"references": references, "done": 0})
        seen = 0

        def third_submit(event: Event) -> bool:
            nonlocal seen
            seen += event.kind == "intended" and getattr(event, "node", "") == "click-submit"
            return seen == 2 and event.kind == "acted"

        with pytest.raises(Crash):
            await session.go_on(third_submit)
        summary = await session.go_on()
        assert [app.count(reference) for reference in references] == [1, 1, 1]
    assert summary.outcome == "done"
    assert summary.outputs == {"done": 3}
    assert len(summary.once_done) == 3


async def test_what_was_filled_in_before_the_crash_is_filled_in_again(session: Session) -> None:
    with Shop() as app:
        session.begin(one_order(app), {"reference": "A-1"})
        await session.crash_at("proposed", "click-submit")
        summary = await session.go_on()
        assert app.posts("/orders") == [{"reference": "A-1"}]
    assert summary.outcome == "done"
    taken = next(event for event in session.events if isinstance(event, Taken) and event.rewound_to)
    assert taken.node == "fill-reference"


async def test_what_the_first_step_filled_in_on_the_start_page_is_filled_in_again(session: Session) -> None:
    with Shop() as app:
        start = {"start": [{"url": f"{app.url}/new"}]}
        made = sop(order_steps(app)[1:], [app.host], {"reference": {}}, environment=start)
        session.begin(made, {"reference": "A-1"})
        await session.crash_at("proposed", "click-submit")
        summary = await session.go_on()
        assert app.posts("/orders") == [{"reference": "A-1"}]
    assert summary.outcome == "done"


async def test_what_was_filled_in_is_not_lost_by_a_second_crash(session: Session) -> None:
    with Shop() as app:
        session.begin(one_order(app), {"reference": "A-1"})
        await session.crash_at("proposed", "click-submit")
        await session.crash_at("proposed", "click-submit")
        summary = await session.go_on()
        assert app.posts("/orders") == [{"reference": "A-1"}]
    assert summary.outcome == "done"


ATTACHES = """<title>New order</title><h1>New order</h1><form method=post action=/orders>
<label>Reference <input name=reference></label>
<button type=button onclick="fetch('/files', {method: 'POST'})">Attach</button>
<button>Submit</button></form>"""


@pytest.mark.parametrize(("kind", "node"), [("node_left", "attach"), ("proposed", "click-submit")])
async def test_a_form_of_which_a_part_was_sent_is_not_sent_without_the_rest(
    session: Session, kind: str, node: str
) -> None:
    """What was sent must not be sent again, and what was filled in before is lost with the page."""
    with Shop() as app:
        app.pages |= {"/new": ATTACHES, "/files": "kept"}
        opened, filled, submit = order_steps(app)
        sent = [{"kind": "response", "path": "/files", "method": "POST"}]
        attach = click("Attach", "once", id="attach", done_when=sent)
        made = sop([opened, filled, attach, submit], [app.host], {"reference": {}})
        session.begin(made, {"reference": "A-1"})
        await session.crash_at(kind, node)
        summary = await session.go_on()
        assert (app.posts("/orders"), len(app.posts("/files"))) == ([], 1)
    assert summary.outcome == "waiting"
    assert "is no longer there: the field of 'fill-reference' holds '' now" in (summary.error or "")


async def test_the_answer_to_a_form_is_not_had_again_by_its_address(session: Session) -> None:
    """A form of two pages: the second is there for who sent the first; its address alone gives another."""

    def second(request: Received) -> str:
        button = "Book" if request.method == "POST" else "Add"
        return f"<title>Guests</title><form method=post><label>Guest <input></label><button>{button}"

    first = "<title>New</title><form method=post action=/guests><button>Next</button></form>"
    with App({"/new": first, "/guests": second}) as app:
        sent = [{"kind": "response", "path": "/guests", "method": "POST"}]
        steps = [open_page(app.url, "/new"), click("Next", "once", done_when=sent), fill("Guest", "Ada")]
        session.begin(sop(steps, [app.host]))
        await session.crash_at("intended", "fill-guest")
        summary = await session.go_on()
        assert len(app.received) == 2
    assert (summary.outcome, "cannot go back" in (summary.error or "")) == ("waiting", True)


async def test_what_is_filled_in_anew_before_the_next_effect_is_not_missed(session: Session) -> None:
    with Shop() as app:
        app.pages |= {"/new": ATTACHES, "/files": "kept"}
        opened, filled, submit = order_steps(app)
        sent = [{"kind": "response", "path": "/files", "method": "POST"}]
        attach = click("Attach", "once", id="attach", done_when=sent)
        again = {**filled, "id": "fill-again"}
        made = sop([opened, filled, attach, again, submit], [app.host], {"reference": {}})
        session.begin(made, {"reference": "A-1"})
        await session.crash_at("proposed", "click-submit")
        summary = await session.go_on()
        assert app.posts("/orders") == [{"reference": "A-1"}]
    assert summary.outcome == "done"


async def test_cookies_and_storage_come_along(session: Session) -> None:
    def private(request: Received) -> str | Answer:
        if "sid=1" not in request.headers.get("cookie", ""):
            return redirect("/sign-in")
        return "<title>Private</title><h1>Private</h1><button>Go</button>"

    with App(
        {
            "/sign-in": "<title>Sign in</title><form method=post action=/in><button>Sign in</button></form>",
            "/in": Answer(status=303, headers={"location": "/private", "set-cookie": "sid=1; Path=/"}),
            "/private": private,
        }
    ) as app:
        steps = [
            open_page(app.url, "/sign-in"),
            click("Sign in", "repeatable", done_when=[{"kind": "url", "path": "/private"}]),
            task("go", {"do": "click"}, "once", target=by_role("button", "Go")),
        ]
        session.begin(sop(steps, [app.host]))
        await session.crash_at("proposed", "go")
        summary = await session.go_on()
        assert summary.outcome == "done, unverified"
        assert len(app.posts("/in")) == 1


async def test_a_page_that_is_not_what_it_was_falls_back_to_an_earlier_one(session: Session) -> None:
    signed_in: list[str] = []

    def private(request: Received) -> str | Answer:
        return "<title>Private</title><button>Go</button>" if signed_in else redirect("/sign-in")

    def come_in(request: Received) -> Answer:
        signed_in.append("yes")
        return redirect("/private")

    with App(
        {
            "/sign-in": "<title>Sign in</title><form method=post action=/in><button>Sign in</button></form>",
            "/in": come_in,
            "/private": private,
        }
    ) as app:
        steps = [
            open_page(app.url, "/sign-in"),
            click("Sign in", "repeatable", done_when=[{"kind": "url", "path": "/private"}]),
            task("go", {"do": "click"}, "once", target=by_role("button", "Go")),
        ]
        session.begin(sop(steps, [app.host]))
        await session.crash_at("proposed", "go")
        signed_in.clear()
        summary = await session.go_on()
    assert summary.outcome == "done, unverified"


async def test_a_page_that_nobody_had_looked_at_is_known_by_its_address(session: Session) -> None:
    pages = {"/": "<title>Inbox</title><a href=/mail>Open it</a>", "/mail": "<title>Mail</title><p>Hello"}
    ask: Json = {"type": "human", "id": "ask", "label": "Ask", "request": "Is it the mail?"}
    with App(pages) as app:
        steps = [click("Open it", role="link"), ask]
        session.begin(sop(steps, [app.host], environment={"start": [{"url": app.url}]}))
        assert (await session.go_on()).outcome == "waiting"
        summary = await session.go_on(answer=lambda request: Approval(answer="answer", text="", by="ana"))
        opened = [event.path for event in app.received]
    assert (summary.error, opened) == (None, ["/", "/mail", "/mail"]), (
        "its title is not that of the page before"
    )


async def test_a_full_disk_stops_before_the_effect_and_the_session_goes_on_when_there_is_space(
    session: Session,
) -> None:
    """To the database, a limit on the size of files is what a full disk is: its file cannot grow."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill_disk(event: Event) -> bool:
        if event.kind == "proposed" and event.node == "click-submit":
            sizes = [path.stat().st_size for path in session.place.home.glob("handrail.db*")]
            resource.setrlimit(resource.RLIMIT_FSIZE, (max(sizes), limits[1]))
        return False

    with Shop() as app:
        session.begin(one_order(app, read_back(app)), {"reference": "A-1"})
        try:
            with pytest.raises(StoreError) as raised:
                await session.go_on(fill_disk)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert "disk" in str(raised.value) and raised.value.mend
        assert app.count("A-1") == 0
        assert session.holds()
        summary = await session.go_on()
        assert app.count("A-1") == 1
    assert summary.outcome == "done"


async def test_a_session_that_is_over_is_not_taken_up(session: Session) -> None:
    with Shop() as app:
        session.begin(one_order(app), {"reference": "A-1"})
        await session.go_on()
        with pytest.raises(UsageError, match="is over: it ended 'done'"):
            await session.go_on()
        assert app.count("A-1") == 1


async def test_what_a_person_answered_is_not_asked_again(session: Session) -> None:
    with Shop() as app:
        ask = {"id": "ask", "type": "human", "label": "Ask", "request": "Which one?", "into": "reference"}
        procedure = sop([ask, *order_steps(app)], [app.host], {"reference": {"output": True}})
        session.begin(procedure)
        with pytest.raises(Crash):
            await session.go_on(
                lambda event: event.kind == "proposed" and event.node == "open",
                answer=lambda request: Approval(answer="answer", text="A-7", by="ana"),
            )
        summary = await session.go_on()
        assert app.count("A-7") == 1
    assert summary.outcome == "done"
    assert len(session.asked) == 1


async def test_no_item_is_left_out_because_the_browser_died(session: Session) -> None:
    with Shop() as app:
        visit = task("visit", {"do": "open", "url": f"{app.url}/new?n={{{{ name }}}}"})
        loop = each("names", "name", visit, on_item_failure="skip")
        session.begin(sop([loop], [app.host], {"names": {"type": "list"}}), {"names": ["a", "b"]})
        await session.crash_at("node_entered", "visit")
        mine = session.launched
        async with launch_browser() as other:
            form = app.pages["/new"]

            def killed(request: Received) -> str | Answer:
                if request.query.get("n") == "b":
                    asyncio.run_coroutine_threadsafe(_end(other), running).result(30)
                return str(form)

            running = asyncio.get_running_loop()
            app.pages["/new"] = killed
            session.launched = other
            gone = await session.go_on()
            app.pages["/new"] = form
        assert gone.outcome == "stopped before effect" and not gone.exceptions
        session.launched = mine
        summary = await session.go_on()
    assert summary.outcome.startswith("done") and not summary.exceptions
