"""Against a small real model (`make test-local-model`): transport, form, limits, accounting, not wisdom."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from handrail.models import ModelConfig
from handrail.models.budget import Budget, BudgetSpent
from handrail.sessions.operating.doctor import _model
from tests.models.test_asking import Answer, Desk, connections_are_closed, question

__all__ = ["connections_are_closed"]

PYTHON, WEIGHTS = os.environ.get("HANDRAIL_LOCAL_MODEL_PYTHON"), os.environ.get("HANDRAIL_LOCAL_MODEL")

pytestmark = pytest.mark.skipif(
    not (PYTHON and WEIGHTS), reason="a small real model is opted in to: make test-local-model"
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the model is served."""
    assert PYTHON and WEIGHTS
    script = Path(__file__).parent / "serving.py"
    process = subprocess.Popen([PYTHON, str(script), WEIGHTS], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    assert line.startswith("http"), "the model's server did not start"
    yield line
    process.terminate()
    process.wait(10)


def small(address: str, **more: object) -> ModelConfig:
    return ModelConfig.model_validate({"model": "compatible:smollm2-135m", "base_url": address, **more})


async def test_an_answer_has_the_form_that_was_asked_for_or_there_is_none(address: str) -> None:
    desk = Desk(small(address))
    replied = await desk.ask(question(seconds=120))
    assert replied.value is None or isinstance(replied.value, Answer)
    assert replied.value is not None or replied.why
    assert 1 <= desk.last.calls <= 2
    assert desk.last.input_tokens > 50 * desk.last.calls
    assert 0 < desk.last.output_tokens <= 100 * desk.last.calls
    assert desk.last.cost is None and desk.last.seconds > 0


async def test_the_same_question_is_not_asked_twice_once_it_was_answered(address: str) -> None:
    desk = Desk(small(address))
    first = await desk.ask(question(seconds=120))
    calls = desk.last.calls
    second = await desk.ask(question(seconds=120))
    assert second.value == first.value
    assert desk.last.recorded == (first.value is not None) and calls >= 1


async def test_a_time_out_and_the_budget_hold(address: str) -> None:
    late = Desk(small(address))
    assert (await late.ask(question("Late.", seconds=0.01))).value is None
    assert late.last.calls == 2
    poor = Desk(small(address, budget=Budget(tokens=100).model_dump()))
    with pytest.raises(BudgetSpent):
        await poor.ask(question(seconds=120))


async def test_doctor_asks_it(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_MODEL", "compatible:smollm2-135m")
    monkeypatch.setenv("HANDRAIL_MODEL_BASE_URL", address)
    found = await _model(tmp_path)
    assert (
        found.standing == "good"
        or "not in the requested form" in found.found
        or "did not answer" in found.found
    )
