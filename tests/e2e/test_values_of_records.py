"""What is pressed says a value of the record, as a button its state: other records say others."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip
from tests.sweeping import some_of

FORMS = {
    "lines": "<ul><li>State <button id=state>{state}</button><div role=menu id=states hidden></div>"
    "<li><b>Note</b> <span id=note>{note}</span></ul>",
    "parts": "<div><div>State</div><div><button id=state>{state}</button>"
    "<div role=menu id=states hidden></div></div></div>"
    "<div><div>Note</div><div><span id=note>{note}</span></div></div>",
    "cells": "<table><tr><td>State<td><button id=state>{state}</button><div role=menu id=states hidden></div>"
    "<tr><td>Note<td><span id=note>{note}</span></table>",
}
PAGE = """<title>Ticket</title><style>span, [role=menuitem] {{cursor: pointer}}</style><h1>{name}</h1>{form}
<button id=save>Save</button><p role=status id=said></p>
<script>
for (const one of ['New', 'Open', 'Waiting', 'Solved']) {{
  const entry = Object.assign(document.createElement('div'), {{textContent: one, role: 'menuitem'}});
  entry.onclick = () => {{ state.textContent = one; states.hidden = true; }};
  states.append(entry);
}}
state.onclick = () => {{ states.hidden = !states.hidden; }};
note.onclick = () => {{
  if (note.firstElementChild) return;
  const field = Object.assign(document.createElement('input'), {{value: note.textContent}});
  note.replaceChildren(field);
  field.focus();
  field.select();
  field.onkeydown = (event) => {{ if (event.key === 'Enter') note.replaceChildren(field.value); }};
}};
save.onclick = () => fetch('/save', {{method: 'POST', body:
  `{name} ${{state.textContent}} ${{note.textContent}}`}})
  .then(() => {{ said.textContent = 'Saved'; }});
</script>"""
LIST = "<title>Tickets</title><h1>Tickets</h1><ul><li><a href=/t/1>Oak</a><li><a href=/t/2>Elm</a></ul>"
RECORDS = ((1, "Oak", "New", "Words of old"), (2, "Elm", "Waiting", "What was here"))


@pytest.mark.parametrize("form", some_of(FORMS, 0))
async def test_values_that_are_pressed_to_be_changed_are_found_on_another_record(
    round_trip: RoundTrip, form: str
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Oak").click()
        await page.locator("#state").click()
        await page.get_by_role("menuitem", name="Open").click()
        await page.locator("#note").click()
        await page.keyboard.type("Called back")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    pages = {
        f"/t/{id}": PAGE.format(name=name, form=FORMS[form].format(state=state, note=note))
        for id, name, state, note in RECORDS
    }
    with App({"/": LIST, "/save": Answer("{}"), **pages}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {one.default: name for name, one in sop.variables.items()}
        assert set(given) == {"Oak", "Open", "Called back"}
        app.received.clear()
        other = {given["Oak"]: "Elm", given["Open"]: "Solved", given["Called back"]: "All is well"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome == "done", summary.error
        assert [one.body for one in app.received if one.method == "POST"] == [b"Elm Solved All is well"]
