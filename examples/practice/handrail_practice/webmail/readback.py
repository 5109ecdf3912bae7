"""What the mailbox holds, as JSON: a second channel by which a run can check what it did."""

from dataclasses import asdict
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from handrail_practice.visit import Visit, api
from handrail_practice.webmail import mailbox
from handrail_practice.webmail.mailbox import FOLDERS, Mail


def show_mail(visit: Visit) -> Response:
    mail = mailbox.find(visit.db, visit.number)
    return JSONResponse(_mail(mail)) if mail else JSONResponse({"error": "no such mail"}, 404)


def show_mails(visit: Visit) -> Response:
    label, folder = visit.query("label"), visit.query("folder")
    found = (
        mailbox.labelled(visit.db, label)
        if label
        else mailbox.in_folder(visit.db, folder if folder in FOLDERS else "inbox")
    )
    return JSONResponse({"count": len(found), "mails": [_mail(mail) for mail in found]})


def _mail(mail: Mail) -> dict[str, Any]:
    return asdict(mail) | {"labels": [label.name for label in mail.labels]}


routes = [
    Route("/api/mails", api(show_mails)),
    Route("/api/mails/{number:int}", api(show_mail)),
]
