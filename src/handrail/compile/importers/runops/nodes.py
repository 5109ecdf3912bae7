"""From the steps of a RunOps file to nodes; where there is but prose, a question comes with the node."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from handrail.compile.importers.drafting import Drafting, Level, clipped
from handrail.compile.importers.runops.actions import Actions
from handrail.compile.importers.runops.conditions import condition_of
from handrail.compile.importers.runops.elements import retries_of, seconds_of
from handrail.compile.importers.runops.graph import Step, StepGraph
from handrail.compile.importers.runops.loops import head_of
from handrail.compile.importers.runops.texts import Names
from handrail.compile.importers.runops.ways import Plan, plan, safe_outcome
from handrail.compile.importers.source import Source
from handrail.sop.condition import Condition
from handrail.sop.node import Decision, Edge, End, Generate, Group, Human, Loop, Node, Retry

_BOOKKEEPING: Final = {
    "id_path": "the order of the steps says it",
    "isBranchRoot": "the edges say it",
    "position": "where its editor draws the step",
    "ui": "how its editor shows the step",
    "canExecuteAsGroup": "a group's steps are done one after the other",
}
_MARKER: Final = re.compile(r"(?i)\bmarker\b|\bend of (the |each |\w+ )?(iteration|loop|turn)\b")


class Nodes:
    """Makes the nodes of a file, level by level."""

    def __init__(self, graph: StepGraph, drafting: Drafting, names: Names, actions: Actions) -> None:
        self._graph = graph
        self._drafting = drafting
        self._names = names
        self._actions = actions
        self._told: set[str] = set()
        self._decided: dict[str, list[str]] = {}
        """Decision → its outcomes."""
        self._choices: dict[str, str] = {}
        """Step that several ways leave → the decision after it."""
        self.retries: int | None = None
        """The retries of every step that has no policy of its own."""

    def level(self, parent: str | None = None) -> Level:
        """The nodes of one level, and their edges."""
        steps = self._graph.inside(parent)
        in_loop = parent is not None and self._graph.steps[parent].kind == "loop"
        if parent is not None:
            steps = [step for step in steps if not self._is_end_of_turn(step)]
        names = {step.written for step in steps}
        ways = [way for way in self._graph.between(steps) if {way.start, way.end} <= names]
        found = plan(steps, ways, self._drafting, in_loop=in_loop)
        level = Level(self._drafting)
        for step in found.order:
            self._place(step, found, level)
        level.resume(self._lead(found))
        return level

    def _is_end_of_turn(self, step: Step) -> bool:
        """In a container the walk ends with its last step: an end or a marker of it says nothing more."""
        words = f"{step.text('label')} {step.text('intent')}"
        bare = step.kind == "task" and not (step.actions or step.children or step.gives or step.takes)
        marks = bare and _MARKER.search(words) is not None and not self._goes_on(step)
        if step.kind != "end" and not marks:
            return False
        step.source.mapped("the end of its container's steps, which needs no step of its own")
        return True

    def _goes_on(self, step: Step) -> bool:
        """Whether a way leads from the step to another one that comes after it."""
        order = [other.written for other in self._graph.inside(step.parent)]
        here = order.index(step.written)
        return any(
            way.start == step.written and way.end in order and order.index(way.end) > here
            for way in self._graph.ways
        )

    def _lead(self, found: Plan) -> list[tuple[str, str]]:
        """Write the edges of the level; the ends that lead nowhere on it are given back."""
        ids = {step.written: step.id for step in self._graph.steps.values()}
        open_ends: list[tuple[str, str]] = []
        for step in found.order:
            start = ids[step.written]
            follows = dict(found.follows.get(step.written, {}))
            choices = found.choices.get(step.written)
            if choices is not None:
                choice = self._choices[step.written]
                self._edge(start, choice, "next")
                for outcome, end in choices.items():
                    self._edge(choice, ids[end], outcome)
                open_ends += [(choice, o) for o in self._outcomes(choice) if o not in choices]
            for outcome, end in follows.items():
                self._edge(start, ids[end], outcome)
            outcomes = self._outcomes(start)
            if choices is None and step.kind != "end":
                open_ends += [(start, outcome) for outcome in outcomes if outcome not in follows]
        return open_ends

    def _edge(self, start: str, end: str, when: str) -> None:
        self._drafting.edges.append(Edge(source=start, target=end, when=when))

    def _outcomes(self, id: str) -> list[str]:
        return self._decided.get(id, ["next"])

    def _place(self, step: Step, found: Plan, level: Level) -> None:
        """Make the node of a step, and the decision after it where several ways leave it."""
        node = self._node(step, found)
        level.nodes.append(node)
        self._account(step)
        choices = found.choices.get(step.written)
        if choices is None:
            return
        id = self._choices[step.written] = self._drafting.free_id(f"{step.id}-then")
        question = f"How does it go on after '{step.text('label') or step.id}'?"
        level.nodes.append(self._decision(id, question, list(choices), {}, question, "", ""))

    # -- kinds

    def _node(self, step: Step, found: Plan) -> Node:
        common = self._common(step)
        match step.kind:
            case "end":
                step.source["type"].mapped(f"'{step.id}': end")
                return End(type="end", **{**common, "label": common["label"] or "Done"})
            case "loop":
                return self._loop(step, common)
            case "decision" if found.follows.get(step.written):
                return self._decide(step, list(found.follows[step.written]), common)
            case "generate" if (made := self._generate(step, common)) is not None:
                return made
        if self._graph.inside(step.written):
            return self._group(step, common)
        return self._work(step, common)

    def _common(self, step: Step) -> dict[str, Any]:
        """What every node has."""
        source = step.source
        label = clipped(source.first("label", "title", "name").text()) or step.written
        context = [source["context"].text().strip(), *step.hints]
        for key in ("preferredAuthMethods", "preferred_auth_methods"):
            if source[key].there:
                context.append(f"Preferred ways to sign in: {_shown(source[key])}")
                source[key].mapped(f"'{step.id}': context")
        for key in ("label", "title", "name"):
            source[key].mapped_else(f"'{step.id}': label")
        source["intent"].kept(f"'{step.id}': intent")
        source["context"].kept(f"'{step.id}': context")
        for key in ("credentialsRequired", "credentials_required", "credentials"):
            if source[key].there:
                self._names.credentials(source[key])
        retries = retries_of(source)
        retries = self.retries if retries is None and step.actions else retries
        return {
            "id": step.id,
            "label": label,
            "intent": source.first("intent", "description").text().strip(),
            "context": "\n".join(part for part in context if part),
            "timeout": seconds_of(source),
            "retry": None if retries is None else Retry(times=retries),
            "risk": source["risk"].text() or None,
        }

    def _group(self, step: Step, common: dict[str, Any]) -> Group:
        inner = Level(self._drafting)
        for action in step.actions:
            self._actions.add(action, inner)
        children = self.level(step.written)
        if inner.nodes:
            first = children.nodes[0].id if children.nodes else None
            if first is not None:
                for source, when in inner.open_ends:
                    self._edge(source, first, when)
        step.source["type"].mapped(f"'{step.id}': group")
        return Group(type="group", **common, children=(*inner.nodes, *children.nodes))

    def _work(self, step: Step, common: dict[str, Any]) -> Node:
        """A step without parts: its actions, or a person where the file only says what it is for."""
        inner = Level(self._drafting)
        for action in step.actions:
            self._actions.add(action, inner)
        if not inner.nodes or step.kind == "human":
            self._ask_a_person(step, common, inner)
        for name in step.gives:
            self._read_off(step, name, inner)
        step.source["type"].mapped(f"'{step.id}': {'group' if len(inner.nodes) > 1 else inner.nodes[0].type}")
        if len(inner.nodes) > 1:
            return Group(type="group", **common, children=tuple(inner.nodes))
        only = inner.nodes[0]
        self._drafting.rename(only.id, step.id)
        changes = {key: value for key, value in common.items() if value is not None}
        if only.timeout is not None:
            changes.pop("timeout", None)
        if only.retry is not None:
            changes.pop("retry", None)
        return only.model_copy(update=changes)

    def _ask_a_person(self, step: Step, common: dict[str, Any], inner: Level) -> None:
        if step.kind == "human" and inner.nodes:
            return
        words = common["intent"] or common["label"]
        takes = ", ".join(f"{name}: {{{{ {self._names.name(name)} }}}}" for name in step.takes)
        request = f"{self._names.text(words)}{f' ({takes})' if takes else ''}"
        if step.kind == "human":
            inner.add(
                Human(
                    type="human", id=self._drafting.free_id(step.id), label=common["label"], request=request
                )
            )
            return
        inner.person(
            common["label"],
            request,
            f"The file says what this step is for ('{clipped(words, 200)}') and not how it is done. Record "
            "it, put its tasks in place of it, or let a person do it.",
        )

    def _read_off(self, step: Step, written: str, inner: Level) -> None:
        """What the step finds out a person tells, until a step reads it."""
        name = self._names.output(re.sub(r"\W+", "_", written))
        last = inner.nodes[-1]
        if len(inner.nodes) == 1 and isinstance(last, Human) and last.into is None and len(step.gives) == 1:
            inner.amend(into=name)
            return
        id = self._drafting.free_id(f"read-{name.replace('_', '-')}")
        request = f"What is '{written}', after '{self._names.text(step.text('label') or step.written)}'?"
        inner.add(Human(type="human", id=id, label=clipped(f"Read '{written}'"), request=request, into=name))
        if step.id not in self._told:
            self._told.add(step.id)
            self._drafting.ask(
                f"where-from-{step.id}",
                f"The step gives {', '.join(map(repr, step.gives))}, and the file does not say where they "
                "stand. Put an extract with targets in place, or let a person read them.",
                step.id,
            )

    def _generate(self, step: Step, common: dict[str, Any]) -> Generate | None:
        instructions = step.source.first("instructions", "prompt", "instruction", "template")
        into = step.source.first("into", "output", "output_variable", "outputVariable")
        name = into.text() if isinstance(into.value, str) else next(iter(step.gives), "")
        if not instructions.there or not name:
            return None
        inputs = tuple(self._names.name(take) for take in step.takes)
        instructions.kept(f"'{step.id}': instructions")
        into.mapped(f"'{step.id}': into")
        text = self._names.text(instructions.text())
        return Generate(
            type="generate", **common, inputs=inputs, instructions=text, into=self._names.output(name)
        )

    def _decide(self, step: Step, outcomes: list[str], common: dict[str, Any]) -> Decision:
        source = step.source
        given = source.first("check", "condition", "expression", "criteria")
        check: dict[str, Condition] = {}
        if given.is_object():
            condition = condition_of(given, self._names)
            if condition is not None:
                check = {outcomes[0]: condition}
                given.mapped(f"'{step.id}': check for '{outcomes[0]}'")
            else:
                for outcome, part in given.fields():
                    found = condition_of(part, self._names) if outcome in outcomes else None
                    if found is not None:
                        check[outcome] = found
                        part.mapped(f"'{step.id}': check for '{outcome}'")
        words = source["question"].text() or (given.text() if isinstance(given.value, str) else "")
        question = words or common["intent"] or common["label"]
        for key in ("question", "check", "condition", "expression", "criteria"):
            if isinstance(source[key].value, str):
                source[key].mapped(f"'{step.id}': question")
        source["type"].mapped(f"'{step.id}': decision")
        node = self._decision(
            step.id,
            self._names.text(question),
            outcomes,
            check,
            common["label"],
            common["intent"],
            common["context"],
        )
        return node.model_copy(update={key: common[key] for key in ("timeout", "retry", "risk")})

    def _decision(
        self,
        id: str,
        question: str,
        outcomes: list[str],
        check: dict[str, Condition],
        label: str,
        intent: str,
        context: str,
    ) -> Decision:
        """A decision; where nothing checkable tells the outcome, a required question asks for it."""
        if len(outcomes) < 2:
            outcomes = [*outcomes, "otherwise" if "otherwise" not in outcomes else "no"]
        self._decided[id] = outcomes
        if not check:
            self._drafting.ask(
                f"how-is-it-seen-{id}",
                f"The file asks by words: '{clipped(question, 200)}' What on the page, or which variable, "
                f"tells {', '.join(repr(outcome) for outcome in outcomes)} apart? Write it into 'check'; "
                f"'{safe_outcome(outcomes)}' is taken when nothing holds.",
                id,
            )
        return Decision(
            type="decision",
            id=id,
            label=label,
            intent=intent,
            context=context,
            question=question,
            outcomes=tuple(outcomes),
            check=check,
            default=safe_outcome(outcomes),
        )

    # -- loops

    def _loop(self, step: Step, common: dict[str, Any]) -> Loop:
        over = head_of(step, common, self._drafting, self._names)
        self._names.enter(over["item"])
        inner = Level(self._drafting)
        for action in step.actions:
            self._actions.add(action, inner)
        children = self.level(step.written) if self._graph.inside(step.written) else Level(self._drafting)
        self._names.leave()
        if inner.nodes and children.nodes:
            for source, when in inner.open_ends:
                self._edge(source, children.nodes[0].id, when)
        nodes = [*inner.nodes, *children.nodes]
        if not nodes:
            inner.person(
                f"One turn of '{common['label']}'",
                self._names.text(common["intent"] or common["label"]),
                "The file does not say what is done in a turn of this loop. Add its steps.",
            )
            nodes = inner.nodes
        step.source["type"].mapped(f"'{step.id}': loop")
        return Loop.model_validate({"type": "loop", **common, **over, "children": tuple(nodes)})

    # -- what is left

    def _account(self, step: Step) -> None:
        """What the file says of a step and nothing was made of: a required question names it."""
        unknown = []
        sources = [step.source, *step.actions]
        for source in sources:
            if source is not step.source and source.ledger.knows(source.path):
                continue
            for key, field in source.fields():
                if key in _BOOKKEEPING:
                    field.left(_BOOKKEEPING[key])
                elif key in ("type", "kind"):
                    field.mapped_else(f"'{step.id}'")
                elif (
                    field.there
                    and not _told(field)
                    and key not in ("children", "nodes", "body", "steps", "actions")
                ):
                    unknown.append(f"{key}: {_shown(field)}")
                    field.left("nothing of an SOP stands for it; a required question names it")
        if unknown:
            self._drafting.ask(
                f"what-about-{step.id}",
                f"The file says of this step as well: {clipped('; '.join(unknown), 400)}. What is to be done "
                "about that?",
                step.id,
            )


def _told(field: Source) -> bool:
    """Whether it was said what became of the field, or of a part of it."""
    if field.ledger.knows(field.path):
        return True
    if field.is_object():
        return any(_told(part) for _, part in field.fields())
    return field.is_list() and any(_told(part) for part in field.entries())


def _shown(source: Source) -> str:
    if isinstance(source.value, str):
        return str(source.value)
    text = json.dumps(source.value, ensure_ascii=False)
    return clipped(text, 200)
