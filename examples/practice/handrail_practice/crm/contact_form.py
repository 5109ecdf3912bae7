"""The contact form: what was entered, and what is wrong with it."""

import re
from dataclasses import dataclass, replace
from datetime import date

from handrail_practice.crm.contacts import STAGES, Contact
from handrail_practice.visit import Form, Upload

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_PHONE = re.compile(r"\+?[\d ()/.-]{5,25}")
_LARGEST_FILE = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ContactForm:
    contact: Contact
    """As entered, however wrong, so that the form can show it again."""
    attachment: Upload | None
    errors: dict[str, str]
    """What is wrong, by field, in the order of the form."""


def blank() -> ContactForm:
    return ContactForm(Contact(), None, {})


def showing(contact: Contact) -> ContactForm:
    return ContactForm(contact, None, {})


def entered(form: Form, before: Contact | None) -> ContactForm:
    rating = form.get("rating")
    contact = replace(
        before or Contact(),
        name=form.get("name"),
        firm=form.get("firm"),
        email=form.get("email"),
        phone=form.get("phone"),
        stage=form.get("stage"),
        follow_up=form.get("follow_up"),
        vip=bool(form.get("vip")),
        newsletter=bool(form.get("newsletter")),
        rating=int(rating) if rating in {"1", "2", "3", "4", "5"} else 0,
        notes=form.get("notes").replace("\r\n", "\n"),
    )
    attachment = form.uploads.get("attachment")
    return ContactForm(contact, attachment, _errors(contact, attachment))


def _errors(contact: Contact, attachment: Upload | None) -> dict[str, str]:
    errors = {}
    if not contact.name:
        errors["name"] = "Enter a name."
    elif len(contact.name) > 80:
        errors["name"] = "A name has at most 80 characters."
    if not contact.firm:
        errors["firm"] = "Enter a firm."
    if not contact.email:
        errors["email"] = "Enter an email address."
    elif not _EMAIL.fullmatch(contact.email):
        errors["email"] = "Enter an address such as name@firm.com."
    if contact.phone and not _PHONE.fullmatch(contact.phone):
        errors["phone"] = "Enter a number such as +44 20 7946 0123."
    if contact.stage not in STAGES:
        errors["stage"] = "Choose a stage."
    if contact.follow_up and not _is_day(contact.follow_up):
        errors["follow_up"] = "Enter a date between 2020 and 2099."
    if len(contact.notes) > 2000:
        errors["notes"] = "Notes have at most 2000 characters."
    if attachment and len(attachment.content) > _LARGEST_FILE:
        errors["attachment"] = "A file has at most 5 MB."
    return errors


def _is_day(text: str) -> bool:
    try:
        return 2020 <= date.fromisoformat(text).year <= 2099
    except ValueError:
        return False
