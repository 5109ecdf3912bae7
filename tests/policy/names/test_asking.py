"""What a dialog asks for, where its button only says yes."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.policy import judge
from handrail.policy.judging.granting import granted, named_by
from handrail.policy.names.asking import asked_about
from handrail.policy.rules.layers import layered
from handrail.sop.node import Task
from tests.policy.builders import HOST, button, categories, click, proposal

STANDARD = layered([], domains=(HOST,))


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Are you sure you want to christen the ship?", "christen"),
        ("Do you really want to cancel the inventory?", "cancel"),
        ("Do you want to drain the node?", "drain"),
        ("Do you want to try to deactivate these mounts?", "deactivate"),
        ("Möchten Sie den Posten wirklich als erledigt markieren?", "markieren"),
        ("Sind Sie sicher, dass Sie die Rechnung festschreiben möchten?", "festschreiben"),
        ("¿Está seguro de que quiere finalizar el albarán?", "finalizar"),
        ("¿Está seguro de finalizar el albarán?", "finalizar"),
        ("¿Estás seguro de que deseas retimbrarlo?", "retimbrar"),
        ("Êtes-vous sûr de vouloir terminer la production ?", "terminer"),
        ("Voulez-vous vraiment marquer ce lot comme fini ?", "marquer"),
    ],
)
def test_whoever_asks_whether_one_is_sure_asks_for_a_deed(text: str, verb: str) -> None:
    assert asked_about(text) == verb


@pytest.mark.parametrize(
    "text",
    [
        "Are you sure you want to leave this page?", "Are you sure you want to cancel?",
        "Are you sure you want to discard all changes?", "Are you sure you want to complete this form?",
        "Do you want to rename the file?", "Nothing is sure to happen.",
        "Sollen wirklich alle Datensätze angezeigt werden?", "Möchten Sie die Seite wirklich verlassen?",
        "¿Está seguro de que quiere salir?", "¿Desea guardar los cambios?",
        "Voulez-vous vraiment quitter ?", "Voulez-vous enregistrer les modifications ?",
    ],
)  # fmt: skip
def test_looking_leaving_and_going_on_are_none(text: str) -> None:
    assert asked_about(text) is None


def test_the_button_that_answers_is_asked_about_and_the_one_that_declines_is_not() -> None:
    dialog = {"leads": {"dialog": "Are you sure you want to christen the ship?"}}
    assert categories(click(button("Yes", **dialog))) == {"unfamiliar"}
    assert not categories(click(button("No", **dialog)))


def test_a_step_that_was_recorded_on_this_button_is_not_asked_about_again() -> None:
    def asked(text: str, rung: str) -> str:
        yes = button("OK", leads={"dialog": f"Dispatch. {text}"})
        return judge(proposal(yes, rung=rung, confidence=0.8, named=True), STANDARD).decision

    assert asked("Are you sure you want to complete lot 7?", "exact") == "allow"
    assert asked("Are you sure you want to complete lot 7?", "candidates") == "ask"
    assert asked("Are you sure you want to drain lot 7?", "exact") == "ask"


def test_a_recorded_yes_grants_what_it_was_asked() -> None:
    target: dict[str, Any] = {
        "role": "button",
        "name": "Yes",
        "near": {"before": "Are you sure you want to christen the ship?"},
    }
    step = {"id": "s", "type": "task", "label": "Click 'Yes'", "action": {"do": "click"}, "target": target}
    assert granted(Task.model_validate({**step, "effect": "once"})) == ("unfamiliar",)


def test_a_step_that_keeps_what_its_dialog_said_is_held_to_it() -> None:
    christening = "You can christen this ship only once."

    def decided(kept: str | None) -> str:
        near = {"dialog": kept} if kept is not None else {}
        target = {"role": "button", "tag": "button", "name": "Yes", "near": near}
        told = {
            "id": "s",
            "type": "task",
            "label": "Click 'Yes'",
            "action": {"do": "click"},
            "target": target,
        }
        step = Task.model_validate({**told, "effect": "once"})
        yes = button("Yes", leads={"dialog": christening})
        return judge(proposal(yes, rung="exact", **named_by(step, step)), STANDARD).decision

    assert decided(christening) == "allow"
    assert decided("Shown in dark mode") == "ask"
    assert decided(None) == "allow", "an older SOP does not say what its dialog said"
