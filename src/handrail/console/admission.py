"""Whether who was let in may stay: a stream or a socket is open for hours, and a token may end meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from handrail.console.tokens import Tokens
from handrail.errors import HandrailError
from handrail.sessions.service.users import User

LOOK_SECONDS: Final = 1.0


class Admission:
    """A token's, for what it has opened.

    `may` says whether its user may still have that: a session may go over to another owner.
    """

    def __init__(self, tokens: Tokens, token: str, may: Callable[[User], bool]) -> None:
        self._tokens = tokens
        self._token = token
        self._may = may

    async def holds(self) -> bool:
        """Whether the token is still good, and its user may."""
        return await asyncio.to_thread(self._holds)

    async def over(self) -> None:
        """Returns when that is so no more."""
        held = await self.holds()
        while held:
            await asyncio.sleep(LOOK_SECONDS)
            held = await self.holds()

    async def during(self, work: Coroutine[Any, Any, None]) -> bool:
        """Do this for as long as it holds; whether it came to its end."""
        working, over = asyncio.create_task(work), asyncio.create_task(self.over())
        try:
            await asyncio.wait({working, over}, return_when=asyncio.FIRST_COMPLETED)
            ended = working.done()
        finally:
            for task in (working, over):
                task.cancel()
            await asyncio.gather(working, over, return_exceptions=True)
        if ended:
            working.result()
        return ended

    def _holds(self) -> bool:
        try:
            user = self._tokens.user_of(self._token)
            return user is not None and self._may(user)
        except HandrailError:
            # Who cannot be looked up is not let out for it: the next look may go well.
            return True
