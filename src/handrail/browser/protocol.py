"""Messages of the DevTools protocol to a document that may be replaced at any moment."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from inspect import Parameter, Signature
from traceback import FrameSummary, StackSummary
from typing import Any, Final, TypeAlias

from playwright.async_api import CDPSession, Error

from handrail.errors import TransientError

Json: TypeAlias = Any
"""What the page answers, as decoded JSON; the caller validates it into a model."""

_OF_ONE: Final = Signature([Parameter("params", Parameter.POSITIONAL_ONLY)])
_WRAPPED: Final = "_pw_impl_instance_"
"""`IMPL_ATTR` of `playwright/_impl/_impl_to_api_mapping.py`."""
_NO_STACK: Final = StackSummary.from_list([FrameSummary("handrail", 0, "", lookup_line=False, line="")])

LETTING_GO_SECONDS: Final = 2.0
"""How long a page is waited for that is left anyway."""


class FrameGone(TransientError):
    """The document was replaced while it was asked; ask the new one."""


async def let_go(session: CDPSession) -> None:
    """End a protocol session. A tab that is gone has none any more, and one that crashed never answers."""
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(LETTING_GO_SECONDS):
            await session.detach()


@contextlib.contextmanager
def caller_known(name: str) -> Iterator[None]:
    """What is asked of Playwright in here is called by this name, and it does not look for the caller.

    Else it reads the caller's stack twice for each message, from the sources' files, too, which takes the
    better part of what a message costs here. It does not where the task brings one, as those of its
    synchronous API do (`playwright/_impl/_sync_base.py`).
    """
    task = asyncio.current_task()
    if task is None or hasattr(task, "__pw_stack__"):
        yield
        return
    known = {"__pw_stack__": {"frames": [], "apiName": name, "title": None}, "__pw_stack_trace__": _NO_STACK}
    for attribute, stack in known.items():
        setattr(task, attribute, stack)
    try:
        yield
    finally:
        for attribute in known:
            delattr(task, attribute)


def hear(session: CDPSession, event: str, listener: Callable[[Any], object]) -> None:
    """`CDPSession.on` for what is told often: Playwright looks anew with each event how many arguments a
    listener takes, and all that it tells for objects of its own, which costs more than what one does here."""

    def heard(params: Any) -> None:
        listener(params)

    # It takes what it finds here for its own wrapper around the listener; else it looks at the signature.
    setattr(heard, _WRAPPED, heard)
    heard.__signature__ = _OF_ONE  # type: ignore[attr-defined]
    session.on(event, heard)


async def tell(session: CDPSession, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Send a message and give its answer: `CDPSession.send` for what is sent often.

    Raises `playwright.async_api.Error`.
    """
    with caller_known("CDPSession.send"):
        answer: dict[str, Any] = await session.send(method, params)
    return answer


async def send(session: CDPSession, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Send a message and give its answer. Raises FrameGone where the document is gone."""
    try:
        return await tell(session, method, params)
    except Error as error:
        raise FrameGone("The document was replaced.") from error


async def of_document(asked: Coroutine[Any, Any, Json], documents: Callable[[], int], within: float) -> Json:
    """The answer to what was asked of a document, where the browser may say nothing once that is replaced:
    Chromium drops pictures that it was about to take then.

    `documents` counts those that the page has had. Raises FrameGone some `within` to twice so many seconds
    after the document was replaced.
    """
    answer = asyncio.ensure_future(asked)
    had = documents()
    replaced = False
    try:
        while not (await asyncio.wait({answer}, timeout=within))[0]:
            if replaced:
                raise FrameGone("The document was replaced while a picture of it was taken.")
            replaced = documents() != had
        return answer.result()
    finally:
        answer.cancel()


async def evaluate(session: CDPSession, world: int, expression: str, *, by_value: bool) -> Json:
    """What an expression comes to in a world: its value, or the id of the object.

    Raises FrameGone where the document is gone or not ready, RuntimeError for what the script threw.
    """
    answer = await send(
        session,
        "Runtime.evaluate",
        {
            "expression": expression,
            "contextId": world,
            "awaitPromise": True,
            "returnByValue": by_value,
        },
    )
    if "exceptionDetails" in answer:
        details = answer["exceptionDetails"]
        text = details.get("exception", {}).get("description") or details.get("text", "")
        if "handrail is not defined" in text:
            raise FrameGone("The document is not ready.")
        raise RuntimeError(f"in-page script: {text}")
    result = answer["result"]
    return result.get("value") if by_value else result.get("objectId")
