"""Deeds of no category: verbs that nobody knows to be harmless are asked about, all others are left alone."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.policy import judge
from handrail.policy.documents.document import PolicyDocument
from handrail.policy.judging.granting import granted
from handrail.policy.names.unfamiliar_verbs import unfamiliar_verb
from handrail.policy.rules.layers import Layer, layered
from handrail.policy.words.verbs import ANY_LANGUAGE
from handrail.sop.node import Task
from handrail.sop.target import Neighbourhood
from tests.policy.builders import HOST, PAGE, button, categories, click, element, link, proposal

STANDARD = layered([], domains=(HOST,))


def test_it_is_asked_about_in_standard_and_allowed_where_the_step_names_it() -> None:
    doubtful = proposal(button("Drain"), rung="candidates", confidence=0.8, named=True)
    verdict = judge(doubtful, STANDARD)
    assert (verdict.decision, verdict.rule) == ("ask", "categories.unfamiliar")
    assert "'Drain'" in verdict.reason
    exact = {"rung": "exact", "confidence": 1.0}
    assert judge(doubtful.model_copy(update=exact), STANDARD).decision == "ask"
    named = doubtful.model_copy(update={**exact, "granted": ("unfamiliar",)})
    assert judge(named, STANDARD).decision == "allow"
    permissive = layered([Layer("session", PolicyDocument(mode="permissive"))], domains=(HOST,))
    assert judge(doubtful, permissive).decision == "allow"


@pytest.mark.parametrize(
    ("label", "target", "given"),
    [
        ("Click 'Drain'", {"role": "button", "name": "Drain"}, True),
        ("Drains the node", {"role": "button", "name": ""}, True),
        ("Klicke auf „Knoten leeren“", {"role": "button", "name": ""}, True),
        ("Click 'Save'", {"role": "button", "name": "Save"}, False),
    ],
)
def test_a_step_grants_what_its_own_words_say(label: str, target: dict[str, str], given: bool) -> None:
    step = {
        "id": "s",
        "type": "task",
        "label": label,
        "action": {"do": "click"},
        "effect": "once",
        "target": {"tag": "button", **target},
    }
    assert ("unfamiliar" in granted(Task.model_validate(step))) is given


def test_only_what_is_pressed_and_does_more_than_to_open_something_counts() -> None:
    assert categories(click(button("Drain"))) == {"unfamiliar"}
    assert categories(click(link("Drain", f"https://{HOST}/drain"))) == set()
    assert categories(click(element(tag="div", role="tab", name="Drain"))) == set()
    assert categories(click(button("Drain", attributes={"aria-haspopup": "menu"}))) == set()
    search = button("Drain", form={"method": "get", "action": PAGE}, attributes={"type": "submit"})
    assert categories(click(search)) == set()
    assert categories(click(button("Start", near={"heading": "Quiz"}))) == set()


def test_a_dialog_is_read_where_the_button_only_says_yes() -> None:
    asks = {"dialog": "Are you sure you want to defragment the map?"}
    assert categories(click(button("Continue", leads=asks))) == {"unfamiliar"}
    assert categories(click(button("Cancel", leads=asks))) == set()
    leaves = {"dialog": "Are you sure you want to leave this page?"}
    assert categories(click(button("Continue", leads=leaves))) == set()
    german = {"dialog": "Möchten Sie den Knoten wirklich entwässern?"}
    assert categories(click(button("Ja", leads=german))) == {"unfamiliar"}


def test_an_english_verb_of_no_list_is_a_deed_where_it_says_to_what() -> None:
    for name in ("Immobilise vehicle", "Refer to court", "Reprovision", "Scrap stock", "Message driver"):
        assert unfamiliar_verb(name, "en") is not None, name
    for name in ("Message history", "Rush", "Shrink sidebar", "Evaluate", "Don't delete", "Dry run"):
        assert unfamiliar_verb(name, "en") is None, name
    assert unfamiliar_verb("Immobilise", "fr") is None, "what a French page says is French"


def test_a_dialog_that_tells_what_comes_of_a_yes_is_asked_about() -> None:
    ends = {"dialog": "The lease ends today and the tenant is told by letter."}
    back = {"before": "Back"}
    assert categories(click(button("Yes", leads=ends))) == {"unfamiliar"}
    assert categories(click(button("OK", leads=ends, near=back))) == {"unfamiliar"}
    assert categories(click(button("OK", leads=ends))) == set(), "it may only close what it read"
    chooses = {"dialog": "New flat Choose the kind of it."}
    titled = {**back, "section": "New flat"}
    assert categories(click(button("Continue", leads=chooses, near=titled))) == set()
    ends = {"dialog": f"{chooses['dialog']} {ends['dialog']}"}
    assert categories(click(button("Continue", leads=ends, near=titled))) == {"unfamiliar"}
    saved = {"dialog": "Your lease was saved in the archive."}
    assert categories(click(button("OK", leads=saved, near=back))) == set()


def test_a_look_that_warns_counts_where_the_words_say_nothing() -> None:
    assert categories(click(button("Zork", attributes={"class": "btn btn-danger"}))) == {"unfamiliar"}
    assert categories(click(button("Zork", attributes={"class": "btn btn-primary"}))) == set()
    assert categories(click(button("Edit profile", attributes={"class": "btn btn-danger"}))) == set()


def test_the_page_says_the_language_and_a_step_is_read_in_all() -> None:
    assert categories(click(button("Purger", leads={"lang": "fr"}))) == {"unfamiliar"}
    assert categories(click(button("Purger"))) == set()
    assert unfamiliar_verb("Purger", ANY_LANGUAGE) == "purger"


@pytest.mark.parametrize(
    "state",
    [{"expanded": False}, {"checked": False, "near": Neighbourhood(group="Mode")}],
    ids=["unfolds", "one of several"],
)
def test_what_unfolds_or_chooses_one_of_several_is_no_deed(state: dict[str, Any]) -> None:
    express = button("Express")
    assert judge(proposal(express), STANDARD).decision == "ask"
    assert judge(proposal(express.model_copy(update=state)), STANDARD).decision == "allow"
