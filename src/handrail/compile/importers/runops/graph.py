"""The graph of a RunOps file: its steps in their containers, and its edges brought to one level each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from handrail.compile.importers.drafting import Drafting
from handrail.compile.importers.source import Source

Kind = Literal["task", "loop", "decision", "end", "human", "generate"]

NEXT: Final = frozenset(
    {"", "next", "success", "succeeded", "done", "completed", "complete", "always", "default", "ok", "then"}
    | {"continue", "exit", "after"}
)
_FAILED: Final = frozenset({"failed", "failure", "error", "on_error", "fail", "onerror", "exception"})
_KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    (r"loop|iterat|for_?each|while|repeat", "loop"),
    (r"decision|condition(?!al_auth)|branch|gateway|switch$|^if$", "decision"),
    (r"^(end|stop|terminal|finish|exit)", "end"),
    (r"human|manual|approval|user_input|review", "human"),
    (r"generat|^llm|^ai_?|compose|draft", "generate"),
)


@dataclass
class Step:
    """One node of the file, before it becomes one of the SOP."""

    source: Source
    written: str
    """Its id in the file."""
    id: str
    kind: Kind
    children: list[str] = field(default_factory=list)
    parent: str | None = None
    actions: list[Source] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    """What else the file says of how it is done."""
    takes: list[str] = field(default_factory=list)
    gives: list[str] = field(default_factory=list)
    """Variables that it needs, and that it gives a value."""

    def text(self, key: str) -> str:
        return " ".join(self.source[key].text().split())


class Way(NamedTuple):
    """An edge between two steps of one level; `when` as the file writes it."""

    start: str
    end: str
    when: str
    source: Source

    @property
    def outcome(self) -> str:
        return re.sub(r"\s+", "_", self.when.strip().lower())

    @property
    def is_next(self) -> bool:
        return self.outcome in NEXT

    @property
    def is_failure(self) -> bool:
        return self.outcome in _FAILED


class StepGraph:
    """All steps and ways of one file."""

    def __init__(self, drafting: Drafting) -> None:
        self.steps: dict[str, Step] = {}
        self.ways: list[Way] = []
        self._drafting = drafting

    # -- steps

    def add_nodes(self, nodes: Sequence[Source], parent: str | None = None) -> None:
        """Steps in the file's order; children may stand in their container or be named by it."""
        for source in nodes:
            if not source.is_object():
                raise source.wrong("A node should be an object.", "Use the file as its tool wrote it.")
            self._add_node(source, parent)

    def _add_node(self, source: Source, parent: str | None) -> None:
        written = source["id"].text() or f"step {len(self.steps) + 1}"
        if written in self.steps:
            raise source["id"].wrong(f"The id '{written}' is there twice.", "Give one of the two another id.")
        step = Step(
            source=source,
            written=written,
            id=self._drafting.free_id(written),
            kind=_kind(source),
            parent=source.first("parentId", "parent_id", "parent").text() or parent,
        )
        self.steps[written] = step
        source["id"].mapped(f"'{step.id}'")
        children = source.first("children", "nodes", "body", "steps")
        if not children.is_list():
            return
        for child in children.entries():
            if child.is_object():
                self._add_node(child, written)
                step.children.append(child["id"].text() or written)
            else:
                step.children.append(child.text())
                child.mapped(f"a child of '{step.id}'")

    def settle(self) -> None:
        """Every step knows its container, and no container is within itself."""
        for step in self.steps.values():
            known = [child for child in step.children if child in self.steps]
            for missing in sorted(set(step.children) - set(known)):
                self._drafting.ask(
                    f"which-child-{step.id}",
                    f"The file names '{missing}' as a part of this step, and has no such step. What is it?",
                    step.id,
                )
            for child in known:
                self.steps[child].parent = step.written
        for step in self.steps.values():
            if step.parent is not None and (step.parent not in self.steps or step.parent == step.written):
                step.parent = None
            seen = {step.written}
            above = step.parent
            while above is not None:
                if above in seen:
                    raise step.source["id"].wrong(
                        f"The step '{step.written}' is a part of itself.",
                        "Correct its 'parentId' and 'children'.",
                    )
                seen.add(above)
                above = self.steps[above].parent
            for key in ("parentId", "parent_id", "parent"):
                step.source[key].mapped("the container that the step stands in")

    def inside(self, parent: str | None) -> list[Step]:
        """The steps of one level: in the container's order, then in the file's."""
        order = self.steps[parent].children if parent is not None else []
        named = [self.steps[child] for child in dict.fromkeys(order) if child in self.steps]
        found = [step for step in named if step.parent == parent]
        return found + [step for step in self.steps.values() if step.parent == parent and step not in found]

    # -- ways

    def add_edges(self, edges: Sequence[Source]) -> None:
        """The edges, each brought to the level on which its two steps stand side by side."""
        for edge in edges:
            start = edge.first("source", "from", "start").text()
            end = edge.first("target", "to", "end").text()
            when = edge.first("condition", "when", "outcome", "label").text()
            for name in (start, end):
                if name not in self.steps:
                    edge.left(f"there is no step '{name}'; a required question asks for it")
                    known = self.steps.get(start) or self.steps.get(end)
                    self._drafting.ask(
                        "where-does-it-lead",
                        f"The file leads from '{start}' to '{end}', and has no step '{name}'. What is meant?",
                        known.id if known else None,
                    )
                    break
            else:
                self._add_way(edge, start, end, when)

    def _add_way(self, edge: Source, start: str, end: str, when: str) -> None:
        above, below = self._above(start), self._above(end)
        if start in below[1:] or end in above[1:] or start == end:
            self._of_container(edge, start, end, when, back=end in above)
            return
        shared = next((parent for parent in above if parent in below), None)
        lifted_start = above[above.index(shared) - 1] if shared is not None else above[-1]
        lifted_end = below[below.index(shared) - 1] if shared is not None else below[-1]
        way = Way(lifted_start, lifted_end, when if lifted_start == start else "", edge)
        if lifted_start != start and not Way(start, end, when, edge).is_next:
            self._drafting.ask(
                f"when-does-it-leave-{self.steps[lifted_start].id}",
                f"The file leaves '{self.steps[lifted_start].id}' from within, when '{when}'. How is that "
                "seen?",
                self.steps[start].id,
            )
        if lifted_end != end and self.inside(lifted_end)[0].written != end:
            self._drafting.ask(
                f"where-does-{self.steps[lifted_end].id}-begin",
                f"The file leads into the middle of '{self.steps[lifted_end].id}', to '{end}'. Is that "
                "meant?",
                self.steps[lifted_end].id,
            )
        edge.mapped(f"edge from '{self.steps[lifted_start].id}' to '{self.steps[lifted_end].id}'")
        if not any(known[:3] == way[:3] for known in self.ways):
            self.ways.append(way)

    def _of_container(self, edge: Source, start: str, end: str, when: str, *, back: bool) -> None:
        """An edge between a container and what is in it: being in it says the same."""
        edge.mapped(
            "the container goes on by itself when its last step is done" if back else "the container holds it"
        )
        if start == end:
            edge.left("it leads from the step to itself; a required question asks for it")
            self._drafting.ask(
                "is-it-repeated",
                f"The file leads from this step back to itself{f', when {when}' if when else ''}. Is it "
                "repeated? Put it into a loop with a bound.",
                self.steps[start].id,
            )
            return
        if when and not Way(start, end, when, edge).is_next:
            self.steps[end if back else start].hints.append(f"It goes on when: {when}.")

    def _above(self, written: str) -> list[str]:
        """The step and the containers around it, inside out."""
        found = [written]
        while (parent := self.steps[found[-1]].parent) is not None:
            found.append(parent)
        return found

    def between(self, level: Sequence[Step]) -> Iterator[Way]:
        """The ways between the steps of one level."""
        names = {step.written for step in level}
        return (way for way in self.ways if way.start in names and way.end in names)


def _kind(source: Source) -> Kind:
    written = re.sub(r"[\s-]+", "_", source.first("type", "kind").text().strip().lower())
    for pattern, kind in _KINDS:
        if re.search(pattern, written):
            return kind
    return "task"
