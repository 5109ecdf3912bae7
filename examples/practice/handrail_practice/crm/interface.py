"""Rolodesk's interface for programs: what the form does, as one JSON request, with the same faults."""

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from handrail_practice.crm import contact_form, contacts
from handrail_practice.visit import Visit, api


def add_contact(visit: Visit) -> Response:
    form = contact_form.entered(visit.form, None)
    if form.errors:
        return JSONResponse({"error": "not valid", "fields": form.errors}, 422)
    number = contacts.save(visit.db, form.contact, visit.variant.fault)
    if number is None:
        # The fault that drops a write says that it was done.
        return JSONResponse({"id": 0}, 201)
    return JSONResponse({"id": number}, 201, {"Location": f"/api/contacts/{number}"})


routes = [Route("/api/contacts", api(add_contact), methods=["POST"])]
