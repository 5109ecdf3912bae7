"""Menus of states: what a badge in a record's row brings up to choose another state from."""

from __future__ import annotations

import pytest

from handrail.sop.document import Sop
from handrail.sop.locator import CssLocator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, tasks

ROW = RowLocator(by="row", role="row", text="Mate", exact=True)
GIVEN = RowLocator(by="row", role="row", text="{{ tea }}", exact=True)
PLACE = CssLocator(by="css", css=":scope > td:nth-of-type(3) > button")


def sop_of(
    badge: str, entries: tuple[str, ...], taken: str, *, leaves: bool, role: str | None = "menuitem"
) -> Sop:
    """Somebody opens the menu of Mate's badge, and takes an entry of it, by which the record may come up."""
    cells = ("Mate", "Riga", badge)
    opener = Target(
        tag="button",
        role="button",
        name=badge,
        near=Neighbourhood(row=" ".join(cells), cells=cells),
        locators=(
            RoleLocator(by="role", role="button", name=badge, within=ROW),
            PLACE.model_copy(update={"within": ROW}),
        ),
    )
    called = {"role": role, "name": taken} if role else {"text": taken}
    own = RoleLocator(by="role", role=role, name=taken) if role else TextLocator(by="text", text=taken)
    entry = Target.model_validate({"tag": "div", **called, "locators": (own,)})
    show = Show(f"{APP}/teas")
    show.click(opener, texts=entries)
    beside = [one for one in entries if one != taken]
    among = {"others": len(beside), "in_app": True, "role": role, "beside": beside}
    show.add("click", target=entry, x=5, y=5, among=among)
    calls = {"request_url": f"{APP}/rpc", "operations": ["save"]}
    if leaves:
        show.change(url=f"{APP}/teas/4", headings=("Mate",), gone=entries)
    else:
        show.change(texts=("Saved",), gone=entries)
    show.add("response", method="POST", status=200, **calls)
    return show.sop()


@pytest.mark.parametrize("leaves", [True, False], ids=["and its record comes up", "in the list"])
def test_a_state_taken_from_the_menu_of_a_record_s_badge_is_given_by_its_words_alone(leaves: bool) -> None:
    """The badge was looked for by the state that the recorded record had, and the taken one was constant."""
    sop = sop_of(
        "Sold out", ("Mark as low", "Mark as sold out", "Mark as fresh"), "Mark as low", leaves=leaves
    )
    assert {name: one.default for name, one in sop.variables.items()} == {"tea": "Mate", "state": "low"}
    badge, entry = (task.target for task in tasks(sop))
    assert badge is not None and entry is not None
    assert badge.name is None and badge.locators[-1] == PLACE.model_copy(update={"within": GIVEN})
    # The app writes it small there, and the record's badge with a capital letter.
    assert entry.name == "Mark as {{ state | lower }}"


def test_a_state_is_given_by_an_entry_without_a_role_that_says_what_is_done_with_it() -> None:
    """The state was an input, and the entry the recorded one: another state was given, and not set."""
    entries = ("Mark as low", "Mark as sold out", "Mark as fresh")
    sop = sop_of("Sold out", entries, "Mark as low", leaves=False, role=None)
    entry = tasks(sop)[1].target
    assert sop.variables["state"].default == "low"
    assert entry is not None and entry.text == "Mark as {{ state | lower }}"


def test_a_menu_that_has_commands_as_well_gives_the_record_no_state() -> None:
    sop = sop_of("Low", ("Low", "Fresh", "Delete"), "Fresh", leaves=False)
    assert "state" not in sop.variables


@pytest.mark.parametrize(
    ("badge", "entries", "kept"),
    [("Edit", ("Quick edit", "Full edit"), "Edit"), ("Open", ("Keep open", "Mark as void"), None)],
)
def test_a_command_with_more_of_its_kind_behind_it_is_no_badge(
    badge: str, entries: tuple[str, ...], kept: str | None
) -> None:
    """It was found by its place alone, where another record's row may have another command."""
    opener = tasks(sop_of(badge, entries, entries[-1], leaves=False))[0].target
    assert opener is not None and opener.name == kept
