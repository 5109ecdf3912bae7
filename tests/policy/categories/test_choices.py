"""Buttons that leave it to a list what they do: "Go", "OK", "Apply"."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.policy.categories.choices import choices_of, granted_by, with_choices
from handrail.policy.deeds.deed import Deed
from tests.builders import by_role, sop, task
from tests.policy.builders import button, categories, click, element, proposal

POST = {"method": "post", "action": "https://app.example/books/"}
GET = {"method": "get", "action": "https://app.example/books/"}


def going(option: str, *, name: str = "Go", field: str = "Action: action", **facts: Any) -> Deed:
    """A press of the button beside a list in which the option is chosen."""
    chosen = [{"field": field, "option": option, **facts.pop("chosen", {})}]
    return click(button(name, leads={"chosen": chosen}, **{"form": POST, **facts}))


@pytest.mark.parametrize(
    ("option", "name", "field"),
    [
        ("Delete selected books", "Go", "Action: action"),
        ("Ausgewählte Bücher löschen", "Los", "Aktion: action"),
        ("Eliminar libros seleccionados", "Aceptar", "Acción: action"),
        ("Supprimer les livres sélectionnés", "OK", "Action groupée"),
        ("Move to Trash", "Apply", "Select bulk action action"),
        ("Delete", "Apply to selected", "Bulk actions"),
        ("Delete everything", "Continue", "What to do"),
        ("Delete all data", "", ""),
    ],
)
def test_what_is_chosen_is_what_the_button_does(option: str, name: str, field: str) -> None:
    assert categories(going(option, name=name, field=field)) == {"destructive"}


@pytest.mark.parametrize(
    ("option", "facts"),
    [
        ("Export as CSV", {}),
        ("", {}),
        ("Mark as read", {"name": "OK", "field": "Bulk actions"}),
        ("50", {"name": "Apply", "field": "Per page n", "form": GET}),
        ("Deleted", {"field": "Status status", "form": GET}),
        ("Delete date", {"field": "Sort by o", "form": GET}),
        ("Order", {"field": "Sort by o"}),
        ("Delete", {"name": "Search"}),
        ("Delete", {"name": "Cancel"}),
        ("Delete the children with it", {"name": "Save", "field": "When the parent goes on_delete"}),
        ("Send me the newsletter", {"name": "Continue", "field": "news", "chosen": {"ticked": True}}),
    ],
)
def test_other_lists_and_other_buttons_say_nothing(option: str, facts: dict[str, Any]) -> None:
    assert categories(going(option, **facts)) == set()


def test_a_form_that_only_asks_may_carry_a_list_of_deeds() -> None:
    assert categories(going("Move to Trash", name="Apply", field="Bulk actions action", form=GET)) == {
        "destructive"
    }


def test_the_value_says_it_in_a_language_that_nobody_listed() -> None:
    japanese = going("選択した項目を削除", chosen={"value": "delete_selected"})
    assert categories(japanese) == {"destructive"}


def test_a_ticked_box_counts_where_it_destroys() -> None:
    ticked = going("Delete the files, too", name="OK", field="files", chosen={"ticked": True})
    assert categories(ticked) == {"destructive"}


def test_a_list_of_deeds_says_more_than_a_word_such_as_execute() -> None:
    assert categories(going("Als CSV exportieren", name="Ausführen")) == set()
    assert categories(click(button("Ausführen", form=POST))) == {"system"}


def test_a_list_of_deeds_without_a_button_may_act_by_itself() -> None:
    jump = {"tag": "select", "role": "combobox", "name": "Bulk actions"}
    assert categories(Deed(kind="select", element=element(**jump), values=("Delete",))) == {"destructive"}
    sent = element(**jump, form=POST, leads={"submit": "Go"})
    assert categories(Deed(kind="select", element=sent, values=("Delete",))) == set()
    sorting = element(**{**jump, "name": "Sort by"})
    assert categories(Deed(kind="select", element=sorting, values=("Order",))) == set()


def choosing(*options: str, **defaults: str) -> frozenset[str]:
    step = task("choose", {"do": "select", "options": options}, target=by_role("combobox", "Action"))
    variables = {name: {"type": "text", "default": default} for name, default in defaults.items()}
    return choices_of(sop([step], ["app.example"], variables))


def test_what_a_step_of_the_sop_chose_is_granted() -> None:
    deed = going("Delete selected books", chosen={"value": "delete_selected"})
    assert granted_by(deed, choosing("Delete selected books")) == ("destructive",)
    assert granted_by(deed, choosing("delete_selected")) == ("destructive",)
    assert granted_by(deed, choosing("Export as CSV")) == ()
    assert granted_by(deed, choosing("{{ what }}")) == (), "the SOP does not say what is chosen"
    # It says what is chosen where nothing is given, and of another choice nothing.
    assert granted_by(deed, choosing("{{ what }}", what="Delete selected books")) == ("destructive",)
    assert granted_by(deed, choosing("{{ what }}", what="Export as CSV")) == ()
    assert granted_by(deed, choosing("Delete {{ what }}", what="Delete selected books")) == ()


@pytest.mark.parametrize(("default", "granted"), [("true", ("destructive",)), ("false", ())])
def test_a_box_that_data_may_tick_grants_what_it_was_shown_to_do(
    default: str, granted: tuple[str, ...]
) -> None:
    box = by_role("checkbox", "Delete all drafts")
    step = task("tick", {"do": "check", "on": "{{ drafts }}"}, target=box)
    variables = {"drafts": {"type": "boolean", "default": default}}
    choices = choices_of(sop([step], ["app.example"], variables))
    chosen = [{"field": "", "option": "Delete all drafts"}]
    assert granted_by(click(button("OK", form=POST, leads={"chosen": chosen})), choices) == granted


def test_another_choice_of_the_same_category_is_not_granted_with_it() -> None:
    chosen = [
        {"field": "Action", "option": "Delete drafts"},
        {"field": "Then", "option": "Delete the account"},
    ]
    deed = click(button("OK", form=POST, leads={"chosen": chosen}))
    assert granted_by(deed, choosing("Delete drafts")) == ()


def test_a_proposal_gets_what_was_granted() -> None:
    chosen = {"chosen": [{"field": "Action", "option": "Delete selected books"}]}
    met = proposal(button("Go", form=POST, leads=chosen), granted=("sharing",))
    assert with_choices(met, choosing("Delete selected books")).granted == ("sharing", "destructive")
    assert with_choices(met, frozenset()) is met
