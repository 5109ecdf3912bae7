"""Hosts: where an address may lead, and what only looks like one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from handrail.policy.words import skeleton
from handrail.sop.domains import canonical, covers, host_of

_WITHOUT_HOST: Final = frozenset({"about", "javascript", "mailto", "tel", "data"})
_TWINS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("0", "o"), ("1", "l"), ("5", "s"), ("i", "l"))
_NAMED: Final = re.compile(
    r"(?:https?://)?((?:[\w-]+\.)+(?:[a-z]{2,24}|xn--[\w-]+)|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:/\S*)?",
    re.IGNORECASE,
)
_FILE_ENDINGS: Final = frozenset(
    "pdf csv xlsx xls docx doc txt json xml zip png jpg jpeg gif svg html htm md js ts py mp3 mp4 exe".split()
)


@lru_cache(maxsize=2048)
def readable(host: str) -> str:
    """The host as people would read it in an address bar that hides nothing of its letters."""
    name, colon, port = host.partition(":")
    try:
        return f"{name.encode().decode('idna')}{colon}{port}"
    except UnicodeError:
        return host


def denied(domains: Sequence[str], host: str) -> bool:
    """Whether a list of what is denied covers the host: a pattern without a port means all of its ports."""
    name, _, port = host.rpartition(":")
    return covers(domains, host) or (port.isdecimal() and bool(name) and covers(domains, name))


def host_to_judge(url: str | None) -> str | None:
    """The host of an address; None where it has none to judge: an empty page, or what stays in its page."""
    if not url or url.split(":", 1)[0].lower() in _WITHOUT_HOST:
        return None
    return host_of(url)


def look_alike(host: str, known: Iterable[str]) -> str | None:
    """The known domain that the host could be taken for by a hasty eye, and is not; None without one."""
    seen = _shape(readable(canonical(host)))
    for domain in known:
        bare = readable(canonical(domain)).removeprefix("*.")
        if canonical(bare) == canonical(host) or canonical(host).endswith(f".{canonical(bare)}"):
            continue
        shape = _shape(bare)
        if seen == shape or _one_letter_off(seen, shape) or _borrows(seen, shape):
            return domain
    return None


def _shape(host: str) -> str:
    text = skeleton(host.partition(":")[0]).removeprefix("www.")
    for twin, looks in _TWINS:
        text = text.replace(twin, looks)
    return text


def _one_letter_off(one: str, other: str) -> bool:
    """One letter more, less, other or swapped, in names long enough for that to mislead."""
    if min(len(one), len(other)) < 8 or abs(len(one) - len(other)) > 1 or one[0] != other[0]:
        return False
    if not any(sign.isalpha() for sign in other) or one.rpartition(".")[2] != other.rpartition(".")[2]:
        return False
    if len(one) == len(other):
        differing = [place for place in range(len(one)) if one[place] != other[place]]
        if len(differing) == 2:
            first, second = differing
            return second == first + 1 and one[first] == other[second] and one[second] == other[first]
        return len(differing) == 1
    long, short = (one, other) if len(one) > len(other) else (other, one)
    return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))


def _borrows(host: str, known: str) -> bool:
    """The known name stands in front, or with dashes for dots: `crm.example.evil.test`."""
    return "." in known and (host.startswith(f"{known}.") or known.replace(".", "-") in host)


def host_in_text(text: str) -> str | None:
    """The host that a text claims to be, where it is an address and little else; None for any other text."""
    found = _NAMED.search(text.strip())
    if found is None or found.end() - found.start() < len(text.strip()) * 0.6:
        return None
    name = found[1].lower()
    return None if name.rpartition(".")[2] in _FILE_ENDINGS and "/" not in found[0] else name


def same_site(one: str, other: str) -> bool:
    """Whether two hosts are one, or one is below the other; ports and a leading `www.` do not count."""
    left, right = (canonical(host).partition(":")[0].removeprefix("www.") for host in (one, other))
    return left == right or left.endswith(f".{right}") or right.endswith(f".{left}")
