"""Orders: a form that submits one, and the table of those submitted."""

import sqlite3
from decimal import Decimal, InvalidOperation

from starlette.responses import Response
from starlette.routing import Route

from handrail_practice.drift import Fault
from handrail_practice.visit import Visit, now, page


def show_list(visit: Visit) -> Response:
    orders = visit.db.execute("SELECT * FROM orders ORDER BY id DESC").fetchall()
    return visit.page("order_list.html", orders=orders)


def new(visit: Visit) -> Response:
    return visit.page("order_form.html", reference="", amount="", errors={})


def submit(visit: Visit) -> Response:
    reference, amount = visit.form.get("reference"), visit.form.get("amount")
    errors = {}
    if not reference:
        errors["reference"] = "Enter a reference."
    value = _amount(amount)
    if value is None:
        errors["amount"] = "Enter an amount such as 1250.00."
    if errors or value is None:
        return visit.page("order_form.html", 422, reference=reference, amount=amount, errors=errors)
    _keep(visit.db, reference, value, visit.variant.fault)
    return visit.go("/orders", "Order submitted")


def save_draft(visit: Visit) -> Response:
    """What the look-alike beside the submit button does: no order is made."""
    visit.record_look_alike("submit for review")
    return visit.go("/orders", "Order sent for review")


def _keep(db: sqlite3.Connection, reference: str, amount: Decimal, fault: Fault | None) -> None:
    if fault == "alter":
        amount *= 10
    for _ in range({"drop": 0, "double": 2}.get(fault or "", 1)):
        db.execute(
            "INSERT INTO orders (reference, amount, at) VALUES (?, ?, ?)",
            (reference, f"{amount:.2f}", now()),
        )


def _amount(text: str) -> Decimal | None:
    try:
        amount = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and 0 < amount < 10_000_000 else None


routes = [
    Route("/orders", page(show_list), methods=["GET"]),
    Route("/orders", page(submit), methods=["POST"]),
    Route("/orders/new", page(new)),
    Route("/orders/review", page(save_draft), methods=["POST"]),
]
