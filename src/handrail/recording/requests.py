"""The requests of recorded pages: which are told of, and what is told of one that was answered."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.async_api import Request, Response

from handrail.browser.answers import sent_in
from handrail.policy.deeds.addresses import done_by_asking
from handrail.policy.deeds.operations import Operation, meant_method, only_asks, operations
from handrail.recording.scribe import Told


def answered(response: Response, heard: float) -> Told:
    """What is known of an answer by its head; `heard` is when it came."""
    request = response.request
    sent = request.timing["startTime"]
    return {
        "kind": "response",
        "t": heard,
        "method": request.method,
        "request_url": response.url,
        "status": response.status,
        "document": request.is_navigation_request(),
        "took": round(max(0.0, heard - sent), 1) if sent > 0 else None,
        "operations": _called_by(request),
    }


def may_do_something(request: Request) -> bool:
    """Whether the app's server may have done something because of it."""
    if request.resource_type in {"xhr", "fetch"} and not _only_reads(request):
        return True
    # A picture, too, whose address says that something is done.
    return request.method == "GET" and request.url.startswith("http") and bool(done_by_asking(request.url))


def _only_reads(request: Request) -> bool:
    """By the method that it means: who asks for more than an address can hold asks by POST. GraphQL asks all
    by POST, and says which are queries, and calls of methods say what they are for."""
    body = sent_in(request)
    if meant_method(request.method, request.headers, body) == "get":
        return True
    return only_asks(body)


def _called_by(request: Request) -> tuple[str, ...]:
    """What the request calls by name in its body, and the method that it means, where that is another."""
    body = sent_in(request)
    called = [one.words for one in operations(body)]
    meant = meant_method(request.method, request.headers, body)
    if meant != request.method.lower():
        called.append(Operation(urlsplit(request.url).path or "/", meant).words)
    return tuple(called)


def first_of(request: Request) -> Request:
    """The request with which the way of a redirected one began."""
    while request.redirected_from is not None:
        request = request.redirected_from
    return request
