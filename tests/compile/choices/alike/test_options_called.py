"""Options that say more than a name: a badge says how the record is just now, a flag stands before it."""

from __future__ import annotations

import pytest

from handrail.sop.locator import RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, element, field, tasks


def option(whole: str) -> Target:
    return element("option", whole, tag="li", ancestors=("ul[listbox]", "body"))


def sent(show: Show) -> Show:
    show.press(button("Save"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    return show.change(alerts=("Saved",))


@pytest.mark.parametrize("holds", ["Kari Moedraft", "Kari Moe", ""])
def test_an_option_of_a_drawn_list_is_called_by_what_it_begins_with(holds: str) -> None:
    """Whatever the list shows of it: a run with a record in another state found no such option."""
    client = element("combobox", "Client", label="Client")
    show = Show(f"{APP}/visits", values={"Client": "Choose…"}).click(client, texts=("Kari Moe", "draft"))
    seq = show.press(option("Kari Moedraft"))
    show.amend(among={"others": 2, "says": ["Kari Moe", "draft"], "role": "option"})
    sop = sent(show.change(cause=seq, values={"Client": holds}, gone=("draft",))).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"client": "Kari Moe"}
    row = RowLocator(by="row", role="option", text="{{ client }}", exact=True)
    assert [step.target.locators for step in tasks(sop)[1:2] if step.target] == [(row,)]


@pytest.mark.parametrize(
    ("says", "holds", "given"),
    [
        (["Kari Moe", "draft"], "Kari Moe", "Kari Moe"),
        (["Kari Moe", "draft"], "Kari Moedraft", "Kari Moedraft"),
        (["KM", "Kari Moe"], "Kari Moe", "Kari Moe"),
    ],
)
def test_the_only_option_left_is_called_by_what_its_field_is_filled_in_with(
    says: list[str], holds: str, given: str
) -> None:
    whole = "".join(says)
    client = field("Client").model_copy(update={"role": "combobox"})
    show = Show(f"{APP}/visits").type(client, "Kar", texts=tuple(says))
    seq = show.press(option(whole))
    show.amend(among={"others": 0, "says": says, "role": "option"})
    sop = sent(show.change(cause=seq, values={"Client": holds}, gone=tuple(says))).sop()
    assert given in [one.default for one in sop.variables.values()]
    assert whole == given or whole not in [one.default for one in sop.variables.values()]


def test_an_entry_behind_an_icon_s_word_is_called_by_what_its_field_is_filled_in_with() -> None:
    entry = Target(
        role="listitem",
        text="flag Norway",
        tag="li",
        locators=(
            TextLocator(by="text", text="flag Norway"),
            RoleLocator(by="role", role="listitem"),
            RowLocator(by="row", text="Norway", role="listitem", exact=True),
        ),
    )
    show = Show(f"{APP}/trips").type(field("Country"), "No", texts=("flag", "Norway"))
    sop = sent(show.click(entry, values={"Country": "Norway"}, gone=("flag", "Norway"))).sop()
    assert "flag Norway" not in [one.default for one in sop.variables.values()]
    assert "Norway" in [one.default for one in sop.variables.values()]


def test_a_drawn_radio_button_is_called_by_what_it_says_first() -> None:
    """Whoever gave another choice had to give the words beside it as well."""
    said = "Freight for larger ones"
    card = element("radio", said, near=Neighbourhood(group="Shipping"))
    show = Show()
    seq = show.press(card)
    show.add("check", target=card, checked=True, says=("Freight", "for larger ones"))
    sop = show.change(cause=seq).click(button("Save"), alerts=("Saved",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"shipping": "Freight"}
    target = tasks(sop)[0].target
    by_word = RowLocator(by="row", role="radio", text="{{ shipping }}", exact=True)
    assert target is not None and target.locators == (by_word,)
