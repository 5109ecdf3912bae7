"""`handrail models score`: all of the labelled questions to a scripted model, over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from handrail.models.scoring import LabelledState, labelled_states
from tests.cli.command import handrail
from tests.models.server import Fault, Heard, model_server

STATES = labelled_states()


def asked(heard: Heard) -> LabelledState:
    """The state that a prompt shows."""
    (state,) = [state for state in STATES if state.page in heard.request]
    assert state.question in heard.request
    return state


def oracle(heard: Heard) -> dict[str, Any]:
    """Knows the answers; but it is sure of the opposite in German, and invents its quotes in French."""
    state = asked(heard)
    outcome = state.answer
    if state.language == "de" and outcome != "unsure":
        outcome = "no" if outcome == "yes" else "yes"
    quote = "as everybody knows" if state.language == "fr" else state.quote
    return {"outcome": outcome, "quote": quote, "reason": "it is written there"}


def test_every_question_is_asked_and_the_figures_are_those_of_the_answers(tmp_path: Path) -> None:
    with model_server(oracle) as serving:
        ran = handrail(
            "models", "score", "--model", "compatible:oracle", "--base-url", serving.base_url, "--json",
            home=tmp_path,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    scored = json.loads(ran.stdout)
    assert len(serving.heard) == scored["cases"] == len(STATES)
    told = {key: scored["by_language"][key] for key in ("en", "es", "de", "fr")}
    assert told["en"]["accuracy"] == told["es"]["accuracy"] == 1.0
    assert told["de"]["wrong_and_sure_rate"] > 0.8 and told["fr"]["unsure_rate"] > 0.8
    german = {s.id for s in STATES if s.language == "de" and s.answer != "unsure"}
    assert set(scored["wrong"]) == german
    assert scored["misquoted"] == sum(s.language == "fr" and s.answer != "unsure" for s in STATES)
    assert (scored["cost"], scored["tokens"]) == (None, 150 * len(STATES))
    assert "sure of '" in ran.stderr


@pytest.mark.sweep
def test_a_model_that_does_not_answer_is_told_after_a_few_questions(tmp_path: Path) -> None:
    with model_server(lambda heard: Fault(401, body=b'{"error": {"message": "wrong key"}}')) as serving:
        ran = handrail(
            "models", "score", "--model", "compatible:oracle", "--base-url", serving.base_url, home=tmp_path
        )
    assert ran.returncode == 1 and "wrong key" in ran.stderr
    assert len(serving.heard) == 3


def test_without_a_model_it_says_how_to_set_one_up(tmp_path: Path) -> None:
    ran = handrail("models", "score", home=tmp_path, environment={"HANDRAIL_MODEL": ""})
    assert ran.returncode == 6 and "HANDRAIL_MODEL" in ran.stderr
