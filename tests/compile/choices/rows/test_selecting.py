"""Boxes that select what a command beside the list is done to: which entry is meant is an input."""

from __future__ import annotations

import pytest

from handrail.sop.document import Sop
from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, field, tasks

LISTED = {"Ada": "false", "Ben": "false", "Cleo": "false"}


def archived(behind: dict[str, str], *, at: str = "/people") -> Sop:
    """Ben is ticked, and a command given; `behind` is what the boxes hold then."""
    show = Show(f"{APP}/people", values=LISTED)
    show.tick(field("Ben", "checkbox"))
    seq = show.press(button("Archive"))
    show.add("response", method="POST", request_url=f"{APP}/archive", status=200, document=False)
    show.state.values.clear()
    return show.change(cause=seq, url=f"{APP}{at}", values=behind, alerts=("Done",)).sop()


@pytest.mark.parametrize(
    "behind", [{"Ada": "false", "Cleo": "false"}, LISTED], ids=["it left the list", "it is there, and off"]
)
def test_the_ticked_entry_is_an_input_by_its_name(behind: dict[str, str]) -> None:
    (variable,) = archived(behind).variables.values()
    assert (variable.type, variable.default) == ("text", "Ben")


@pytest.mark.parametrize(
    ("behind", "at"),
    [({**LISTED, "Ben": "true"}, "/people"), ({}, "/people"), ({}, "/thanks")],
    ids=["it stays on", "the list is gone", "another page comes"],
)
def test_a_box_that_says_yes_of_one_record_is_ticked_or_not(behind: dict[str, str], at: str) -> None:
    (variable,) = archived(behind, at=at).variables.values()
    assert (variable.type, variable.default) == ("boolean", "true")


def test_a_box_that_says_what_it_does_picks_the_record_of_its_row() -> None:
    row = RowLocator(by="row", text="Ben", exact=True)
    named = RoleLocator(by="role", role="checkbox", name="Select Ben", within=row)
    box = field("Select Ben", "checkbox").model_copy(update={"locators": (named,)})
    show = Show(f"{APP}/people", values={f"Select {name}": "false" for name in LISTED}).tick(box)
    seq = show.press(button("Archive"))
    show.add("response", method="POST", request_url=f"{APP}/archive", status=200, document=False)
    show.state.values.clear()
    sop = show.change(cause=seq, values={"Select Ada": "false", "Select Cleo": "false"}).sop()
    ((name, variable),) = sop.variables.items()
    assert variable.default == "Ben"
    target = tasks(sop)[0].target
    assert target is not None
    assert (target.name, target.label) == (f"Select {{{{ {name} }}}}",) * 2


def test_a_box_that_says_what_was_searched_for_among_other_words_is_found_by_what_is_searched_for() -> None:
    """All that it says was an input of its own, which the record was ticked by."""
    named = RoleLocator(by="role", role="checkbox", name="Select Ben")
    box = field("Select Ben", "checkbox").model_copy(update={"locators": (named,)})
    show = Show(f"{APP}/people", values={f"Select {name}": "false" for name in LISTED})
    show.type(field("Search", "search"), "Ben", texts=("1 found",))
    show.tick(box.model_copy(update={"near": Neighbourhood(after="Ben")}))
    sop = show.goes(button("Archive"), "/people", send="post", alerts=("Done",)).sop()
    ((name, variable),) = sop.variables.items()
    target = tasks(sop)[1].target
    assert target is not None
    assert (variable.default, target.name) == ("Ben", f"Select {{{{ {name} }}}}")


def test_a_box_that_says_its_row_s_name_among_other_words_selects_the_row() -> None:
    row = RowLocator(by="row", text="Ben")
    name = "Select this object - Ben"
    box = Target(
        role="checkbox",
        name=name,
        label=name,
        near=Neighbourhood(row=f"{name} Ben HR-2"),
        locators=(RoleLocator(by="role", role="checkbox", name=name, within=row),),
    )
    show = Show(f"{APP}/people", values={"Select this object - Ada": "false", name: "false"})
    show.tick(box)
    seq = show.press(button("Archive"))
    show.add("response", method="POST", request_url=f"{APP}/archive", status=200, document=False)
    show.state.values.clear()
    sop = show.change(cause=seq, values={"Select this object - Ada": "false"}, alerts=("Done",)).sop()
    assert [one.default for one in sop.variables.values()] == ["Ben"]


@pytest.mark.parametrize(
    ("column", "cells", "given"),
    [
        ("User", ("ben", "Ben Stone", "staff"), True),
        ("User", ("ben", ""), False),
        (None, ("ben",) * 3, False),
    ],
)
def test_a_box_that_its_form_calls_by_the_record_picks_that_record(
    column: str | None, cells: tuple[str, ...], given: bool
) -> None:
    """What captions one box of a form says no more than that, and has no heading."""
    row = RowLocator(by="row", text="ben", exact=True, column=column)
    box = Target(
        tag="input",
        role="checkbox",
        attributes={"name": "delete[ben]"},
        near=Neighbourhood(row=" ".join(cells), cells=cells, after="ben"),
        locators=(RoleLocator(by="role", role="checkbox", within=row),),
    )
    sop = Show(f"{APP}/users").tick(box).click(button("Delete"), alerts=("Deleted",)).sop()
    assert [one.default for one in sop.variables.values()] == (["ben"] if given else [])


@pytest.mark.parametrize(("fills", "picks"), [(True, False), (False, True)])
def test_a_box_of_a_window_that_closes_behind_its_saving_selects_nothing(fills: bool, picks: bool) -> None:
    """The window's fields are gone with it; of a list, others stay."""
    show = Show(f"{APP}/people", values={**LISTED, "Upload": "0"})
    if fills:
        show.type(field("Upload"), "50")
    show.tick(field("Ben", "checkbox"))
    seq = show.press(button("Save"))
    show.add("response", method="POST", request_url=f"{APP}/save", status=200, document=False)
    show.state.values.clear()
    sop = show.change(cause=seq, values={"Ada": "false", "Cleo": "false"}, alerts=("Done",)).sop()
    assert any(one.default == "Ben" for one in sop.variables.values()) is picks
