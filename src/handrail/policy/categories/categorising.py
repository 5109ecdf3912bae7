"""Which categories an action belongs to: by what it says, what is said around it, and where it leads.

Words alone decide nothing: a name is read with its objects and negations, a bare "OK" by the question that it
answers, a link by its address, a button by the form that it sends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from handrail.policy.categories.accounts import lets_somebody_in
from handrail.policy.categories.choices import act_of_option, acts_chosen, is_of_deeds, names_its_deed
from handrail.policy.categories.evidence import Evidence
from handrail.policy.categories.said_around import by_question, is_about_cookies
from handrail.policy.categories.unfamiliar import presses, unfamiliar
from handrail.policy.deeds.addresses import (
    DONE_BY_ASKING,
    SIGN_INS,
    done_to_a_record,
    path_categories,
    sent_in_query,
    spoken_in_path,
    told_to,
)
from handrail.policy.deeds.deed import SAFE_METHODS, Deed
from handrail.policy.deeds.operations import Operation, operations
from handrail.policy.names.cancelling import cancels, is_no_answer
from handrail.policy.names.framing import bare_deeds, says_no
from handrail.policy.names.weighing import turns, weighed
from handrail.policy.words.acting import acts_in
from handrail.policy.words.comparing import is_numbered_order, plain, tokens
from handrail.policy.words.vocabulary import CATEGORIES, CODE, Category, vocabulary
from handrail.targeting.snapshot import Chosen

_LONGEST_BUTTON: Final = 12
"""Words; a longer name is a text that can be clicked, such as a whole row or card."""
_LONGEST_LINK: Final = 3
_WORDS: Final = ("aria-label", "title", "alt", "name", "value")
_MARKS: Final = (*_WORDS, "id", "class")
_MENUS: Final = frozenset({"menu", "listbox", "true"})
_COUNTED: Final = re.compile(r"\(\d+\)\s*$")
_CHOICES: Final = frozenset({None, "radio", "option", "menuitemradio"})
_PRESSING: Final = frozenset({"click", "double_click", "press", "right_click", "download", "drag"})
_SETTING: Final = frozenset({"check", "uncheck", "select"})
_TYPING: Final = frozenset({"fill", "type", "paste"})
_QUIET_KEYS: Final = frozenset({"Enter", "Delete", "Backspace", " ", "Space"})
_ASKED_FIRST: Final[frozenset[Category]] = frozenset({"sharing", "credential", "file_system"})
"""What nobody can do without saying first to whom, or with what: with three dots it opens that form."""


def categorise(deed: Deed) -> tuple[Evidence, ...]:
    """The signs that were found, at most one for each category, in the order of the categories."""
    found: dict[Category, Evidence] = {}
    for evidence in _signs(deed):
        found.setdefault(evidence.category, evidence)
    if not found and (why := strange(deed)) is not None:
        found["unfamiliar"] = Evidence("unfamiliar", why)
    for evidence in () if found else said_among_others(deed):
        found.setdefault(evidence.category, evidence)
    return tuple(found[category] for category in CATEGORIES if category in found)


def said_among_others(deed: Deed) -> Iterator[Evidence]:
    """The signs of the deed that a name hides behind other words: "Yes, drain the node"."""
    if deed.kind not in _PRESSING or _is_quiet_key(deed) or deed.is_field:
        return
    if deed.asks_for_a_page and _COUNTED.search(deed.name):
        # "Trash (3)" shows what lies there.
        return
    for said in bare_deeds(deed.name):
        bare = deed.called(said)
        if cancels(bare):
            continue
        if not names_its_deed(deed):
            yield from _by_name(bare, said)
        # Many a verb behind a no only says what is wanted instead: "No, let me choose".
        if presses(deed) and not says_no(deed.name) and (why := strange(bare)) is not None:
            yield Evidence("unfamiliar", why)


def _signs(deed: Deed) -> Iterator[Evidence]:
    if deed.kind == "upload":
        yield Evidence("file_system", "it gives a file of this machine to the app")
    if deed.kind in _TYPING or deed.kind == "copy":
        yield from _by_what_is_typed(deed)
        entered = replace(deed, kind="press", keys="Enter")
        if deed.kind == "type" and entered.submits and any("\n" in value for value in deed.values):
            yield from _by_pressing(entered)
        return
    if deed.kind in {"open", "request"}:
        yield from _by_address(deed)
        for sent in deed.values if (deed.method or "get").upper() not in SAFE_METHODS else ():
            yield from (sign for operation in operations(sent) for sign in of_operation(operation))
        return
    if deed.kind in _SETTING:
        # A field that only waits for its form to be sent does nothing yet.
        if deed.once or (deed.element is not None and deed.element.form is None):
            yield from _by_name(deed, deed.name)
            for value in deed.values if deed.once else ():
                yield from _by_name(deed, value)
        if deed.kind == "select" and not deed.leads.submit:
            yield from _by_option(deed)
        return
    if deed.kind in _PRESSING and not _is_quiet_key(deed):
        yield from _by_pressing(deed)


def strange(deed: Deed) -> str | None:
    """Why pressing this is a deed that nobody knows to be harmless, as a clause; None where it is none."""
    if deed.kind not in _PRESSING or _is_quiet_key(deed) or cancels(deed) or is_about_cookies(deed):
        return None
    # Beside a list of deeds, "Execute" does what is chosen there.
    if names_its_deed(deed) or _brings_back(deed):
        return None
    if deed.element is not None and deed.element.role == "switch":
        return turns(deed)
    return unfamiliar(deed) or (weighed(deed) if presses(deed) else None)


def _brings_back(deed: Deed) -> bool:
    """Whether its address says that something comes back that was put away."""
    return any(word in vocabulary().bringing_back for word in tokens(deed.sends[1].rpartition("://")[2]))


def _is_quiet_key(deed: Deed) -> bool:
    return deed.kind == "press" and (deed.keys or "Enter").rpartition("+")[2] not in _QUIET_KEYS


def _by_what_is_typed(deed: Deed) -> Iterator[Evidence]:
    element = deed.element
    if any(CODE.search(plain(value)) for value in deed.values):
        yield Evidence("system", "what is typed is a command that ends data or a system")
    if element is None or deed.kind == "copy":
        return
    autocomplete = element.attributes.get("autocomplete", "")
    if element.masked and autocomplete == "new-password":
        yield Evidence("credential", "it sets a new password")
    if autocomplete.startswith("cc-"):
        yield Evidence("financial", "it fills in a payment card")


def _by_pressing(deed: Deed) -> Iterator[Evidence]:
    if cancels(deed):
        if is_no_answer(deed):
            yield from _by_address(deed)
        yield from _by_what_it_shows(deed)
        return
    if deed.kind == "press" and (deed.keys or "").rpartition("+")[2] in {"Delete", "Backspace"}:
        if deed.element is not None and not deed.is_field:
            yield Evidence("destructive", f"it presses {deed.keys} on what is selected")
        return
    if deed.kind == "press" and not deed.submits:
        yield from by_question(deed)
        return
    if not (deed.is_field and deed.kind != "press") and not names_its_deed(deed):
        yield from _by_name(deed, deed.name)
    yield from _by_what_it_shows(deed)
    yield from by_question(deed)
    yield from _by_choice(deed)
    yield from _by_address(deed)
    yield from _by_fields(deed)


def _by_what_it_shows(deed: Deed) -> Iterator[Evidence]:
    if shown := deed.shown:
        # Who may see something is as often the state that a button shows: "Public".
        yield from (sign for sign in _by_name(deed, shown) if sign.category != "sharing")


def _by_option(deed: Deed) -> Iterator[Evidence]:
    """A list of deeds that no button sends may do what is chosen at once."""
    element = deed.element
    field = " ".join(filter(None, (deed.name, element.attributes.get("name") if element else None)))
    for value in deed.values:
        for act in act_of_option(field, value):
            yield Evidence(act.category, f"'{value}' is chosen of what can be done")


def _by_choice(deed: Deed) -> Iterator[Evidence]:
    """What was chosen to be done, where the button itself does not say it."""
    for act in acts_chosen(deed):
        yield Evidence(act.category, f"'{act.chosen.option}' is chosen, and it says '{deed.name}'")


def _by_name(deed: Deed, name: str) -> Iterator[Evidence]:
    words = tokens(name) or _hidden_name(deed)
    if not words or len(words) > _LONGEST_BUTTON:
        return
    if deed.is_plain_link and _COUNTED.search(name):
        # "Trash (3)" shows what lies there.
        return
    if is_numbered_order(name) and not deed.submits:
        return
    link = deed.is_plain_link
    for category, word in acts_in(words, records=deed.submits and deed.sends[0] != "get"):
        if category == "credential" and deed.asks_for_a_page and vocabulary().password_words & {*words}:
            # Nobody's password is changed before a new one is typed, on the page that comes.
            continue
        if category == "sharing" and deed.asks_for_a_page and vocabulary().inviting & {*words}:
            # Nor is anybody invited before a name is typed there.
            continue
        if link and not _link_acts(deed, category, words):
            continue
        if (
            words == (word,)
            and word in vocabulary().acts[category].alone
            and not _is_alone_enough(deed, category)
        ):
            continue
        if category in {"irreversible", "sharing"} and is_about_cookies(deed):
            continue
        if category in _ASKED_FIRST and _asks_first(deed, name):
            continue
        yield Evidence(category, f"it says '{name or ' '.join(words)}'" if word else f"it is marked '{name}'")


def _asks_first(deed: Deed, name: str) -> bool:
    """Whether three dots say that a dialog comes first, and nothing is sent: "Send message…"."""
    return name.rstrip().endswith(("…", "...")) and not deed.submits and deed.sends == ("", "")


def _is_alone_enough(deed: Deed, category: Category) -> bool:
    """A word that may be a noun, or a view's own "reset": on a link its address must say the same."""
    element = deed.element
    if (deed.submits and deed.sends[0] == "get") or _is_one_of_a_field(deed):
        return False
    if element is None or not deed.asks_for_a_page:
        return True
    return category in path_categories(deed.sends[1])


def _is_one_of_a_field(deed: Deed) -> bool:
    """Whether it is one of several boxes, or of several choices that are drawn or say whether they are on,
    which are called by what they are for, as "Post" of "Channels"."""
    element = deed.element
    group = element.near.group if element is not None else None
    if element is None or not group or deed.once:
        return False
    drawn = element.role in _CHOICES or "aria-pressed" in element.attributes
    chosen = deed.kind in _SETTING or (deed.kind == "click" and drawn)
    return chosen and not is_of_deeds(Chosen(field=group, option=deed.name))


def _hidden_name(deed: Deed) -> tuple[str, ...]:
    """A button that shows only a picture says in its attributes what it does."""
    element = deed.element
    if element is None or deed.is_field:
        return ()
    # What opens a menu is called so in the page's code ("menu-trigger"), and does nothing itself.
    names = _WORDS if element.attributes.get("aria-haspopup") in _MENUS else _MARKS
    marks = (element.test_id, *(element.attributes.get(name) for name in names))
    marked = tokens(" ".join(mark for mark in marks if mark))[:_LONGEST_BUTTON]
    # Of a link without any word, the address is what is left: `/mails/125/send`.
    return marked or done_to_a_record(element.href or "")


def _link_acts(deed: Deed, category: Category, words: tuple[str, ...]) -> bool:
    """Whether a plain link does it itself: its address says so, or it says nothing else."""
    if words[0] in vocabulary().information:
        return False
    _, address = deed.sends
    if category in path_categories(address) | spoken_in_path(address):
        return True
    return category == "destructive" and len(words) <= _LONGEST_LINK


def _by_address(deed: Deed) -> Iterator[Evidence]:
    method, address = deed.sends
    if not address:
        return
    if method == "delete":
        yield Evidence("destructive", f"it sends DELETE {_shown(address)}")
    if method == "get" and deed.submits:
        # A form that only asks.
        return
    if any(CODE.search(plain(value)) for value in sent_in_query(address)):
        yield Evidence("system", "its address holds a command that ends data or a system")
    found = path_categories(address)
    if method == "get" and deed.is_plain_link and (words := tokens(deed.name)):
        # "Add new" may lead to `/theme-install.php`, and says that this is a page.
        found &= told_to(address, words) | {category for category, _ in acts_in(words)}
    if method != "get":
        found |= spoken_in_path(address)
    for category in found:
        # Asking for a page does little, but for apps that delete or approve when they are only asked.
        if method != "get" or category in DONE_BY_ASKING:
            yield Evidence(category, f"it leads to {_shown(address)}")


def of_request(method: str, address: str) -> tuple[Evidence, ...]:
    """The categories of a request, by its method and its address."""
    return categorise(Deed(kind="request", method=method.lower(), url=address))


def of_operation(operation: Operation) -> tuple[Evidence, ...]:
    """The categories of what a request's body calls, by its name."""
    if operation.method:
        return of_request(operation.method, operation.name)
    words = tokens(operation.name)
    if not words or " ".join(words[1:]) in SIGN_INS:
        return ()
    return tuple(Evidence(category, f"it calls '{operation.name}'") for category, _ in acts_in(words))


def _shown(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path or address


def _by_fields(deed: Deed) -> Iterator[Evidence]:
    """What the form holds that is about to be sent."""
    if deed.element is None or deed.element.form is None:
        return
    words = tokens(deed.name)
    answered = deed.element.tag == "a" and not deed.asks_for_a_page
    if answered and "file" in deed.leads.fields and words and {*words} <= vocabulary().with_a_file:
        yield Evidence("file_system", "a script sends the file of its form")
    if not deed.submits or deed.sends[0] == "get":
        return
    fields, form = deed.leads.fields, deed.element.form
    if {"cc-number", "cc-csc"} & set(fields):
        yield Evidence("financial", "its form holds a payment card")
    if "new-password" in fields and not any(word in vocabulary().sign_up_words for word in words):
        near = deed.element.near
        said = " ".join(filter(None, (deed.name, near.heading, near.section, urlsplit(form.action).path)))
        if any(word in vocabulary().password_words for word in tokens(said)):
            yield Evidence("credential", "its form sets a new password")
    if "password" in fields and lets_somebody_in(deed.name, deed.element.near):
        yield Evidence("credential", "its form gives somebody a password")
    if "message" in fields and any(word in vocabulary().with_a_message for word in words):
        yield Evidence("sharing", "its form sends a message")
    if "file" in fields and any(word in vocabulary().with_a_file for word in words):
        yield Evidence("file_system", "its form sends a file")
