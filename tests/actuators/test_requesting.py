"""Requests beside the page: what the app receives, what comes back, and what is never sent."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from handrail.actuators import Act, Performed
from handrail.actuators.browser import BrowserSession
from handrail.browser import LaunchedBrowser
from handrail.errors import Blocked, PermanentError, RunError, TransientError
from handrail.policy import Gate, Policy, Proposal
from handrail.sop.action import Open, Request
from tests.app import Answer, App, Page, Received, redirect
from tests.sweeping import some_of

JSON = {"content-type": "application/json"}


class Session:
    """A browser session under a policy of some domains."""

    def __init__(self, browser: BrowserSession) -> None:
        self.browser = browser
        self.domains: tuple[str, ...] = ()

    async def send(self, app: App, path: str, timeout: float | None = None, **fields: Any) -> Performed:
        request = Request.model_validate({"do": "request", "url": f"{app.url}{path}", **fields})
        return await self._dispatch(app, request, timeout)

    async def open(self, app: App) -> None:
        await self._dispatch(app, Open(do="open", url=app.url + "/"), None)

    async def _dispatch(self, app: App, action: Request | Open, timeout: float | None) -> Performed:
        gate = Gate(Policy(domains=(app.host, *self.domains)))
        proposal = Proposal(
            node="call",
            attempt=1,
            rung="exact",
            action=f"Send {action.do} to the app",
            kind=action.do,
            effect="once",
            page_url="",
            leads_to=action.url,
        )
        ticket = gate.admit(proposal, gate.judge(proposal))
        return await self.browser.dispatch(ticket, Act(page="main", action=action, timeout=timeout))


@pytest.fixture
async def session(launched: LaunchedBrowser, tmp_path: Path) -> AsyncIterator[Session]:
    assert launched.browser is not None
    context = await launched.browser.new_context()
    yield Session(BrowserSession(context, folder=tmp_path, navigation_seconds=5))
    await context.close()


@pytest.fixture
def held() -> Iterator[Callable[[Received], Answer]]:
    """An answer that comes only when the test is over."""
    over = threading.Event()

    def answer(request: Received) -> Answer:
        over.wait(20)
        return Answer("late")

    yield answer
    over.set()


def echo(request: Received) -> Answer:
    seen = {
        "method": request.method,
        "type": request.headers.get("content-type"),
        "body": request.body.decode(),
    }
    return Answer(json.dumps(seen), headers=JSON)


@pytest.mark.parametrize(
    ("fields", "kind", "body"),
    [
        (
            {"body": {"name": 'Zoë "Z"', "tags": [1, None]}},
            "application/json",
            '{"name": "Zoë \\"Z\\"", "tags": [1, null]}',
        ),
        ({"form": {"a b": "c&d", "e": "ö"}}, "application/x-www-form-urlencoded", "a+b=c%26d&e=%C3%B6"),
        ({"body": "plain ö"}, "text/plain; charset=utf-8", "plain ö"),
        ({"body": "<a/>", "headers": {"Content-Type": "application/xml"}}, "application/xml", "<a/>"),
    ],
)
@pytest.mark.parametrize("method", some_of(["POST", "PUT", "PATCH", "DELETE"], 0, 3))
async def test_each_body_arrives_as_what_it_is(
    session: Session, method: str, fields: dict[str, Any], kind: str, body: str
) -> None:
    with App({"/x": echo}) as app:
        performed = await session.send(
            app, "/x", method=method, into={"m": "method", "t": "type", "b": "body"}, **fields
        )
    assert performed.values == {"m": method, "t": kind, "b": body}


async def test_cookies_are_those_of_the_browser_and_come_back_to_it(session: Session) -> None:
    def who(request: Received) -> Answer:
        return Answer(request.headers.get("cookie", "nobody"), headers={"set-cookie": "later=2; Path=/"})

    with App(
        {"/": Answer("<h1>Hi</h1>", headers={"set-cookie": "sid=abc; HttpOnly; Path=/"}), "/who": who}
    ) as app:
        await session.open(app)
        await session.send(app, "/who")
        await session.send(app, "/who")
    assert [r.headers.get("cookie") for r in app.received] == [None, "sid=abc", "sid=abc; later=2"]


async def test_a_request_needs_no_page_and_leaves_none(session: Session) -> None:
    with App({"/x": "ok"}) as app:
        await session.send(app, "/x")
    assert not session.browser.is_open("main")


async def test_it_leaves_the_trace_that_a_response_condition_looks_for(session: Session) -> None:
    with App({"/x": Answer("", 201)}) as app:
        await session.send(app, "/x?q=1", method="POST", expect_status=201)
    (seen,) = session.browser.traces.responses
    assert (seen.method, seen.path, seen.status) == ("POST", "/x", 201)


async def test_redirects_within_the_domains_are_followed_as_browsers_do(session: Session) -> None:
    pages: dict[str, Page] = {
        "/save": redirect("/list"),
        "/keep": Answer(status=307, headers={"location": "/list"}),
        "/list": "ok",
    }
    with App(pages) as app:
        await session.send(app, "/save", method="POST", body="a")
        await session.send(app, "/keep", method="POST", body="b")
    assert [(r.method, r.path, r.body) for r in app.received] == [
        ("POST", "/save", b"a"),
        ("GET", "/list", b""),
        ("POST", "/keep", b"b"),
        ("POST", "/list", b"b"),
    ]


async def test_nothing_is_sent_to_a_host_outside_the_domains(session: Session) -> None:
    with (
        App({"/x": "taken"}, host="localhost") as evil,
        App({"/go": redirect(evil.url + "/x")}) as app,
        pytest.raises(Blocked, match="not among the SOP's domains") as caught,
    ):
        await session.send(app, "/go", method="POST")
    assert evil.received == []
    assert caught.value.dispatched


@pytest.mark.parametrize("where", ["{other}/x", "{other}\\@{app}/x"])
async def test_a_token_goes_to_its_own_origin_alone(session: Session, where: str) -> None:
    def leads(request: Received) -> Answer:
        return redirect(where.format(other=other.url, app=app.host))

    with App({"/x": "ok"}, host="localhost") as other, App({"/go": leads}) as app:
        other.pages[f"/@{app.host}/x"] = "ok"
        session.domains = (other.host,)
        await session.send(app, "/go", headers={"Authorization": "Bearer token-1234"})
    assert app.received[0].headers["authorization"] == "Bearer token-1234"
    assert "authorization" not in other.received[0].headers


async def test_nothing_is_sent_to_a_host_that_only_browsers_read_in_an_address(session: Session) -> None:
    with App({}, host="localhost") as evil, App({"/x": "ok"}) as app:
        for address in (f"{evil.url}\\@{app.host}/x", f"http://local%68ost:{evil.host[10:]}/x"):
            with pytest.raises(PermissionError, match="the policy blocks"):
                await session.send(app, "/go", url=address)
    assert evil.received == []


async def test_a_redirect_that_goes_round_is_ended(session: Session) -> None:
    with App({"/go": redirect("/go")}) as app, pytest.raises(PermanentError, match="led on more than 10"):
        await session.send(app, "/go")


async def _fails(session: Session, app: App, kind: type[RunError], **fields: Any) -> RunError:
    with pytest.raises(kind) as caught:
        await session.send(app, "/x", **fields)
    return caught.value


@pytest.mark.parametrize(
    ("answer", "kind", "says"),
    [
        (
            Answer('{"error": "no such firm"}', 422, JSON),
            PermanentError,
            'status 422: {"error": "no such firm"}',
        ),
        (Answer("<html><style>p{}</style><p>Sign in &amp; go</p>", 401), PermanentError, "401: Sign in & go"),
        (Answer("", 503), TransientError, "status 503."),
        (Answer("slow down", 429), TransientError, "429: slow down"),
        (Answer(status=None), TransientError, "the connection was cut"),
    ],
)
async def test_what_the_app_refused_says_why_and_whether_a_retry_helps(
    session: Session, answer: Answer, kind: type[RunError], says: str
) -> None:
    with App({"/x": answer}) as app:
        error = await _fails(session, app, kind, method="POST")
    assert says in error.message
    assert error.dispatched


async def test_an_unexpected_status_is_a_failure_too(session: Session) -> None:
    with App({"/x": "ok"}) as app:
        error = await _fails(session, app, PermanentError, expect_status=201)
        await session.send(app, "/gone", expect_status=404)
    assert "status 200, and 201 was expected: ok" in error.message


async def test_an_app_that_is_not_there_has_seen_nothing(session: Session) -> None:
    with App({}) as app:
        pass
    error = await _fails(session, app, TransientError, method="POST")
    assert "nothing answers there" in error.message
    assert not error.dispatched


async def test_an_answer_that_does_not_come_may_have_been_done(
    session: Session, held: Callable[[Received], Answer]
) -> None:
    with App({"/x": held}) as app:
        error = await _fails(session, app, TransientError, method="POST", timeout=0.3)
    assert "not answered within 0.3 s" in error.message
    assert error.dispatched


async def test_no_error_repeats_a_header_or_a_cookie(session: Session) -> None:
    def repeat(request: Received) -> Answer:
        return Answer(f"bad: {request.headers.get('authorization')} {request.headers.get('cookie')}", 400)

    pages: dict[str, Page] = {
        "/": Answer("hi", headers={"set-cookie": "sid=cookie-secret; Path=/"}),
        "/x": repeat,
    }
    with App(pages) as app:
        await session.open(app)
        told = await _fails(session, app, PermanentError, headers={"Authorization": "Bearer token-1234"})
        app.pages["/x"] = Answer(status=None)
        cut = await _fails(session, app, TransientError, headers={"Authorization": "Bearer token-1234"})
    for error in (told, cut):
        assert "token-1234" not in str(error) and "cookie-secret" not in str(error)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("<h1>Not JSON</h1>", "is not JSON but text/html"),
        (Answer('{"data": {}}', headers=JSON), "lacks a value: data has no 'id'"),
    ],
)
async def test_a_value_that_is_not_in_the_answer_is_an_error_after_the_fact(
    session: Session, answer: str | Answer, says: str
) -> None:
    with App({"/x": answer}) as app:
        error = await _fails(session, app, PermanentError, into={"id": "data.id"})
    assert says in error.message
    assert error.dispatched
