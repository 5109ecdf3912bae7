"""Requests: which of those that came of an act sent something to the app, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from handrail.compile.reading.acts import Act
from handrail.compile.reading.addresses import path_of
from handrail.compile.reading.steps import Draft
from handrail.policy.categories.categorising import of_operation, of_request
from handrail.policy.deeds.addresses import done_by_asking, telling
from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.policy.deeds.operations import operation_of, says_it_writes
from handrail.recording.event import Navigated, Responded

_TELEMETRY: Final = re.compile(
    r"analytics|telemetry|(?<![a-z])collect(?![a-z])|beacon|(?<![a-z])metrics|sentry|hotjar|segment\.|gtm"
    r"|matomo|piwik|/track\b|/logs?\b|heartbeat|/ping\b|/rum\b",
    re.IGNORECASE,
)
_BEATS: Final = re.compile(r"heart-?_?beat|ping|keep-?_?alive", re.IGNORECASE)
"""Of an app whose every call has one address: that the page is still open."""
_READING_CALLS: Final = re.compile(
    r"graphql|/search|/query|/_msearch|/rpc|/[^/]*(preview|suggest|autocomplete|typeahead|lookup)[^/]*$",
    re.IGNORECASE,
)
_LIST_CALLS: Final = re.compile(r"/(?:search|_msearch|filter|count|paginate)/?$", re.IGNORECASE)
"""What an address ends with that asks for a list, with the conditions in its body."""
_CREATED: Final = 201


def sent_by(act: Act) -> Responded | None:
    """The request with an effect that the act sent to the app, the form's own before others, one that failed,
    and one by which something was created before one that may only have looked."""
    sent = all_sent(act)
    telling_most = (
        *(one for one in sent if one.document),
        *(one for one in sent if one.failed),
        *(one for one in sent if one.status == _CREATED),
    )
    return next(iter((*telling_most, *sent)), None)


def all_sent(act: Act) -> list[Responded]:
    """The answers to what the act sent to the app, and not only asked for."""
    return [
        response
        for response in act.all(Responded)
        if response.method not in SAFE_METHODS and not response.by_itself and not is_telemetry(response)
    ]


def told_at_once(act: Act) -> list[Responded]:
    """What a page told its server because of the act, and was not only to ask for something."""
    return [
        response
        for response in all_sent(act)
        if not response.is_error and not (response.document or only_asks(response) or asks_for_list(response))
    ]


def besides(act: Act, told: str) -> str:
    """The deeds among the other requests that the act sent: a run is let send what was seen to be sent.

    `told` has some of them already.
    """
    deeds = [response for response in all_sent(act) if _is_deed(response)]
    deeds += [response for response in act.all(Responded) if is_asked_for(response)]
    others = dict.fromkeys(map(_request_in_words, deeds))
    return "".join(f", besides {other}" for other in others if f"{other} was" not in told)


def is_asked_for(response: Responded) -> bool:
    """Whether its address says that asking for it does something, in some apps."""
    return response.method == "GET" and bool(done_by_asking(response.request_url))


def _is_deed(response: Responded) -> bool:
    if of_request(response.method, response.request_url):
        return True
    return any(of_operation(operation_of(words)) for words in response.operations)


def of_next_page(act: Act, sent: Responded) -> bool:
    """Whether the document that the act led to sent the request while it came up."""
    return is_after(sent, act, "consequence")


def is_after(sent: Responded, act: Act, *causes: str) -> bool:
    """Whether the request began after the act's page had another address for one of these causes."""
    if sent.document or sent.took is None:
        return False
    came = [e.t for e in act.all(Navigated) if e.page == act.event.page and e.cause in causes]
    return any(at < sent.t - sent.took for at in came)


def told_by_every_page(drafts: Sequence[Draft], place: int) -> bool:
    """Whether all that was sent the next page sent while it came up, as another one did in the recording: it
    asks what is new, say, wherever one comes from."""
    own = drafts[place].act
    sent = all_sent(own)
    # Nearly nothing that is sent is, and then nobody else need be asked.
    if not all(of_next_page(own, one) for one in sent):
        return False
    others = (draft.act for at, draft in enumerate(drafts) if at != place)
    told = {_called(one) for act in others for one in all_sent(act) if of_next_page(act, one)}
    return all(_called(one) in told for one in sent)


def _called(response: Responded) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """What was asked for, whichever session or record it was of."""
    address = urlsplit(response.request_url)
    words = (
        (name, "" if any(map(str.isdigit, value)) else value) for name, value in parse_qsl(address.query)
    )
    return response.method, address.path, tuple(sorted(words))


def is_telemetry(response: Responded) -> bool:
    """Whether it tells how the app is used, or that it is, and no more."""
    if response.document or response.method == "DELETE":
        return False
    if response.operations and all(map(_BEATS.fullmatch, response.operations)):
        return True
    here, there = urlsplit(response.url), urlsplit(response.request_url)
    elsewhere = bool(here.netloc) and here.netloc != there.netloc
    return _TELEMETRY.search(f"{there.netloc if elsewhere else ''}{there.path}") is not None


def only_asks(response: Responded) -> bool:
    """Whether its address says that it asks for content, by a method that could do more, and what it calls
    there does not say that it does."""
    if any(says_it_writes(operation_of(words)) for words in response.operations):
        return False
    return _READING_CALLS.search(path_of(response.request_url)) is not None and not response.document


def asks_for_list(response: Responded) -> bool:
    """Whether its address says that it asks for a list, with the conditions in its body."""
    return _LIST_CALLS.search(path_of(response.request_url)) is not None and not response.document


def in_words(response: Responded) -> str:
    """What was asked for, and how it was answered, as the reason of an effect says it."""
    told = "an error" if response.failed else response.status
    return f"{_request_in_words(response)} was answered with {told}"


def _request_in_words(response: Responded) -> str:
    called = f" ({', '.join(response.operations)})" if response.operations else ""
    path = telling(response.request_url) if is_asked_for(response) else path_of(response.request_url)
    return f"{response.method} {path}{called}"
