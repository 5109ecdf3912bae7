"""Numbers that are set by counting."""

from __future__ import annotations

from handrail.sop.locator import CssLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import Show, button, element, field, ids, node, tasks

VOLUME = element("slider", "Volume")


def test_a_slider_that_keys_moved_is_set_to_where_it_stands_then() -> None:
    show = Show(values={"Volume": "20"}).click(VOLUME)
    for stands in ("25", "30", "35"):
        show.change(cause=show.key("ArrowRight", VOLUME), values={"Volume": stands})
    sop = show.sop()
    assert ids(sop) == ["fill-volume"]
    assert node(sop, "fill-volume").action.model_dump(exclude_defaults=True) == {
        "do": "fill",
        "value": "{{ volume }}",
    }
    assert sop.variables["volume"].default == "35"


def counted(press: Target, came: tuple[str, ...], gone: tuple[str, ...]) -> list[str]:
    page = field("Page", "number")
    show = Show(values={"Page": "1"})
    seq = show.press(press)
    show.add("input", target=page, value="2", before="1", stepped=True)
    show.change(cause=seq, values={"Page": "2"}, texts=came, gone=gone)
    return [task.action.do for task in tasks(show.sop())]


def test_a_button_that_leads_to_the_next_page_of_a_list_is_pressed() -> None:
    assert counted(button("Next"), ("Cid", "Dan", "Eve"), ("Ada", "Bob", "Abe")) == ["click"]


def test_a_button_that_counts_a_number_of_which_a_sum_is_made_gives_the_number() -> None:
    assert counted(button("+"), ("Total 20",), ("Total 10",)) == ["fill"]


def test_a_slider_is_not_known_by_where_it_stands_nor_by_where_its_twin_does() -> None:
    near = Neighbourhood(heading="Price", before="40.00")
    upper = Target(
        role="slider", tag="div", text="80.00", near=near, locators=(CssLocator(by="css", css="#u"),)
    )
    show = Show()
    show.add("input", target=upper, value="70", before="80")
    (task,) = tasks(show.sop())
    assert task.target is not None
    assert (task.target.text, task.target.near.before, task.target.near.heading) == (None, None, "Price")


def test_where_a_slider_stands_after_keys_or_a_press_is_given_once() -> None:
    show = Show()
    for stands in ("6", "7"):
        show.key("ArrowRight", VOLUME)
        show.add("input", target=VOLUME, value=stands, before="5")
    assert [task.action.do for task in tasks(show.sop())] == ["fill"]
    show = Show().click(VOLUME)
    show.add("input", target=VOLUME, value="8", before="5")
    assert [task.action.do for task in tasks(show.sop())] == ["fill"]
