from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given

from handrail.recording.event import Changed, Click, DoubleClick, Input, Keys, RecordedEvent, Scroll
from handrail.recording.merging import (
    element_key,
    merge,
    merge_consecutive_keyboard_events,
    merge_consecutive_mouse_click_events,
    merge_consecutive_mouse_move_events,
    merge_consecutive_mouse_scroll_events,
    remove_redundant_mouse_move_events,
)
from tests.sweeping import some_of

from .events import (
    changed,
    chaos,
    clicked,
    double_clicked,
    field,
    key,
    key_up,
    moved,
    pointer,
    recordings,
    scrolled,
    stream,
    typed,
)

Merge = Callable[[Sequence[RecordedEvent]], tuple[RecordedEvent, ...]]

EVERY_MERGE: list[Merge] = [
    merge_consecutive_keyboard_events,
    merge_consecutive_mouse_move_events,
    merge_consecutive_mouse_scroll_events,
    remove_redundant_mouse_move_events,
    merge_consecutive_mouse_click_events,
    merge,
]
# The last one does what all the others do, one after the other.
every_merge = pytest.mark.parametrize(
    "merging", some_of(EVERY_MERGE, len(EVERY_MERGE) - 1), ids=lambda merging: str(merging.__name__)
)


def brief(events: Sequence[RecordedEvent]) -> list[Any]:
    """Events as a reader compares them: the kind and what makes it."""
    lines: list[Any] = []
    for event in events:
        match event:
            case Input():
                lines.append(("input", event.before, event.value))
            case Keys():
                lines.append(("keys", *event.keys))
            case Scroll():
                lines.append(("scroll", event.dy, event.top))
            case _:
                lines.append(event.kind)
    return lines


def test_what_was_pressed_was_meant_where_the_page_took_it_away_before_the_click() -> None:
    option = field("Oslo").model_copy(update={"tag": "li", "role": "option"})
    box = field("City")
    down, up = pointer("mouse_down", target=option), pointer("mouse_up", target=box)
    (click,) = merge_consecutive_mouse_click_events(stream([down, up, pointer("click", target=box)]))
    assert isinstance(click, Click) and click.target == option
    renamed = option.model_copy(update={"locators": box.locators})
    (again,) = merge_consecutive_mouse_click_events(stream([down, up, pointer("click", target=renamed)]))
    assert isinstance(again, Click) and again.target == renamed


def test_a_press_on_a_slider_s_track_goes_with_where_the_slider_stands_then() -> None:
    slider = field("Size").model_copy(update={"role": "slider"})
    moved_to = {"kind": "input", "target": slider, "value": "48", "before": "20"}
    events = stream([pointer("mouse_down"), pointer("mouse_up"), moved_to])
    assert brief(merge_consecutive_mouse_click_events(events)) == [("input", "20", "48")]


class TestKeyboard:
    def test_typing_becomes_the_final_value_with_what_was_there_before(self) -> None:
        events = stream(typed("Ada", before="x"))
        assert brief(merge_consecutive_keyboard_events(events)) == [("input", "x", "xAda")]

    def test_keys_that_mean_something_stay(self) -> None:
        events = stream([*typed("ab"), key("Enter"), key_up("Enter"), key("s", modifiers=("Control",))])
        assert brief(merge_consecutive_keyboard_events(events)) == [
            ("input", "", "ab"),
            ("keys", "Enter", "Control+s"),
        ]

    def test_correcting_with_backspace_leaves_only_the_value(self) -> None:
        erased = [key("Backspace"), {"kind": "input", "target": field("a"), "value": "a", "before": "ab"}]
        events = stream([*typed("ab"), *erased])
        assert brief(merge_consecutive_keyboard_events(events)) == [("input", "", "a")]

    def test_an_arrow_in_the_middle_of_typing_splits_it(self) -> None:
        events = stream([*typed("a"), key("ArrowLeft"), *typed("b", before="a")])
        assert brief(merge_consecutive_keyboard_events(events)) == [
            ("input", "", "a"),
            ("keys", "ArrowLeft"),
            ("input", "a", "ab"),
        ]

    def test_a_key_at_which_the_page_takes_the_text_ends_it(self) -> None:
        taken = {"kind": "key_up", "key": ",", "emptied": True}
        events = stream([*typed("red"), key(","), *typed("blue"), key(","), taken])
        merged = merge_consecutive_keyboard_events(events)
        assert brief(merged) == [("input", "", "red"), ("keys", ","), ("input", "", "blue"), ("keys", ",")]
        assert merge_consecutive_keyboard_events(merged) == merged

    def test_an_edit_that_the_page_takes_at_once_ends_the_text(self) -> None:
        events = stream([*typed("red "), *typed("blue")])
        merged = merge_consecutive_keyboard_events(events)
        assert [(e.value, e.taken) for e in merged if isinstance(e, Input)] == [
            ("red ", True),
            ("blue", False),
        ]
        assert merge_consecutive_keyboard_events(merged) == merged

    def test_keys_that_no_field_answered_are_kept_in_order(self) -> None:
        events = stream([key("g"), key("i"), key("Enter"), key("o")])
        assert brief(merge_consecutive_keyboard_events(events)) == [("keys", "g", "i", "Enter", "o")]

    def test_fields_are_not_mixed_up(self) -> None:
        events = stream([*typed("x", "a"), key("Tab", "a"), *typed("y", "b")])
        assert brief(merge_consecutive_keyboard_events(events)) == [
            ("input", "", "x"),
            ("keys", "Tab"),
            ("input", "", "y"),
        ]

    def test_masked_typing_keeps_its_mask_and_counts_no_keys(self) -> None:
        secret = {"kind": "input", "target": field("a"), "value": "•••", "masked": True}
        events = stream([key(""), secret, key(""), secret, key("")])
        (kept,) = merge_consecutive_keyboard_events(events)
        assert isinstance(kept, Input) and kept.masked and kept.value == "•••"

    @pytest.mark.parametrize(
        ("pressed", "modifiers", "written"),
        [
            ("Tab", ("Shift",), "Shift+Tab"),
            ("S", ("Control", "Shift"), "Control+Shift+S"),
            (" ", ("Control",), "Control+Space"),
            ("A", ("Shift",), "A"),
            ("@", ("Control", "Alt"), "@"),
            ("å", ("Alt",), "å"),
            ("x", ("Alt",), "Alt+x"),
            ("F5", (), "F5"),
        ],
    )
    def test_keys_are_written_as_playwright_writes_them(
        self, pressed: str, modifiers: tuple[str, ...], written: str
    ) -> None:
        events = stream([key(pressed, modifiers=modifiers)])
        assert brief(merge_consecutive_keyboard_events(events)) == [("keys", written)]


class TestMouse:
    def test_down_up_and_click_are_one_click(self) -> None:
        assert brief(merge_consecutive_mouse_click_events(stream(clicked()))) == ["click"]

    def test_a_double_click_is_one_event(self) -> None:
        assert brief(merge_consecutive_mouse_click_events(stream(double_clicked()))) == ["double_click"]

    @pytest.mark.parametrize(("cause", "events"), [("in_page", 2), ("consequence", 4)])
    def test_a_double_click_is_one_event_though_its_first_click_marks_the_row_in_the_address(
        self, cause: str, events: int
    ) -> None:
        marked = {"kind": "navigated", "to": "http://app/#7", "cause": cause}
        pressed = [*clicked(), marked, *clicked(clicks=2), pointer("double_click")]
        assert len(merge(stream(pressed))) == events

    def test_a_press_whose_click_never_came_stays(self) -> None:
        replaced = [pointer("mouse_down"), pointer("mouse_up")]
        events = stream([*replaced, *clicked()])
        assert brief(merge(events)) == ["mouse_down", "mouse_up", "click"]

    def test_a_slider_keeps_what_was_set_while_the_button_was_down(self) -> None:
        slid = {"kind": "input", "target": field("a"), "value": "7", "before": "5"}
        events = stream([pointer("mouse_down"), slid, pointer("mouse_up"), pointer("click")])
        assert brief(merge(events)) == [("input", "5", "7"), "click"]

    def test_two_single_clicks_stay_two(self) -> None:
        assert brief(merge(stream([*clicked(), *clicked()]))) == ["click", "click"]

    def test_moves_come_down_to_the_last_one(self) -> None:
        (kept,) = merge_consecutive_mouse_move_events(stream(moved((0, 0), (1, 0), (2, 0))))
        assert kept.kind == "mouse_move" and kept.x == 2

    def test_a_move_to_the_place_of_a_click_says_nothing(self) -> None:
        assert brief(remove_redundant_mouse_move_events(stream([*moved((1, 1)), *clicked((1, 1))]))) == [
            "mouse_down",
            "mouse_up",
            "click",
        ]

    def test_a_move_to_another_place_stays(self) -> None:
        assert brief(merge(stream([*clicked((1, 1)), *moved((2, 2))]))) == ["click", "mouse_move"]

    def test_scrolling_adds_up_and_ends_where_it_ended(self) -> None:
        events = stream([scrolled(10), *moved((1, 1)), scrolled(30, dy=20), scrolled(5, "list")])
        assert brief(merge(events)) == [("scroll", 30, 30), ("scroll", 10, 5)]


def test_the_key_that_takes_an_entry_of_a_list_ends_a_run_of_keys() -> None:
    arrow, enter = key("ArrowDown"), key("Enter", entry=field("entry"))
    merged = merge_consecutive_keyboard_events(stream([arrow, enter, key("Tab")]))
    found = [(event.keys, event.entry) for event in merged if isinstance(event, Keys)]
    assert found == [(("ArrowDown", "Enter"), field("entry")), (("Tab",), None)]


def test_observations_follow_the_event_that_absorbed_their_cause() -> None:
    merged = merge(stream([*clicked(), changed(after=1), *typed("ab"), changed(after=8)]))
    click, _, text, _ = merged
    assert [event.after for event in merged if isinstance(event, Changed)] == [click.seq, text.seq]


@every_merge
@given(events=chaos)
def test_merging_twice_is_merging_once(merging: Merge, events: tuple[RecordedEvent, ...]) -> None:
    once = merging(events)
    assert merging(once) == once


@every_merge
@given(events=chaos)
def test_merging_keeps_the_order(merging: Merge, events: tuple[RecordedEvent, ...]) -> None:
    numbers = [event.seq for event in merging(events)]
    assert numbers == sorted(numbers)
    assert set(numbers) <= {event.seq for event in events}


@every_merge
@given(events=recordings)
def test_merging_keeps_the_final_state(merging: Merge, events: tuple[RecordedEvent, ...]) -> None:
    merged = merging(events)
    assert final_values(merged) == final_values(events)
    assert final_offsets(merged) == final_offsets(events)
    assert scrolled_distance(merged) == scrolled_distance(events)
    assert clicks(merged) == clicks(events)
    assert meaningful_keys(merged) == meaningful_keys(events)
    assert last_position(merged) == last_position(events)


@every_merge
@given(events=recordings)
def test_observations_name_events_that_are_still_there(
    merging: Merge, events: tuple[RecordedEvent, ...]
) -> None:
    merged = merging(events)
    there = {event.seq for event in merged}
    acts = [event for event in merged if event.kind not in {"changed", "navigated"}]
    for event in merged:
        if isinstance(event, Changed) and acts and acts[0].seq < event.seq:
            assert event.after in there


@every_merge
@given(events=recordings)
def test_what_is_no_input_stays_as_it_is(merging: Merge, events: tuple[RecordedEvent, ...]) -> None:
    passive = {"navigated", "changed", "hover"}
    kinds = [event.kind for event in events if event.kind in passive]
    assert [event.kind for event in merging(events) if event.kind in passive] == kinds


def final_values(events: Sequence[RecordedEvent]) -> dict[Any, str]:
    return {element_key(event.target): event.value for event in events if isinstance(event, Input)}


def final_offsets(events: Sequence[RecordedEvent]) -> dict[Any, float]:
    return {element_key(event.target): event.top for event in events if isinstance(event, Scroll)}


def scrolled_distance(events: Sequence[RecordedEvent]) -> float:
    return sum(event.dy for event in events if isinstance(event, Scroll))


def clicks(events: Sequence[RecordedEvent]) -> list[tuple[str, float, float]]:
    """Clicks in order; the two that a double click consists of are part of it."""
    found: list[tuple[str, float, float]] = []
    last: RecordedEvent | None = None
    for event in events:
        if not isinstance(event, Click | DoubleClick):
            continue
        if isinstance(event, DoubleClick) and isinstance(last, Click) and last.clicks == 2:
            del found[-2:]
        found.append((event.kind, event.x, event.y))
        last = event
    return found


def meaningful_keys(events: Sequence[RecordedEvent]) -> list[str]:
    meaningful = {"Tab", "Enter", "ArrowDown", "Escape"}
    pressed: list[str] = []
    for event in events:
        names = (event.key,) if event.kind == "key_down" else getattr(event, "keys", ())
        pressed.extend(name for name in names if name in meaningful)
    return pressed


def last_position(events: Sequence[RecordedEvent]) -> tuple[float, float] | None:
    """Where the pointer was left, unless something that names its element came after."""
    for event in reversed(events):
        if event.kind in {"scroll", "hover"}:
            return None
        if event.kind in {"mouse_move", "mouse_down", "mouse_up", "click", "double_click"}:
            return (getattr(event, "x"), getattr(event, "y"))  # noqa: B009  a union without a common base
    return None
