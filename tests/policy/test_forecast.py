"""What a policy would say of an SOP's steps, before it runs."""

from __future__ import annotations

import pytest

from handrail.policy import Policy
from handrail.policy.forecast import forecast
from tests.builders import click, sop


@pytest.mark.parametrize(
    ("path", "decision"),
    [
        ("/contacts", "allow"),
        ("http://crm.test/contacts", "allow"),
        ("http://evil.test/contacts", "block"),
        ("//evil.test/contacts", "block"),
        ("/\\evil.test/contacts", "block"),
    ],
)
def test_what_a_step_sends_stays_on_its_host_or_is_blocked(path: str, decision: str) -> None:
    sent = [{"kind": "text", "contains": "Saved"}]
    step = {**click("Save", "once", done_when=sent), "effect_reason": f"sends POST {path}"}
    (found,) = forecast(sop([step], ["crm.test"]), Policy(domains=("crm.test",)))
    assert found.verdict.decision == decision, found.verdict
