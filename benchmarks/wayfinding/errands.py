"""What is looked for in the practice apps, and under which drifts."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.wayfinding.case import Case, Errand, Json
from handrail_practice.serve import AppName

MOVED = ("behind-menu",), ("behind-menu", "moved"), ("behind-menu", "changed-ids", "banner")
RENAMED = ("renamed-labels",), ("behind-menu", "renamed-labels")
SPLIT = ("split",), ("split", "renamed-labels"), ("split", "changed-ids")
SEARCH = ("behind-search",), ("behind-search", "renamed-labels"), ("behind-search", "look-alike")
GONE = ("withdrawn",), ("withdrawn", "renamed-labels"), ("withdrawn", "behind-menu"), ("withdrawn", "split")
NO_BUTTON = ("removed-button",), ("removed-button", "look-alike"), ("removed-button", "behind-menu")


def _goal(name: str, app: AppName, start: str, goal: str, success: Json) -> Errand:
    node: Json = {"type": "explore", "label": name, "goal": goal, "success": success, "max_steps": 10}
    return Errand(name, app, start, node)


def _at(path: str) -> Json:
    return {"kind": "url", "path": path}


def _step(name: str, app: AppName, start: str, role: str, called: str, done: Json) -> Errand:
    locator: Json = {"by": "role", "role": role, "name": called}
    action: Json = {"do": "fill", "value": "Looked for."} if role == "textbox" else {"do": "click"}
    return _task(name, app, start, action, {"role": role, "name": called, "locators": [locator]}, done)


def _pressing(name: str, app: AppName, start: str, called: str, test_id: str, done: Json) -> Errand:
    """A step with an effect that happens once; it knows its button by what only that one has."""
    target: Json = {
        "role": "button",
        "name": called,
        "test_id": test_id,
        "locators": [{"by": "test_id", "value": test_id}],
    }
    return _task(name, app, start, {"do": "click"}, target, done, "once")


def _task(
    name: str, app: AppName, start: str, action: Json, target: Json, done: Json, effect: str = ""
) -> Errand:
    node: Json = {
        "type": "task",
        "label": name,
        "action": action,
        "target": target,
        "effect": effect or ("repeatable" if action["do"] == "fill" else "none"),
        "done_when": [done],
    }
    return Errand(name, app, start, node)


NEW_CONTACT = _goal(
    "form for a contact", "crm", "/contacts", "the form for a new contact", _at("/contacts/new")
)
NEW_ORDER = _goal("form for an order", "crm", "/contacts", "the form for a new order", _at("/orders/new"))
ORDERS = _goal("list of orders", "crm", "/contacts/1", "the list of orders", _at("/orders"))
LOG = _goal(
    "notes of a contact", "crm", "/contacts/1", "the note log of this contact",
    {"kind": "text", "contains": "Met at the Hamburg fair"},
)  # fmt: skip
RECORD = _goal("record of a contact", "crm", "/contacts", "the record named 'Jon Smith'", _at("/contacts/6"))
WRITE = _goal("form for a mail", "webmail", "/inbox", "the form to write a new mail", _at("/compose"))
LABEL = _goal(
    "mails with a label", "webmail", "/inbox", "the mails with the label Investor", _at("/labels/investor")
)
ARCHIVE = _goal("archive", "webmail", "/inbox", "the folder of archived mails", _at("/archive"))
SENT = _goal("sent mails", "webmail", "/archive", "the folder of sent mails", _at("/sent"))
REPLY = _goal(
    "reply to a mail", "webmail", "/mail/10", "the form for a reply to this mail",
    {"kind": "url", "contains": "/compose?reply"},
)  # fmt: skip
OLD_MAIL = _goal(
    "an old mail", "webmail", "/inbox", "the mail with the subject 'Reference calls'", _at("/mail/5")
)

CLICK_NEW = _step("click New contact", "crm", "/contacts", "link", "New contact", _at("/contacts/new"))
CLICK_JON = _step("click a contact", "crm", "/contacts", "link", "Jon Smith", _at("/contacts/6"))
CLICK_ORDERS = _step("click Orders", "crm", "/contacts", "link", "Orders", _at("/orders"))
ADD_NOTE = _step(
    "click Add note", "crm", "/contacts/1", "button", "Add note",
    {"kind": "element", "state": "visible", "target": {"role": "textbox", "name": "Note", "locators": [
        {"by": "css", "css": "dialog[open] textarea"}]}},
)  # fmt: skip
NOTES = _step(
    "fill Notes", "crm", "/contacts/new", "textbox", "Notes", {"kind": "value", "equals": "Looked for."}
)
SAVE = _pressing("click Save", "crm", "/contacts/1/edit", "Save", "save-contact", _at("/contacts/1"))
ORDER = _pressing("click Submit order", "crm", "/orders/new", "Submit order", "submit-order", _at("/orders"))
COMPOSE = _step("click Compose", "webmail", "/inbox", "link", "Compose", _at("/compose"))
CLICK_MAIL = _step("click a mail", "webmail", "/inbox", "link", "Reference calls", _at("/mail/5"))
MESSAGE = _step(
    "fill Message", "webmail", "/compose", "textbox", "Message", {"kind": "value", "equals": "Looked for."}
)
SEND = _pressing("click Send", "webmail", "/compose?to=a@b.test", "Send", "send", _at("/sent"))
PUT_AWAY = _pressing("click Archive", "webmail", "/mail/10", "Archive", "archive-mail", _at("/inbox"))

_THERE = {
    MOVED: (
        NEW_CONTACT,
        NEW_ORDER,
        ORDERS,
        WRITE,
        LABEL,
        ARCHIVE,
        REPLY,
        CLICK_NEW,
        CLICK_ORDERS,
        ADD_NOTE,
        COMPOSE,
    ),
    RENAMED: (NEW_CONTACT, NEW_ORDER, ORDERS, WRITE, LABEL, ARCHIVE, SENT, REPLY),
    SPLIT: (LOG, OLD_MAIL, NOTES, CLICK_MAIL, MESSAGE),
    SEARCH: (RECORD, OLD_MAIL, CLICK_JON, CLICK_MAIL),
}
_GONE = {
    GONE: (NEW_CONTACT, NEW_ORDER, ORDERS, WRITE, LABEL, REPLY, CLICK_NEW, COMPOSE, ADD_NOTE),
    NO_BUTTON: (SAVE, ORDER, SEND, PUT_AWAY),
}
_NOT_RENAMED = frozenset({NOTES.name, MESSAGE.name})
"""Steps whose own element has other words under `renamed-labels`: a matter of finding elements, not ways."""


def cases() -> Iterator[Case]:
    """Every case, in a fixed order."""
    for table, gone in ((_THERE, False), (_GONE, True)):
        for drifts, errands in table.items():
            for drift in drifts:
                for errand in errands:
                    if not ("renamed-labels" in drift and errand.name in _NOT_RENAMED):
                        yield Case(errand, drift, gone)
