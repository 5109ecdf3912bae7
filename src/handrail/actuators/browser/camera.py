"""Pictures of pages in which no secret can be read that was typed there.

Fields for secrets are concealed before anything is typed. What an app shows of a secret elsewhere, as a key
that is to be copied, is veiled while the picture is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from playwright.async_api import Page

from handrail.browser import FrameId, InPage
from handrail.browser.veiling import veiled_picture
from handrail.secrets.forms import SHORTEST, forms
from handrail.sop import action as sop
from handrail.sop.domains import host_of

_PATIENCE_SECONDS: Final = 2.0
_TRIES: Final = 3


class Camera:
    """Takes the pictures of one session's pages."""

    def __init__(self, inpage: InPage) -> None:
        self._inpage = inpage
        self._typed: defaultdict[str, set[str]] = defaultdict(set)

    def typed(self, page: Page, frame: FrameId | None, action: sop.Action) -> None:
        """A secret is typed into a page: documents of no other host are told of it."""
        text = action.value if isinstance(action, sop.Fill) else getattr(action, "text", "")
        self.hide(host_of(self._inpage.origin_of(page, frame)), text)

    def typed_by_hand(self, page: Page, texts: Iterable[str]) -> None:
        """A person typed secrets while this page was open, or a dialog got them; a document has them."""
        for frame in self._inpage.frames(page):
            for text in texts:
                self.hide(host_of(self._inpage.origin_of(page, frame)), text)

    def hide(self, host: str, text: str) -> None:
        """A secret was typed into pages of this host, by whichever process."""
        if len(text) >= SHORTEST and host:
            known = forms(text)
            self._typed[host] |= {form.lower() for form in known.written | known.coded}

    async def take(self, page: Page, begun: Callable[[], None] | None = None) -> bytes | None:
        """A JPEG of the viewport as it is now; none where the page shows a secret before it is veiled.

        `begun` is called once nothing is left but to take it, and then it is not tried again: the page goes
        on. Raises FrameGone where the page is closed, TransientError where it does not answer: then nobody
        knows what it shows.
        """
        for _ in range(1 if begun else _TRIES):
            image = await veiled_picture(
                self._inpage,
                page,
                lambda frame: self._typed.get(host_of(self._inpage.origin_of(page, frame))),
                patience=0,
                within=_PATIENCE_SECONDS,
                # Whoever waits for it goes on when the browser has been told.
                ready=begun,
            )
            if image is not None:
                return image
        return None
