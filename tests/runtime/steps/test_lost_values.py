"""What was filled in is sent, or nothing is: a page may take it away before."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.journal.events.event import Handled
from handrail.sop.document import Sop
from tests.app import App, redirect
from tests.builders import by_role, click, fill, open_page, sop, task
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

LIST = "<title>List</title><h1>Contacts</h1>"
SAVED = [{"kind": "url", "path": "/list"}]
FORM = """<title>New</title><h1>New contact</h1><form method=post action=/save>
<label>Name <input name=name></label> <label>City <input name=city></label>
<label>Kind <select name=kind><option>Person<option>Firm</select></label>
<label><input type=checkbox name=news> News</label>
<button>Save</button></form><script>const form = document.querySelector('form');%s</script>"""


def app_with(script: str) -> App:
    return App({"/": FORM % script, "/save": lambda r: redirect("/list"), "/list": LIST})


def procedure(app: App, *, sends: tuple[str, ...] = ("fill-name", "kind", "news", "fill-city")) -> Sop:
    kind = task(
        "kind",
        {"do": "select", "options": ["Firm"]},
        "repeatable",
        target=by_role("combobox", "Kind"),
        done_when=[{"kind": "value", "equals": "Firm"}],
    )
    news = task(
        "news",
        {"do": "check"},
        "repeatable",
        target=by_role("checkbox", "News"),
        done_when=[{"kind": "element", "state": "checked"}],
    )
    save: dict[str, Any] = click("Save", "once", done_when=SAVED)
    steps = [open_page(app.url), fill("Name", "Ana"), kind, news, fill("City", "Graz")]
    return sop([*steps, {**save, "sends": list(sends)}], [app.host])


ALL = {"name": "Ana", "city": "Graz", "kind": "Firm", "news": "on"}


@pytest.mark.parametrize(
    ("script", "mended"),
    some_of(
        [
            ("form.city.oninput = () => { form.name.value = ''; };", 1),
            # What the server knows of a record comes late.
            ("form.city.oninput = () => { form.name.value = 'Berta'; };", 1),
            (
                "form.city.oninput = () => { const { city } = form; const is = city.value;"
                " form.reset(); city.value = is; };",
                3,
            ),
        ],
        *(1, 2),
    ),
    ids=["emptied", "overwritten", "all but the last"],
)
async def test_what_a_page_has_taken_away_is_filled_in_again_before_it_is_sent(
    run: Runner, script: str, mended: int
) -> None:
    with app_with(script) as app:
        summary = await run(procedure(app))
        assert app.posts("/save") == [ALL]
    assert summary.outcome == "done"
    told = [event for event in run.events if isinstance(event, Handled)]
    assert [one.handler for one in told] == ["lost value"] * mended
    assert all("was gone" in one.reason for one in told)


async def test_a_field_that_does_not_keep_its_value_is_never_sent(run: Runner) -> None:
    emptied = "setInterval(() => { if (form.city.value) form.name.value = ''; }, 10);"
    with app_with(emptied) as app:
        summary = await run(procedure(app))
        assert app.posts("/save") == []
    assert summary.outcome == "stopped before effect"
    assert summary.error is not None
    assert "no longer there" in summary.error and "is empty now" in summary.error


@pytest.mark.parametrize(
    ("script", "sent", "mended"),
    [
        ("form.city.oninput = () => { form.name.value = 'ANA'; };", "ANA", 0),
        ("form.city.oninput = () => { form.name.value = 'Ana (new)'; };", "Ana (new)", 0),
        # The app has a name of its own for it, whoever fills it in.
        (
            "const own = () => { if (form.city.value) form.name.value = 'C-12'; };"
            "form.city.oninput = own; form.name.oninput = own;",
            "C-12",
            1,
        ),
    ],
    ids=["capitals", "more", "another name"],
)
async def test_an_app_may_write_in_its_own_way_what_it_was_given(
    run: Runner, script: str, sent: str, mended: int
) -> None:
    with app_with(script) as app:
        summary = await run(procedure(app))
        assert app.posts("/save") == [{**ALL, "name": sent}]
    assert summary.outcome == "done"
    assert len([event for event in run.events if isinstance(event, Handled)]) == mended


async def test_a_field_that_is_gone_says_nothing_of_what_is_sent(run: Runner) -> None:
    taken_on = """form.city.oninput = () => {
      const { name } = form; const kept = document.createElement('input');
      kept.type = 'hidden'; kept.name = 'name'; kept.value = name.value;
      name.closest('label').replaceWith(kept);
    };"""
    with app_with(taken_on) as app:
        summary = await run(procedure(app))
        assert app.posts("/save") == [ALL]
    assert summary.outcome == "done"


async def test_what_an_effect_does_not_send_is_not_looked_at(run: Runner) -> None:
    emptied = "form.city.oninput = () => { form.name.value = ''; };"
    with app_with(emptied) as app:
        summary = await run(procedure(app, sends=("fill-city",)))
        assert app.posts("/save") == [{**ALL, "name": ""}]
    assert summary.outcome == "done"
