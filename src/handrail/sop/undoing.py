"""The undo registry: for each action what takes it back, or why nothing does.

Pure: `inverse` decides from what the journal kept of the moment before the action; `cannot_be_undone` says
of an SOP, before it is run, which of its effects will stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from handrail._model import Model
from handrail.errors import Problem
from handrail.sop import action as a
from handrail.sop.action import Action
from handrail.sop.document import Sop
from handrail.sop.node import Effect, Group, Node, Task
from handrail.sop.rules.ground import Ground, Placed

_GIVES_A_VALUE: Final = frozenset({"fill", "type", "paste", "select", "check", "uncheck", "upload"})
_CHANGES_NOTHING: Final = frozenset(
    {"wait", "hover", "scroll", "copy", "reload", "switch_tab", "dialog", "set"}
)
"""Actions after which the app is as it was; a variable is put back with the group that set it."""

_NO_WAY: Final = "no step is named that undoes it"


class Before(Model):
    """What there was before an action."""

    url: str = ""
    """The address of the page; empty where there was none."""
    value: str | None = None
    """The field's value as the page gives it: a select's option, a file's name, `true` or `false`."""
    secret: bool = False
    """The field took a secret: its old value was not kept."""
    several: bool = False
    """The field is a list of which several options may be chosen."""
    radio: bool = False
    file: str = ""
    """The file that the action made."""


class SetBack(Model):
    """Give the field its old value."""

    action: Action
    shows: str | None
    """The value that the field has then; none where it must not be read."""


class GoBack(Model):
    """Go back to the address that the page had."""

    url: str


class RemoveFile(Model):
    """Remove the file that the action made."""

    path: str


class Compensate(Model):
    """Walk the node that is named for it, and what its edges lead on to."""

    node: str


class Nothing(Model):
    """There is nothing to undo."""

    why: str


class Irreversible(Model):
    """Nothing undoes it."""

    why: str


Inverse: TypeAlias = SetBack | GoBack | RemoveFile | Compensate | Nothing | Irreversible


def inverse(node: Node, do: str, before: Before) -> Inverse:
    """What undoes the action `do`, done as (or as a skill of) the node.

    A compensation that the node names goes before every inverse; a `once` effect has no other.
    """
    if node.compensation is not None:
        return Compensate(node=node.compensation)
    effect: Effect = node.effect if isinstance(node, Task) else "none"
    if effect == "once":
        return Irreversible(why=f"its effect happens once, and {_NO_WAY}")
    if do in _GIVES_A_VALUE:
        return _set_back(do, before)
    if do == "download":
        return RemoveFile(path=before.file) if before.file else Nothing(why="no file came of it")
    if do in _CHANGES_NOTHING:
        return Nothing(why="it changed nothing")
    if effect == "none":
        return _go_back(before)
    return Irreversible(why=f"what a '{do}' changes is not known, and {_NO_WAY}")


def _go_back(before: Before) -> Inverse:
    if not before.url.startswith(("http:", "https:", "file:")):
        return Nothing(why="no page was there before it")
    return GoBack(url=before.url)


def _set_back(do: str, before: Before) -> Inverse:
    if before.secret:
        # What was there was not kept; nobody may find the secret there afterwards.
        return SetBack(action=a.Fill(do="fill", value=""), shows=None)
    if before.value is None:
        return Irreversible(why="what stood there before is not known")
    match do:
        case "upload":
            if before.value:
                return Irreversible(why=f"the file '{before.value}' that was chosen before is not kept")
            return SetBack(action=a.Upload(do="upload", files=()), shows="")
        case "select":
            return SetBack(action=_select(before.value, before.several), shows=before.value)
        case "check" | "uncheck":
            return _tick(do, before)
        case _:
            return SetBack(action=a.Fill(do="fill", value=before.value), shows=before.value)


def _select(value: str, several: bool) -> a.Select:
    parts = tuple(part for part in value.split(", ") if part) if several else (value,)
    return a.Select(do="select", options=parts)


def _tick(do: str, before: Before) -> Inverse:
    was = before.value == "true"
    if was == (do == "check"):
        return Nothing(why="it was so before")
    if before.radio:
        return Irreversible(why="a radio button cannot be unticked, and which one was ticked is not known")
    if was:
        return SetBack(action=a.Check(do="check"), shows="true")
    return SetBack(action=a.Uncheck(do="uncheck"), shows="false")


def cannot_be_undone(sop: Sop) -> tuple[Problem, ...]:
    """Every effect of the SOP that nothing undoes, told before it is run; the SOP runs with them.

    A node that is itself a compensation is not meant: what it does is the undoing.
    """
    ground = Ground(sop)
    undoing = {node.compensation for node in sop.walk_nodes() if node.compensation is not None}
    undoing |= {other for node in undoing if node in ground.ids for other in ground.graph.reachable(node)}
    return tuple(_told(ground, undoing))


def _told(ground: Ground, undoing: set[str]) -> Iterator[Problem]:
    for placed in ground.nodes:
        node = placed.node
        if not isinstance(node, Task) or node.effect != "once" or node.id in undoing:
            continue
        if node.compensation is None:
            yield _problem(ground, placed)


def _problem(ground: Ground, placed: Placed) -> Problem:
    group = next((g for g in reversed(placed.around) if isinstance(g, Group) and g.atomic), None)
    if group is not None:
        message = f"it cannot be undone, so '{group.id}' is not 'all or nothing' once this was done."
    else:
        message = "once it was done, it cannot be undone."
    mend = "Where the app can take it back, name the step that does so as its compensation."
    return ground.warning("no-compensation", (*placed.path, "compensation"), message, mend)
