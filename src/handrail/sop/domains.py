"""Domains: which host an address leads to, and whether a list of domains covers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

_DEFAULT_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def host_of(url: str) -> str:
    """`host` or `host:port` of an address; `file` for local files; empty where there is no host.

    Raises nothing: an address that cannot be read has the host `invalid`, which no domain covers.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "invalid"
    if parts.scheme == "file":
        return "file"
    if parts.scheme == "blob":
        return host_of(url.removeprefix("blob:"))
    host = (parts.hostname or "").lower()
    if port is None or port == _DEFAULT_PORTS.get(parts.scheme):
        return host
    return f"{host}:{port}"


def covers(domains: Sequence[str], host: str) -> bool:
    """Whether one of the domains covers the host; `*.example.com` covers subdomains, not itself."""
    return any(_covers(domain.lower(), host.lower()) for domain in domains)


def _covers(domain: str, host: str) -> bool:
    if domain.startswith("*."):
        return host.endswith(domain[1:]) and len(host) > len(domain) - 1
    return domain == host
