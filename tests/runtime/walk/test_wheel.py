"""The wheel of a session is the walk's again, whatever a person's driving ends with."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail.runtime.people.driving import drive
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.wheel import Recordings, Wheel, Wish


async def test_the_wheel_is_left_where_what_was_typed_cannot_be_kept() -> None:
    wheel = Wheel()

    @contextlib.asynccontextmanager
    async def driven(*_: object, **__: object) -> AsyncIterator[Any]:
        yield SimpleNamespace(hidden=frozenset({"hunter2"}))
        raise AssertionError("the browser is gone")

    def lost(*_: object) -> None:
        raise ValueError("The key is none.")

    actuator = SimpleNamespace(tabs=dict, driven=driven)
    scribe = SimpleNamespace(write=lambda *_, **__: None, keep_out=lambda *_: None, scrubbed_json=str)
    recordings = SimpleNamespace(next=lambda: 1, path=lambda _: Path(), browser="", typed=lost)
    crew = SimpleNamespace(
        stop=SimpleNamespace(wheel=wheel), actuator=actuator, scribe=scribe, recordings=recordings
    )
    with pytest.raises(ValueError, match="The key is none"):
        await drive(cast(Crew, crew), cast(Recordings, recordings), None, Wish("ana", ""))
    assert not wheel.driver
