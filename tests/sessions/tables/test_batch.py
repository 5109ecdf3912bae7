"""A table's rows in one terminal, one after the other, without a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from handrail.journal.events.event import SessionId
from handrail.journal.views.summary import Summary
from handrail.runtime.loops.tables import read_rows
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.service.place import Order
from handrail.sessions.tables.batch import run_batch
from tests.builders import open_page, sop


async def test_rows_that_are_not_done_are_kept_in_the_folder_of_their_table(tmp_path: Path) -> None:
    """There they are pruned and erased with it: they hold what the rows are about."""
    (tmp_path / "rows.csv").write_text("name\nAda\nGrace\n")

    async def run(order: Order) -> Summary:
        facts: Any = {"outcome": "failed" if order.row == 2 else "done"}
        return Summary.model_construct(**facts)

    order = Order(sop([open_page("http://crm.test")], ["crm.test"], {"name": {}}), {}, {})
    table, home = read_rows(tmp_path / "rows.csv"), tmp_path / "home"
    inputs: tuple[dict[str, Any], ...] = ({"name": "Ada"}, {"name": "Grace"})
    result = await run_batch(order, table, inputs, home, run, stop=StopSignal(), batch=SessionId("t1"))
    assert result.failed_rows == home / "sessions" / "t1" / "failed-rows.csv"
    assert result.failed_rows.read_text("utf-8-sig").split() == ["name", "Grace"]


@pytest.mark.parametrize(
    ("stopped_in", "outcome", "not_begun"), [(1, "cancelled", (2,)), (2, "done", ())], ids=["first", "last"]
)
async def test_a_table_that_is_stopped_is_cancelled_unless_all_its_rows_are_done(
    tmp_path: Path, stopped_in: int, outcome: str, not_begun: tuple[int, ...]
) -> None:
    (tmp_path / "rows.csv").write_text("name\nAda\nGrace\n")
    stop = StopSignal()

    async def run(order: Order) -> Summary:
        if order.row == stopped_in:
            stop.stop("Enough.")
        facts: Any = {"outcome": "done"}
        return Summary.model_construct(**facts)

    order = Order(sop([open_page("http://crm.test")], ["crm.test"], {"name": {}}), {}, {})
    inputs: tuple[dict[str, Any], ...] = ({"name": "Ada"}, {"name": "Grace"})
    table = read_rows(tmp_path / "rows.csv")
    result = await run_batch(order, table, inputs, tmp_path / "home", run, stop=stop, batch=SessionId("t1"))
    assert (result.outcome, result.not_begun) == (outcome, not_begun)
