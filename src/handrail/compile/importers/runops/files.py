"""RunOps files: the SOP with its public nodes and private skills, and the workflow with its flow of actions.

The two were read from a file each; fields are taken by what they mean, as others of the kind name them.
"""

from __future__ import annotations

import re

from handrail.compile.importers.drafting import Drafting, Level, clipped
from handrail.compile.importers.runops.actions import Actions
from handrail.compile.importers.runops.graph import Step, StepGraph
from handrail.compile.importers.runops.nodes import Nodes
from handrail.compile.importers.runops.texts import Names, read_clarifications, read_triggers
from handrail.compile.importers.source import Source

_MOST_RETRIES = 10


def read_sop(sop: Source, drafting: Drafting) -> Level:
    """The nodes of an SOP: `public` says what is done, `private` by which skills."""
    public, private = sop["public"], sop["private"]
    names = Names(drafting)
    names.declare(public["variables"])
    graph = StepGraph(drafting)
    graph.add_nodes(public["nodes"].entries())
    graph.settle()
    graph.add_edges(public["edges"].entries())
    _add_skills(graph, private)
    environment = public["environment"] if public["environment"].there else sop["environment"]
    actions = Actions(drafting, names, environment.first("required_tabs", "tabs", "start"))
    level = Nodes(graph, drafting, names, actions).level()
    read_triggers(public["triggers"], drafting)
    ids = {step.written: step.id for step in graph.steps.values()}
    read_clarifications(public["clarification_requests"], drafting, ids)
    _ask_where_from(graph, names, drafting, public["variables"])
    return level


def read_workflow(workflow: Source, drafting: Drafting) -> Level:
    """The nodes of a workflow: nodes with actions, and the flow between them."""
    execution = workflow["execution"]
    inner = execution["workflow"]
    names = Names(drafting)
    for holder in (workflow, execution, inner):
        names.declare(holder["variables"])
        names.declare(holder["inputs"])
        names.credentials(holder["credentials"])
    graph = StepGraph(drafting)
    graph.add_nodes(inner["nodes"].entries())
    graph.settle()
    for step in graph.steps.values():
        step.actions += step.source["actions"].entries()
        # Names of credentials must be known before texts speak of them.
        for key in ("credentialsRequired", "credentials_required"):
            names.credentials(step.source[key])
    graph.add_edges(inner.first("flow", "edges").entries())
    environment = execution["environment"]
    tabs = environment.first("required_tabs", "requiredTabs", "tabs", "start_pages")
    nodes = Nodes(graph, drafting, names, Actions(drafting, names, tabs))
    nodes.retries = _settings(workflow["config"])
    level = nodes.level()
    for holder in (workflow, execution, inner):
        read_triggers(holder["triggers"], drafting)
    return level


def _add_skills(graph: StepGraph, private: Source) -> None:
    """Which skill does which node; what a skill says beyond its name becomes actions or words."""
    skills = {skill["id"].text(): skill for skill in private["skills"].entries()}
    for entry in private["steps"].entries():
        step = graph.steps.get(entry.first("node_id", "nodeId", "node").text())
        if step is None:
            entry.left("there is no such node")
            continue
        entry.first("node_id", "nodeId", "node").mapped(f"'{step.id}'")
        primary = entry.first("primary_skill", "primarySkill", "skill")
        if primary.there:
            _add_skill(step, primary, skills.get(primary.text()), primary=True)
        for other in entry.first("alt_skills", "altSkills", "alternatives").entries():
            _add_skill(step, other, skills.get(other.text()), primary=False)
        step.actions += entry.first("actions", "steps").entries()


def _add_skill(step: Step, named: Source, skill: Source | None, *, primary: bool) -> None:
    name = named.text()
    named.mapped(f"'{step.id}': context")
    if skill is None:
        step.hints.append(f"{'Skill' if primary else 'Another way'}: {name}.")
        return
    app, where = skill["app"].text(), skill["viewport"].text()
    method = skill.first("method_type", "methodType", "type").text()
    hint = skill.first("performance_hint", "performanceHint", "hint", "description").text()
    facts = ", ".join(part for part in (method, app, where) if part)
    words = f"{'Skill' if primary else 'Another way'}: {name}{f' ({facts})' if facts else ''}."
    step.hints.append(f"{words} {hint}".strip())
    for key in ("id", "app", "viewport", "method_type", "methodType", "type", "performance_hint"):
        skill[key].mapped(f"'{step.id}': context")
    for key in ("performanceHint", "hint", "description"):
        skill[key].mapped_else(f"'{step.id}': context")
    for key, found in (("variables_in", step.takes), ("variables_out", step.gives)):
        for variable in skill[key].entries():
            word = re.sub(
                r"\W+", "_", variable.first("name").text() if variable.is_object() else variable.text()
            )
            variable.mapped(f"'{step.id}': {'what it needs' if key.endswith('in') else 'what it gives'}")
            if primary and word not in found:
                found.append(word)
    if primary:
        step.actions += skill.first("actions", "steps").entries()
        if skill.first("selector", "url", "target", "action").there and not skill["actions"].there:
            step.actions.append(skill)


def _ask_where_from(graph: StepGraph, names: Names, drafting: Drafting, variables: Source) -> None:
    """Declared variables that steps need and none gives: for now they are inputs."""
    given = {name for step in graph.steps.values() for name in step.gives}
    needed = {name for step in graph.steps.values() for name in step.takes}
    lost = [name for name, _ in variables.fields() if name in needed and name not in given]
    lost += sorted(needed - given - {name for name, _ in variables.fields()})
    if not lost:
        return
    words = ", ".join(f"'{names.name(name)}'" for name in lost)
    drafting.ask(
        "where-do-values-come-from",
        f"Steps of the file need {words}, and no step gives them. They are inputs now, the same for the "
        "whole run. Which step reads them?",
        None,
    )


def _settings(config: Source) -> int | None:
    """Settings of the whole: the retries of every step."""
    config["executionTimeout"].left(
        "the limit of a run is given when it starts: `handrail run --run-timeout`"
    )
    config["hybridMode"].left("how high the ladder goes is given when a run starts")
    config["pauseOnErrors"].left("a run stops at a step that fails, and says why")
    source = config.first("retryAttempts", "retry_attempts", "maxRetries", "retries")
    number = source.number()
    if number is None or number < 0:
        return None
    source.mapped("retry.times of every step that has no policy of its own")
    return min(_MOST_RETRIES, int(number))


def head_of(document: Source) -> dict[str, object]:
    """The head: what the procedure is, and whose."""
    meta = document["meta"]
    owner = meta["owner"]
    owners = [entry.text() for entry in owner.entries()] if owner.is_list() else [owner.text()]
    tags = [entry.text() for entry in meta["tags"].entries()] if meta["tags"].is_list() else []
    for key in ("goal", "purpose", "version", "tags", "title"):
        meta[key].kept(f"meta.{key}")
    owner.kept("meta.owner")
    for key in ("created", "updated", "createdAt", "updatedAt", "aiGenerated", "author"):
        meta[key].left("the head of an SOP has no place for it")
    id = meta["id"].text()
    found: dict[str, object] = {
        "goal": meta["goal"].text(),
        "purpose": meta["purpose"].text(),
        "owner": ", ".join(name for name in owners if name),
        "version": meta["version"].text() or "1",
        "tags": tuple(tags),
    }
    if re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,79}", id):
        found["id"] = id
        meta["id"].kept("meta.id")
    else:
        meta["id"].left("an SOP's id is made of lower-case letters, digits and '-'; it comes from the title")
    return found


def title_of(document: Source) -> str:
    """The title of the procedure."""
    return clipped(document["meta"].first("title", "name").text()) or "Procedure"
