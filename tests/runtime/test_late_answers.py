"""What a script has sent is waited for as long as the page that answers a form."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from handrail.runtime.walk.settings import Settings
from tests.app import Answer, App, Received
from tests.builders import click, open_page, sop
from tests.pace import quick
from tests.runtime.conftest import Runner

PAGE = """<title>Entry</title><button>Save</button><p role=status></p>
<script>
document.querySelector('button').onclick = async () => {
  const answer = await fetch('/entries', {method: 'POST'});
  document.querySelector('[role=status]').append(answer.ok ? 'Entry saved' : 'Not saved');
};
</script>"""
SAVED = [
    {"kind": "response", "method": "POST", "path": "/entries"},
    {"kind": "text", "contains": "Entry saved"},
]


def late(status: int) -> Callable[[Received], Answer]:
    def answer(_: Received) -> Answer:
        """Later than criteria are waited for."""
        threading.Event().wait(1.5)
        return Answer("{}", status, {"content-type": "application/json"})

    return answer


def waiting(navigation_seconds: float) -> Settings:
    return quick(find_seconds=1, verify_seconds=0.3, navigation_seconds=navigation_seconds)


@pytest.mark.parametrize(
    ("status", "outcome"), [(201, "done"), (422, "stopped before effect")], ids=["saved", "refused"]
)
async def test_a_late_answer_to_what_a_script_sent_is_waited_for(
    run: Runner, status: int, outcome: str
) -> None:
    with App({"/": PAGE, "/entries": late(status)}) as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(procedure, settings=waiting(10))
        assert summary.outcome == outcome
        assert len(app.posts("/entries")) == 1


async def test_an_answer_that_stays_out_is_waited_for_no_longer_than_a_page(run: Runner) -> None:
    with App({"/": PAGE, "/entries": late(201)}) as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(procedure, settings=Settings(verify_seconds=0.3, navigation_seconds=0.6))
        assert summary.outcome == "needs reconciliation"
