"""What is known to stand in a step's way is put away, and the step is done; judged in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from handrail.browser.signin import save_sign_in
from handrail.journal.events.event import Handled, Intended, Judged, Retried
from handrail.runtime.walk.settings import Settings
from tests.app import Answer, App, Received
from tests.builders import Json, click, fill, open_page, sop, task
from tests.runtime.conftest import QUICK, Runner
from tests.sweeping import some_of

SOON = QUICK.model_copy(update={"retry_seconds": 0.01})

FORM = """<title>New</title><h1>New</h1><form method=post action=/save><label>Name <input name=name></label>
<button>Save</button></form>"""
SAVED = [{"kind": "text", "contains": "Saved"}]
OVER = "position:fixed;inset:0;background:#fff;z-index:9"
NOTE = "onclick=\"fetch('/pressed?'+encodeURIComponent(this.textContent));this.closest('.over').remove()\""


def over(inside: str, tag: str = "div", more: str = "") -> str:
    """A layer over the whole page, whose buttons tell the app that they were pressed."""
    return f"<{tag} class=over style='{OVER}' {more}>{inside}</{tag}>"


def button(name: str) -> str:
    return f"<button type=button {NOTE}>{name}</button>"


def covered(layer: str) -> App:
    return App({"/": FORM + layer, "/save": "<title>Saved</title>Saved", "/pressed": ""})


def one_form(app: App) -> list[Json]:
    return [open_page(app.url), fill("Name", "Nora"), click("Save", "once", done_when=SAVED)]


COOKIES = "<p>We use cookies.</p>"
KNOWN = [
    pytest.param(over(COOKIES + button("Accept all") + button("Reject all")), "Reject all", id="reject"),
    pytest.param(
        over("<p>Wir verwenden Cookies.</p>" + button("Alle akzeptieren") + button("Nur notwendige Cookies")),
        "Nur notwendige Cookies",
        id="German",
    ),
    pytest.param(
        over(button("Tout accepter") + button("Continuer sans accepter"), more="id=cookie-layer"),
        "Continuer sans accepter",
        id="named by its maker",
    ),
    pytest.param(
        over(
            "<h2>Are you still there?</h2><p>Your session will expire in 60 seconds.</p>"
            + button("Log out")
            + button("Continue session"),
            more="role=dialog aria-label='Session'",
        ),
        "Continue session",
        id="still there",
    ),
    pytest.param(
        over("<h2>What's new</h2><p>Faster lists.</p>" + button("Got it"), more="role=dialog"),
        "Got it",
        id="announcement",
    ),
]


@pytest.mark.parametrize(("layer", "right"), some_of(KNOWN, 0))
async def test_a_known_layer_is_put_away_and_the_step_is_done(run: Runner, layer: str, right: str) -> None:
    with covered(layer) as app:
        summary = await run(sop(one_form(app), [app.host]), settings=SOON)
        assert app.posts("/save") == [{"name": "Nora"}]
        assert [r.query for r in app.received if r.path == "/pressed"] and summary.outcome == "done"
    handled = [e for e in run.events if isinstance(e, Handled)]
    assert len(handled) == 1 and f"'{right}'" in handled[0].action
    assert [e for e in run.events if isinstance(e, Retried)]
    assert len([e for e in run.events if isinstance(e, Intended) and e.effect == "once"]) <= 2


UNKNOWN = [
    pytest.param(over(COOKIES + button("Accept all")), id="only consent"),
    pytest.param(over("<p>Requests</p>" + button("Reject all")), id="rejects something else"),
    pytest.param(
        over("<p>Do you want to log out?</p>" + button("Yes") + button("Continue"), more="role=dialog"),
        id="asks whether to sign out",
    ),
    pytest.param(
        over("<p>Delete Nora?</p>" + button("Delete") + button("Close"), more="role=dialog"), id="a choice"
    ),
    pytest.param(
        over("<label>Why <input></label>" + button("OK"), more="role=dialog"), id="asks for something"
    ),
]


@pytest.mark.parametrize("layer", some_of(UNKNOWN, 1, 3))
async def test_what_may_mean_something_else_is_never_pressed(run: Runner, layer: str) -> None:
    with covered(layer) as app:
        summary = await run(sop(one_form(app), [app.host]), settings=SOON)
        assert not [r for r in app.received if r.path == "/pressed"]
        assert app.posts("/save") == []
    assert summary.outcome == "stopped before effect"
    assert summary.suggestion


async def test_the_handlers_button_passes_the_gate(run: Runner) -> None:
    layer = over(COOKIES + button("Accept all") + button("Reject all"))
    with covered(layer) as app:
        await run(sop(one_form(app), [app.host]), settings=SOON)
    (proposed,) = [e for e in run.events if e.kind == "proposed" and "Reject all" in e.action]
    judged = run.events[run.events.index(proposed) + 1]
    assert isinstance(judged, Judged) and judged.verdict == "allow"


def failing(times: int, status: int = 503) -> Callable[[Received], str | Answer]:
    """An app that cannot answer the first so many times."""
    asked: list[Received] = []

    def answer(request: Received) -> str | Answer:
        asked.append(request)
        return Answer("<title>Error</title>Try later", status) if len(asked) <= times else FORM

    return answer


@pytest.mark.parametrize("status", some_of([502, 503, 504], 1))
async def test_a_page_that_cannot_be_had_now_is_asked_for_again(run: Runner, status: int) -> None:
    with App({"/": "<a href=/new>New</a>", "/new": failing(2, status), "/save": "Saved"}) as app:
        steps = [
            open_page(app.url),
            click("New", role="link", done_when=[{"kind": "text", "contains": "New"}]),
            fill("Name", "Nora"),
            click("Save", "once", done_when=SAVED),
        ]
        summary = await run(sop(steps, [app.host]), settings=SOON)
        assert summary.outcome == "done"
        assert len(app.posts("/save")) == 1
        assert len([r for r in app.received if r.path == "/new"]) == 3
    assert [e.handler for e in run.events if isinstance(e, Handled)] == ["error page"]
    first = next(e for e in run.events if isinstance(e, Retried))
    assert first.reason.endswith(f"answered {status}.")


async def test_an_app_that_never_answers_ends_the_run_with_what_to_do(run: Runner) -> None:
    with App({"/": failing(99)}) as app:
        summary = await run(sop([open_page(app.url), fill("Name", "Nora")], [app.host]), settings=SOON)
    assert summary.outcome == "stopped before effect"
    assert summary.error is not None and "answered 503" in summary.error
    assert summary.suggestion


async def test_the_answer_to_a_form_is_never_asked_for_again(run: Runner) -> None:
    with App({"/": FORM, "/save": Answer("<title>Error</title>", 503)}) as app:
        steps = [
            open_page(app.url),
            fill("Name", "Nora"),
            click("Save", "repeatable", done_when=[{"kind": "text", "contains": "Saved"}]),
        ]
        summary = await run(sop(steps, [app.host]), settings=SOON)
        assert len(app.posts("/save")) == 1
        assert not [r for r in app.received if r.path == "/save" and r.method == "GET"]
    assert summary.outcome == "stopped before effect"
    assert not [e for e in run.events if isinstance(e, Handled)]


async def test_a_form_that_was_sent_and_not_answered_is_filled_in_again(run: Runner) -> None:
    sent: list[Received] = []

    def cut_at_first(request: Received) -> Answer | str:
        sent.append(request)
        # The browser itself sends it once more, where the connection was an old one.
        return Answer(status=None) if len(sent) < 3 else "Saved"

    with App({"/": FORM, "/save": cut_at_first}) as app:
        steps = [
            open_page(app.url),
            fill("Name", "Nora"),
            click("Save", "repeatable", done_when=[{"kind": "text", "contains": "Saved"}]),
        ]
        summary = await run(sop(steps, [app.host]), settings=SOON)
        assert summary.outcome == "done", summary.error
        assert app.posts("/save") == [{"name": "Nora"}] * 3
        assert not [r for r in app.received if r.path == "/save" and r.method == "GET"]
    handled = {(e.handler, e.action) for e in run.events if isinstance(e, Handled)}
    assert handled == {("error page", "Go back to the last page")}


async def test_an_effect_that_was_sent_and_not_answered_is_not_repeated(run: Runner) -> None:
    with App({"/": FORM, "/save": Answer(status=None)}) as app:
        summary = await run(sop(one_form(app), [app.host]), settings=SOON)
    assert summary.outcome == "needs reconciliation"
    assert len([e for e in run.events if isinstance(e, Intended) and e.effect == "once"]) == 1
    assert not [e for e in run.events if isinstance(e, Handled)]


async def test_nothing_is_handled_for_a_once_action_that_was_dispatched(run: Runner) -> None:
    after = over(COOKIES + button("Accept all") + button("Reject all"))
    with App({"/": FORM, "/save": "<title>Hm</title>" + after, "/pressed": ""}) as app:
        summary = await run(sop(one_form(app), [app.host]), settings=SOON)
        assert len(app.posts("/save")) == 1
        assert not [r for r in app.received if r.path == "/pressed"]
    assert summary.outcome == "needs reconciliation"


async def test_a_retry_says_why_and_how_long_it_waits(run: Runner) -> None:
    asked: list[Received] = []

    def cut(request: Received) -> Answer | str:
        asked.append(request)
        return Answer(status=None) if len(asked) < 3 else FORM

    with App({"/": cut}) as app:
        steps = [
            task(
                "open",
                {"do": "open", "url": app.url + "/"},
                done_when=[{"kind": "url", "path": "/"}],
                retry={"times": 3, "seconds": 0.01, "at_most": 0.02},
            )
        ]
        summary = await run(sop(steps, [app.host]), settings=Settings())
    retried = [e for e in run.events if isinstance(e, Retried)]
    assert summary.outcome == "done", summary.error
    assert summary.retries == len(retried) > 0
    assert all("could not be reached" in e.reason and 0 < e.seconds <= 0.02 for e in retried)


async def test_a_saved_sign_in_that_the_app_has_ended_is_named(run: Runner) -> None:
    assert run.launched.browser is not None
    async with await run.launched.browser.new_context() as context:
        await save_sign_in(context, run.place.home, "crm")
    door = "<title>Sign in</title><label>Password <input type=password></label><button>Sign in</button>"
    with App({"/": door}) as app:
        procedure = sop([open_page(app.url), click("New")], [app.host], environment={"sign_in": "crm"})
        summary = await run(procedure, settings=SOON)
    assert summary.suggestion is not None
    assert f"asks for a password at {app.url}/: the saved sign-in 'crm' may have ended" in summary.suggestion


DOOR = """<title>Sign in</title><label>User <input name=user></label><label>Password <input type=password>
</label><button>Sign in</button>"""


async def test_that_an_app_asks_to_sign_in_is_said_where_the_sop_has_nothing_to_do_so(run: Runner) -> None:
    with App({"/": DOOR}) as app:
        summary = await run(sop([open_page(app.url), click("New")], [app.host]), settings=SOON)
        given = {"name": {}, "password": {"secret": True}}
        knows = await run(
            sop([open_page(app.url), click("New")], [app.host], given),
            {"name": "Ada", "password": "pass-1234"},
            settings=SOON,
        )
    assert summary.suggestion is not None and knows.suggestion is not None
    assert f"asks for a password at {app.url}/, and the SOP does not sign in" in summary.suggestion
    assert "--save-sign-in NAME" in summary.suggestion
    assert "password" not in knows.suggestion


async def test_a_form_that_has_a_password_among_much_else_is_no_sign_in(run: Runner) -> None:
    form = "".join(f"<label>Field {number} <input></label>" for number in range(6))
    with App({"/": f"<h1>New user</h1>{form}<label>Password <input type=password></label>"}) as app:
        summary = await run(sop([open_page(app.url), click("New")], [app.host]), settings=SOON)
    assert summary.suggestion is not None and "password" not in summary.suggestion
