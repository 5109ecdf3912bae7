"""The dialogs that a page opens by script: answered as the step says, dismissed where nobody expected them,
left to a person who drives."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from playwright.async_api import Dialog, Error

from handrail.errors import UnexpectedPage, UnexpectedQuestion
from handrail.sop.action import ExpectedDialog


class Dialogs:
    """Those of one session's tabs."""

    def __init__(self) -> None:
        self._expected: deque[ExpectedDialog] = deque()
        self._driven = False
        self._quotes = True
        self._open: Dialog | None = None
        self._surprise: str | None = None
        """What a page asked since the last step began, and nobody expected."""
        self._asks = False
        """That is a question, and its answer was no."""

    def expect(self, answers: Sequence[ExpectedDialog], *, secret: bool = False) -> None:
        """A step begins, and opens dialogs that are to be answered so, in this order. What others say while a
        secret is typed is not told: they may repeat the part of it that is there by then."""
        self._surprise = None
        self._quotes = not secret
        self._expected = deque(answers)

    async def answer(self, dialog: Dialog) -> None:
        """Answer a dialog that has come up."""
        if self._driven:
            # The person answers it, and their answer counts.
            self._open = dialog
            return
        expected = self._expected[0] if self._expected else None
        try:
            if expected is None or expected.kind != dialog.type or not _says(expected, dialog.message):
                said = f" '{dialog.message}'" if self._quotes else ""
                self._surprise = f"The page asked{said} ({dialog.type}), which was not expected here."
                self._asks = dialog.type in ("confirm", "prompt")
                await dialog.dismiss()
                return
            self._expected.popleft()
            if expected.answer == "accept":
                await dialog.accept(expected.text or "")
            else:
                await dialog.dismiss()
        except Error:
            # The dialog went away by itself, with its page.
            return

    def raise_surprise(self) -> None:
        """Raises UnexpectedPage for one that nobody expected since the last step began."""
        if self._surprise is None:
            return
        kind = UnexpectedQuestion if self._asks else UnexpectedPage
        surprise = kind(
            self._surprise,
            mend="It was dismissed. Record the step again if the dialog belongs to it.",
        )
        surprise.dispatched = True
        raise surprise

    @asynccontextmanager
    async def left_to_person(self) -> AsyncIterator[None]:
        """For as long as the block lasts, a person answers; what they leave open is dismissed in the end."""
        self._driven = True
        try:
            yield
        finally:
            dialog, self._open = self._open, None
            if dialog is not None:
                # It was answered already, as a rule.
                with contextlib.suppress(Error):
                    await dialog.dismiss()
            self._driven, self._surprise = False, None


def _says(expected: ExpectedDialog, message: str) -> bool:
    return expected.message is None or expected.message.split() == message.split()
