"""The apps of `benchmarks/roundtrips.py`: what is shown in them, and how a run on other data is judged."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from benchmarks.generated.inputs import Given, given_for
from benchmarks.generated.style import STYLES, redrawn, style_of
from benchmarks.generated.task import Record, Work, done, plan_of
from benchmarks.generated.trip import judge, trip
from handrail.browser import LaunchedBrowser
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from tests.builders import sop, task

PLANS = [plan_of(seed) for seed in range(1, 120)]


def test_a_number_always_gives_the_same_app_and_its_next_version_another_one() -> None:
    assert PLANS[:2] == [plan_of(1), plan_of(2)]
    assert style_of(3) == style_of(3) and style_of(3).keys() == STYLES.keys()
    assert redrawn(style_of(3), 3) not in (style_of(3), style_of(4))


@pytest.mark.parametrize("deed", ["add", "change", "remove", "state", "tick", "note"])
def test_the_other_work_changes_another_record_to_other_values(deed: str) -> None:
    for plan in PLANS:
        if plan.shown.deed != deed:
            continue
        one, two = (done(plan.records, work, plan.trade.state, "-") for work in (plan.shown, plan.other))
        assert one != plan.records != two and one != two
        assert deed == "add" or plan.shown.record != plan.other.record
        for key, value in plan.shown.values.items():
            # A yes stays a yes, and of boxes the one that was ticked is the input.
            assert isinstance(value, bool | list) or value != plan.other.values[key]


@pytest.mark.parametrize(
    ("outcome", "held", "given", "verdict"),
    [
        ("done", [{"name": "A", "notes": ""}], Given(), "right"),
        ("done", [{"name": "A"}, {"name": "B"}], Given(), "wrong"),
        ("done", [{"name": "A"}, {"name": "B"}], Given(constant=["record: A → B"]), "constant"),
        ("done", [{"name": "B"}], Given(constant=["record: A → B"], asked=["record"]), "asked"),
        ("stopped before effect", [{"name": "A"}, {"name": "B"}], Given(), "stopped"),
        ("failed", [{"name": "C"}], Given(), "half"),
    ],
)
def test_a_run_is_judged_by_what_the_server_holds(
    outcome: str, held: list[Record], given: Given, verdict: str
) -> None:
    before: tuple[Record, ...] = ({"name": "A"}, {"name": "B"})
    assert judge(held, before, ({"name": "A"},), outcome, given) == verdict


def with_inputs(**defaults: str) -> Sop:
    variables = {name: {"default": value, "required": False} for name, value in defaults.items()}
    return sop([task("press", {"do": "press", "keys": "Enter"})], ["127.0.0.1"], variables)


def test_each_input_is_given_what_stands_for_it_in_the_other_work() -> None:
    plan = PLANS[0]
    state = plan.trade.state.key
    shown, other = Work("change", "A 1", {state: "Paid"}), Work("change", "B 2", {state: "New"})
    plan = dataclasses.replace(plan, shown=shown, other=other)
    given = given_for(with_inputs(record="A 1", stage="Mark as paid", spare="Else"), plan)
    assert given.values == {"record": "B 2", "stage": "Mark as new"}
    assert (given.constant, given.spare) == ([], ["spare=Else"])
    assert given_for(with_inputs(record="A 1"), plan).constant == [f"{state}: Paid → New"]


@pytest.mark.sweep
async def test_an_app_is_drawn_shown_and_worked_on_again(
    tmp_path: Path, place: Place, launched: LaunchedBrowser
) -> None:
    (one,) = await trip(3, place, launched, tmp_path, next_version=False, same_data=False)
    assert one.verdict == "right", one.words
