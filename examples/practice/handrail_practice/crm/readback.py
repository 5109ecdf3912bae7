"""What the database holds, as JSON: a second channel by which a run can check what it did."""

import sqlite3
from dataclasses import asdict
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from handrail_practice.crm import contacts
from handrail_practice.crm.contacts import Contact
from handrail_practice.visit import Visit, api


def show_contact(visit: Visit) -> Response:
    contact = contacts.find(visit.db, visit.number)
    if contact is None:
        return JSONResponse({"error": "no such contact"}, 404)
    return JSONResponse(_contact(visit.db, contact))


def show_contacts(visit: Visit) -> Response:
    email = visit.query("email")
    found = contacts.with_email(visit.db, email) if email else contacts.matching(visit.db, "")
    return JSONResponse({"count": len(found), "contacts": [_contact(visit.db, contact) for contact in found]})


def show_orders(visit: Visit) -> Response:
    reference = visit.query("reference")
    found = visit.db.execute(
        "SELECT id, reference, amount, at FROM orders WHERE ? IN ('', reference) ORDER BY id",
        (reference,),
    )
    orders = [dict(row) for row in found]
    return JSONResponse({"count": len(orders), "orders": orders})


def _contact(db: sqlite3.Connection, contact: Contact) -> dict[str, Any]:
    assert contact.id is not None
    files = [dict(row) for row in contacts.attachments(db, contact.id)]
    return asdict(contact) | {"follow_up": contact.follow_up or None, "attachments": files}


routes = [
    Route("/api/contacts", api(show_contacts), methods=["GET"]),
    Route("/api/contacts/{number:int}", api(show_contact)),
    Route("/api/orders", api(show_orders)),
]
