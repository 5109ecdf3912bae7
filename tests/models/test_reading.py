"""Finding the answer in what a model says."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from handrail.models.reading import Unusable, holds_object, read_answer


class Answer(BaseModel):
    outcome: str
    why: str = ""


YES = '{"outcome": "yes", "why": "it {says} so"}'


@pytest.mark.parametrize(
    "text",
    [
        YES,
        f"  ```json\n{YES}\n```  ",
        f"Sure!\n```\n{YES}\n```\nI hope that helps.",
        f"```json\n{YES}",
        f"Here it is: {YES} Have a nice {{day}}.",
        f'<think>Is it {{"outcome": "no"}}?</think>{YES}',
        f"So it says {{paid}}.\n</think>\n{YES}",
        f'It might be {{"outcome": "no"}}. But no: {YES}',
        f"[{YES}]",
        f'{{"answer": {YES}}}',
        f"{{{{{YES}",
    ],
)
def test_what_is_said_around_an_answer_does_not_matter(text: str) -> None:
    assert read_answer(text, Answer.model_validate_json) == Answer(outcome="yes", why="it {says} so")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("It is paid.", "Invalid JSON"),
        ('{"outcome": "yes", "wh', "Invalid JSON"),
        ('{"other": "yes"}', "outcome: Field required"),
        ("{" * 100_000, "Invalid JSON"),
        ("x" * 1_000_000, "1000000 characters"),
    ],
)
def test_what_is_no_answer_says_why(text: str, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        read_answer(text, Answer.model_validate_json)


def test_whether_there_is_an_object_at_all() -> None:
    assert holds_object('So: {"a": 1}') and not holds_object("So: {a}")
