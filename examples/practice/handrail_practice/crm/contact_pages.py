"""The pages about contacts: the list and its export, the record, its form, notes and files."""

import csv
import hashlib
import io
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from handrail_practice.crm import contact_form, contacts
from handrail_practice.crm.contact_form import ContactForm
from handrail_practice.crm.contacts import SORTS, STAGES, Contact
from handrail_practice.visit import Visit, page


def home(visit: Visit) -> Response:
    return visit.go("/contacts")


def show_list(visit: Visit) -> Response:
    sort, descending = _order(visit)
    number = visit.query("page")
    found = contacts.listing(
        visit.db, visit.query("q"), sort, descending, int(number) if number.isdecimal() else 1
    )
    return visit.page(
        "contact_list.html", listing=found, words=visit.query("q"), sort=sort, descending=descending
    )


def export(visit: Visit) -> Response:
    rows = io.StringIO()
    writer = csv.writer(rows)
    writer.writerow(["Name", "Firm", "Email", "Phone", "Stage", "Next follow-up", "VIP", "Rating"])
    for c in contacts.matching(visit.db, visit.query("q"), *_order(visit)):
        vip = "yes" if c.vip else "no"
        writer.writerow([c.name, c.firm, c.email, c.phone, c.stage, c.follow_up, vip, c.rating])
    return Response(
        rows.getvalue(),
        media_type="text/csv",
        headers={"Content-Disposition": 'attachment; filename="contacts.csv"'},
    )


def show(visit: Visit, part: str = "") -> Response:
    contact = _contact(visit)
    return visit.page(
        "contact.html",
        contact=contact,
        notes=contacts.activities(visit.db, visit.number, "note"),
        attachments=contacts.attachments(visit.db, visit.number),
        part=part,
    )


def show_log(visit: Visit) -> Response:
    """The second page of a record that is split over two."""
    return show(visit, "log")


def new(visit: Visit) -> Response:
    return _show_form(visit, contact_form.blank())


def edit(visit: Visit) -> Response:
    return _show_form(visit, contact_form.showing(_contact(visit)))


def create(visit: Visit) -> Response:
    return _save(visit, contact_form.entered(visit.form, None))


def change(visit: Visit) -> Response:
    return _save(visit, contact_form.entered(visit.form, _contact(visit)))


def delete(visit: Visit) -> Response:
    contact = _contact(visit)
    contacts.delete(visit.db, visit.number)
    return visit.go("/contacts", f"{contact.name} deleted")


def add_note(visit: Visit) -> Response:
    _contact(visit)
    text = visit.form.get("note")
    if not text:
        return visit.go(f"/contacts/{visit.number}", "An empty note was not added")
    contacts.record(visit.db, visit.number, "note", text)
    return visit.go(f"/contacts/{visit.number}", "Note added")


def activity(visit: Visit) -> Response:
    _contact(visit)
    events = contacts.activities(visit.db, visit.number, "event")
    return visit.fragment("activity.html", events=events)


def attachment(visit: Visit) -> Response:
    row = visit.db.execute(
        "SELECT filename, media_type, content FROM attachments WHERE id = ?", (visit.number,)
    ).fetchone()
    if row is None:
        raise HTTPException(404)
    disposition = f"attachment; filename*=utf-8''{quote(row['filename'])}"
    return Response(
        row["content"],
        media_type=row["media_type"],
        headers={"Content-Disposition": disposition, "X-Content-Type-Options": "nosniff"},
    )


def save_template(visit: Visit) -> Response:
    """What the look-alike beside the save button does: the contact itself is not kept."""
    visit.record_look_alike("save as template")
    return visit.go("/contacts", "Template saved")


def save_reminder(visit: Visit) -> Response:
    """What the look-alike in the reminder panel does."""
    visit.record_look_alike("save reminder")
    return visit.go("/contacts", "Reminder saved")


def _save(visit: Visit, form: ContactForm) -> Response:
    if form.errors:
        return _show_form(visit, form, 422)
    number = contacts.save(visit.db, form.contact, visit.variant.fault)
    if number is None:
        return visit.go("/contacts", "Contact saved")
    if form.attachment and visit.variant.fault != "drop":
        sha256 = hashlib.sha256(form.attachment.content).hexdigest()
        contacts.attach(visit.db, number, form.attachment, sha256)
    return visit.go(f"/contacts/{number}", "Contact saved")


def _show_form(visit: Visit, form: ContactForm, status: int = 200) -> Response:
    return visit.page("contact_form.html", status, form=form, c=form.contact, stages=STAGES)


def _contact(visit: Visit) -> Contact:
    contact = contacts.find(visit.db, visit.number)
    if contact is None:
        raise HTTPException(404)
    return contact


def _order(visit: Visit) -> tuple[str, bool]:
    sort = visit.query("sort")
    return sort if sort in SORTS else "name", visit.query("direction") == "descending"


routes = [
    Route("/", page(home)),
    Route("/contacts", page(show_list), methods=["GET"]),
    Route("/contacts", page(create), methods=["POST"]),
    Route("/contacts/new", page(new)),
    Route("/contacts/export.csv", page(export)),
    Route("/contacts/{number:int}", page(show)),
    Route("/contacts/{number:int}/log", page(show_log)),
    Route("/contacts/{number:int}/edit", page(edit), methods=["GET"]),
    Route("/contacts/{number:int}/edit", page(change), methods=["POST"]),
    Route("/contacts/{number:int}/delete", page(delete), methods=["POST"]),
    Route("/contacts/{number:int}/notes", page(add_note), methods=["POST"]),
    Route("/contacts/{number:int}/activity", page(activity)),
    Route("/attachments/{number:int}", page(attachment)),
    Route("/templates", page(save_template), methods=["POST"]),
    Route("/reminders", page(save_reminder), methods=["POST"]),
]
