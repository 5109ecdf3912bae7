"""Texts of an editable region: their paragraphs, and what goes on behind something else in it."""

from __future__ import annotations

from typing import Any

from handrail.compile import compile_recording
from handrail.sop.target import Target
from tests.compile.recordings import Show, button, criteria, element, tasks

BODY = element("textbox", "Body", attributes={"contenteditable": "true"})


def write(show: Show, text: str, held: str = "", region: Target = BODY) -> str:
    for letter in text:
        held += letter
        show.add("key_down", key="Enter" if letter == "\n" else letter, target=region)
        show.add("input", target=region, value=held.strip(), before="", editable_region=True)
    show.change(values={"Body": held.strip()})
    return held


def actions(show: Show) -> list[dict[str, Any]]:
    return [task.action.model_dump(exclude_defaults=True) for task in tasks(show.sop())]


def test_lines_that_enter_ended_are_paragraphs_again() -> None:
    show = Show()
    write(show, "Dear Ada,\nsee below")
    (task,) = tasks(show.sop())
    assert task.action.model_dump() == {"do": "type", "text": "{{ body }}", "replaces": True}
    assert criteria(task) == [{"kind": "value", "equals": "{{ body }}"}]


def test_so_are_they_where_a_quick_page_was_looked_at_after_each_letter() -> None:
    show, held = Show(), ""
    for letter in "Dear Ada,\n\nsee below":
        held = write(show, letter, held)
    (task,) = tasks(show.sop())
    assert task.action.model_dump() == {"do": "type", "text": "{{ body }}", "replaces": True}
    assert show.sop().variables["body"].default == "Dear Ada,\n\nsee below"


def test_a_text_goes_on_behind_a_mention_that_was_picked() -> None:
    show = Show()
    write(show, "Ask @bo")
    show.click(button("Bob Ray"), texts=("@Bob Ray",), gone=("@bo",))
    write(show, "today", "Ask @Bob Ray ")
    assert actions(show) == [
        {"do": "fill", "value": "{{ body }}"},
        {"do": "click"},
        {"do": "type", "text": "{{ body_2 }}"},
    ]
    assert show.sop().variables["body_2"].default == "today"


def test_a_text_in_whose_middle_was_written_is_written_anew() -> None:
    show = Show()
    write(show, "Ask today")
    show.click(button("Check"), texts=("Checked",))
    show.key("ArrowLeft", BODY)
    show.add("key_down", key="!", target=BODY)
    show.add("input", target=BODY, value="Ask toda!y", before="Ask today", editable_region=True)
    show.change(values={"Body": "Ask toda!y"})
    assert [action["do"] for action in actions(show)] == ["fill", "click", "fill"]


def test_a_format_that_was_switched_on_is_again_and_the_text_goes_on_behind_its_blank() -> None:
    show = Show()
    write(show, "Dear ")
    show.key("Control+b", BODY)
    write(show, "Ada", "Dear ")
    sop = show.sop()
    assert actions(show) == [
        {"do": "fill", "value": "{{ body }}"},
        {"do": "press", "keys": "Control+b"},
        {"do": "type", "text": "{{ body_2 }}"},
    ]
    assert [sop.variables[name].default for name in ("body", "body_2")] == ["Dear ", "Ada"]


def test_a_format_told_late_by_a_busy_page_is_that_of_the_letter_typed_in_it() -> None:
    show = Show()
    write(show, "Dear ")
    show.key("Control+b", BODY)
    write(show, "Ada", "Dear ")
    letter = [event for event in show.recording().events if event.kind == "input"][-1]
    show.click(button("Check"), texts=("Checked",))
    show.add("raw", what="the text was given a format", formatted=True, t=letter.t)
    assert not compile_recording(show.recording()).clarifications
