"""Choosing what is chosen already: nothing is sent, and the run says so."""

from __future__ import annotations

import pytest

from handrail.runtime.steps import waiting_for_page
from handrail.runtime.steps.already import without_answers
from handrail.sop.document import Sop
from handrail.sop.node import Task
from tests.app import Answer, App, Received, redirect
from tests.builders import Json, by_role, click, open_page, sop, task
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

ANSWERED: Json = {"kind": "response", "path": "/assign", "method": "POST"}
NATIVE = """<h1>Ticket</h1><p>{said}</p><form method=post action=/assign>
<select name=to aria-label=Owner onchange=this.form.submit()><option>Ann<option selected>Cy</select></form>"""


@pytest.mark.parametrize(
    ("said", "outcome", "unverified"),
    some_of(
        [
            ("Owned by Cy", "done", ()),
            (
                "",
                "done, unverified",
                ("it was so already, and nothing was sent; not seen: the page shows 'Owned by'",),
            ),
        ],
        1,
    ),
)
async def test_a_list_that_holds_the_choice_sends_nothing(
    run: Runner, said: str, outcome: str, unverified: tuple[str, ...]
) -> None:
    with App({"/": NATIVE.format(said=said), "/assign": redirect("/")}) as app:
        words = {"kind": "text", "contains": "Owned by"}
        owner = by_role("combobox", "Owner", tag="select")
        action: Json = {"do": "select", "options": ["{{ to }}"]}
        choose = task("choose", action, "once", target=owner, done_when=[ANSWERED, words])
        procedure = sop([open_page(app.url), choose], [app.host], {"to": {}})
        summary = await run(procedure, {"to": "Cy"})
        assert (summary.outcome, tuple(one.why for one in summary.unverified)) == (outcome, unverified)
        assert app.posts("/assign") == []
        await run(procedure, {"to": "Ann"})
        assert app.posts("/assign") == [{"to": "Ann"}]


SAVING = """<h1>Talk</h1><label>Seats <input name=seats value=10></label><script>
const held = () => document.querySelector('input').value;
const send = () => fetch('/keep', {method: 'POST', body: new URLSearchParams({seats: held()})});
let last = null;
setTimeout(() => { last = held(); }, 900);
let before = null;
setInterval(() => {
  if (last !== null && held() !== last && held() === before) { last = held(); send(); }
  before = held();
}, 50);
</script>"""


async def test_a_page_that_saves_by_itself_is_given_the_time_to_notice_a_change(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What such a page holds soon after it came is nothing new to it."""
    monkeypatch.setattr(waiting_for_page, "_OLD_ENOUGH_SECONDS", 1.5)
    with App({"/": SAVING, "/keep": ""}) as app:
        seats = by_role("textbox", "Seats")
        saved: Json = {"kind": "response", "path": "/keep", "method": "POST"}
        holds: Json = {"kind": "value", "equals": "{{ seats }}"}
        action: Json = {"do": "fill", "value": "{{ seats }}"}
        fill = task("seats", action, "repeatable", target=seats, done_when=[holds, saved])
        procedure = sop([open_page(app.url), fill], [app.host], {"seats": {}})
        assert (await run(procedure, {"seats": "44"})).outcome == "done"
        assert app.posts("/keep")[-1] == {"seats": "44"}
        sent = len(app.posts("/keep"))
        assert (await run(procedure, {"seats": "10"})).outcome == "done"
        assert len(app.posts("/keep")) == sent


async def test_what_a_page_saves_by_itself_as_it_came_is_no_answer_to_a_step(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_for_page, "_OLD_ENOUGH_SECONDS", 1.5)
    with App({"/": SAVING.replace("last = held();", "last = held(); send();", 1)}) as app:

        def keep(request: Received) -> Answer:
            return Answer(status=200 if request.form["seats"] == "10" else 500)

        app.pages["/keep"] = keep
        saved: Json = {"kind": "response", "path": "/keep", "method": "POST"}
        action: Json = {"do": "fill", "value": "44"}
        fill = task("seats", action, "repeatable", target=by_role("textbox", "Seats"), done_when=[saved])
        summary = await run(sop([open_page(app.url), fill], [app.host]))
        assert app.posts("/keep") != []
    assert summary.outcome != "done"


DRAWN = """<h1>Ticket</h1><button id=a role=combobox aria-label=Owner aria-haspopup=listbox>Cy</button>
<div id=o role=listbox></div><script>
a.onclick = () => { o.innerHTML = '<p role=option>Ann</p><p role=option>Cy</p>'; };
o.onclick = ({target}) => { o.innerHTML = '';
  if (SENDS || a.textContent !== target.textContent) fetch('/assign', {method: 'POST'});
  a.textContent = target.textContent; };
</script>"""


def chosen(app: App) -> Sop:
    owner = by_role("combobox", "Owner")
    holds: Json = {"kind": "value", "equals": "{{ to }}", "target": owner}
    option = click("{{ to }}", "once", role="option", id="choose", done_when=[ANSWERED, holds])
    offered: Json = {"kind": "element", "state": "visible", "target": by_role("option", "{{ to }}")}
    opening = task("open-list", {"do": "click"}, target=owner, done_when=[offered])
    steps = [open_page(app.url), opening, option]
    return sop(steps, [app.host], {"to": {}})


async def test_a_drawn_list_that_shows_the_choice_already_is_told_nothing(run: Runner) -> None:
    with App({"/": DRAWN.replace("SENDS", "false"), "/assign": "ok"}) as app:
        summary = await run(chosen(app), {"to": "Cy"})
        assert (summary.outcome, app.posts("/assign")) == ("done", []), summary.error
        verified = next(one for one in run.events if one.kind == "verified" and one.node == "choose")
        assert verified.criteria[-1].text == "it was so already, and nothing was sent"
        assert (await run(chosen(app), {"to": "Ann"})).outcome == "done"
        assert len(app.posts("/assign")) == 1


async def test_what_was_sent_and_not_answered_well_is_not_so_already(run: Runner) -> None:
    with App({"/": DRAWN.replace("SENDS", "true")}) as app:
        summary = await run(chosen(app), {"to": "Cy"})
    assert summary.outcome == "needs reconciliation"


PANELS = """<h1>Post</h1><details {open}><summary>Categories</summary><label>
<input type=checkbox name=c value=news>News</label></details>
<button aria-expanded={shown} onclick="tags.hidden = !tags.hidden;
this.setAttribute('aria-expanded', !tags.hidden)">Tags</button><div id=tags {hidden}>Chosen</div>"""


@pytest.mark.parametrize("are_open", [True, False])
async def test_what_the_app_has_kept_expanded_is_not_folded_up(run: Runner, are_open: bool) -> None:
    facts = ("open", "true", "") if are_open else ("", "false", "hidden")
    page = PANELS.format(open=facts[0], shown=facts[1], hidden=facts[2])
    unfold: Json = {"do": "click", "expands": True}
    news = by_role("checkbox", "News", tag="input")
    details = {"tag": "summary", "text": "Categories", "locators": [{"by": "text", "text": "Categories"}]}
    shown: Json = {"kind": "text", "contains": "Chosen"}
    visible: Json = {"kind": "element", "state": "visible", "target": news}
    checked: Json = {"kind": "element", "state": "checked"}
    steps = [
        task("categories", unfold, target=details, done_when=[visible]),
        task("tags", unfold, target=by_role("button", "Tags"), done_when=[shown]),
        task("news", {"do": "check"}, "repeatable", target=news, done_when=[checked]),
    ]
    with App({"/": page}) as app:
        assert (await run(sop([open_page(app.url), *steps], [app.host]))).outcome == "done"


@pytest.mark.parametrize("of_itself", [True, False])
def test_words_that_only_a_press_brings_up_are_not_asked_of_an_entry_that_is_chosen(of_itself: bool) -> None:
    checked: Json = {"kind": "element", "state": "checked"}
    words: Json = {"kind": "text", "contains": "added to selection"}
    entry = by_role("option", "SQL")
    asked = [checked if of_itself else {**checked, "target": entry}, words]
    picks = Task.model_validate(task("pick", {"do": "click"}, "none", target=entry, done_when=asked))
    assert (words["kind"] in [one.kind for one in without_answers(picks).done_when]) is not of_itself
