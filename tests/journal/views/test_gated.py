"""The fold that finds actions without the gate's yes."""

from __future__ import annotations

import pytest

from handrail.journal.events.event import Event
from handrail.journal.views.gated import ungated
from tests.journal.stories import acted, answered, asked, intended, judged


def questioned(node: str) -> Event:
    return judged(node).model_copy(update={"verdict": "ask"})


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([judged("save"), intended("save"), acted("save")], None),
        ([intended("save"), acted("save")], "the gate did not judge it"),
        ([judged("save", blocked=True), intended("save")], "the gate blocked it"),
        ([questioned("save"), intended("save")], "the gate asked, and nobody allowed it"),
        ([questioned("save"), asked("save"), answered("save"), intended("save")], None),
        (
            [questioned("save"), asked("save"), answered("save", answer="deny"), intended("save")],
            "the gate asked, and nobody allowed it",
        ),
        ([judged("other"), intended("save")], "the gate did not judge it"),
        ([judged("save"), acted("save")], "it was not intended before"),
    ],
)
def test_what_the_gate_did_not_allow_is_found(events: list[Event], why: str | None) -> None:
    assert [one.why for one in ungated(events)] == ([why] if why else [])
