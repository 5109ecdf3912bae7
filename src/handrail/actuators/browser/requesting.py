"""HTTP requests beside the page, with the cookies of the session's own browser context.

Playwright sends them; where they are led on to is judged here, hop by hop, before anything is sent there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode, urljoin, urlsplit

from playwright.async_api import APIResponse, BrowserContext, Error

from handrail.actuators.actuator import Performed
from handrail.actuators.browser.faults import is_closed
from handrail.actuators.excerpts import excerpt
from handrail.actuators.seen import Answer
from handrail.actuators.traces import SeenResponse
from handrail.errors import AppAway, Blocked, PermanentError, RunError, TransientError
from handrail.sop import json_path
from handrail.sop.action import Request
from handrail.sop.domains import host_of
from handrail.sop.values import text_of

Judge = Callable[[str], None]
"""Raises Blocked for an address that nothing may be sent to."""

_MOST_HOPS: Final = 10
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_ASK_AGAIN: Final = frozenset({408, 425, 429})
"""Client errors that say: later."""
_UNSENT: Final = {
    "ECONNREFUSED": "nothing answers there",
    "ENOTFOUND": "its name is not known",
    "EAI_AGAIN": "its name is not known at the moment",
    "EHOSTUNREACH": "there is no way to it",
    "ENETUNREACH": "there is no way to it",
}
_UNTRUSTED: Final = re.compile(r"certificate|EPROTO|SSL routines", re.IGNORECASE)


@dataclass(frozen=True)
class _Call:
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None = None
    media_type: str | None = None

    def sent_headers(self) -> dict[str, str]:
        named = {name.lower() for name in self.headers}
        more = {"content-type": self.media_type} if self.media_type and "content-type" not in named else {}
        return {**self.headers, **more}


async def perform(
    context: BrowserContext, action: Request, judge: Judge, led_on: Judge, *, words: str, seconds: float
) -> tuple[Performed, Answer]:
    """Send the request of a task, check the answer, and take the variables out of it.

    `led_on` judges where a redirect to another origin would have its content sent, too. `words` say what was
    to be done, without secrets. Raises RunError, and Blocked for a redirect that the policy does not cover;
    `dispatched` of either says whether the app may have seen the request.
    """
    call = _Call(action.method, action.url, action.headers, *_content(action))
    answer = await _send(context, call, judge, led_on, words=words, seconds=seconds)
    try:
        await _check_status(context, action, answer, words)
        return Performed(values=_values(action, answer, words)), answer
    except RunError as error:
        error.dispatched = True
        raise


async def fetch(
    context: BrowserContext, url: str, headers: Mapping[str, str], judge: Judge, *, seconds: float
) -> Answer:
    """Read an address, whatever status it answers with. Raises as `perform` does."""
    call = _Call("GET", url, headers)
    return await _send(context, call, judge, judge, words=f"GET {url}", seconds=seconds)


def _content(action: Request) -> tuple[bytes | None, str | None]:
    if action.form:
        return urlencode(action.form).encode(), "application/x-www-form-urlencoded"
    if action.body is None:
        return None, None
    if isinstance(action.body, str):
        return action.body.encode(), "text/plain; charset=utf-8"
    return json.dumps(action.body, ensure_ascii=False).encode(), "application/json"


async def _send(
    context: BrowserContext, call: _Call, judge: Judge, led_on_to: Judge, *, words: str, seconds: float
) -> Answer:
    """The last answer at the end of all redirects."""
    seen = led_on = False
    try:
        for _ in range(_MOST_HOPS + 1):
            _check_scheme(call.url)
            judge(call.url)
            response = await _hop(context, call, words, seconds)
            seen = True
            try:
                onward = _onward(call, response)
                if onward is None:
                    return replace(await _read(response), led_on=led_on)
            finally:
                await response.dispose()
            if onward.content is not None and _origin(onward.url) != _origin(call.url):
                led_on_to(onward.url)
            call, led_on = onward, True
        raise PermanentError(f"'{words}' was led on more than {_MOST_HOPS} times.")
    except (RunError, Blocked) as error:
        error.dispatched = error.dispatched or seen
        raise


def _check_scheme(url: str) -> None:
    scheme = urlsplit(url).scheme
    if scheme not in {"http", "https"}:
        raise PermanentError(f"A request must go to http:// or https://, not to '{scheme}:'.")


async def _hop(context: BrowserContext, call: _Call, words: str, seconds: float) -> APIResponse:
    try:
        return await context.request.fetch(
            call.url,
            method=call.method,
            headers=call.sent_headers(),
            data=call.content,
            timeout=seconds * 1000,
            max_redirects=0,
        )
    except Error as error:
        raise _fault(error, words, seconds) from None


async def _read(response: APIResponse) -> Answer:
    media_type = response.headers.get("content-type", "")
    charset = re.search(r"charset=\"?([\w-]+)", media_type)
    content = await response.body()
    try:
        text = content.decode(charset[1] if charset else "utf-8", "replace")
    except LookupError:
        text = content.decode("utf-8", "replace")
    return Answer(response.status, response.url, media_type.partition(";")[0].strip(), text)


def _onward(call: _Call, response: APIResponse) -> _Call | None:
    """The request that a redirect asks for, as the Fetch standard has it; none for any other answer."""
    location = response.headers.get("location")
    if response.status not in _REDIRECTS or not location:
        return None
    url = urljoin(call.url, location)
    headers = call.headers if _origin(url) == _origin(call.url) else {}
    changes = response.status == 303 or (response.status in {301, 302} and call.method == "POST")
    if changes and call.method != "GET":
        return _Call("GET", url, headers)
    return replace(call, url=url, headers=headers)


def _origin(url: str) -> tuple[str, str]:
    return urlsplit(url).scheme, host_of(url)


async def _check_status(context: BrowserContext, action: Request, answer: Answer, words: str) -> None:
    wanted = action.expect_status
    seen = SeenResponse(action.method, urlsplit(answer.url).path, answer.status)
    if answer.status == wanted or (wanted is None and answer.status < 400):
        return
    # What an app puts into an error page may repeat what was sent to it.
    hidden = [word for value in action.headers.values() for word in (value, value.split(" ")[-1])]
    hidden += [cookie["value"] for cookie in await context.cookies() if "value" in cookie]
    said = excerpt(answer.text, hidden)
    expected = f", and {wanted} was expected" if wanted is not None else ""
    message = f"'{words}' was answered with status {answer.status}{expected}{f': {said}' if said else '.'}"
    error: RunError
    if answer.status >= 500 or answer.status in _ASK_AGAIN:
        error = TransientError(message, mend="Try again when the app works.")
    else:
        mend = "Correct the request or the data; 401 and 403 mean: not signed in."
        error = PermanentError(message, mend=mend)
    if seen.refuses and not answer.led_on:
        error.refused = f"it was answered with status {answer.status}"
    raise error


def _values(action: Request, answer: Answer, words: str) -> dict[str, str]:
    if not action.into:
        return {}
    try:
        document = json.loads(answer.text)
        return {name: text_of(json_path.read(document, path)) for name, path in action.into.items()}
    except ValueError:
        kind = answer.media_type or "something without a type"
        raise PermanentError(
            f"The answer to '{words}' is not JSON but {kind}, so no value can be taken from it."
        ) from None
    except json_path.NotThere as error:
        raise PermanentError(
            f"The answer to '{words}' lacks a value: {error}.", mend='Correct the path in "into".'
        ) from None


def _fault(error: Error, words: str, seconds: float) -> RunError:
    """What Playwright's error means. Its text is not kept: the call log in it holds headers."""
    text = error.message.partition("Call log")[0]
    if is_closed(error):
        return PermanentError("The browser was closed while a request was under way.")
    for sign, why in _UNSENT.items():
        if sign in text:
            return AppAway(f"'{words}' could not be sent: {why}.", mend="Check that the app runs.")
    fault: RunError
    if _UNTRUSTED.search(text):
        return PermanentError(f"'{words}' could not be sent: no trusted connection could be made.")
    if "not supported" in text or "Header name" in text or "header content" in text or "Invalid URL" in text:
        return PermanentError(f"'{words}' could not be sent: its address or a header is not well-formed.")
    if "imed out" in text or "Timeout" in text:
        fault = TransientError(f"'{words}' was not answered within {seconds:g} s.")
    else:
        fault = TransientError(f"'{words}': the connection was cut before the answer came.")
    fault.dispatched = True
    return fault
