"""What an app has refused was not done; and where that is not sure, somebody has to look."""

from __future__ import annotations

import pytest

from tests.app import Answer, App, Received, redirect
from tests.builders import Json, click, fill, open_page, sop
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

FORM = """<title>New contact</title><h1>New contact</h1><form method=post action=/save>
<label>Name <input name=name></label><button>Save</button></form>"""
SCRIPT = """<title>New contact</title><h1>New contact</h1>
<label>Name <input name=name></label><button>Save</button><p role=alert></p><script>
const send = (path) => fetch(path, {method: 'POST', body: document.querySelector('input').value});
document.querySelector('button').onclick = async () => {
  %s
  const answer = await send('/save');
  if (!answer.ok) document.querySelector('[role=alert]').textContent = 'Name is taken';
};
</script>"""
LISTED: list[Json] = [{"kind": "url", "path": "/list"}]
ANSWERED: list[Json] = [{"kind": "response", "path": "/save", "method": "POST"}]
TAKEN = FORM.replace("<form", "<p role=alert>Name is taken</p><form")


def steps(app: App, done_when: list[Json]) -> list[Json]:
    return [open_page(app.url), fill("Name", "Ann"), click("Save", "once", done_when=done_when)]


@pytest.mark.parametrize(("page", "done_when"), [(FORM, LISTED), (SCRIPT % "", ANSWERED)])
async def test_nothing_is_in_doubt_where_the_app_has_refused_it(
    run: Runner, page: str, done_when: list[Json]
) -> None:
    with App({"/": page, "/save": Answer(TAKEN, status=422)}) as app:
        summary = await run(sop(steps(app, done_when), [app.host]))
    assert len(app.posts("/save")) == 1
    assert summary.outcome == "stopped before effect"
    assert "refused it: POST /save was answered with 422; the page says 'Name is taken'" in (
        summary.error or ""
    )
    (settled,) = [event for event in run.events if event.kind == "settled"]
    assert (settled.verdict, settled.why) == ("not done", "POST /save was answered with 422")


ASKS = FORM.replace("<form", "<form onsubmit=\"{}return confirm('Save it?')\"")


@pytest.mark.parametrize(
    ("meanwhile", "outcome"),
    [("", "stopped before effect"), ("fetch('/part', {method: 'POST'}); ", "needs reconciliation")],
)
async def test_nothing_is_in_doubt_where_the_browser_asked_first_and_was_told_no(
    run: Runner, meanwhile: str, outcome: str
) -> None:
    page = ASKS.replace("{}", meanwhile)
    with App({"/": page, "/save": "<title>Saved</title>", "/part": "<p>Part</p>"}) as app:
        summary = await run(sop(steps(app, LISTED), [app.host]))
    assert not app.posts("/save")
    assert summary.outcome == outcome
    assert "The page asked 'Save it?' (confirm)" in (summary.error or "")


CHECKS = SCRIPT.replace("%s", "{document.querySelector('[role=alert]').textContent = 'SAYS'; return}")


@pytest.mark.parametrize(
    ("says", "besides", "outcome"),
    [
        ("VAT number is required", "", "stopped before effect"),
        ("VAT number is required", "send('/part');", "needs reconciliation"),
        ("Contact saved", "", "needs reconciliation"),
    ],
)
async def test_nothing_is_in_doubt_where_the_page_gives_a_reason_and_sends_nothing(
    run: Runner, says: str, besides: str, outcome: str
) -> None:
    page = CHECKS.replace("SAYS", says).replace("async () => {", "async () => {" + besides)
    with App({"/": page, "/save": "ok", "/part": "ok"}) as app:
        summary = await run(sop(steps(app, ANSWERED), [app.host]))
    assert summary.outcome == outcome
    assert f"the page says '{says}'" in (summary.error or "")


STRICT = FORM.replace("<input name=name>", "<input name=name required pattern=[A-Z]+>")


async def test_nothing_is_in_doubt_where_the_browser_has_not_sent_the_form(run: Runner) -> None:
    with App({"/": STRICT, "/save": "<title>Saved</title>"}) as app:
        summary = await run(sop(steps(app, LISTED), [app.host]))
    assert not app.posts("/save")
    assert summary.outcome == "stopped before effect"
    assert "Nothing was sent: the browser has not sent the form; the page says 'Name: " in (
        summary.error or ""
    )


@pytest.mark.parametrize(
    "pressed",
    some_of(
        [
            "fetch('/part', {method: 'POST'})",
            "fetch('/save', {method: 'POST'})",
            "this.form.noValidate = true",
        ],
        *(1, 2),
    ),
)
@pytest.mark.sweep
async def test_what_the_page_sent_besides_a_form_that_was_held_back_is_in_doubt(
    run: Runner, pressed: str
) -> None:
    page = STRICT.replace("<button>", f'<button onclick="{pressed}">')
    with App({"/": page, "/save": Answer("", status=500), "/part": "ok"}) as app:
        summary = await run(sop(steps(app, LISTED), [app.host]))
    assert summary.outcome == "needs reconciliation"


@pytest.mark.parametrize(
    ("status", "besides"),
    some_of(
        [
            (409, ""),
            (408, ""),
            (429, ""),
            (500, ""),
            (200, ""),
            (422, "await send('/part');"),
            (422, "navigator.sendBeacon('/part');"),
            (422, "fetch('/contacts/3/delete');"),
            (422, "document.body.append('Contact saved');"),
        ],
        *(0, 4, 6),
    ),
)
async def test_what_may_have_been_done_is_in_doubt(run: Runner, status: int, besides: str) -> None:
    done_when: list[Json] = [*ANSWERED, {"kind": "text", "contains": "Contact saved"}]
    with App(
        {"/": SCRIPT % besides, "/save": Answer("", status=status), "/part": "ok", "/contacts/3/delete": "ok"}
    ) as app:
        summary = await run(sop(steps(app, done_when), [app.host]))
    assert summary.outcome == "needs reconciliation"


async def test_a_page_that_cannot_be_shown_behind_what_was_done_is_no_refusal(run: Runner) -> None:
    with App({"/": FORM, "/save": redirect("/gone"), "/gone": Answer("", status=404)}) as app:
        summary = await run(sop(steps(app, LISTED), [app.host]))
    assert summary.outcome == "needs reconciliation"


async def test_what_the_page_was_refused_before_is_not_the_effect(run: Runner) -> None:
    def later(request: Received) -> Answer:
        return Answer("", status=403)

    page = (SCRIPT % "").replace("const send", "fetch('/save', {method: 'POST'});const send")
    page = page.replace("await send('/save')", "{ok: false}").replace("Name is taken", "")
    with App({"/": page, "/save": later}) as app:
        summary = await run(sop(steps(app, ANSWERED), [app.host]))
    assert summary.outcome == "needs reconciliation"


async def test_a_form_in_a_frame_that_nobody_sees_is_not_the_effect(run: Runner) -> None:
    counts = "<form method=post action=/count target=hidden></form><iframe name=hidden></iframe><button>"
    deed = "fetch('/send').then(() => document.forms[0].submit())"
    page = counts.replace("<button>", f'<label>Name <input name=name></label><button onclick="{deed}">Save')
    with App({"/": page, "/send": "ok", "/count": Answer("", status=403)}) as app:
        summary = await run(sop(steps(app, LISTED), [app.host]))
        assert len(app.posts("/count")) == 1
    assert summary.outcome == "needs reconciliation"


@pytest.mark.sweep
async def test_of_more_requests_than_are_known_nobody_can_tell(run: Runner) -> None:
    pictures = "for (let n = 0; n < 120; n++) await fetch('/picture?' + n);"
    with App({"/": SCRIPT % pictures, "/picture": "ok", "/save": Answer("", status=422)}) as app:
        summary = await run(sop(steps(app, ANSWERED), [app.host]))
    assert summary.outcome == "needs reconciliation"


NEVER = quick(verify_seconds=3600)
"""A test that waits for the criteria to the end does not end."""
AGAIN = FORM.replace("<input name=name>", "<input name=name aria-invalid=true> <span class=error>%s</span>")


async def test_a_form_that_comes_once_more_with_a_reason_at_its_field_was_not_taken(run: Runner) -> None:
    with App({"/": FORM, "/save": AGAIN % "This name is taken."}) as app:
        summary = await run(sop(steps(app, LISTED), [app.host]), settings=NEVER)
    assert len(app.posts("/save")) == 1
    assert summary.outcome == "stopped before effect"
    refused = (
        "refused it: POST /save was answered with the form once more; the page says 'This name is taken.'"
    )
    assert refused in (summary.error or "")


@pytest.mark.parametrize(
    "answer",
    [
        FORM.replace("<form", "<p class='flash danger'>The mail could not be sent.</p><form"),
        (AGAIN % "This name is taken.").replace("<button>Save</button>", ""),
        (AGAIN % "This name is taken.").replace("</h1>", "</h1><p>Contact saved</p>"),
    ],
)
@pytest.mark.sweep
async def test_a_page_that_may_show_what_was_done_is_in_doubt(run: Runner, answer: str) -> None:
    done_when: list[Json] = [*LISTED, {"kind": "text", "contains": "Contact saved"}]
    with App({"/": FORM, "/save": answer}) as app:
        summary = await run(sop(steps(app, done_when), [app.host]), settings=NEVER)
    assert summary.outcome == "needs reconciliation"


async def test_a_script_that_is_told_of_a_refusal_with_status_200_is_not_waited_for(run: Runner) -> None:
    """Whether nothing was done it leaves in doubt."""
    page = (SCRIPT % "").replace(
        "if (!answer.ok) document.querySelector('[role=alert]').textContent =", "const told ="
    )
    shown = "document.querySelector('label').insertAdjacentHTML('beforeend', `<b class=error>${told}</b>`);"
    with App({"/": page.replace("'Name is taken';", f"'Name is taken'; {shown}"), "/save": "{}"}) as app:
        summary = await run(sop(steps(app, LISTED), [app.host]), settings=NEVER)
    assert summary.outcome == "needs reconciliation"
    assert "Name is taken" in (summary.error or "")


SIGN_IN = """<title>Sign in</title><h1>Sign in</h1><form method=post action=/in>
<label>User <input name=user></label> <label>Password <input name=password type=password></label>
<button>Sign in</button></form>"""
BY_SCRIPT = """<p role=alert></p><script>document.forms[0].onsubmit = async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  const answer = await fetch('/in', { method: 'POST', body });
  const said = document.querySelector('[role=alert]');
  if (!answer.ok) said.outerHTML = '<p role=alert class=error>Wrong password</p>';
};</script>"""


@pytest.mark.parametrize(
    ("page", "answer"),
    some_of(
        [
            (SIGN_IN, SIGN_IN.replace("<form", "<p class=error>Wrong password</p><form")),
            (SIGN_IN, Answer(SIGN_IN.replace("<form", "<p role=alert>Wrong password</p><form"), status=422)),
            (SIGN_IN + BY_SCRIPT, Answer("", status=401)),
        ],
        *(0, 2),
    ),
)
async def test_a_wrong_password_is_told_as_that(run: Runner, page: str, answer: str | Answer) -> None:
    with App({"/": page, "/in": answer}) as app:
        steps = [
            open_page(app.url),
            fill("User", "ann"),
            fill("Password", "{{ secret:crm_password }}"),
            click("Sign in", "repeatable", done_when=[{"kind": "url", "path": "/home"}]),
        ]
        document = sop(steps, [app.host], {"crm_password": {"secret": True}})
        summary = await run(document, secrets={"crm_password": "wrong-one"}, settings=NEVER)
    assert len(app.posts("/in")) == 1
    assert summary.outcome == "stopped before effect"
    told = "The app does not take what was given to sign in; the page says 'Wrong password'."
    assert told in (summary.error or "")
    assert "wrong-one" not in (summary.error or "")
