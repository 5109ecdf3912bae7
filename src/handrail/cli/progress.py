"""The progress of a run on the terminal: a line for each step, in the words of the journal."""

from __future__ import annotations

import time

from pydantic import JsonValue

from handrail.cli.output import counted, say, styled
from handrail.journal.events.driving import DoneByHand, HandedBack, StepsProposed, TakenOver
from handrail.journal.events.event import (
    AmendmentProposed,
    Decided,
    Detour,
    Event,
    Handled,
    Intended,
    ItemFailed,
    ModelAsked,
    NodeEntered,
    NodeLeft,
    Retried,
    SessionEnded,
    SessionStarted,
    Settled,
    Taken,
    TextWritten,
    TurnBegun,
    Unverified,
    VariableSet,
    Verified,
)
from handrail.journal.events.undo import UndoBegun, Undone
from handrail.journal.events.ways import WayFound
from handrail.journal.views.summary import Summary
from handrail.journal.views.waited import WORTH_TELLING_SECONDS
from handrail.sop.document import Sop
from handrail.sop.node import Extract, Group, Task
from handrail.sop.sentences import describe_target
from handrail.sop.values import text_of
from handrail.sop.wording import on_one_line

_LONG_QUEUED_SECONDS = 5.0
"""A worker that was free has taken it up sooner."""
_LONGEST_READ = 100
_LONGEST_HEAD = 160
_OUTCOME_STYLES = {"done": "green", "done, unverified": "yellow", "done with exceptions": "yellow"}


class Progress:
    """Watches one or more sessions of an SOP."""

    def __init__(self, sop: Sop) -> None:
        tasks = [node.id for node in sop.walk_nodes() if isinstance(node, Task)]
        self._groups = {node.id for node in sop.walk_nodes() if isinstance(node, Group)}
        self._labels = {node.id: node.label for node in sop.walk_nodes()}
        self._reads = {node.id for node in sop.walk_nodes() if isinstance(node, Extract)}
        self._numbers = {node: number for number, node in enumerate(tasks, start=1)}
        self._width = len(str(len(tasks)))
        self._label = ""
        self._action = ""
        self._unverified = False
        self._began = 0.0
        self._undoing = False

    def __call__(self, event: Event) -> None:
        match event:
            case SessionStarted():
                inputs = ", ".join(
                    f"{name}={on_one_line(text_of(value))}" for name, value in event.inputs.items()
                )
                row = f"row {event.row} · " if event.row else ""
                say(styled(_cut(f"▶ {event.title} · {row}{inputs}", _LONGEST_HEAD), "bold"))
            case Taken() if event.why:
                at = f" at '{event.node}'" if event.node else ""
                say(styled(f"↺ taken up again: {event.why}{at}", "bold"))
            case Settled():
                # This process never entered the step.
                self._label = self._action = self._labels.get(event.node, event.node)
                say(styled(f"  ◆ {event.node}: {event.verdict} ({event.why})", "yellow"))
            case NodeEntered() if event.node not in self._groups:
                self._label, self._action, self._unverified = event.label, event.label, False
                self._began = time.monotonic()
            case Intended():
                self._action = event.action
            case TakenOver():
                where = f" ({event.address})" if event.address else ""
                say(styled(f"  ☞ {event.by} drives{where}: {event.why}".rstrip(": "), "bold"))
            case HandedBack():
                did = "; ".join(event.deeds) or "nothing"
                say(styled(f"  ☜ {event.by or event.why} · done by hand: {did}", "bold"))
            case DoneByHand():
                self._action = f"{event.action} (by hand: {event.by})"
            case WayFound():
                taken = ", ".join(step.label for step in event.steps)
                say(styled(f"  ⇢ found by exploring: {taken}", "cyan"))
            case StepsProposed():
                say(
                    styled(
                        f"  ✎ proposed: {event.change.words} (handrail amend show {event.amendment})", "cyan"
                    )
                )
            case AmendmentProposed():
                step = self._labels.get(event.node, event.node)
                found = describe_target(event.new)
                say(
                    styled(
                        f"  ✎ {step}: found otherwise, as {found} (handrail amend show {event.amendment})",
                        "yellow",
                    )
                )
            case Retried():
                again = f"Trying again in {event.seconds:.1f} s." if event.seconds else "Trying again."
                say(styled(f"  ↻ {self._action}: {event.reason} {again}", "yellow"))
            case Handled():
                say(styled(f"  ◇ {event.handler} in the way: {event.action}", "yellow"))
            case Detour() if event.state == "begun":
                say(styled(f"  ◇ {event.why} Signing in again ('{event.group}').", "yellow"))
            case ModelAsked():
                shown = ", ".join((*event.evidence, *(("a picture of it",) if event.picture else ())))
                say(
                    styled(
                        f"  ? {event.model} is asked to {event.purpose}; it sees {shown or 'nothing'}", "cyan"
                    )
                )
            case Decided() if event.question:
                told = f" by '{event.quote}'" if event.quote else ""
                who = f" ({event.by})" if event.by else ""
                say(styled(f"  ◆ {self._label}: {event.outcome}{who}{told}: {event.why}", "cyan"))
            case VariableSet() if event.node in self._reads:
                say(styled(f"  = {self._label}: {_read_words(event.value)}", "cyan"))
            case TurnBegun():
                of = f" of {event.of}" if event.of is not None else ""
                item = f": {event.item}" if event.item else ""
                loop = self._labels.get(event.node, event.node)
                say(styled(f"  ⟳ {loop} · {event.number}{of}{item}", "dim"))
            case ItemFailed():
                item = event.item or f"item {event.number}"
                say(styled(f"  ✗ went on without {item}: {event.error}", "yellow"))
            case TextWritten():
                said = f"; not in its inputs: {', '.join(event.doubts)}" if event.doubts else ""
                who = f", {'edited' if event.edited else 'accepted'} by {event.by}" if event.by else ""
                say(styled(f"  ✎ {event.name}: {event.characters} characters{who}{said}", "cyan"))
            case Unverified():
                self._unverified = True
            case Verified():
                self._unverified = False
            case UndoBegun():
                self._undoing = event.group is None
                say(styled(f"↶ undoing what was done: {event.why}".rstrip(": "), "bold"))
            case Undone() if event.verdict == "not undone":
                say(styled(f"  ✗ not undone: {event.action} ({event.how})", "red"))
            case Undone():
                say(f"  ↶ {event.action} · {event.verdict}: {event.how}")
            case NodeLeft() if event.node in self._numbers:
                self._step(event)
            case SessionEnded() if event.error and not (self._undoing and event.outcome == "cancelled"):
                # That it was undone, if it was, its own lines have told.
                # What could not be undone is no fault of the step that was undone last.
                label = self._labels.get(event.node or "", "" if self._undoing else self._label)
                number = f"{self._number(event.node)} " if label and event.node in self._numbers else ""
                say(styled(f"  ✗ {number}{label}: {event.error}" if label else f"  ✗ {event.error}", "red"))
            case _:
                return

    def _step(self, event: NodeLeft) -> None:
        mark = styled("?", "yellow") if self._unverified else styled("✓", "green")
        note = styled("  not verified", "yellow") if self._unverified else ""
        seconds = styled(f"{event.millis / 1000:.2f} s", "dim")
        say(f"  {mark} {self._number(event.node)} {self._action}{note}  {seconds}")

    def _number(self, node: str) -> str:
        return f"{str(self._numbers[node]).rjust(self._width)}."


def _read_words(value: JsonValue) -> str:
    """What was read in a few words: how many records, or the first values of one."""
    match value:
        case list():
            return "nothing was found" if not value else f"{len(value)} record{'s' if len(value) > 1 else ''}"
        case dict():
            words = ", ".join(
                f"{name} {text_of(field)}" for name, field in value.items() if field is not None
            )
        case _:
            words = text_of(value)
    return _cut(" ".join(words.split()), _LONGEST_READ)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def outcome_line(summary: Summary) -> str:
    """The outcome first, then the figures."""
    outcome = styled(summary.outcome, _OUTCOME_STYLES.get(summary.outcome, "red"))
    figures = [
        f"{summary.steps_done} of {summary.steps} steps verified",
        f"{summary.elapsed_seconds - summary.waited_seconds:.1f} s",
    ]
    if summary.queued_seconds >= _LONG_QUEUED_SECONDS:
        figures.append(f"{summary.queued_seconds:.0f} s in the queue")
    if summary.idle_seconds >= _LONG_QUEUED_SECONDS:
        figures.append(f"{summary.idle_seconds:.0f} s until it was taken up again")
    if summary.waited_seconds >= WORTH_TELLING_SECONDS:
        figures.append(f"{summary.waited_seconds:.0f} s waiting for an answer")
    if summary.retries:
        figures.append(f"{summary.retries} retried")
    if summary.found_otherwise:
        figures.append(f"{len(summary.found_otherwise)} found otherwise than recorded")
    if summary.model_calls:
        cost = "price unknown" if summary.model_cost is None else f"${summary.model_cost:.4f}"
        figures.append(f"{counted(summary.model_calls, 'model call')}, {summary.model_tokens} tokens, {cost}")
    if summary.handled:
        figures.append(f"{counted(len(summary.handled), 'unexpected page')} dealt with")
    return f"{outcome} · {' · '.join(figures)}"


def tell_summary(summary: Summary) -> None:
    """The end of one session: outcome, figures, what was unverified, the output values, what to do."""
    say(outcome_line(summary))
    if summary.policy == "disabled":
        say(styled("  the policy was disabled: nothing was asked or refused", "red"))
    if summary.stopped_at:
        say(f"  stopped at '{summary.stopped_at}'" + (f": {summary.error}" if summary.error else ""))
    if summary.suggestion:
        say(f"  {summary.suggestion}")
    for given_up in summary.exceptions:
        what = f"{given_up.label}: {given_up.item}" if given_up.item else given_up.label
        say(styled(f"  left out: {what}: {given_up.error}", "yellow"))
    for step in summary.found_otherwise:
        how = f", as {step.element}" if step.amendment is not None else f": {step.element}"
        say(styled(f"  found otherwise: {step.label}{how}", "yellow"))
    if any(step.amendment is not None for step in summary.found_otherwise):
        say("  See that these are what is meant: `handrail amend list`.")
    for node in summary.unverified:
        say(f"  not verified: {node.label} ({node.why})")
    for undone in summary.undone:
        say(f"  undone: {undone.action} ({undone.how})")
    for left in summary.not_undone:
        say(styled(f"  not undone: {left.action} ({left.how})", "red"))
    if summary.cannot_be_undone:
        say(f"  cannot be undone: {', '.join(effect.label for effect in summary.cannot_be_undone)}")
    for name, value in summary.outputs.items():
        say(f"  {name} = {text_of(value)}")
