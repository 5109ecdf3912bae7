"""What is waited for before a step acts, on a page that is busy with itself."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail.runtime.steps.waiting_for_page import let_page_age
from handrail.runtime.walk.crew import Crew
from handrail.sop.action import Fill
from handrail.sop.node import Task


@pytest.mark.parametrize("filters", [True, False])
async def test_what_filters_a_list_is_typed_once_the_list_has_come(filters: bool) -> None:
    """The list that comes as the page does was taken for the filtered one: a pane that was opened in it went
    with it."""
    waited: list[str] = []

    async def quiet(page: str, *, seconds: float) -> bool:
        waited.append(page)
        return True

    async def race(awaited: Any) -> Any:
        return await awaited

    actuator = SimpleNamespace(traffic=SimpleNamespace(quiet=quiet))
    crew = cast(Crew, SimpleNamespace(stop=SimpleNamespace(race=race), actuator=actuator))
    fill = Fill(do="fill", value="Bolt", filters=filters)
    await let_page_age(crew, Task(type="task", id="fill", label="Fill", effect="repeatable", action=fill), ())
    assert waited == (["main"] if filters else [])
