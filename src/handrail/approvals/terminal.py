"""Asking on the terminal that a run was started from."""

from __future__ import annotations

import asyncio
import getpass
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Protocol

from handrail._printable import printable
from handrail.approvals.approver import Answer, Approval, ApprovalRequest
from handrail.errors import Unattended

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

_ANSWERS: dict[str, Answer] = {
    "": "allow",
    "y": "allow",
    "yes": "allow",
    "a": "allow_rest",
    "all": "allow_rest",
    "s": "allow_session",
    "session": "allow_session",
    "w": "allow_always",
    "always": "allow_always",
    "e": "edit",
    "edit": "edit",
    "n": "deny",
    "no": "deny",
    "q": "deny_stop",
    "quit": "deny_stop",
}
_NONE = frozenset({"", "n", "no", "none", "q", "0"})


class TerminalApprover:
    """Prompts on stderr and reads stdin, so that stdout stays free for results."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Raises Unattended where stdin ends before an answer came."""
        _forget_typed()
        match request.kind:
            case "approve":
                return await self._approve(request)
            case "choose":
                return await self._choose(request)
            case "answer":
                return await self._answer(request)
            case "review":
                return await self._review(request)

    async def _approve(self, request: ApprovalRequest) -> Approval:
        _tell(f"\n  {request.action}")
        _tell(f"  on {request.where} · effect: {request.effect} · {request.why}")
        if request.risk != "low":
            _tell(f"  risk: {request.risk} ({'; '.join(request.factors)})")
        if request.values:
            _tell(f"  with: {'; '.join(request.values)}")
        if request.picture is not None:
            _tell(f"  its picture: {request.picture}")
        if request.deadline is not None and request.on_timeout == "deny":
            _tell(f"  without an answer by {request.deadline[:19].replace('T', ' ')} UTC it is not done")
        while True:
            line = (await _line(f"  Do it? {_offered(request)}: ", request)).lower()
            # Where there is a risk, a mere Enter says nothing.
            answer = _ANSWERS.get(line) if line or "allow_rest" in request.answers else None
            if answer == "deny_stop" and answer not in request.answers:
                answer = "deny"
            if answer is None or answer not in request.answers:
                continue
            text = await _line("  The value in its place: ", request) if answer == "edit" else None
            return Approval(answer=answer, by=getpass.getuser(), text=text, via="terminal")

    async def _choose(self, request: ApprovalRequest) -> Approval:
        _tell(f"\n  {request.action}")
        _tell(f"  on {request.where} · effect: {request.effect} · {request.why}")
        for number, choice in enumerate(request.choices, start=1):
            _tell(f"  {number}. {choice.words}")
            for reason in choice.reasons:
                _tell(f"     {reason}")
        if request.picture is not None:
            _tell(f"  They are numbered in {request.picture}")
        while True:
            numbers = f"1 to {len(request.choices)}" if len(request.choices) > 1 else "1"
            line = await _line(f"  Which one? {numbers}, or [n]one: ", request)
            if line.lower() in _NONE:
                return Approval(answer="deny", by=getpass.getuser(), via="terminal")
            if line.isdigit() and 1 <= int(line) <= len(request.choices):
                choice = request.choices[int(line) - 1]
                return Approval(answer="choose", choice=choice.id, by=getpass.getuser(), via="terminal")

    async def _review(self, request: ApprovalRequest) -> Approval:
        _tell(f"\n  {request.action}")
        for line in beside_sources(request):
            _tell(f"  {line}")
        _tell(f"  {request.why}")
        for gap in request.gaps:
            _tell(f"  missing: {gap}")
        while True:
            line = await _line("  Use it? [Y]es, [e]dit, [r]ewrite with a remark, [n]o: ", request)
            by = getpass.getuser()
            match line.lower()[:1]:
                case "" | "y":
                    return Approval(answer="allow", by=by, via="terminal")
                case "n" | "q":
                    return Approval(answer="deny", by=by, via="terminal")
                case "r":
                    return Approval(
                        answer="again", why=await _line("  Your remark: ", request), by=by, via="terminal"
                    )
                case "e":
                    return Approval(answer="answer", text=await _text(request), by=by, via="terminal")

    async def _answer(self, request: ApprovalRequest) -> Approval:
        _tell(f"\n  {request.action}")
        if request.why:
            _tell(f"  {request.why}")
        if request.secret and sys.stdin.isatty():
            text = await asyncio.to_thread(getpass.getpass, "  Your answer (not shown): ", sys.stderr)
            return Approval(answer="answer", text=text, by=getpass.getuser(), via="terminal")
        line = await _line("  Your answer (Enter when it is done; q gives up): ", request)
        if line.lower() == "q":
            return Approval(answer="deny", by=getpass.getuser(), via="terminal")
        return Approval(answer="answer", text=line, by=getpass.getuser(), via="terminal")


def _offered(request: ApprovalRequest) -> str:
    """The answers that are possible, with their keys."""
    words = ["[Y]es" if "allow_rest" in request.answers else "[y]es"]
    if "allow_rest" in request.answers:
        words.append("[a]ll the rest")
    if "allow_session" in request.answers:
        words.append("for this [s]ession")
    if "allow_always" in request.answers:
        words.append("al[w]ays here")
    if "edit" in request.answers:
        words.append("[e]dit the value")
    stopping = ("[q]uit the run",) if "deny_stop" in request.answers else ()
    return ", ".join((*words, "[n]o", *stopping))


def _tell(line: str) -> None:
    print(printable(line), file=sys.stderr)


class Reviewed(Protocol):
    """A question about a text: as it is asked, or as the journal has it."""

    @property
    def text(self) -> str: ...
    @property
    def sources(self) -> tuple[str, ...]: ...
    @property
    def doubts(self) -> tuple[str, ...]: ...


def beside_sources(asked: Reviewed) -> Iterator[str]:
    """The lines of a text that is to be reviewed, below what it was written from."""
    for source in asked.sources:
        yield f"· {source}"
    yield "─" * 60
    for line in asked.text.splitlines():
        yield _marked(line, asked.doubts)
    yield "─" * 60


def _marked(line: str, doubts: tuple[str, ...]) -> str:
    """With [?] behind each word that is doubted."""
    for words in dict.fromkeys(doubts):
        line = line.replace(words, f"{words}[?]")
    return line


async def _text(request: ApprovalRequest) -> str:
    """Lines up to one that is a single full stop."""
    _tell("  The whole text, line by line; a line with a full stop alone ends it.")
    lines: list[str] = []
    while (line := await _line("  > ", request)) != ".":
        lines.append(line)
    return "\n".join(lines)


async def _line(prompt: str, request: ApprovalRequest) -> str:
    print(printable(prompt), end="", file=sys.stderr, flush=True)
    try:
        line = await _typed()
    except asyncio.CancelledError:
        if sys.stdin.isatty():
            ended = "answered elsewhere, or the run was stopped"
            _tell(f"\n  ({'nobody answered in time' if _is_over(request) else ended})")
        raise
    if not line:
        # What is said next begins a line of its own.
        _tell("")
        raise Unattended(
            "A step needs a person's answer, and nobody is at a terminal.",
            place=f"node '{request.node}'",
            mend="Run it without --step."
            if "allow_rest" in request.answers
            else "Run it in a terminal, or answer it with `handrail approvals answer`.",
        )
    return line.strip()


def _is_over(request: ApprovalRequest) -> bool:
    return request.deadline is not None and datetime.fromisoformat(request.deadline) <= datetime.now(UTC)


def _forget_typed() -> None:
    """What was typed before a question was shown is no answer to it: a second "y" would say yes unseen."""
    if termios is not None and sys.stdin.isatty():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


_coming: asyncio.Future[str] | None = None
"""The line that is waited for where stdin is a pipe: it cannot be given up, so the next question takes it."""


async def _next_line() -> str:
    global _coming
    # What came while nothing was asked answers nothing.
    if _coming is None or _coming.done() or _coming.get_loop() is not asyncio.get_running_loop():
        _coming = asyncio.ensure_future(asyncio.to_thread(sys.stdin.readline))
    # One thread for all questions: one for each that was answered elsewhere would use them up.
    return await asyncio.shield(_coming)


async def _typed() -> str:
    """A line of stdin; empty at its end. At a terminal it can be given up: somebody else may answer first."""
    if not sys.stdin.isatty():
        return await _next_line()
    loop = asyncio.get_running_loop()
    there = asyncio.Event()
    try:
        loop.add_reader(sys.stdin.fileno(), there.set)
    except (NotImplementedError, OSError, ValueError):
        return await asyncio.to_thread(sys.stdin.readline)
    try:
        await there.wait()
    finally:
        loop.remove_reader(sys.stdin.fileno())
    # A terminal gives whole lines: this one is there already.
    return sys.stdin.readline()
