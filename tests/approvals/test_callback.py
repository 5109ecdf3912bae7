"""A function that answers: what it fails to give is no answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from handrail.approvals import Approval, ApprovalRequest, CallbackApprover
from handrail.errors import Waiting

YES = Approval(answer="allow", by="ana")
REQUEST = ApprovalRequest(
    node="pay", action="Pay", where="https://crm.example/pay", why="it is a payment", effect="once"
)


def failing(_: ApprovalRequest) -> Approval:
    raise RuntimeError("the queue is gone")


async def failing_later(_: ApprovalRequest) -> Approval:
    await asyncio.sleep(0)
    raise RuntimeError("the queue is gone")


async def yes_later(_: ApprovalRequest) -> Approval:
    await asyncio.sleep(0)
    return YES


@pytest.mark.parametrize("function", [lambda _: YES, yes_later])
async def test_what_it_gives_is_the_answer_at_once_or_later(function: Callable[..., Any]) -> None:
    assert await CallbackApprover(function).ask(REQUEST) == YES


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (failing, "RuntimeError: the queue is gone"),
        (failing_later, "RuntimeError: the queue is gone"),
        (lambda _: None, "gave NoneType"),
        (lambda _: True, "gave bool"),
        (lambda _: "allow", "gave str"),
    ],
)
async def test_a_function_that_fails_has_answered_nothing(function: Callable[..., Any], told: str) -> None:
    with pytest.raises(Waiting, match=told):
        await CallbackApprover(function).ask(REQUEST)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("2027-01-31", "2027-01-31T00:00:00+00:00"),
        ("2027-01-31T08:00:00", "2027-01-31T08:00:00+00:00"),
        ("2027-01-31T08:00:00+02:00", "2027-01-31T08:00:00+02:00"),
        (None, None),
    ],
)
def test_when_a_rule_ends_is_a_moment_with_a_zone(given: str | None, kept: str | None) -> None:
    assert Approval(answer="allow_always", by="ana", until=given).until == kept


async def test_a_rule_that_ends_at_no_moment_is_no_answer() -> None:
    with pytest.raises(Waiting, match="has failed"):
        await CallbackApprover(lambda _: Approval(answer="allow_always", by="ana", until="soon")).ask(REQUEST)
