"""A fork begins at a checkpoint of another session, and repeats no effect unless it is told to."""

from __future__ import annotations

import getpass

import pytest

from handrail.browser import LaunchedBrowser
from handrail.errors import UsageError
from handrail.journal.events.event import SessionId
from handrail.journal.views.fold import walk
from handrail.sessions.conducting.forking import fork
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from tests.app import Answer, App, Received, redirect
from tests.builders import click, fill, open_page, sop, task
from tests.runtime.test_resuming import Session

SIGN_IN = "<title>Sign in</title><form method=post action=/in><button>Sign in</button></form>"
FORM = """<title>New order</title><h1>New order</h1><form method=post action=/orders>
<label>Reference <input name=reference></label><button>Submit</button></form>"""


class SignedInShop(App):
    """Orders for those who came in, and who they are told by a cookie."""

    def __init__(self) -> None:
        come_in = Answer(status=303, headers={"location": "/new", "set-cookie": "sid=1; Path=/"})
        super().__init__(
            {"/sign-in": SIGN_IN, "/in": come_in, "/new": self._private, "/orders": self._orders}
        )

    def _private(self, request: Received) -> str | Answer:
        return FORM if "sid=1" in request.headers.get("cookie", "") else redirect("/sign-in")

    def _orders(self, request: Received) -> str | Answer:
        return redirect("/orders") if request.method == "POST" else "<title>Orders</title><h1>Orders</h1>"


def procedure(app: App) -> Sop:
    steps = [
        open_page(app.url, "/sign-in"),
        task("count", {"do": "set", "name": "tries", "value": "{{ tries | plus(1) }}"}),
        click("Sign in", "repeatable", done_when=[{"kind": "url", "path": "/new"}]),
        fill("Reference", "A-{{ tries }}", done_when=[]),
        click("Submit", "once", done_when=[{"kind": "url", "path": "/orders"}]),
        click("Nowhere"),
    ]
    tries = {"type": "number", "default": "0", "output": True}
    return sop(steps, [app.host], {"tries": tries})


@pytest.fixture
def session(launched: LaunchedBrowser, place: Place) -> Session:
    return Session(launched, place)


async def failed(session: Session, app: App) -> SessionId:
    session.begin(procedure(app), {"tries": 0})
    summary = await session.go_on()
    assert summary.stopped_at == "click-nowhere"
    return session.id


async def test_a_fork_goes_on_with_what_was_known_and_kept_there(session: Session, place: Place) -> None:
    with SignedInShop() as app:
        origin = await failed(session, app)
        before = tuple(place.store.read(origin))
        session.id = fork(origin, place, "fill-reference", repeat=["click-submit"], by="boss")
        summary = await session.go_on()
        assert app.posts("/orders") == [{"reference": "A-1"}, {"reference": "A-1"}]
        assert len(app.posts("/in")) == 1
    assert summary.outputs == {"tries": 1}
    assert tuple(place.store.read(origin)) == before
    started = walk(place.store.read(session.id)).started
    assert started is not None and started.origin is not None
    assert (started.origin.session, started.origin.node, started.origin.by) == (
        origin,
        "fill-reference",
        "boss",
    )
    assert session.holds()


async def test_an_effect_that_would_be_done_again_is_refused(session: Session, place: Place) -> None:
    with SignedInShop() as app:
        origin = await failed(session, app)
        with pytest.raises(UsageError, match=r"would do it again: 'click-submit'") as refused:
            fork(origin, place, "fill-reference")
        assert "--repeat click-submit" in (refused.value.mend or "")
        assert "session undo" in (refused.value.mend or "")
        assert [record.session for record in place.store.sessions()] == [origin]


async def test_a_fork_has_the_owner_of_whose_sign_in_it_goes_on_with(
    session: Session, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SignedInShop() as app:
        origin = await failed(session, app)
    owner = walk(place.store.read(origin)).owner
    monkeypatch.setattr(getpass, "getuser", lambda: "somebody-else")
    assert walk(place.store.read(fork(origin, place, "click-nowhere"))).owner == owner


async def test_behind_the_last_effect_nothing_is_repeated(session: Session, place: Place) -> None:
    with SignedInShop() as app:
        origin = await failed(session, app)
        session.id = fork(origin, place, "click-nowhere")
        summary = await session.go_on()
        assert summary.stopped_at == "click-nowhere"
        assert len(app.posts("/orders")) == 1


async def test_a_fork_never_goes_back_behind_where_it_begins(session: Session, place: Place) -> None:
    with SignedInShop() as app:
        origin = await failed(session, app)
        session.id = fork(origin, place, "click-nowhere")
        app.pages["/orders"] = "<title>Down for today</title>"
        summary = await session.go_on()
        assert summary.outcome == "waiting"
        assert len(app.posts("/orders")) == 1


async def test_a_step_that_the_session_was_never_at_is_told(session: Session, place: Place) -> None:
    with SignedInShop() as app:
        origin = await failed(session, app)
    with pytest.raises(UsageError, match="never at 'end'") as refused:
        fork(origin, place, "end")
    assert "click-submit" in (refused.value.mend or "")
