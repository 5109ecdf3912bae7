"""Rules of the walk: each breach is told, with its place and its mend."""

from __future__ import annotations

import pytest

from tests.builders import task
from tests.sop.rules.sound import (
    END,
    EXPORT,
    GROUP,
    MORE,
    NAME,
    SAVED,
    UNDO,
    Breach,
    add_edge,
    add_node,
    check_breach,
    drop_edge,
    lead_more_to,
    node_at,
    problems_in,
    sound,
    then,
)

BREACHES = [
    Breach(
        "optional end",
        lambda d: node_at(d, END).update(optional=True),
        "never-optional",
        "nodes[7] 'end'.optional",
        "an end cannot be optional",
    ),
    Breach(
        "optional with an edge",
        lambda d: node_at(d, UNDO).update(optional=True),
        "optional-with-edge",
        "nodes[6] 'undo'.optional",
        "has no meaning here",
        "warning",
    ),
    Breach(
        "sign-in group nowhere",
        lambda d: d["environment"].update(sign_in_group="gg"),
        "unknown-node",
        "environment.sign_in_group",
        "there is no node 'gg'",
    ),
    Breach(
        "sign-in group of one step",
        lambda d: d["environment"].update(sign_in_group="name"),
        "no-sign-in-group",
        "environment.sign_in_group",
        "'name' is a task",
    ),
    Breach(
        "sign-in that cannot be repeated",
        lambda d: (
            d["environment"].update(sign_in_group="g"),
            node_at(d, GROUP)["children"][0].update(
                effect="once", done_when=[{"kind": "text", "contains": "In"}]
            ),
        ),
        "once-in-sign-in",
        "nodes[3] 'g'.children[0] 'popup'.effect",
        "belongs to signing in",
    ),
    Breach(
        "id twice",
        lambda d: node_at(d, GROUP)["children"].append(task("popup", {"do": "reload"})),
        "duplicate-id",
        "nodes[3] 'g'.children[1] 'popup'.id",
        "the id 'popup' is taken by nodes[3] 'g'.children[0] 'popup'",
    ),
    Breach(
        "edge from nowhere",
        lambda d: add_edge(d, "nmae", "end"),
        "unknown-node",
        "edges[10].from",
        "there is no node 'nmae'; did you mean 'name'?",
    ),
    Breach("edge to nowhere", lambda d: add_edge(d, "undo", "zzz", "failed"), "unknown-node", "edges[10].to"),
    Breach(
        "compensation nowhere",
        lambda d: node_at(d, UNDO).update(compensation="nam"),
        "unknown-node",
        "nodes[6] 'undo'.compensation",
        "did you mean 'name'?",
    ),
    Breach(
        "compensation of itself",
        lambda d: node_at(d, UNDO).update(compensation="undo"),
        "unknown-node",
        "nodes[6] 'undo'.compensation",
        "cannot undo itself",
    ),
    Breach(
        "sends of nowhere",
        lambda d: node_at(d, UNDO).update(sends=["nam"]),
        "unknown-node",
        "nodes[6] 'undo'.sends[0]",
        "did you mean 'name'?",
    ),
    Breach(
        "sends of no field",
        lambda d: node_at(d, UNDO).update(sends=["undo"]),
        "sends-no-field",
        "nodes[6] 'undo'.sends[0]",
        "does not say what a field of its own holds",
        severity="warning",
    ),
    Breach(
        "edge into a container",
        lambda d: add_edge(d, "name", "add", "failed"),
        "edge-across-levels",
        "edges[10]",
        "Lead it to 'each' itself.",
    ),
    Breach(
        "edge out of a container",
        lambda d: add_edge(d, "add", "end", "next"),
        "edge-across-levels",
        "edges[10]",
        "the top level",
    ),
    Breach("edge from an end", lambda d: add_edge(d, "end", "name"), "edge-from-end", "edges[10]"),
    Breach(
        "edge for no outcome of a decision",
        lambda d: add_edge(d, "more", "end", "noo"),
        "unknown-outcome",
        "edges[10].when",
        "did you mean 'no'?",
    ),
    Breach(
        "edge for no outcome of a task",
        lambda d: add_edge(d, "name", "end", "done"),
        "unknown-outcome",
        "edges[10].when",
        "Its outcomes are next and failed.",
    ),
    Breach(
        "default is no outcome",
        lambda d: node_at(d, MORE).update(default="not"),
        "unknown-outcome",
        "nodes[5] 'more'.default",
    ),
    Breach(
        "check of no outcome",
        lambda d: node_at(d, MORE).update(check={"maybe": SAVED[0]}),
        "unknown-outcome",
        "nodes[5] 'more'.check.maybe",
    ),
    Breach(
        "outcome twice",
        lambda d: node_at(d, MORE).update(outcomes=["yes", "no", "no"]),
        "duplicate-outcome",
        "nodes[5] 'more'.outcomes",
    ),
    Breach(
        "two edges for one outcome",
        lambda d: add_edge(d, "name", "g"),
        "duplicate-edge",
        "edges[10]",
        "edges[0] leads from 'name' for the outcome 'next' as well",
    ),
    Breach(
        "outcome without an edge",
        lambda d: node_at(d, MORE).update(outcomes=["yes", "no", "later"]),
        "outcome-without-edge",
        "nodes[5] 'more'",
        "'later'",
    ),
    Breach(
        "unreachable",
        lambda d: add_node(d, task("island", {"do": "reload"}), {"from": "island", "to": "end"}),
        "unreachable",
        "nodes[7] 'island'",
    ),
    Breach(
        "unreachable in a container",
        lambda d: d["nodes"][GROUP]["children"].append(task("island", {"do": "reload"})),
        "unreachable",
        "nodes[3] 'g'.children[1] 'island'",
    ),
    Breach(
        "empty container",
        then(
            lambda d: node_at(d, GROUP).update(children=[]),
            lambda d: node_at(d, EXPORT).update(page="main"),
        ),
        "empty-container",
        "nodes[3] 'g'.children",
    ),
    Breach(
        "walk stops",
        lambda d: drop_edge(d, "undo"),
        "walk-stops",
        "nodes[6] 'undo'",
        "nothing follows it, and it is not an end",
    ),
    Breach(
        "cycle of edges",
        lambda d: d["edges"][9].update(to="more"),
        "unbounded-cycle",
        "edges[9]",
        "leads back to 'more'",
        "warning",
    ),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_each_breach_is_told(breach: Breach) -> None:
    check_breach(breach)


def test_a_walk_without_any_end_is_told() -> None:
    document = sound()
    document["nodes"].pop(END)
    document["edges"] = [edge for edge in document["edges"] if edge["to"] != "end"]
    assert "no-end" in {problem.code for problem in problems_in(document)}


def test_an_end_in_a_group_ends_the_walk() -> None:
    group = {"type": "group", "id": "g", "label": "G", "children": [{"type": "end", "id": "stop"}]}
    document = {"meta": {"id": "x", "title": "X"}, "nodes": [group]}
    assert problems_in(document) == ()


def test_a_walk_that_goes_round_for_ever_is_told() -> None:
    document = sound()
    add_node(
        document,
        task("round", {"do": "reload"}),
        {"from": "round", "to": "round2"},
        {"from": "round2", "to": "round"},
    )
    add_node(document, task("round2", {"do": "reload"}))
    lead_more_to(document, "round")
    codes = {problem.code: problem.node for problem in problems_in(document)}
    assert codes["no-way-to-end"] in {"round", "round2"}


def test_no_nodes_at_all() -> None:
    (problem,) = problems_in({"meta": {"id": "x", "title": "X"}, "nodes": []})
    assert problem.code == "no-nodes"


def test_a_node_that_only_undoes_others_need_not_be_reached() -> None:
    document = sound()
    add_node(document, task("take-back", {"do": "reload"}))
    node_at(document, NAME)["compensation"] = "take-back"
    assert problems_in(document) == ()


def test_a_decision_without_any_edge_in_a_loop_decides_nothing() -> None:
    document = sound()
    drop_edge(document, "is-new", "yes")
    codes = [problem.code for problem in problems_in(document)]
    assert codes.count("outcome-without-edge") == 2
