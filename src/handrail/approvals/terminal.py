"""Asking on the terminal that a run was started from."""

from __future__ import annotations

import asyncio
import getpass
import sys

from handrail.approvals.approver import Answer, Approval, ApprovalRequest
from handrail.errors import Waiting

_ANSWERS: dict[str, Answer] = {
    "": "allow",
    "y": "allow",
    "yes": "allow",
    "a": "allow_rest",
    "all": "allow_rest",
    "n": "deny",
    "no": "deny",
    "q": "deny",
}


class TerminalApprover:
    """Prompts on stderr and reads stdin, so that stdout stays free for results."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Raises Waiting where stdin ends before an answer came."""
        print(f"\n  {request.action}", file=sys.stderr)
        print(f"  on {request.where} · effect: {request.effect} · {request.why}", file=sys.stderr)
        while True:
            print("  Do it? [Y]es, [a]ll the rest, [n]o: ", end="", file=sys.stderr, flush=True)
            line = await asyncio.to_thread(sys.stdin.readline)
            if not line:
                raise Waiting(
                    "A step needs a person's answer, and nobody is at the terminal.",
                    mend="Run it in a terminal, or without --step.",
                )
            answer = _ANSWERS.get(line.strip().lower())
            if answer is not None:
                return Approval(answer=answer, by=getpass.getuser())
