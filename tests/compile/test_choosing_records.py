"""A field that shows a record, which is chosen anew in a list that opens in a drawer."""

from __future__ import annotations

from handrail.sop.locator import CssLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, criteria, field, in_row, link, node, tasks

PART = RowLocator(by="row", text="Company", role="card", exact=True)
VALUE = Target(
    tag="span",
    text="Acme",
    near=Neighbourhood(row="Company Acme", before="Company"),
    locators=(
        TextLocator(by="text", text="Acme", within=PART),
        CssLocator(by="css", css="div:nth-of-type(2) > span", within=PART),
    ),
)
CHECK = Target(role="button", tag="button", locators=(CssLocator(by="css", css="button:has(.fa-check)"),))


def chosen(method: str = "patch") -> Show:
    show = (
        Show()
        .type(field("Search", "search"), "Ann Lee")
        .goes(link("Ann Lee"), "/contacts/7", headings=("Ann Lee",))
    )
    show.click(VALUE, headings=("Ann Lee", "Select item"))
    row = in_row("cell", "Borg", "Borg", "Borg Linz")
    picked = row.model_copy(
        update={"tag": "td", "near": Neighbourhood(row="Borg Linz", heading="Select item")}
    )
    show.click(picked, headings=("Ann Lee", "Select item"), texts=("chosen",))
    seq = show.press(CHECK)
    show.add("response", method=method.upper(), request_url=f"{APP}/items/7", status=200, document=False)
    return show.change(cause=seq, headings=("Contacts",))


def test_it_is_pressed_whatever_it_shows_and_the_record_is_called_by_it() -> None:
    sop = chosen().sop()
    given = {name: one.default for name, one in sop.variables.items()}
    assert given == {"search": "Ann Lee", "company": "Borg"}
    opener = node(sop, "click-company").target
    assert opener is not None and [one.by for one in opener.locators] == ["css"]


def test_what_is_saved_by_a_mere_picture_is_titled_by_what_it_saves() -> None:
    assert chosen().sop().meta.title == "Save contact in Practice CRM"
    assert chosen("delete").sop().meta.title == "Delete contact in Practice CRM"


def test_what_is_done_with_an_entry_by_its_own_list_of_actions_is_done_with_that_of_other_data() -> None:
    row = RowLocator(by="row", text="Ada", role="card", exact=True)
    actions = Target(
        tag="select",
        role="combobox",
        near=Neighbourhood(row="Ada Partner", before="Partner"),
        locators=(CssLocator(by="css", css="span > select", within=row),),
    )
    show = Show()
    show.choose(actions, "Archive", alerts=("Archived",))
    sop = show.sop()
    assert [one.default for one in sop.variables.values()] == ["Ada", "Archive"]
    # It says "Actions" again at once.
    (task,) = tasks(sop)
    assert "value" not in {one["kind"] for one in criteria(task)}


def test_what_every_row_of_two_cells_says_is_a_command_of_the_record_that_stands_before_it() -> None:
    """It was taken for a value that is shown there, and its record stayed as recorded, without a question."""
    row = RowLocator(by="row", text="Hall 3", exact=True)
    report = Target(
        tag="span",
        text="Report damage",
        near=Neighbourhood(row="Hall 3 Report damage", before="Hall 3"),
        locators=(
            TextLocator(by="text", text="Report damage", within=row),
            CssLocator(by="css", css="td:nth-of-type(2) > span", within=row),
        ),
    )
    show = Show()
    seq = show.press(report)
    show.amend(among={"others": 2, "same": True})
    sop = show.change(cause=seq, values={"Damage": ""}).type(field("Damage"), "Door").sop()
    assert [one.default for one in sop.variables.values()] == ["Hall 3", "Door"]
    pressed = tasks(sop)[0].target
    assert pressed is not None and pressed.text == "Report damage"
