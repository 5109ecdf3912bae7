"""Rules of where the SOP takes place: domains, addresses and tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.errors import Problem
from handrail.sop.action import Open, Request, SwitchTab
from handrail.sop.condition import HttpReads
from handrail.sop.domains import covers, host_of
from handrail.sop.nearest import did_you_mean
from handrail.sop.node import MAIN_PAGE, Explore, Extract, Task
from handrail.sop.rules.ground import Ground, parts
from handrail.sop.template import FieldPath

_WITHOUT_HOST: Final = ("about:", "data:")
_FIXED_HOST: Final = re.compile(r"https?://[^/?#{}]+(?=[/?#]|$)|file://", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"(https?://[^/\s]|file:///|about:|data:|\{\{)", re.IGNORECASE)
_DOMAIN: Final = re.compile(r"(\*\.)?[^\s/*@?#{}:]+(:\d+)?|\[[0-9a-fA-F:.]+\](:\d+)?")


def check_range(ground: Ground) -> Iterator[Problem]:
    """All rules of domains, addresses and tabs."""
    addresses = tuple(_addresses(ground))
    for path, url in addresses:
        if not _ADDRESS.match(url.strip()):
            message = f"'{url}' is not a whole address."
            yield ground.error("bad-address", path, message, "Write it with https:// and the host.")
    yield from _check_domains(ground, addresses)
    yield from _check_pages(ground)


def _addresses(ground: Ground) -> Iterator[tuple[FieldPath, str]]:
    for place, page in enumerate(ground.sop.environment.start):
        yield ("environment", "start", place, "url"), page.url
    for placed in ground.nodes:
        for path, part in parts(placed):
            if isinstance(part, Open | Request | HttpReads):
                yield (*path, "url"), part.url


def _check_domains(ground: Ground, addresses: tuple[tuple[FieldPath, str], ...]) -> Iterator[Problem]:
    domains = ground.sop.environment.domains
    hosts = {path: host for path, url in addresses if (host := _fixed_host(url))}
    for place, domain in enumerate(domains):
        if not _DOMAIN.fullmatch(domain):
            host = host_of(domain) if "://" in domain else ""
            message = f"'{domain}' is not a domain."
            mend = f'Write "{host}".' if host else 'Write a host, such as "example.com" or "localhost:8000".'
            yield ground.error("bad-domain", ("environment", "domains", place), message, mend)
    acting = any(isinstance(placed.node, Task | Extract | Explore) for placed in ground.nodes)
    if not domains and acting:
        named = ", ".join(f'"{host}"' for host in dict.fromkeys(hosts.values()))
        message = "it names no domain, so no page may be acted on."
        mend = f'Add "domains": [{named}].' if named else 'Add "domains" with the hosts of the app.'
        yield ground.error("no-domains", ("environment", "domains"), message, mend)
        return
    for path, host in hosts.items():
        if not covers(domains, host):
            message = f"'{host}' is not among the domains ({', '.join(domains)})."
            mend = f'Add "{host}" to environment.domains, or correct the address.'
            yield ground.error("outside-domains", path, message, mend)


def _fixed_host(url: str) -> str | None:
    """The host of an address, where no template decides it."""
    url = url.strip()
    if url.startswith(_WITHOUT_HOST) or not _FIXED_HOST.match(url):
        return None
    return host_of(url)


def _check_pages(ground: Ground) -> Iterator[Problem]:
    """A tab is opened before it is used: at the start, by `opens`, or by an `open` in it."""
    opened = {MAIN_PAGE, *(page.name for page in ground.sop.environment.start)}
    yield from _check_main(ground)
    for node, path, _ in ground.nodes:
        if isinstance(node, Task | Extract | Explore):
            if isinstance(node, Task) and isinstance(node.action, Open):
                opened.add(node.page)
            if node.page not in opened:
                yield _unknown_page(ground, (*path, "page"), node.page, opened)
        if not isinstance(node, Task):
            continue
        if isinstance(node.action, SwitchTab) and node.action.page not in opened:
            yield _unknown_page(ground, (*path, "action", "page"), node.action.page, opened)
        if node.opens is not None:
            opened.add(node.opens)


def _unknown_page(ground: Ground, path: FieldPath, page: str, opened: set[str]) -> Problem:
    message = f"no step before opens the tab '{page}'{did_you_mean(page, opened)}"
    mend = f'Give the step that opens it "opens": "{page}", or name one of: {", ".join(sorted(opened))}.'
    return ground.error("unknown-page", path, message, mend)


def _check_main(ground: Ground) -> Iterator[Problem]:
    """The main tab is used and nothing ever opens an address in it."""
    if any(page.name == MAIN_PAGE for page in ground.sop.environment.start):
        return
    users = [p for p in ground.nodes if isinstance(p.node, Task) and p.node.page == MAIN_PAGE]
    acting = [p for p in users if isinstance(p.node, Task) and not isinstance(p.node.action, Request)]
    opens = any(isinstance(p.node, Task) and isinstance(p.node.action, Open) for p in acting)
    if acting and not opens:
        message = "nothing says which page the walk starts on."
        mend = 'Add "start": [{"url": …}], or begin with a step that opens the page.'
        yield ground.error("no-start", ("environment", "start"), message, mend)
