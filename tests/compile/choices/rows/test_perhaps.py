"""What may be a record's and may be the app's own is asked about, and need not be answered."""

from __future__ import annotations

import pytest

from handrail.sop.document import Sop
from handrail.sop.locator import HeadingLocator, LabelLocator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, field, link

BOX = Target(
    role="checkbox",
    label="Depot",
    tag="input",
    input_type="checkbox",
    near=Neighbourhood(row="Depot", cells=("Depot",), before="Depot"),
    locators=(LabelLocator(by="label", text="Depot", within=RowLocator(by="row", text="Depot", exact=True)),),
)


def asked(sop: Sop) -> list[tuple[str, bool]]:
    return [(one.id, one.required) for one in sop.clarifications if one.id.startswith("which")]


@pytest.mark.parametrize(("role", "is_asked"), [(None, True), ("button", False)])
def test_one_of_many_tiles_that_brings_up_a_dialog_without_its_name(role: str | None, is_asked: bool) -> None:
    tile = Target(role=role, text="Depot", tag="div", locators=(TextLocator(by="text", text="Depot"),))
    show = Show(f"{APP}/deals", headings=("Deals",))
    seq = show.press(tile)
    show.amend(among={"others": 5, "beside": ["Harbour", "Mill"]})
    show.change(cause=seq, dialogs=("dialog",), values={"Comment": ""})
    show.type(field("Comment"), "Call them").press(button("Post"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Posted",)).sop()
    assert asked(sop) == ([("which-record", False)] if is_asked else [])


@pytest.mark.parametrize(("heading", "is_asked"), [("Room 204", True), ("Rooms", False)])
def test_one_of_many_tiles_whose_number_the_heading_says_that_came(heading: str, is_asked: bool) -> None:
    tile = Target(text="204Clean", tag="div", locators=(TextLocator(by="text", text="204Clean"),))
    show = Show(f"{APP}/deals", headings=("Deals",))
    seq = show.press(tile)
    show.amend(among={"others": 5, "beside": ["205Clean", "206Dirty"]})
    show.change(cause=seq, headings=("Deals", heading), texts=(heading, "Dirty"))
    show.press(button("Post"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Posted",)).sop()
    assert asked(sop) == ([("which-record", False)] if is_asked else [])


@pytest.mark.parametrize("others", [2, 3])
def test_one_of_several_kinds_that_adds_a_field_of_its_own(others: int) -> None:
    kind = Target(text="Rating", tag="span", locators=(TextLocator(by="text", text="Rating"),))
    show = Show(f"{APP}/forms")
    seq = show.press(kind)
    show.amend(among={"others": others, "beside": ["Text", "Choice", "Date"][:others]})
    show.change(cause=seq, values={"Question": ""}).type(field("Question"), "How?").press(button("Post"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Posted",)).sop()
    assert asked(sop) == ([("which-record", False)] if others == 3 else [])


@pytest.mark.parametrize(("heading", "is_asked"), [("Part 0061", True), ("Part", False), ("Stock", False)])
def test_one_of_many_lines_that_begins_with_the_heading_which_came(heading: str, is_asked: bool) -> None:
    """It was the recorded one, without a question: its place said "choose a part" before."""
    said = "Part 0061 · bin 20"
    line = Target(text=said, tag="div", locators=(TextLocator(by="text", text=said),))
    show = Show(f"{APP}/stock", headings=("Parts",))
    seq = show.press(line)
    show.amend(among={"others": 5, "beside": ["Part 0060 · bin 13", "Part 0062 · bin 27"]})
    show.change(cause=seq, headings=("Parts", heading), texts=(heading,), gone=("Choose a part",))
    show.press(button("Post"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Posted",)).sop()
    assert asked(sop) == ([("which-record", False)] if is_asked else [])


@pytest.mark.parametrize(
    ("href", "heading", "others", "is_asked"),
    [
        ("#", "Depot", 7, True),
        ("#", "Overview", 7, False),
        ("#", "Depot", 2, False),
        ("/reports", "Depot", 7, False),
    ],
)
def test_a_link_of_a_navigation_under_whose_name_something_is_sent(
    href: str, heading: str, others: int, is_asked: bool
) -> None:
    show = Show(f"{APP}/deals", headings=("Deals",))
    entry = link("Depot", href)
    show.add("mouse_down", x=5, y=5, target=entry)
    show.add("mouse_up", x=5, y=5, target=entry)
    seq = show.add("click", x=5, y=5, target=entry, among={"others": others, "in_app": True, "role": "link"})
    show.change(cause=seq, headings=("Deals", heading), values={"Comment": ""})
    show.type(field("Comment"), "Call them").press(button("Post"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Posted",)).sop()
    assert asked(sop) == ([("which-record", False)] if is_asked else [])


@pytest.mark.parametrize(
    ("rows", "tells", "is_asked"), [(8, True, True), (3, True, False), (8, False, False)]
)
def test_a_box_that_is_set_at_once_in_each_of_many_rows(rows: int, tells: bool, is_asked: bool) -> None:
    show = Show(f"{APP}/alerts", headings=("Alerts",), counts={"table 1": rows})
    seq = show.add("check", target=BOX, checked=True)
    if tells:
        show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(cause=seq, values={"Depot": "true"}, counts={"table 1": rows}).sop()
    assert asked(sop) == ([("which-record", False)] if is_asked else [])


@pytest.mark.parametrize("listed", [True, False])
def test_rows_that_an_earlier_page_listed_are_records_and_an_input(listed: bool) -> None:
    names = ("Depot", "Harbour", "Mill", "Quarry")
    off = dict.fromkeys(names, "false")
    show = Show(f"{APP}/deals", headings=("Deals",), texts=("Alerts", *(names if listed else ())))
    show.goes(link("Alerts", "/alerts"), "/alerts", headings=("Alerts",), values=off, counts={"table 1": 4})
    show.amend(kept=["Alerts", *(names if listed else ())])
    seq = show.add("check", target=BOX, checked=True)
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(cause=seq, values={**off, "Depot": "true"}, counts={"table 1": 4}).sop()
    assert asked(sop) == ([] if listed else [("which-record", False)])
    assert [one.default for one in sop.variables.values()] == (["Depot"] if listed else [])


@pytest.mark.parametrize(
    ("name", "facts", "is_asked"),
    [
        ("Edit", {"others": 1, "same": True}, True),
        ("Edit", {"others": 1, "same": True, "in_app": True}, False),
        ("Edit", {"others": 1}, False),
        ("+", {"others": 1, "same": True}, False),
    ],
)
def test_a_command_that_each_of_two_boxes_has_is_asked_about(
    name: str, facts: dict[str, object], is_asked: bool
) -> None:
    """It was the recorded one, without a question: of three, the box is an input."""
    locators = (
        RoleLocator(by="role", role="link", name=name, within=HeadingLocator(by="heading", text="Basic")),
    )
    command = link(name, "#").model_copy(update={"locators": locators})
    show = Show(f"{APP}/plans", headings=("Basic", "Team"))
    seq = show.press(command)
    show.amend(among=facts)
    show.change(cause=seq, values={"New price": ""}).type(field("New price"), "19").press(button("Save"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Saved",)).sop()
    assert asked(sop) == ([("which-column", False)] if is_asked else [])


@pytest.mark.parametrize(("group", "is_asked"), [(None, True), ("Dr. Moe", False)])
def test_a_choice_that_each_card_has_is_asked_about_where_its_card_stays_the_recorded_one(
    group: str | None, is_asked: bool
) -> None:
    """It was booked with the recorded doctor, unasked, though the hour was an input."""
    card = RowLocator(by="row", role="card", text="Dr. Moe", exact=True)

    def hour(text: str) -> Target:
        near = Neighbourhood(heading="Appointments", before="9:00", after="11:00", group=group)
        by = TextLocator(by="text", text=text, within=card)
        return Target(text=text, tag="span", near=near, locators=(by,))

    show = Show(f"{APP}/slots", values={"9:00": "false", "10:30": "false", "11:00": "false"})
    show.click(hour("10:30"), values={"10:30": "true"}).type(field("Patient"), "Ida").press(button("Book"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Booked",)).sop()
    assert "10:30" in [one.default for one in sop.variables.values()]
    assert asked(sop) == ([("which-column", False)] if is_asked else [])
