"""Domains: which host an address leads to, and whether a list of domains covers it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address
from typing import Final
from urllib.parse import unquote, urlsplit

_DOTS: Final = re.compile("[.\u3002\uff0e\uff61]")
_KEPT: Final = re.compile("[ßς\u200c\u200d]")
_WITH_A_HOST: Final = re.compile(
    r"[\x00-\x20]*(?:[/\\]{2}|(?:h\s*t\s*t\s*p\s*s?|w\s*s\s*s?|f\s*t\s*p)\s*:)", re.IGNORECASE
)
"""Addresses in which either stroke is one; browsers drop tabs and line breaks from all."""
_BEFORE_QUERY: Final = re.compile(r"[^?#]*")
_IN_NO_HOST: Final = re.compile(r"[\x00-\x20#/<>?@\[\\\]^|%\x7f]")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def host_of(url: str) -> str:
    """`host` or `host:port` of an address; `file` for local files; empty where there is no host.

    It is the host that browsers read in it. Raises nothing: an address that cannot be read has the host
    `invalid`, which no domain covers.
    """
    try:
        parts = urlsplit(_with_strokes(url) if "\\" in url else url)
        port = parts.port
    except ValueError:
        return "invalid"
    if parts.scheme == "file":
        return "file"
    if parts.scheme == "blob":
        return host_of(url.removeprefix("blob:"))
    host = (parts.hostname or "").lower()
    if ":" in host:
        host = _in_brackets(host)
    if "%" in host:
        host = unquote(host).lower()
    if not host.startswith("[") and _IN_NO_HOST.search(host) is not None:
        return "invalid"
    if port is None or port == _DEFAULT_PORTS.get(parts.scheme):
        return host
    return f"{host}:{port}"


def _with_strokes(url: str) -> str:
    """The address as browsers read it: before its query, a stroke of either kind ends the host, so that
    `http://evil.test\\@crm.example` leads to `evil.test`."""
    if _WITH_A_HOST.match(url) is None:
        return url
    head = _BEFORE_QUERY.match(url)
    assert head is not None
    return head[0].replace("\\", "/") + url[head.end() :]


def _in_brackets(address: str) -> str:
    """A numeric address of many parts, in the one form that all its spellings share."""
    try:
        return f"[{IPv6Address(address).compressed}]"
    except AddressValueError:
        return "invalid"


def name_and_port(host: str) -> tuple[str, str]:
    """Both parts of `host:port`, the port empty where there is none; `[::1]:8080` is one of `[::1]`."""
    inner, bracket, after = host.partition("]")
    if bracket:
        return f"{inner}]", after.removeprefix(":")
    name, _, port = host.partition(":")
    return name, port


@lru_cache(maxsize=2048)
def canonical(host: str) -> str:
    """The host as browsers write it: small letters, international names as `xn--`.

    A pattern keeps its star. What is no host name stays as it is, and is equal to nothing but itself.
    """
    star, bare = ("*.", host[2:]) if host.startswith("*.") else ("", host)
    name, port = name_and_port(bare.lower())
    name = _in_brackets(name[1:-1]) if name.startswith("[") else name.rstrip(".")
    if not name.isascii():
        with suppress(UnicodeError):
            name = ".".join(map(_ascii, _DOTS.split(name)))
    return f"{star}{name}:{port}" if port else f"{star}{name}"


def _ascii(label: str) -> str:
    """A part of a name as browsers send it. Raises UnicodeError for what is none."""
    if _KEPT.search(label) is None:
        return label.encode("idna").decode()
    # The codec knows the older standard, in which these became others: straße.example is not strasse.example.
    return f"xn--{unicodedata.normalize('NFKC', label).encode('punycode').decode()}"


def covers(domains: Sequence[str], host: str) -> bool:
    """Whether one of the domains covers the host, in whichever way an international name is written;
    `*.example.com` covers subdomains, not itself."""
    wanted = canonical(host)
    return any(_covers(canonical(domain), wanted) for domain in domains)


def _covers(domain: str, host: str) -> bool:
    if domain.startswith("*."):
        return host.endswith(domain[1:]) and len(host) > len(domain) - 1
    return domain == host
