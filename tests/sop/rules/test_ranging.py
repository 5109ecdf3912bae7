"""Rules of domains, addresses and tabs: each breach is told, with its place and its mend."""

from __future__ import annotations

import pytest

from tests.sop.rules.sound import EXPORT, NAME, UNDO, Breach, check_breach, node_at

BREACHES = [
    Breach(
        "start outside the domains",
        lambda d: d["environment"]["start"][0].update(url="https://app.example.org/"),
        "outside-domains",
        "environment.start[0].url",
        "'app.example.org' is not among the domains (*.example.com)",
    ),
    Breach(
        "open outside the domains",
        lambda d: node_at(d, UNDO).update(action={"do": "open", "url": "http://localhost:8000/{{ name }}"}),
        "outside-domains",
        "nodes[6] 'undo'.action.url",
        "'localhost:8000'",
    ),
    Breach(
        "no domains",
        lambda d: d["environment"].pop("domains"),
        "no-domains",
        "environment.domains",
        'Add "domains": ["app.example.com"].',
    ),
    Breach(
        "address as a domain",
        lambda d: d["environment"]["domains"].append("https://app.example.com/login"),
        "bad-domain",
        "environment.domains[1]",
        'Write "app.example.com".',
    ),
    Breach(
        "half an address",
        lambda d: node_at(d, UNDO).update(action={"do": "open", "url": "app.example.com/x"}),
        "bad-address",
        "nodes[6] 'undo'.action.url",
    ),
    Breach(
        "tab that nothing opens",
        lambda d: node_at(d, EXPORT).update(page="secnd"),
        "unknown-page",
        "nodes[4] 'export'.page",
        "did you mean 'second'?",
    ),
    Breach(
        "tab that is opened later",
        lambda d: node_at(d, NAME).update(page="second"),
        "unknown-page",
        "nodes[0] 'name'.page",
    ),
    Breach(
        "switch to a tab that nothing opens",
        lambda d: node_at(d, UNDO).update(action={"do": "switch_tab", "page": "third"}),
        "unknown-page",
        "nodes[6] 'undo'.action.page",
    ),
    Breach("nowhere to start", lambda d: d["environment"].pop("start"), "no-start", "environment.start"),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_each_breach_is_told(breach: Breach) -> None:
    check_breach(breach)
