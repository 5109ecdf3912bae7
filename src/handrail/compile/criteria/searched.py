"""What is typed into a field, and the page takes into its address a moment later, as a search is."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote_plus

from handrail.compile.criteria.scene import Scene
from handrail.compile.reading.addresses import new_parameters
from handrail.compile.reading.known import fold
from handrail.recording.event import Navigated
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.template import literal


def taken_into_address(scene: Scene, typed: str) -> Iterator[Condition]:
    """That the address has the parameter that holds the text: what is pressed before that is undone by it.

    What an app makes of other texts is not known, and of an empty one it makes none.
    """
    came = [event.to for event in scene.act.all(Navigated) if event.cause == "in_page"]
    if not came or not fold(typed):
        return
    for pair in new_parameters(scene.act.event.url, came[-1]):
        name, _, value = pair.partition("=")
        if fold(unquote_plus(value)) == fold(typed):
            there = c.UrlIs(kind="url", contains=literal(f"{name}="))
            yield c.AnyOf(kind="any", of=(there, c.ValueIs(kind="value", equals="")))
            return
