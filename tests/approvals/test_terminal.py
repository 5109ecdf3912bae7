"""Asking at a terminal: a real one, on which the question can be given up when somebody else is quicker."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from handrail.approvals import Approval, ApprovalRequest, Choice, TerminalApprover
from handrail.approvals.approver import Answer
from handrail.errors import Unattended

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")

GATE: tuple[Answer, ...] = ("allow", "allow_session", "allow_always", "edit", "deny", "deny_stop")


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """What is written here is typed at the terminal."""
    master, slave = os.openpty()
    with os.fdopen(slave, "r", encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield master
    os.close(master)


def request(answers: tuple[Answer, ...] = GATE) -> ApprovalRequest:
    return ApprovalRequest(
        node="n",
        action="Pay",
        where="x",
        why="it is financial",
        effect="once",
        answers=answers,
        values=("12",),
    )


async def test_where_nobody_answers_what_follows_begins_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    asked = request().model_copy(update={"kind": "choose", "choices": (Choice(id="a", words="This"),)})
    with pytest.raises(Unattended):
        await TerminalApprover().ask(asked)
    assert capsys.readouterr().err.endswith("  Which one? 1, or [n]one: \n")


async def answered(keyboard: int, typed: str, asked: ApprovalRequest) -> Approval:
    """What comes of a question to which this is typed once it is shown."""
    asking = asyncio.create_task(TerminalApprover().ask(asked))
    # It asks before it waits for the first time.
    await asyncio.sleep(0)
    os.write(keyboard, typed.encode())
    return await asking


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("y", "allow"),
        ("s", "allow_session"),
        ("w", "allow_always"),
        ("no", "deny"),
        ("q", "deny_stop"),
        ("\nwhat\ny", "allow"),
    ],
)
async def test_a_line_is_an_answer(keyboard: int, typed: str, answer: str) -> None:
    approval = await answered(keyboard, f"{typed}\n", request())
    assert (approval.answer, approval.via) == (answer, "terminal")


async def test_what_was_typed_before_the_question_was_shown_answers_nothing(keyboard: int) -> None:
    os.write(keyboard, b"y\ny\n")
    assert (await answered(keyboard, "n\n", request())).answer == "deny"


async def test_a_value_is_edited(keyboard: int) -> None:
    approval = await answered(keyboard, "e\n34 €\n", request())
    assert (approval.answer, approval.text) == ("edit", "34 €")


async def test_quitting_is_a_no_where_nothing_can_be_stopped(keyboard: int) -> None:
    assert (await answered(keyboard, "q\n", request(("allow", "deny")))).answer == "deny"


async def test_it_is_given_up_and_the_next_question_gets_the_next_line(
    keyboard: int, capsys: pytest.CaptureFixture[str]
) -> None:
    asking = asyncio.create_task(TerminalApprover().ask(request()))
    # It asks before it waits for the first time.
    await asyncio.sleep(0)
    assert "Do it?" in capsys.readouterr().err
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert "answered elsewhere" in capsys.readouterr().err
    assert (await answered(keyboard, "y\n", request())).answer == "allow"
    late = request().model_copy(update={"deadline": "2026-11-20T08:00:00+00:00"})
    asking = asyncio.create_task(TerminalApprover().ask(late))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert "nobody answered in time" in capsys.readouterr().err


async def test_questions_of_a_pipe_that_are_answered_elsewhere_use_up_no_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out, into = os.pipe()
    executor = ThreadPoolExecutor(2)
    asyncio.get_running_loop().set_default_executor(executor)
    with os.fdopen(out, "r", encoding="utf-8") as stdin, os.fdopen(into, "w", encoding="utf-8") as typing:
        monkeypatch.setattr(sys, "stdin", stdin)
        for _ in range(3):
            asking = asyncio.ensure_future(TerminalApprover().ask(request()))
            # There is a thread left for others, such as for whoever looks whether it was answered elsewhere.
            await asyncio.wait_for(asyncio.to_thread(os.getpid), 20)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        asking = asyncio.ensure_future(TerminalApprover().ask(request()))
        typing.write("y\n")
        typing.flush()
        assert (await asking).answer == "allow"
