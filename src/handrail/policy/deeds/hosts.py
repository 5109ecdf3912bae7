"""Hosts: where an address may lead, and what only looks like one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from handrail.policy.words.comparing import skeleton
from handrail.sop.domains import canonical, covers, host_of, name_and_port

_WITHOUT_HOST: Final = frozenset({"about", "javascript", "mailto", "tel", "data"})
_TWINS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("0", "o"), ("1", "l"), ("5", "s"), ("i", "l"))
_NAMED: Final = re.compile(
    r"(?:https?://)?((?:[\w-]+\.)+(?:[a-z]{2,24}|xn--[\w-]+)|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:/\S*)?",
    re.IGNORECASE,
)
_COUNTRIES: Final = frozenset(
    "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw"
    " by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et"
    " eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie"
    " il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv"
    " ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr"
    " nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk"
    " sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy"
    " uz va vc ve vg vi vn vu wf ws ye yt za zm zw".split()
)
_GENERAL: Final = frozenset(
    "com org net info biz name pro mobi edu gov mil int arpa aero coop museum jobs travel tel cat asia"
    " post app dev page cloud online site website store shop tech xyz top club live news blog space world"
    " today agency digital email network systems software solutions services support company finance bank"
    " insurance money capital fund loan credit cards legal law tax health care clinic pharmacy academy"
    " school university education training media group team global international center place city land"
    " house estate properties london berlin paris nyc amsterdam hamburg koeln wien zurich swiss madrid"
    " wales scot eus gal fun games game play video studio art design photo photos social chat link click"
    " help guide host hosting domains web wiki one life love family baby pet fit golf run bike auto car"
    " cars taxi express delivery food restaurant cafe bar pub beer wine pizza kitchen hotel holiday tours"
    " vacations flights cruises work works careers consulting marketing industries energy solar eco green"
    " earth farm garden vip win bet casino poker icu cyou buzz zip mov rest example test invalid local"
    " internal lan home".split()
)
_FILES: Final = frozenset("md pl ps py rs sh so cc ml st vi zip mov".split())
"""Endings of hosts which are as often those of files: `main.py`."""


@lru_cache(maxsize=2048)
def readable(host: str) -> str:
    """The host as people would read it in an address bar that hides nothing of its letters."""
    name, port = name_and_port(host)
    try:
        name = name.encode().decode("idna")
        return f"{name}:{port}" if port else name
    except UnicodeError:
        return host


def denied(domains: Sequence[str], host: str) -> bool:
    """Whether a list of what is denied covers the host: a pattern without a port means all of its ports, and
    a numeric address is denied as well where it is written as one of the newer kind."""
    name, port = name_and_port(host)
    if covers(domains, host) or (port.isdecimal() and bool(name) and covers(domains, name)):
        return True
    older = _mapped(name)
    return older is not None and denied(domains, f"{older}:{port}" if port else older)


def _mapped(name: str) -> str | None:
    """The address of four numbers to which one of the newer kind leads: 10.0.0.5 of `[::ffff:a00:5]`
    (RFC 4291, 2.5.5.2)."""
    with suppress(AddressValueError):
        if name.startswith("[") and (older := IPv6Address(name[1:-1]).ipv4_mapped) is not None:
            return str(older)
    return None


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
        if canonical(host).endswith(f".{canonical(bare)}") or _are_called_alike(host, bare):
            continue
        shape = _shape(bare)
        if seen == shape or _one_letter_off(seen, shape) or _borrows(seen, shape):
            return domain
    return None


def _are_called_alike(one: str, other: str) -> bool:
    """Whether they are one host, if at another port."""
    return name_and_port(canonical(one))[0] == name_and_port(canonical(other))[0]


def _shape(host: str) -> str:
    text = skeleton(name_and_port(host)[0]).removeprefix("www.")
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
    text = text.strip()
    found = _NAMED.search(text)
    if found is None or found.end() - found.start() < len(text) * 0.6 or text[: found.start()].endswith("@"):
        return None
    name = found[1].lower()
    says_so = found[0].lower().startswith(("http://", "https://", "www."))
    return name if says_so or _may_be_a_host(name, bare="/" not in found[0]) else None


def _may_be_a_host(name: str, *, bare: bool) -> bool:
    """Whether a name of several parts ends as hosts do, and not as a file, a version or a setting does."""
    ending = name.rpartition(".")[2]
    if name == "localhost" or ending.startswith("xn--"):
        return True
    if ending.isdigit():
        return all(int(part) < 256 for part in name.split("."))
    return ending in _COUNTRIES | _GENERAL and not (bare and ending in _FILES)


def same_site(one: str, other: str) -> bool:
    """Whether two hosts are one, or one is below the other; ports and a leading `www.` do not count."""
    left, right = (name_and_port(canonical(host))[0].removeprefix("www.") for host in (one, other))
    return left == right or left.endswith(f".{right}") or right.endswith(f".{left}")
