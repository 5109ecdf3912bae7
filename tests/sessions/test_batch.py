"""A table's rows in one terminal, one after the other, without a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from handrail.journal.event import SessionId
from handrail.journal.summary import Summary
from handrail.runtime.stopping import StopSignal
from handrail.runtime.tables import read_rows
from handrail.sessions.batch import run_batch
from handrail.sessions.place import Order
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
