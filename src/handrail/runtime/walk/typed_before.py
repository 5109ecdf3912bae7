"""Which secrets earlier processes of a session typed, and where: what the app shows of them is veiled there
from the first picture on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handrail.errors import HandrailError
from handrail.journal.events.event import Acted, Entry, Proposed
from handrail.runtime.walk.values import Values
from handrail.sop.document import Sop
from handrail.sop.graph import Graph
from handrail.sop.node import Task
from handrail.sop.template import names_in_model


def typed_before(entries: Iterable[Entry], sop: Sop, values: Values) -> Iterator[tuple[str, str]]:
    """Host and value of each secret in an action that was done."""
    if not values.secrets:
        return
    graph = Graph(sop)
    hosts: dict[str, str] = {}
    done: set[tuple[str, str]] = set()
    for entry in entries:
        # Only these are read: a session that was taken up often has a long journal.
        event = entry.event if entry.kind in {"proposed", "acted"} else None
        if isinstance(event, Proposed):
            hosts[event.node] = event.host
        elif isinstance(event, Acted) and event.node in hosts:
            done.add((event.node, hosts[event.node]))
    for name, host in sorted(done):
        node = graph.node(name)
        if isinstance(node, Task):
            yield from ((host, secret) for secret in _secrets_in(node, values))


def _secrets_in(node: Task, values: Values) -> Iterator[str]:
    for name in names_in_model(node):
        if values.is_secret(name):
            try:
                yield str(values.real(name))
            except HandrailError:
                # A person typed it in, and it was kept nowhere.
                continue
