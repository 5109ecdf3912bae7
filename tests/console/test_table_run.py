"""A table in the console's form for a run: what does not fit is said before anything is begun."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page, expect

from handrail.browser import LaunchedBrowser
from handrail.sop.format import save
from tests.builders import fill, open_page, sop

from .conftest import Served
from .web import at_console

TABLE = "customer,due_date,Remark\nCargo,2027-01-05,x\nBaobab,2027-13-05,y\n"


def put_orders(served: Served) -> None:
    variables: dict[str, dict[str, Any]] = {
        "customer": {},
        "due_date": {"type": "date"},
        "note": {"required": False},
    }
    steps = [open_page(served.crm.url), fill("Name", "{{ customer }} {{ due_date }} {{ note }}")]
    document = sop(steps, [served.crm.host], variables, meta={"id": "orders", "title": "Orders"})
    save(served.home / "sops" / "orders.sop.json", document)


async def drop(page: Page, table: str) -> None:
    await page.get_by_role("button", name="Run", exact=True).first.click()
    file = {"name": "orders.csv", "mimeType": "text/csv", "buffer": table.encode()}
    await page.get_by_role("dialog").locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


async def test_a_column_that_no_variable_takes_is_said_and_not_run(
    idle: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    put_orders(idle)
    async with at_console(launched.browser, idle, "#/sops/orders") as page:
        await drop(page, TABLE.replace("customer", "Kunde"))
        said = page.get_by_role("alert").filter(has_text="No variable takes")
        await expect(said).to_contain_text("the columns “Kunde”, “Remark”")
        run = page.get_by_role("button", name="Run 2 rows")
        await expect(run).to_be_disabled()
        await page.get_by_label("Column for customer").select_option("Kunde")
        await expect(said).to_contain_text("the column “Remark”.")
        await expect(run).to_be_disabled()
        await page.get_by_role("button", name="leave it out").click()
        await expect(said).to_have_count(0)
        await expect(run).to_be_enabled()


async def test_a_cell_that_does_not_fit_is_named_and_marked(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    put_orders(idle)
    async with at_console(launched.browser, idle, "#/sops/orders") as page:
        rows = "".join(f"Firm {row},2027-01-{row:02},\n" for row in range(3, 12))
        await drop(page, f"{TABLE.replace('Remark', 'note')}{rows}Zebra,soon,\n")
        await page.get_by_role("button", name="Run 12 rows").click()
        said = page.get_by_role("alert").filter(has_text="2 rows do not fit")
        await expect(said).to_contain_text("Row 2, column “due_date”: 'due_date' should be a date")
        await expect(said).to_contain_text("Row 12, column “due_date”")
        marked = page.get_by_role("row").filter(has=page.locator("td.wrong"))
        await expect(marked).to_have_count(2)
        await expect(marked.first).to_contain_text("Baobab")
        await expect(marked.first.locator("td.wrong")).to_contain_text("2027-13-05")
        with idle.client() as client:
            assert not [one for one in client.get("/api/sessions").json() if one["sop_id"] == "orders"]


async def test_a_value_that_does_not_fit_is_said_at_its_field(
    idle: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    put_orders(idle)
    async with at_console(launched.browser, idle, "#/sops/orders") as page:
        await drop(page, "due_date\n2027-01-05\n2027-01-06\n")
        await page.get_by_label("customer", exact=True).fill(" ")
        await page.get_by_role("button", name="Run 2 rows").click()
        field = page.get_by_label("customer", exact=True)
        await expect(field).to_have_attribute("aria-invalid", "true")
        await expect(page.get_by_role("alert").filter(has_text="This does not fit")).to_contain_text(
            "customer"
        )
