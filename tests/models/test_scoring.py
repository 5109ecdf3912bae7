"""The labelled decisions and the figures of a model's answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.errors import UsageError
from handrail.models.scoring import Graded, LabelledState, labelled_states, sampled, score
from handrail.runtime.by_model.occurring import occurs


def graded(id: str, right: str, said: str, **facts: object) -> Graded:
    given = {"id": id, "language": "en", "kind": "mail", "right": right, "said": said, **facts}
    return Graded.model_validate(given)


def test_the_set_has_a_hundred_states_and_its_quotes_occur_on_them() -> None:
    states = labelled_states()
    answered = [state for state in states if state.answer != "unsure"]
    assert len(answered) >= 100
    assert len({state.id for state in states}) == len({state.page for state in states}) == len(states)
    assert all(occurs(state.quote, (state.page,)) for state in answered)
    assert {state.language for state in states} >= {"en", "de", "es", "fr"}
    yes = sum(state.answer == "yes" for state in answered)
    assert 0.4 < yes / len(answered) < 0.6, "who always says the same must not look good"


def test_the_figures_tell_wrong_and_sure_from_unsure() -> None:
    scored = score(
        "m",
        [
            graded("a", "yes", "yes", seconds=1.0, tokens=100, cost=0.25),
            graded("b", "no", "yes", seconds=3.0, tokens=100, cost=0.5),
            graded("c", "no", "unsure", quoted=False, seconds=2.0, cost=0.0),
            graded("d", "unsure", "unsure", language="de", failed="late", cost=0.0),
        ],
    )
    assert (scored.accuracy, scored.unsure_rate, scored.wrong_and_sure_rate) == (0.5, 0.25, 0.25)
    assert (scored.misquoted, scored.failed, scored.wrong) == (1, 1, ("b",))
    assert (scored.cost, scored.tokens, scored.seconds_p50, scored.seconds_p95) == (0.75, 200, 1.5, 3.0)
    assert scored.by_language["de"].accuracy == 1.0


def test_a_cost_of_which_a_part_is_not_known_is_not_known() -> None:
    assert score("m", [graded("a", "yes", "yes", cost=1.0), graded("b", "no", "no")]).cost is None


def test_a_sample_is_spread_over_the_set() -> None:
    states = tuple(LabelledState(id=str(n), question="?", answer="yes", page="x") for n in range(10))
    assert [state.id for state in sampled(states, 4)] == ["0", "2", "5", "7"]
    assert sampled(states, 0) == states


def test_a_set_of_ones_own_is_told_its_wrong_line(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    file.write_text('{"id": "a", "question": "?", "answer": "yes", "page": "x"}\n{"id": "b"}\n')
    with pytest.raises(UsageError, match="question: Field required") as raised:
        labelled_states(file)
    assert raised.value.place == f"{file}, line 2"
