"""Rules of the walk: ids, edges, outcomes, and that every way comes to an end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handrail.errors import Problem
from handrail.sop.graph import FAILED, NEXT, children
from handrail.sop.nearest import did_you_mean
from handrail.sop.node import Decision, Edge, End, Group, Loop, Node, Task
from handrail.sop.place import place_of
from handrail.sop.rules.ground import Ground, Placed
from handrail.sop.sending import says_what_it_holds
from handrail.sop.template import FieldPath


def check_ids(ground: Ground) -> Iterator[Problem]:
    """Every id once."""
    seen: dict[str, Placed] = {}
    for placed in ground.nodes:
        first = seen.setdefault(placed.node.id, placed)
        if first is not placed:
            where = place_of(ground.sop, first.path).words
            yield ground.error(
                "duplicate-id",
                (*placed.path, "id"),
                f"the id '{placed.node.id}' is taken by {where}.",
                "Give it another id, and correct the edges.",
            )


def check_mentions(ground: Ground) -> Iterator[Problem]:
    """Nodes that compensations and effects name are there."""
    for node, path, _ in ground.nodes:
        if isinstance(node, Task):
            yield from _check_sends(ground, node, path)
        if node.compensation is None:
            continue
        if node.compensation == node.id:
            message = "a node cannot undo itself."
            yield ground.error("unknown-node", (*path, "compensation"), message, "Name another node.")
        elif node.compensation not in ground.ids:
            message = f"there is no node '{node.compensation}'{did_you_mean(node.compensation, ground.ids)}"
            yield ground.error("unknown-node", (*path, "compensation"), message, "Name a node of the SOP.")


def _check_sends(ground: Ground, task: Task, path: FieldPath) -> Iterator[Problem]:
    for place, name in enumerate(task.sends):
        where, step = (*path, "sends", place), ground.graph.node(name)
        if step is None:
            message = f"there is no node '{name}'{did_you_mean(name, ground.ids)}"
            yield ground.error("unknown-node", where, message, "Name a step that fills in a field.")
        elif not isinstance(step, Task) or not says_what_it_holds(step):
            message = f"'{name}' does not say what a field of its own holds, so nothing is checked."
            mend = "Give that step a criterion such as a value of its field, or take it out of 'sends'."
            yield ground.warning("sends-no-field", where, message, mend)
        elif step.page != task.page:
            message = (
                f"'{name}' fills in a field of the tab '{step.page}', and this happens in '{task.page}'."
            )
            yield ground.warning("sends-no-field", where, message, "Take it out of 'sends'.")


def check_optional(ground: Ground) -> Iterator[Problem]:
    """What may fail leaves a way on: no decision and no end, and nobody else says where it goes."""
    for node, path, _ in ground.nodes:
        if not node.optional:
            continue
        where = (*path, "optional")
        if isinstance(node, Decision | End):
            what = "a decision" if isinstance(node, Decision) else "an end"
            message = f"{what} cannot be optional: nothing says where the walk goes on without it."
            yield ground.error("never-optional", where, message, "Take 'optional' out.")
        elif ground.graph.successor(node.id, FAILED) is not None:
            message = "an edge says where the walk goes when it fails, so 'optional' has no meaning here."
            yield ground.warning("optional-with-edge", where, message, "Take one of the two out.")


def check_sign_in_group(ground: Ground) -> Iterator[Problem]:
    """The group that signs in is there, and can be walked again at any time."""
    name = ground.sop.environment.sign_in_group
    if name is None:
        return
    path = ("environment", "sign_in_group")
    node, parent = ground.graph.node(name), ground.graph.parent(name)
    if node is None:
        message = f"there is no node '{name}'{did_you_mean(name, ground.ids)}"
        yield ground.error("unknown-node", path, message, "Name the group that signs in.")
    elif not isinstance(node, Group):
        message = f"'{name}' is a {node.type}, and what signs in is a group of steps."
        yield ground.error("no-sign-in-group", path, message, "Put the steps that sign in into a group.")
    elif parent is not None:
        message = f"'{name}' stands inside of '{parent.id}', and must be walked at any time."
        yield ground.error("no-sign-in-group", path, message, "Move it to the top level.")
    for inner, inner_path, around in ground.nodes:
        if isinstance(inner, Task) and inner.effect == "once" and any(n.id == name for n in around):
            message = "it belongs to signing in, which is done again when the app asks for it, and is 'once'."
            mend = 'Give it the effect "repeatable", or move it out of the group.'
            yield ground.error("once-in-sign-in", (*inner_path, "effect"), message, mend)


def check_edges(ground: Ground) -> Iterator[Problem]:
    """Edges connect nodes of one level, each for an outcome of its own."""
    taken: dict[tuple[str, str], int] = {}
    for place, edge in enumerate(ground.sop.edges):
        ends = (("from", edge.source), ("to", edge.target))
        unknown = [(field, node) for field, node in ends if node not in ground.ids]
        for field, node in unknown:
            yield ground.error(
                "unknown-node",
                ("edges", place, field),
                f"there is no node '{node}'{did_you_mean(node, ground.ids)}",
                "Correct the edge or take it out.",
            )
        if unknown:
            continue
        first = taken.setdefault((edge.source, edge.when), place)
        if first != place:
            yield ground.error(
                "duplicate-edge",
                ("edges", place),
                f"edges[{first}] leads from '{edge.source}' for the outcome '{edge.when}' as well.",
                "Take one of them out.",
            )
        yield from _check_edge(ground, place, edge)


def _check_edge(ground: Ground, place: int, edge: Edge) -> Iterator[Problem]:
    inside, outside = ground.graph.parent(edge.target), ground.graph.parent(edge.source)
    if inside is not outside:
        level = f"'{inside.id}'" if inside else "the top level"
        yield ground.error(
            "edge-across-levels",
            ("edges", place),
            f"it leads from '{edge.source}' to '{edge.target}' in {level}, and edges stay on one level.",
            f"Lead it to '{inside.id}' itself." if inside else "Lead it to a node beside its start.",
        )
    source = ground.graph.node(edge.source)
    if isinstance(source, End):
        message = f"'{source.id}' is an end; nothing follows it."
        yield ground.error("edge-from-end", ("edges", place), message, "Take the edge out.")
    elif source is not None and edge.when not in (*_outcomes(source), FAILED):
        known = _outcomes(source)
        yield ground.error(
            "unknown-outcome",
            ("edges", place, "when"),
            f"'{edge.when}' is not an outcome of '{source.id}'{did_you_mean(edge.when, known)}",
            f"Its outcomes are {', '.join(known)} and {FAILED}.",
        )


def _outcomes(node: Node) -> tuple[str, ...]:
    return node.outcomes if isinstance(node, Decision) else (NEXT,)


def check_decisions(ground: Ground) -> Iterator[Problem]:
    """Outcomes are named once; checks, the default and the edges speak of them.

    At the top level each needs an edge. In a container an outcome without one ends the container's walk,
    so there it is enough that one leads on.
    """
    for node, path, around in ground.nodes:
        if not isinstance(node, Decision):
            continue
        known = f"Its outcomes are {', '.join(node.outcomes)}."
        if len(set(node.outcomes)) < len(node.outcomes):
            message = "an outcome is there twice."
            yield ground.error("duplicate-outcome", (*path, "outcomes"), message, "Name each outcome once.")
        if node.default not in node.outcomes:
            message = f"'{node.default}' is not an outcome{did_you_mean(node.default, node.outcomes)}"
            yield ground.error("unknown-outcome", (*path, "default"), message, known)
        for outcome in node.check:
            if outcome not in node.outcomes:
                message = f"'{outcome}' is not an outcome{did_you_mean(outcome, node.outcomes)}"
                yield ground.error("unknown-outcome", (*path, "check", outcome), message, known)
        led = {edge.when for edge in ground.graph.edges_from(node.id)}
        if around and led & set(node.outcomes):
            continue
        for outcome in dict.fromkeys(node.outcomes):
            if outcome not in led:
                message = f"no edge leads on for the outcome '{outcome}'."
                mend = f'Add {{"from": "{node.id}", "to": …, "when": "{outcome}"}} to the edges.'
                yield ground.error("outcome-without-edge", path, message, mend)


def check_reach(ground: Ground) -> Iterator[Problem]:
    """The walk comes to every node, but for those that only undo others or sign in again."""
    undoing = [node.compensation for node, _, _ in ground.nodes if node.compensation in ground.ids]
    if ground.sop.environment.sign_in_group in ground.ids:
        undoing.append(ground.sop.environment.sign_in_group)
    reached = {other for node in undoing if node for other in ground.graph.reachable(node)}
    starts = [ground.graph.first(), *(ground.graph.first_child(n.id) for n, _, _ in ground.nodes)]
    for start in starts:
        if start is not None:
            reached |= ground.graph.reachable(start.id)
    for node, path, _ in ground.nodes:
        if node.id not in reached:
            message = "no edge leads here, so the walk never comes to it."
            yield ground.error("unreachable", path, message, "Add an edge to it, or take it out.")


def check_containers(ground: Ground) -> Iterator[Problem]:
    """Groups and loops hold something."""
    for node, path, _ in ground.nodes:
        if isinstance(node, Loop | Group) and not node.children:
            message = f"this {node.type} has no children."
            yield ground.error(
                "empty-container", (*path, "children"), message, "Give it steps, or take it out."
            )


def check_ends(ground: Ground) -> Iterator[Problem]:
    """From wherever the walk can be at the top level, it comes to an end node."""
    first = ground.graph.first()
    if first is None:
        message = "an SOP needs at least one step and an end."
        yield ground.error(
            "no-nodes", ("nodes",), message, 'Add nodes, the last {"type": "end", "id": "end"}.'
        )
        return
    reached = ground.graph.reachable(first.id)
    walked = [placed for placed in ground.nodes if not placed.around and placed.node.id in reached]
    ends = {placed.node.id for placed in walked if _ends(placed.node)}
    if not ends:
        message = "the walk never comes to an end node."
        mend = 'Add {"type": "end", "id": "end"} to the nodes, and an edge that leads to it.'
        yield ground.error("no-end", ("nodes",), message, mend)
        return
    ending = ground.graph.reaching(ends)
    for node, path, _ in walked:
        if node.id in ends:
            continue
        if not isinstance(node, Decision) and ground.graph.successor(node.id) is None:
            message = "nothing follows it, and it is not an end."
            mend = f'Add {{"from": "{node.id}", "to": …}} to the edges.'
            yield ground.error("walk-stops", path, message, mend)
        elif node.id not in ending:
            message = "from here the walk goes round and never comes to an end node."
            yield ground.error("no-way-to-end", path, message, "Lead one of its outcomes to an end.")


def _ends(node: Node) -> bool:
    return isinstance(node, End) or any(_ends(child) for child in children(node))


def check_cycles(ground: Ground) -> Iterator[Problem]:
    """Edges that lead back: a loop node says how often at most, an edge does not."""
    order = {placed.node.id: number for number, placed in enumerate(ground.nodes)}
    for place, edge in enumerate(ground.sop.edges):
        if edge.source not in order or edge.target not in order or order[edge.target] > order[edge.source]:
            continue
        is_end = isinstance(ground.graph.node(edge.source), End)
        if not is_end and edge.source in ground.graph.reachable(edge.target):
            message = f"it leads back to '{edge.target}', and nothing bounds how often."
            mend = "Put what is repeated into a loop with a bound."
            yield ground.warning("unbounded-cycle", ("edges", place), message, mend)


def check_walk(ground: Ground) -> Iterable[Problem]:
    """All rules of the walk."""
    for rule in (
        check_ids,
        check_mentions,
        check_optional,
        check_sign_in_group,
        check_edges,
        check_decisions,
        check_containers,
        check_reach,
        check_ends,
        check_cycles,
    ):
        yield from rule(ground)
