"""The page for writing a mail, blank or as a reply, and sending it."""

import re

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from handrail_practice.visit import Visit, page
from handrail_practice.webmail import mailbox
from handrail_practice.webmail.reading import around

_EMAIL = re.compile(r"[^@\s,]+@[^@\s,]+\.[^@\s,.]+")


def compose(visit: Visit) -> Response:
    to, subject, body = visit.query("to"), "", ""
    if (number := visit.query("reply")).isdecimal():
        mail = mailbox.find(visit.db, int(number))
        if mail is None:
            raise HTTPException(404)
        to = mail.sender_email
        subject = mail.subject if mail.subject.startswith("Re: ") else f"Re: {mail.subject}"
        quoted = "\n".join(f"> {line}".rstrip() for line in mail.body.splitlines())
        body = f"\n\n{mail.sender_name} wrote:\n{quoted}"
    return _show_form(visit, to, subject, body, {})


def send(visit: Visit) -> Response:
    to, subject = visit.form.get("to"), visit.form.get("subject")
    body = visit.form.get("body").replace("\r\n", "\n")
    errors = {}
    recipients = [part.strip() for part in to.split(",")]
    if not all(_EMAIL.fullmatch(recipient) for recipient in recipients):
        errors["to"] = "Enter addresses such as name@firm.com, with commas between them."
    if not subject:
        errors["subject"] = "Enter a subject."
    if not body:
        errors["body"] = "Write a message."
    if errors:
        return _show_form(visit, to, subject, body, errors, 422)
    mailbox.send(visit.db, ", ".join(recipients), subject, body, visit.variant.fault)
    return visit.go("/sent", "Message sent")


def send_later(visit: Visit) -> Response:
    """What the look-alike beside "Send" does: nothing is sent."""
    visit.record_look_alike("send later")
    return visit.go("/inbox", "Message will be sent later")


def send_feedback(visit: Visit) -> Response:
    """What the look-alike in the feedback panel does."""
    visit.record_look_alike("send feedback")
    return visit.go("/inbox", "Thank you for your feedback")


def _show_form(
    visit: Visit, to: str, subject: str, body: str, errors: dict[str, str], status: int = 200
) -> Response:
    return visit.page(
        "compose.html", status, to=to, subject=subject, body=body, errors=errors, **around(visit)
    )


routes = [
    Route("/compose", page(compose), methods=["GET"]),
    Route("/compose", page(send), methods=["POST"]),
    Route("/compose/later", page(send_later), methods=["POST"]),
    Route("/feedback", page(send_feedback), methods=["POST"]),
]
