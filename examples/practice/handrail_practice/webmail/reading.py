"""The pages for reading: folders, labels, search, and one mail with what can be done to it."""

from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from handrail_practice.visit import Visit, page
from handrail_practice.webmail import mailbox
from handrail_practice.webmail.mailbox import FOLDERS, Mail

_NEWEST = 5
"""So many mails are shown of a folder under `behind-search`."""
_A_PAGE = 12
"""So many mails are on a page of a folder under `split`."""


def home(visit: Visit) -> Response:
    return visit.go("/inbox")


def show_folder(visit: Visit) -> Response:
    folder = visit.request.url.path.removeprefix("/")
    mails = mailbox.in_folder(visit.db, folder)
    return _show_list(visit, FOLDERS[folder], mails)


def show_label(visit: Visit) -> Response:
    slug = visit.request.path_params["label"]
    names = {label.slug: label.name for label in mailbox.labels(visit.db)}
    if slug not in names:
        raise HTTPException(404)
    return _show_list(visit, names[slug], mailbox.labelled(visit.db, slug))


def search(visit: Visit) -> Response:
    words = visit.query("q")
    return _show_list(visit, "Search", mailbox.matching(visit.db, words), words)


def show(visit: Visit) -> Response:
    mail = _mail(visit)
    if mail.unread:
        mailbox.mark(visit.db, mail.id, unread=False)
    worn = {label.slug for label in mail.labels}
    others = [label for label in mailbox.labels(visit.db) if label.slug not in worn]
    return visit.page("mail.html", mail=mail, other_labels=others, **around(visit))


def mark_unread(visit: Visit) -> Response:
    mailbox.mark(visit.db, _mail(visit).id, unread=True)
    return visit.go("/inbox", "Mail marked as unread")


def move(visit: Visit) -> Response:
    mail, folder = _mail(visit), visit.form.get("folder")
    if folder not in ("inbox", "archive") or mail.folder == "sent":
        raise HTTPException(400)
    mailbox.move(visit.db, mail.id, folder)
    return visit.go("/inbox", "Mail archived" if folder == "archive" else "Mail moved to the inbox")


def add_label(visit: Visit) -> Response:
    mail, slug = _mail(visit), visit.form.get("label")
    names = {label.slug: label.name for label in mailbox.labels(visit.db)}
    if slug not in names:
        return visit.go(f"/mail/{mail.id}", "Choose a label first")
    mailbox.add_label(visit.db, mail.id, slug)
    return visit.go(f"/mail/{mail.id}", f"Label {names[slug]} added")


def remove_label(visit: Visit) -> Response:
    mail, slug = _mail(visit), visit.request.path_params["label"]
    mailbox.remove_label(visit.db, mail.id, slug)
    return visit.go(f"/mail/{mail.id}", "Label removed")


def archive_all(visit: Visit) -> Response:
    """What the look-alike beside "Archive" does: nothing is moved."""
    visit.record_look_alike("archive all from sender")
    return visit.go("/inbox", "A rule for this sender was made")


def around(visit: Visit) -> dict[str, Any]:
    """What stands around every page: the folders and labels."""
    return {
        "folders": FOLDERS,
        "labels": mailbox.labels(visit.db),
        "unread": mailbox.unread_count(visit.db),
    }


def _show_list(visit: Visit, title: str, mails: Sequence[Mail], words: str = "") -> Response:
    shown, older = _page(visit, mails, searched=bool(words))
    return visit.page("mail_list.html", title=title, mails=shown, older=older, words=words, **around(visit))


def _page(visit: Visit, mails: Sequence[Mail], *, searched: bool) -> tuple[Sequence[Mail], str]:
    """The mails that the list shows, and where the older ones are, if it does not show all."""
    if visit.variant.behind_search and not searched:
        return mails[:_NEWEST], "/search" if len(mails) > _NEWEST else ""
    if visit.variant.split and not searched:
        number = visit.query("page")
        at = (max(int(number), 1) if number.isdecimal() else 1) * _A_PAGE
        more = f"{visit.request.url.path}?page={at // _A_PAGE + 1}" if len(mails) > at else ""
        return mails[at - _A_PAGE : at], more
    return mails, ""


def _mail(visit: Visit) -> Mail:
    mail = mailbox.find(visit.db, visit.number)
    if mail is None:
        raise HTTPException(404)
    return mail


routes = [
    Route("/", page(home)),
    *(Route(f"/{folder}", page(show_folder)) for folder in FOLDERS),
    Route("/labels/{label}", page(show_label)),
    Route("/search", page(search)),
    Route("/mail/{number:int}", page(show)),
    Route("/mail/{number:int}/unread", page(mark_unread), methods=["POST"]),
    Route("/mail/{number:int}/folder", page(move), methods=["POST"]),
    Route("/mail/{number:int}/labels", page(add_label), methods=["POST"]),
    Route("/mail/{number:int}/labels/{label}/remove", page(remove_label), methods=["POST"]),
    Route("/rules", page(archive_all), methods=["POST"]),
]
