"""What the gate lets pass that it should not, and what it stops without need, on actions of real pages.

`python benchmarks/gate.py [--json] [--split held_out|fresh|development]… [--wrong]`. The cases and their
labels stand in `benchmarks/gate_cases/`; its README says where they come from, and what the labels mean.
Without `--split` it asks about all but those held back: `HELD_BACK` says on which the gate was mended.

`high_risk_unasked` counts high-risk actions that the gate of the mode `standard` lets pass where no step of
the SOP names them, as a drifted page, a doubtful healing or an exploration brings them about; an action
counts as passed if it passes with any effect that a caller may claim. `harmless_stopped` counts harmless
ones that are asked about or blocked in the same place. What a step does whose recorded words name the
action, and one whose words name another, is measured beside it. Exit 1 where Handrail's promise is broken.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.gated.cases import HELD_BACK, SPLITS, LabelledCase, labelled
from handrail.policy import Category, Policy, Proposal, Verdict, granted, judge
from handrail.policy.categories.choices import comparable, granted_by
from handrail.policy.deeds.deed import Deed
from handrail.sop.node import Effect, Task

MOST_STOPPED: Final = 0.03
MOST_MILLIS: Final = 0.5
ROUNDS: Final = 3
EFFECTS: Final[tuple[Effect, ...]] = ("none", "once")
POLICY: Final = Policy(domains=("app.example",))

Named = Literal["nothing", "it", "another"]


class Outcome(NamedTuple):
    """What the gate says to one case."""

    case: LabelledCase
    unnamed: tuple[Verdict, ...]
    """Where no step names it: one verdict for each effect that a caller may claim."""
    named: Verdict
    """Where the step's own words name it."""
    misnamed: Verdict
    """Where the step found its element exactly, and its words name something harmless."""

    @property
    def unasked(self) -> bool:
        return any(verdict.decision == "allow" for verdict in self.unnamed)

    @property
    def stopped(self) -> bool:
        return any(verdict.decision != "allow" for verdict in self.unnamed)


def proposal(case: LabelledCase, effect: Effect, named: Named) -> Proposal:
    """The action as it comes to the gate: by its step, or by an element that was doubtfully healed."""
    return Proposal(
        node="step",
        attempt=1,
        rung="candidates" if named == "nothing" else "exact",
        confidence=0.8 if named == "nothing" else 1.0,
        action=case.words,
        kind=case.kind,
        effect=effect,
        page_url=case.page,
        leads_to=case.element.href,
        element=case.element,
        sop="benchmark",
        named=True,
        dialog_known=named != "nothing" and case.element.leads.dialog is not None,
        granted=_granted(case) if named == "it" else (),
        values=case.values,
    )


def _granted(case: LabelledCase) -> tuple[Category, ...]:
    """What the step of a recording of this very action grants, and the steps before it that chose what is
    to be done."""
    chosen = frozenset(comparable(one.option) for one in case.element.leads.chosen)
    return granted(_step(case)) + granted_by(Deed(kind=case.kind, element=case.element), chosen)


def _step(case: LabelledCase) -> Task:
    """The step as a recording of this very action writes it."""
    element = case.element
    target = {
        "role": element.role,
        "tag": element.tag,
        "input_type": element.input_type,
        "name": element.name,
        "text": element.text,
        "label": element.label,
        "attributes": element.attributes,
        "near": element.near.model_copy(update={"dialog": element.leads.dialog}),
    }
    asked = element.leads.confirm
    sent = element.form is not None and element.form.method == "post"
    reason = f"the app was told: POST {element.form.action}" if sent and element.form is not None else ""
    return Task.model_validate(
        {
            "id": "step",
            "type": "task",
            "label": f"Click '{case.words}'",
            "effect": "once",
            "effect_reason": reason,
            "action": {"do": "click"},
            "dialogs": [{"kind": "confirm", "message": asked, "answer": "accept"}] if asked else [],
            "target": target,
        }
    )


def outcome(case: LabelledCase) -> Outcome:
    met = tuple(judge(proposal(case, effect, "nothing"), POLICY) for effect in EFFECTS)
    named = judge(proposal(case, "once", "it"), POLICY)
    return Outcome(case, met, named, judge(proposal(case, "once", "another"), POLICY))


def millis(cases: Sequence[LabelledCase]) -> float:
    """What one decision takes, in the middle, of proposals as they come: each is met for the first time."""
    took: list[float] = []
    for _ in range(ROUNDS):
        for case in cases:
            met = proposal(case, "once", "nothing")
            began = time.perf_counter()
            judge(met, POLICY)
            took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took)


def count(outcomes: Iterable[Outcome]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for one in outcomes:
        if one.case.label == "high":
            found.update(high_risk=1, high_risk_unasked=one.unasked)
            found.update(named_asked=one.named.decision != "allow")
            found.update(misnamed_unasked=one.misnamed.decision == "allow")
        elif one.case.label == "harmless":
            found.update(harmless=1, harmless_stopped=one.stopped)
            found.update(named_asked=one.named.decision != "allow")
        else:
            found.update(arguable=1, arguable_asked=one.stopped)
    keys = ("high_risk", "high_risk_unasked", "harmless", "harmless_stopped", "named_asked")
    return {key: found[key] for key in (*keys, "misnamed_unasked", "arguable", "arguable_asked")}


def by(outcomes: Sequence[Outcome], key: Callable[[Outcome], str]) -> dict[str, dict[str, int]]:
    groups = sorted({key(one) for one in outcomes})
    return {group: count(one for one in outcomes if key(one) == group) for group in groups}


def broken_promises(figures: dict[str, Any]) -> list[str]:
    broken = []
    if unasked := figures["high_risk_unasked"]:
        broken.append(f"{unasked} high-risk actions pass without a question")
    if figures["harmless_stopped"] >= MOST_STOPPED * max(figures["harmless"], 1):
        broken.append(f"{figures['harmless_stopped']} of {figures['harmless']} harmless actions are stopped")
    if figures["p50_ms"] >= MOST_MILLIS:
        broken.append(f"a decision takes {figures['p50_ms']:.2f} ms")
    return broken


def table(groups: dict[str, dict[str, int]]) -> str:
    lines = [
        "| | high-risk | unasked | harmless | stopped | arguable | asked |",
        "|---" * 7 + "|",
    ]
    keys = ("high_risk", "high_risk_unasked", "harmless", "harmless_stopped", "arguable", "arguable_asked")
    lines += [
        f"| {name} | " + " | ".join(str(found[key]) for key in keys) + " |" for name, found in groups.items()
    ]
    return "\n".join(lines)


def wrong(outcomes: Iterable[Outcome]) -> Iterable[str]:
    for one in outcomes:
        case, verdict = one.case, one.unnamed[-1]
        if case.label == "high" and one.unasked:
            yield f"unasked: {case.id} {case.language} {case.category}: {case.words}"
        if case.label == "harmless" and one.stopped:
            yield f"stopped: {case.id} {case.language}: {case.words} ({verdict.rule}: {verdict.reason})"
        if case.label != "arguable" and one.named.decision != "allow":
            yield f"asked though named: {case.id} {case.language}: {case.words} ({one.named.reason})"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--split", action="append", choices=(*SPLITS, *HELD_BACK), default=[])
    parser.add_argument("--wrong", action="store_true", help="list the cases that went wrong")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    cases = labelled(options.split or list(SPLITS))
    outcomes = [outcome(case) for case in cases]
    figures: dict[str, Any] = {**count(outcomes), "p50_ms": round(millis(cases), 4)}
    groups = {
        "by_split": by(outcomes, lambda one: one.case.split),
        "by_language": by(outcomes, lambda one: one.case.language),
        "by_category": by(outcomes, lambda one: one.case.category or one.case.label),
    }
    broken = broken_promises(figures)
    if options.wrong:
        for words in wrong(outcomes):
            print(words, file=sys.stderr)
    if options.json:
        print(json.dumps({**figures, **groups, "broken": broken}, ensure_ascii=False))
        return 1 if broken else 0
    for name, group in groups.items():
        print(f"\n{name.replace('_', ' ')}\n\n{table({**group, 'all': count(outcomes)})}")
    print(f"\n{len(cases)} actions, {figures['p50_ms']:.3f} ms a decision (p50)")
    print(f"asked though the step names it: {figures['named_asked']}; ", end="")
    print(f"unasked under a step that names something else: {figures['misnamed_unasked']}")
    for words in broken:
        print(f"not as promised: {words}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
