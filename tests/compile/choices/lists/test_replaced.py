"""Lists that say nothing of themselves, and whose opener says what was chosen."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, element, tasks

PLACE = CssLocator(by="css", css="#code")


@pytest.mark.parametrize(
    ("before", "listed", "after", "chosen"),
    [
        ("+1", ("+1 USA", "+43 Austria", "+49 Germany"), "+49", {"phone": "+49 Germany"}),
        ("USD", ("Dollar USD", "Euro EUR"), "EUR", {"phone": "Euro EUR"}),
        ("Menu", ("Save", "Log out", "Print all"), "Printed", {}),
    ],
)
def test_a_list_of_which_a_part_of_the_entry_is_shown_afterwards_is_chosen_from(
    before: str, listed: tuple[str, ...], after: str, chosen: dict[str, str]
) -> None:
    near = Neighbourhood(before="Phone")
    opener = Target(tag="span", text=before, near=near, locators=(PLACE,))
    entry = Target(tag="div", text=listed[-1], locators=(TextLocator(by="text", text=listed[-1]),))
    show = Show()
    show.change(cause=show.press(opener), texts=listed)
    seq = show.press(entry)
    show.amend(among={"others": len(listed) - 1, "beside": listed[:-1]})
    show.change(cause=seq, texts=(after,), gone=(before, *listed))
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == chosen


@pytest.mark.parametrize("sends", [True, False])
def test_a_part_of_the_page_that_is_shown_after_a_command_is_no_entry_of_a_list(sends: bool) -> None:
    """What the command had brought goes with the part that was shown before, as a list would."""
    tab = Target(tag="i", text="Contact", near=Neighbourhood(after="Notes"), locators=(PLACE,))
    show = Show()
    seq = show.press(button("Add", text="Add"))
    if sends:
        show.add("response", method="POST", request_url="https://crm.example.com/notes", status=200)
    show.change(cause=seq, texts=("call in June",))
    show.change(cause=show.press(tab), gone=("Add", "call in June"), texts=("Save",))
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    assert bool([one for one in sop.clarifications if one.id == "which-entry"]) is not sends


@pytest.mark.parametrize(
    ("beside", "inputs"), [(("Low", "Sold out"), {"choice": "In stock"}), (("Print", "Edit"), {})]
)
def test_a_row_s_state_is_chosen_from_the_list_that_its_badge_opens_though_other_rows_say_all_of_it(
    beside: tuple[str, ...], inputs: dict[str, str]
) -> None:
    """The badge says one of the choices; nothing comes to the page with the list, and nothing goes."""
    row = RowLocator(by="row", text="Earl Grey")
    near = Neighbourhood(row="Earl Grey Nantes Low", cells=("Earl Grey", "Nantes", "Low"))
    badge = Target(
        tag="span", text="Low", near=near, locators=(TextLocator(by="text", text="Low", within=row),)
    )
    entry = Target(
        tag="div",
        role="menuitem",
        name="In stock",
        near=near,
        locators=(RoleLocator(by="role", role="menuitem", name="In stock", within=row),),
    )
    show = Show(texts=("Low", "Sold out", "In stock", "Print", "Edit"))
    show.change(cause=show.press(badge))
    seq = show.press(entry)
    show.amend(among={"others": len(beside), "in_app": True, "role": "menuitem", "beside": beside})
    show.add("response", method="POST", request_url=f"{APP}/teas/4", status=200, after=seq)
    show.change(cause=seq, alerts=("Saved",))
    found = {name: one.default for name, one in show.sop().variables.items()}
    assert found == {"contact": "Earl Grey", **inputs}


def test_a_state_that_a_row_s_button_says_is_chosen_from_entries_that_say_what_is_done() -> None:
    """The button is called by the state of the recorded record, which no other one is in: it is pressed in
    the record's row, and need not say the entry's own words afterwards."""
    row = RowLocator(by="row", role="article", text="Sync stuck", exact=True)
    near = Neighbourhood(row="Sync stuck Ada Solved", cells=("Sync stuck", "Ada", "Solved"), before="Ada")
    locators = (
        RoleLocator(by="role", role="button", name="Solved", within=row),
        RoleLocator(by="role", role="button", name="Solved"),
    )
    opener = Target(tag="button", role="button", name="Solved", near=near, locators=locators)
    by_name = RoleLocator(by="role", role="menuitem", name="Mark as open")
    entry = Target(tag="div", role="menuitem", name="Mark as open", locators=(by_name,))
    show = Show()
    show.change(cause=show.press(opener), texts=("Mark as open", "Mark as solved"))
    seq = show.press(entry)
    show.amend(
        among={"others": 2, "in_app": True, "role": "menuitem", "beside": ["Mark as solved", "Mark as new"]}
    )
    show.add("response", method="POST", request_url=f"{APP}/tickets/4", status=200)
    sop = show.change(cause=seq, gone=("Mark as open", "Mark as solved")).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {
        "contact": "Sync stuck",
        "choice": "Mark as open",
    }
    assert "Solved" not in str(tasks(sop)[0].target)
    assert "{{ choice }}" not in str(tasks(sop)[1].done_when)


def test_a_value_beside_the_button_that_changes_it_is_an_option_of_its_line_though_all_say_it() -> None:
    near = Neighbourhood(section="Cover", before="Basic")
    opener = Target(
        tag="button",
        role="button",
        name="Change",
        near=near,
        locators=(RoleLocator(by="role", role="button", name="Change"),),
    )
    entry = Target(
        tag="div",
        role="menuitem",
        name="Premium",
        locators=(RoleLocator(by="role", role="menuitem", name="Premium"),),
    )
    show = Show(texts=("Basic", "Premium", "Standard"))
    show.change(cause=show.press(opener))
    seq = show.press(entry)
    show.amend(among={"others": 2, "in_app": True, "role": "menuitem", "beside": ["Basic", "Standard"]})
    sop = show.change(cause=seq).click(button("Submit"), alerts=("Saved",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"cover": "Premium"}


@pytest.mark.parametrize(("group", "called"), [("Customer", "customer"), (None, "tony_hoare")])
def test_a_button_in_a_line_that_opens_options_shows_its_value_though_others_show_that_as_well(
    group: str | None, called: str
) -> None:
    """The list behind the form says all of the names, so that none came with the options, and none went."""
    by_name = RoleLocator(by="role", role="button", name="Tony Hoare")
    near = Neighbourhood(before=group, group=group)
    opener = Target(tag="button", role="button", name="Tony Hoare", near=near, locators=(by_name, PLACE))
    by_role = RoleLocator(by="role", role="option", name="Grace Hopper")
    entry = Target(tag="li", role="option", name="Grace Hopper", locators=(by_role,))
    show = Show(texts=("Tony Hoare",))
    show.change(cause=show.press(opener), texts=("Grace Hopper", "Alan Turing"))
    sop = show.click(entry, gone=("Alan Turing",)).click(button("Save"), alerts=("Saved",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {called: "Grace Hopper"}
    assert ("Tony" in str(tasks(sop)[0].target)) == (group is None)


def test_a_button_of_the_page_that_a_menu_s_entry_leads_to_is_no_option_of_that_menu() -> None:
    """ "Edit" was one of 'Duplicate', and the menu's "Open" was looked for by its place alone."""
    show = Show(f"{APP}/teas", texts=("Teas", "Mate"))
    more = button("Actions", near=Neighbourhood(row="Mate Riga"))
    show.click(more, texts=("Open", "Duplicate", "Delete"))
    opens = Target(
        tag="div",
        role="menuitem",
        name="Open",
        near=Neighbourhood(row="Mate Riga Open Duplicate Delete", after="Duplicate"),
        locators=(RoleLocator(by="role", role="menuitem", name="Open"),),
    )
    came = ("Back", "Edit", "Remove", "Notes")
    show.click(opens, headings=("Mate",), texts=came, gone=("Teas", "Open", "Duplicate", "Delete"))
    edit = button("Edit", near=Neighbourhood(heading="Mate", before="Back", after="Remove"))
    show.click(edit, headings=("Edit tea",), texts=("Teas", "Edit tea"), gone=came)
    assert not show.sop().variables
    assert [task.target.name for task in tasks(show.sop()) if task.target] == ["Actions", "Open", "Edit"]


def test_an_entry_whose_words_stand_on_the_page_already_is_chosen_where_what_was_shown_goes() -> None:
    """The list behind the form said "Post" as well: the recorded way of shipping was chosen for all."""
    near = Neighbourhood(before="not set", group="Shipping")
    opener = button("Change", near=near)
    show = Show(f"{APP}/orders", texts=("Post", "Freight", "not set"))
    show.click(opener, texts=("Pickup",))
    entry = element("menuitem", "Post")
    show.add("click", target=entry, x=5, y=5, among={"others": 2, "in_app": True, "role": "menuitem"})
    show.change(gone=("not set", "Pickup"))
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"shipping": "Post"}
