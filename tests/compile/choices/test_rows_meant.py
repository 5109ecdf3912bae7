"""The item of a list that a step is in, and that other data call otherwise."""

from __future__ import annotations

import pytest

from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, tasks


@pytest.mark.parametrize(
    ("name", "inputs", "said"),
    [
        ("Stage of Mate", {"tea": "Mate", "stage": "Sold"}, "Stage of {{ tea }}"),
        ("Mate stage", {"mate_stage": "Sold"}, "Mate stage"),
    ],
    ids=["named with its record", "in a part of a form that has a heading"],
)
def test_a_list_that_is_named_with_its_record_sets_the_state_of_the_one_that_is_given(
    name: str, inputs: dict[str, str], said: str
) -> None:
    """Its name is found once on the page: the recorded record was changed, and nobody was asked."""
    alone = RoleLocator(by="role", role="combobox", name=name)
    around = RowLocator(by="row", role="listitem", text="Mate", exact=True)
    stage = Target(
        tag="select",
        role="combobox",
        name=name,
        label=name,
        near=Neighbourhood(row="Mate Riga 13", cells=("Mate", "Riga", "13")),
        locators=(alone, alone.model_copy(update={"within": around})),
    )
    show = Show(f"{APP}/teas").choose(stage, "Sold")
    show.add("response", method="POST", request_url=f"{APP}/teas/4", status=200)
    sop = show.sop()
    assert {key: one.default for key, one in sop.variables.items()} == inputs
    target = tasks(sop)[0].target
    assert target is not None and target.name == said
