"""From the ways of one level to edges under which the walk comes to every step and to an end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from handrail.compile.importers.drafting import Drafting
from handrail.compile.importers.runops.graph import Step, Way

_REFUSING: Final = ("no", "n", "false", "otherwise", "else", "default", "not_found", "none")


@dataclass
class Plan:
    """What follows what on one level; steps by their ids in the file."""

    order: list[Step]
    follows: dict[str, dict[str, str]] = field(default_factory=dict)
    """Step → outcome → step; the outcome of what is no decision is `next` or `failed`."""
    choices: dict[str, dict[str, str]] = field(default_factory=dict)
    """A step that several ways leave → outcome → step: a decision after it."""

    def reached(self) -> set[str]:
        """The steps that the walk comes to."""
        found = [self.order[0].written] if self.order else []
        for written in found:
            ways = [*self.follows.get(written, {}).values(), *self.choices.get(written, {}).values()]
            found += [end for end in dict.fromkeys(ways) if end not in found]
        return set(found)


def plan(steps: list[Step], ways: list[Way], drafting: Drafting, *, in_loop: bool) -> Plan:
    """The order and the edges of a level; what does not add up becomes a required question."""
    found = Plan(_entry_first(steps, ways))
    if not ways and len(steps) > 1:
        # Without any edge the order in the file is the order of the work.
        for step, following in zip(found.order, found.order[1:], strict=False):
            found.follows[step.written] = {"next": following.written}
        return found
    if in_loop:
        ways = [way for way in ways if not _is_next_turn(way, found.order)]
    for step in found.order:
        _leave(step, [way for way in ways if way.start == step.written], found, drafting)
    _break_circles(found, drafting)
    _connect(found, drafting)
    _break_circles(found, drafting)
    # An edge that was taken out may have been the only one that led to a step.
    _connect(found, drafting)
    return found


def _entry_first(steps: list[Step], ways: list[Way]) -> list[Step]:
    """The steps with the one first that nothing leads to; edges that lead back do not count."""
    place = {step.written: number for number, step in enumerate(steps)}
    entered = {way.end for way in ways if place[way.start] < place[way.end]}
    if steps and steps[0].kind != "end" and steps[0].written not in {way.end for way in ways}:
        return steps
    entered_at_all = {way.end for way in ways}
    starts = [step for step in steps if step.kind != "end"]
    leading = {way.start for way in ways}
    entry = next((step for step in starts if step.written in leading - entered_at_all), None)
    if entry is None:
        entry = next((step for step in starts if step.written not in entered), None)
    return steps if entry is None else [entry, *(step for step in steps if step is not entry)]


def _is_next_turn(way: Way, order: list[Step]) -> bool:
    """Whether the way leads from the end of a loop's turn to its beginning."""
    if way.end != order[0].written:
        return False
    way.source.mapped("the loop goes round by itself")
    return True


def _leave(step: Step, ways: list[Way], found: Plan, drafting: Drafting) -> None:
    if step.kind == "end":
        for way in ways:
            way.source.left("nothing follows an end; a required question asks for it")
            drafting.ask(
                f"after-{step.id}", f"The file goes on after its end, to '{way.end}'. Is that meant?", step.id
            )
        return
    if step.kind == "decision":
        follows: dict[str, str] = {}
        for way in ways:
            _take(step, way.when.strip() or "next", way, follows, drafting)
        if follows:
            found.follows[step.written] = follows
        return
    follows = {}
    failures = [way for way in ways if way.is_failure]
    others = [way for way in ways if not way.is_failure]
    for way in failures:
        _take(step, "failed", way, follows, drafting)
    if len({way.end for way in others}) > 1 and not all(way.is_next for way in others):
        choices: dict[str, str] = {}
        for way in others:
            _take(step, "otherwise" if way.is_next else way.when.strip(), way, choices, drafting)
        found.choices[step.written] = choices
    else:
        for way in others:
            if not way.is_next and step.kind != "loop":
                drafting.ask(
                    f"when-after-{step.id}",
                    f"The file goes on from this step only when '{way.when}'. How is that seen, and what "
                    "else may be?",
                    step.id,
                )
            elif not way.is_next:
                step.hints.append(f"It ends when: {way.when}.")
            _take(step, "next", way, follows, drafting)
    if follows:
        found.follows[step.written] = follows


def _take(step: Step, outcome: str, way: Way, follows: dict[str, str], drafting: Drafting) -> None:
    if follows.setdefault(outcome, way.end) == way.end:
        return
    way.source.left("another edge leaves the step for the same outcome; a required question asks for it")
    drafting.ask(
        f"which-way-{step.id}",
        f"The file leads from this step to '{follows[outcome]}' and to '{way.end}' for the same outcome, "
        f"'{outcome}'. Which is right, or are both to be done?",
        step.id,
    )


def _connect(found: Plan, drafting: Drafting) -> None:
    """A step that no edge leads to comes after the step before it, and a question asks for its place."""
    for step in list(found.order):
        reached = found.reached()
        if step.written in reached:
            continue
        place = found.order.index(step)
        before = next(
            (other for other in reversed(found.order[:place]) if _may_lead_on(other, found, reached)), None
        )
        if before is not None:
            _lead_on(found, before.written, step)
        elif step.kind == "end":
            found.order.remove(step)
            step.source.left("no edge leads to this end; the walk ends after the last step")
            continue
        else:
            _begin_with(found, step)
        drafting.ask(
            f"where-is-{step.id}",
            f"No edge of the file leads here; the step stands {f'after {before.id}' if before else 'first'} "
            "now. Where does it belong?",
            step.id,
        )


def _may_lead_on(step: Step, found: Plan, reached: set[str]) -> bool:
    decides = step.kind == "decision" and bool(found.follows.get(step.written))
    return (
        step.written in reached and step.kind != "end" and not decides and step.written not in found.choices
    )


def _lead_on(found: Plan, before: str, step: Step) -> None:
    """To a step that nothing leads to; what came there until now stays the way that is taken by default."""
    follows = found.follows.setdefault(before, {})
    after = follows.pop("next", None)
    if after is None:
        follows["next"] = step.written
    else:
        found.choices[before] = {f"to {step.id}": step.written, "otherwise": after}


def _begin_with(found: Plan, step: Step) -> None:
    first = found.order[0]
    found.order.remove(step)
    found.order.insert(0, step)
    follows = found.follows.setdefault(step.written, {})
    if step.kind == "decision" and follows:
        follows.setdefault("otherwise", first.written)
    elif step.written in found.choices:
        found.choices[step.written].setdefault(f"to {first.id}", first.written)
    elif (after := follows.pop("next", None)) is not None:
        found.choices[step.written] = {"as in the file": after, "otherwise": first.written}
    else:
        follows["next"] = first.written


def _break_circles(found: Plan, drafting: Drafting) -> None:
    """From everywhere on the level the walk must come out of it."""
    place = {step.written: number for number, step in enumerate(found.order)}
    for step in found.order:
        for outcome, end in list(found.follows.get(step.written, {}).items()):
            if place[end] > place[step.written] or _leads_out(found, end):
                continue
            del found.follows[step.written][outcome]
            drafting.ask(
                f"how-often-{step.id}",
                f"The file leads from here back to '{found.order[place[end]].id}', and nothing says how "
                "often. Put what is repeated into a loop with a bound.",
                step.id,
            )


def _leads_out(found: Plan, start: str) -> bool:
    """Whether some step that is reached from here leads nowhere on the level, so that the walk goes on."""
    seen = [start]
    for written in seen:
        ways = [*found.follows.get(written, {}).values(), *found.choices.get(written, {}).values()]
        if not [way for key, way in found.follows.get(written, {}).items() if key != "failed"] and not (
            found.choices.get(written)
        ):
            return True
        seen += [end for end in dict.fromkeys(ways) if end not in seen]
    return False


def safe_outcome(outcomes: list[str]) -> str:
    """The outcome that is taken when nothing says which: the one that does the least."""
    return next((o for o in outcomes if o.lower().replace(" ", "_") in _REFUSING), outcomes[-1])
