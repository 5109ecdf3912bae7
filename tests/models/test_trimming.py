"""What of a long text goes to a model."""

from __future__ import annotations

from handrail.models import Evidence, Limits, Question
from handrail.models.prompts import filled, trimmed
from handrail.models.trimming import cut, dues, stems
from handrail.runtime.exploring.moves import KINDS, Move, schema

MAIL = "\n".join(
    ["Dear Ana,", "thank you for the call."]
    + [f"Line {number} about the weather." for number in range(60)]
    + ["Shall we meet on Monday?"]
    + [f"Line {number} about the news." for number in range(60)]
)


def test_the_short_stay_whole_and_the_long_share_the_rest() -> None:
    assert dues([10, 5000, 100], 1000) == [10, 890, 100]
    assert dues([5000, 5000], 1000) == [500, 500]
    assert dues([3, 4], 1000) == [3, 4]


def test_the_first_and_longest_has_what_the_others_leave() -> None:
    first, second = trimmed([Evidence("a", "x" * 900), Evidence("b", "yy")], 1000, str)
    assert first.text == "x" * 900 and second.text == "yy"


def test_of_a_long_text_the_beginning_and_what_the_question_speaks_of_are_kept() -> None:
    kept = cut(MAIL, 400, stems("Does the sender want to meet us?"))
    assert "Dear Ana" in kept and "Shall we meet on Monday?" in kept
    assert "[…]" in kept and kept.index("Dear") < kept.index("meet on")
    assert "cut here" in kept and len(kept) < 450
    assert "Monday" not in cut(MAIL, 400)


def test_what_fits_is_not_touched() -> None:
    assert cut("a b\nc", 5, stems("anything")) == "a b\nc"


def test_a_schema_goes_out_without_titles_and_with_all_of_its_fields() -> None:
    question = Question(
        purpose="explore",
        prompt="explore-1",
        parts={"goal": "g", "context": "c", "actions": "click"},
        evidence=(),
        answer=schema(KINDS),
        limits=Limits(seconds=1, output_tokens=1),
    )
    sent = filled(question, str).schema
    assert "title" not in sent and set(sent["properties"]) == set(Move.model_fields)
    assert all("title" not in one for one in sent["properties"].values())
