"""A secret as a run has it: its text, the hosts that it is bound to, and the one-time code of now."""

from __future__ import annotations

import time
from typing import Literal

from handrail.errors import UsageError
from handrail.secrets.kept_out import keep_out
from handrail.secrets.totp import STEP_SECONDS, code_at

SecretKind = Literal["text", "totp"]


def see_text(name: str, value: str) -> None:
    """Raises UsageError for a value that is no text: from bytes that are not UTF-8. It could not be typed,
    nor told from what is written."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise UsageError(
            f"The secret '{name}' is no text: its bytes are not UTF-8.",
            mend="Give it in UTF-8, or set LANG=C.UTF-8.",
        ) from None


class SecretValue(str):
    """A secret's own text: what is typed, or the seed of one-time codes. Its representation tells nothing."""

    hosts: tuple[str, ...]
    """The only hosts that it may be typed into or sent to; any of the SOP's without one."""
    kind: SecretKind

    def __new__(cls, text: str, *, hosts: tuple[str, ...] = (), kind: SecretKind = "text") -> SecretValue:
        made = super().__new__(cls, text)
        made.hosts = hosts
        made.kind = kind
        keep_out(text)
        return made

    def now(self) -> str:
        """What is to be typed at this moment."""
        return code_at(str(self), time.time()) if self.kind == "totp" else str(self)

    def lately(self) -> tuple[str, ...]:
        """What was to be typed a moment ago, and what is now: a code may have changed since."""
        if self.kind != "totp":
            return (str(self),)
        now = time.time()
        return code_at(str(self), now - STEP_SECONDS), code_at(str(self), now)

    def __repr__(self) -> str:
        return "SecretValue('•••')"
