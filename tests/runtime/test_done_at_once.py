"""What an app asked about before it did it, and does at once by now."""

from __future__ import annotations

from typing import Any

from tests.app import App
from tests.builders import click, open_page, sop
from tests.pace import quick
from tests.runtime.conftest import Runner

_PAGE = """<h1>Members</h1><button onclick="fetch('/members/7', {method: 'DELETE'})
  .then(() => document.body.append('Member deleted'))">Delete</button>"""
_DIALOG: Any = {"role": "alertdialog", "locators": [{"by": "role", "role": "alertdialog"}]}


async def test_what_was_done_without_the_question_is_not_told_as_stopped_before_it(run: Runner) -> None:
    asks = [{"kind": "element", "state": "visible", "target": _DIALOG}]
    answered = [{"kind": "response", "method": "DELETE", "path": "/members/*"}]
    with App({"/": _PAGE, "/members/7": "{}"}) as app:
        steps = [
            {**open_page(app.url), "done_when": [{"kind": "text", "contains": "Members"}]},
            click("Delete", "repeatable", done_when=asks),
            {**click("Delete", "once", done_when=answered), "id": "delete-2"},
        ]
        pace = quick(verify_seconds=0.6, retries=0)
        summary = await run(sop(steps, [app.host]), settings=pace)
    assert summary.outcome == "needs reconciliation"
    assert "at once what the next step is for" in str(summary.error)
