"""Addresses as people type them, and why one could not be reached, from what the browser says of it."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

_NET: Final = re.compile(r"net::(ERR_[A-Z_]+)")
_UNREACHED: Final = {
    "ERR_CONNECTION_REFUSED": "nothing answers there",
    "ERR_EMPTY_RESPONSE": "nothing comes back from there",
    "ERR_TUNNEL_CONNECTION_FAILED": "nothing answers there",
    "ERR_NAME_NOT_RESOLVED": "its name is not known",
    "ERR_INTERNET_DISCONNECTED": "this machine is offline",
    "ERR_CONNECTION_RESET": "the connection was cut",
    "ERR_CONNECTION_TIMED_OUT": "it did not answer in time",
    "ERR_CERT_AUTHORITY_INVALID": "its certificate is not trusted",
    "ERR_CERT_COMMON_NAME_INVALID": "its certificate is that of another name",
    "ERR_CERT_DATE_INVALID": "its certificate has expired, or is not valid yet",
    "ERR_SSL_PROTOCOL_ERROR": "it does not answer as https does",
    "ERR_UNSAFE_PORT": "browsers open no pages on this port",
}


def full_address(typed: str) -> str:
    """The address as browsers take what is typed: without a scheme, this machine and numbers speak HTTP."""
    if "://" in typed:
        return typed
    try:
        host = urlsplit(f"//{typed}").hostname or ""
    except ValueError:
        # No address at all, of which the browser tells.
        host = ""
    own = host == "localhost" or host.endswith(".localhost") or host.replace(".", "").isdigit() or ":" in host
    return f"http{'' if own else 's'}://{typed}"


def why_unreached(text: str) -> str | None:
    """The reason that the browser's message gives; none where it tells of something else."""
    net = _NET.search(text)
    return _UNREACHED.get(net[1], net[1]) if net else None


def is_refused(text: str) -> bool:
    """Whether the browser makes no connection there, be it that it trusts none, which another try does not
    change."""
    net = _NET.search(text)
    return net is not None and net[1].startswith(("ERR_CERT_", "ERR_SSL_", "ERR_UNSAFE_PORT"))


def mend_unreached(text: str) -> str:
    """What to do about it."""
    if "ERR_UNSAFE_PORT" in text:
        return "Have the app answer on another port."
    if not is_refused(text):
        return "Check that the app runs and the address is right."
    if "ERR_SSL_" in text:
        return "Check whether the address begins with http:// or https://."
    return "Give the app a certificate that this machine trusts, or let the machine trust the one it has."
