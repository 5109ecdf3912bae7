"""Effects: what repeating a step would do, with the evidence that says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, urljoin, urlsplit

from handrail.compile.effects.words import SIGN_IN, SIGN_OUT, changing_word, final_word
from handrail.compile.reading.acts import Act
from handrail.compile.reading.addresses import page_key, path_of, words_of
from handrail.compile.reading.elements import is_text_field, is_tickable, name_of
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import (
    all_sent,
    asks_for_list,
    besides,
    in_words,
    is_after,
    is_asked_for,
    of_next_page,
    only_asks,
    sent_by,
    told_by_every_page,
)
from handrail.compile.reading.steps import Draft
from handrail.policy.categories.categorising import of_request
from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.policy.deeds.operations import method_of
from handrail.recording.event import Input, Navigated, Responded, Submitted
from handrail.sop import action as sop
from handrail.sop.node import Effect
from handrail.sop.target import Target

Verdict = tuple[Effect, str]

READING: Final = (
    *(sop.Open, sop.Back, sop.Forward, sop.Reload, sop.Hover, sop.Scroll, sop.SwitchTab, sop.CloseTab),
    *(sop.Wait, sop.Copy),
)
_SENDING: Final = (sop.Click, sop.Press)
SETTING: Final = (sop.Fill, sop.Type, sop.Select, sop.Check, sop.Uncheck, sop.Paste)


_BUTTON_ROLES: Final = frozenset({"button", "menuitem", "link", "img"})
NAVIGATING_ROLES: Final = frozenset({"tab", "columnheader", "treeitem", "option"})
_MAX_SIGN_IN_FIELDS: Final = 4
_MAX_SECRETS: Final = 2
_SIGN_IN_CALLS: Final = re.compile(
    r"/(?:[\w-]*log-?_?[io]n|[\w-]*sign-?_?in|sessions?|authenticate)(?:\.\w+)?/?$", re.IGNORECASE
)
"""What an address ends with that a sign-in is sent to."""
_SIGN_IN_WORDS: Final = 2
_CONFIRMING: Final = frozenset(
    "confirm confirmed confirmation sure really bestaetigt confirmar confirmer".split()
)
_NO: Final = frozenset({"0", "no", "false"})
_YES: Final = frozenset(
    "ok okay yes continue proceed ja fortfahren si aceptar continuar oui continuer accepter".split()
)


def effect_of(drafts: Sequence[Draft], place: int) -> Verdict:
    """The effect of one step among all, and why."""
    draft = drafts[place]
    if isinstance(draft.action, READING):
        return "none", "only looks or moves about"
    sent = sent_by(draft.act)
    if isinstance(draft.action, SETTING):
        return _of_setting(draft, sent)
    if isinstance(draft.action, sop.Upload):
        if sent is not None:
            return "once", f"the file is sent at once: {in_words(sent)}"
        return "repeatable", "chooses a file; choosing it again changes nothing"
    if isinstance(draft.action, sop.PickDate) and sent is None:
        return "repeatable", "picks a date; picking it again changes nothing"
    if isinstance(draft.action, sop.Download):
        if sent is not None:
            return "repeatable", "fetches a file"
        return "none", "fetches a file"
    effect, reason = _of_trigger(drafts, place, sent)
    return effect, reason + besides(draft.act, reason)


def is_done_once_from(drafts: Sequence[Draft], first: int, page: str) -> bool:
    """Whether this step or a later one in the tab has an effect that happens once."""
    places = (place for place in range(first, len(drafts)) if drafts[place].page == page)
    return any(effect_of(drafts, place)[0] == "once" for place in places)


def signs_in(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the step sends a sign-in form: one secret field, few others, and words that say so."""
    if not isinstance(drafts[place].action, _SENDING):
        return False
    fields = list(_fields_before(drafts, place))
    masked = [draft for draft in fields if isinstance(draft.act.event, Input) and draft.act.event.masked]
    secrets = [draft for draft in masked if not is_code(draft)] or masked
    if len(secrets) != 1 or len(masked) > _MAX_SECRETS or len(fields) > _MAX_SIGN_IN_FIELDS:
        return False
    target = secrets[0].target
    autocomplete = target.attributes.get("autocomplete", "") if target else ""
    pressed = name_of(_pressed(drafts[place]))
    if autocomplete == "new-password":
        # Some say so where one signs in, so that no browser fills it in: then the button alone tells.
        return SIGN_IN.search(pressed) is not None and len(pressed.split()) <= _SIGN_IN_WORDS
    event = drafts[place].act.event
    words = " ".join((pressed, path_of(event.url), event.title))
    said = SIGN_IN.search(words) is not None or _is_sent_to_sign_in(drafts[place])
    return autocomplete == "current-password" or said


def is_code(draft: Draft) -> bool:
    """Whether a one-time code is typed, as some apps ask for beside the password."""
    return draft.target is not None and draft.target.attributes.get("autocomplete") == "one-time-code"


def _is_sent_to_sign_in(draft: Draft) -> bool:
    """Whether the address that the step sends to says so by its end: "/auth/login", and no "/auth/users"; or
    what is called there: "db.login"."""
    sent = sent_by(draft.act)
    if sent is None:
        return False
    called = (f"/{method_of(name)}" for name in sent.operations)
    return any(_SIGN_IN_CALLS.search(one) for one in (path_of(sent.request_url), *called))


def _gives_its_name(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the step only says who wants to sign in, on a page of that; the next one sends the password."""
    fields = list(_fields_before(drafts, place))
    event = drafts[place].act.event
    said = SIGN_IN.search(f"{path_of(event.url)} {event.title}") is not None
    if len(fields) != 1 or not (said or _is_sent_to_sign_in(drafts[place])):
        return False
    sending = (
        later
        for later in range(place + 1, len(drafts))
        if isinstance(drafts[later].action, _SENDING) and drafts[later].page == drafts[place].page
    )
    following = next(sending, None)
    if following is None or not signs_in(drafts, following):
        return False
    between = [draft for draft in drafts[place + 1 : following] if isinstance(draft.action, SETTING)]
    return _asks_for_secret(drafts[place], between)


def sign_in_fields(drafts: Sequence[Draft]) -> list[Draft]:
    """The edits of the sign-in forms that are sent."""
    sending = [place for place in range(len(drafts)) if signs_in(drafts, place)]
    return [field for place in sending for field in _fields_before(drafts, place)]


def _fields_before(drafts: Sequence[Draft], place: int) -> list[Draft]:
    """The edits on the step's page since it came up, or since they were sent: some apps draw all their pages
    in one."""
    fields: list[Draft] = []
    for draft in reversed(drafts[:place]):
        if draft.page != drafts[place].page:
            continue
        if draft.act.leads_to is not None and path_of(draft.act.leads_to) != path_of(draft.act.event.url):
            break
        if isinstance(draft.action, sop.Open):
            break
        sent = isinstance(draft.action, _SENDING) and (_was_taken(draft.act) or _says_sign_in(draft))
        if sent and not _asks_for_secret(draft, fields):
            break
        if isinstance(draft.action, (*SETTING, sop.Upload)):
            fields.append(draft)
    return fields


def _asks_for_secret(draft: Draft, since: Sequence[Draft]) -> bool:
    """Whether only a secret was filled in since: some sign-ins look the name up before they ask for it."""
    secret = [isinstance(field.act.event, Input) and field.act.event.masked for field in since]
    return secret == [True] and changing_word(name_of(_pressed(draft))) is None


def _says_sign_in(draft: Draft) -> bool:
    """Whether a button is pressed that is called so, whatever its script sends."""
    pressed = _pressed(draft)
    name = name_of(pressed) if pressed is not None and pressed.role == "button" else ""
    return SIGN_IN.search(name) is not None and len(name.split()) <= _SIGN_IN_WORDS


def _was_taken(act: Act) -> bool:
    sent = sent_by(act)
    return sent is not None and not sent.is_error


def _of_setting(draft: Draft, sent: Responded | None) -> Verdict:
    if sent is not None and sent.document:
        return "once", f"the form is sent at once: {in_words(sent)}"
    if isinstance(draft.action, sop.Type):
        return "repeatable", "types into the page"
    return "repeatable", "sets a field; setting it again changes nothing"


def _of_trigger(drafts: Sequence[Draft], place: int, sent: Responded | None) -> Verdict:
    draft = drafts[place]
    name = name_of(_pressed(draft))
    confirmed = [dialog for dialog in draft.dialogs if dialog.dialog == "confirm"]
    if any(not dialog.accepted for dialog in confirmed):
        return "none", "the question was answered with no"
    if signs_in(drafts, place) or _gives_its_name(drafts, place):
        return "repeatable", "signs in"
    if (asked := deed_by_address(draft)) is not None:
        return "once", f"the app was told: {in_words(asked)}"
    if sent is not None and (final_word(name) or not told_by_every_page(drafts, place)):
        return _of_sending(draft, sent, name)
    if confirmed:
        return "once", f"'{confirmed[0].message}' was answered with yes"
    submitted = draft.act.all(Submitted)
    if any(form.method.lower() == "post" for form in submitted):
        return "once", "sends a form"
    if submitted and draft.act.leads_to is not None:
        return "none", "asks for a page by a form (GET)"
    return _of_unsent(drafts, place, name)


def deed_by_address(draft: Draft) -> Responded | None:
    """A link's own request that the app did something for, and led on to another address: that it is called,
    or leads to, what ends something ("Delete", `?action=trash`) says so, whatever method it has."""
    name = name_of(_pressed(draft))
    for asked in draft.act.all(Responded):
        if asked.document and asked.method not in SAFE_METHODS:
            # A form was sent, and what comes behind it is where that led.
            return None
        if asked.leads_on and not SIGN_OUT.search(name):
            by_address = {evidence.category for evidence in of_request("POST", asked.request_url)}
            if final_word(name) or "destructive" in by_address or _comes_back(draft, asked):
                return asked
    return None


def _comes_back(draft: Draft, asked: Responded) -> bool:
    """Whether the link of one record in a list led back to that list by way of another address, as "Active"
    does that switches it off: it showed nothing, so it did something."""
    target, page = _pressed(draft), draft.act.event.url
    if target is None or target.role != "link" or not any(map(row_of, target.locators)):
        return False
    led = [event.to for event in draft.act.all(Navigated) if event.asked_for == asked.request_url]
    return page_key(asked.request_url) != page_key(page) and any(page_key(to) == page_key(page) for to in led)


def _of_sending(draft: Draft, sent: Responded, name: str) -> Verdict:
    if SIGN_OUT.search(name):
        return "repeatable", "signs out"
    told = in_words(sent)
    target = _pressed(draft)
    moves = target is not None and target.role in {*NAVIGATING_ROLES, "link"}
    reads = only_asks(sent)
    if moves and reads and not final_word(name):
        chooses = target is not None and target.role == "option"
        return "repeatable" if chooses else "none", f"asks for content ({told})"
    if all(map(asks_for_list, all_sent(draft.act))) and not (final_word(name) or changing_word(name)):
        return "none" if draft.act.leads_to is not None else "repeatable", f"asks for content ({told})"
    leads_on = target is not None and target.role == "link" and of_next_page(draft.act, sent)
    # An app that draws its next page by itself takes the address first, and then asks for what is there.
    drawn = target is not None and target.role == "link" and is_after(sent, draft.act, "in_page")
    drawn = drawn or _leads_where_it_says(draft)
    if (leads_on or (drawn and not changing_word(name))) and not final_word(name):
        return "none", f"leads to a page that tells the app something by itself ({told})"
    forms = draft.act.all(Submitted)
    asks = bool(forms) and all(form.method.lower() == "get" for form in forms)
    if asks and of_next_page(draft.act, sent) and not (final_word(name) or changing_word(name)):
        return (
            "none",
            f"asks for a page by a form (GET), which tells the app something by itself ({told})",
        )
    return "once", f"the app was told: {told}"


def _leads_where_it_says(draft: Draft) -> bool:
    """Whether it is a link, and the page drew what it leads to under that very address: some ask for what
    is there first, and take the address then."""
    href = draft.target.attributes.get("href") if draft.target is not None else None
    if not href or draft.target is None or draft.target.role != "link":
        return False
    to = urljoin(draft.act.event.url, href).rstrip("/")
    return any(e.cause == "in_page" and e.to.rstrip("/") == to for e in draft.act.all(Navigated))


def _of_unsent(drafts: Sequence[Draft], place: int, name: str) -> Verdict:
    """A trigger after which no request with an effect was seen."""
    draft = drafts[place]
    act = draft.act
    went = act.leads_to is not None or draft.opens is not None
    asked = (
        act.before is not None and act.after is not None and set(act.after.dialogs) - set(act.before.dialogs)
    )
    asked_for = next((one for one in act.all(Responded) if is_asked_for(one) and not one.document), None)
    if asked_for is not None and not (went or asked):
        return "once", f"the app was told: {in_words(asked_for)}"
    target = _pressed(draft)
    pressable = target is None or target.role in _BUTTON_ROLES or target.tag in {"button", "input", "a"}
    is_link = target is not None and (target.role == "link" or target.tag == "a")
    by_socket = act.messages > 0 and pressable and not asked and not (went and is_link)
    if by_socket and (told := _told_by_socket(draft, _agreed_to(drafts, place, name) or name)):
        return "once", told
    if went and is_link and (answer := _answered_in(target)):
        return "once", f"its address says '{answer}', as what answers a question does"
    if went:
        return "none", "leads to another page"
    if asked:
        return "repeatable", "opens a dialog"
    # The words beside a box say what it is about, or which record, not what pressing it does.
    pressable = pressable and not is_tickable(target)
    word = final_word(name)
    if pressable and word:
        return "once", f"'{word}' may have an effect, and nothing was seen that says otherwise"
    saving = changing_word(name)
    if pressable and saving and not act.took_effect():
        return "once", f"'{saving}' may have an effect, and what it did was not seen"
    if target is not None and target.role in NAVIGATING_ROLES:
        return "none", "only shows something else"
    if isinstance(draft.action, sop.Press) and draft.action.keys != "Enter":
        return ("none", "moves about in the page") if "+" not in draft.action.keys else _IN_PAGE
    if isinstance(draft.action, sop.RightClick):
        return "none", "opens a menu"
    return _IN_PAGE


def _answered_in(target: Target | None) -> str | None:
    """The parameter of a link's address by which it answers "Are you sure?": `?delete=3&confirm=yes`. The one
    that asks has the same address without it."""
    query = urlsplit(target.attributes.get("href", "") if target is not None else "").query
    said = (name for name, value in parse_qsl(query) if value.lower() not in _NO)
    return next((name for name in said if not _CONFIRMING.isdisjoint(words_of(name))), None)


def _agreed_to(drafts: Sequence[Draft], place: int, name: str) -> str | None:
    """What the command is called that had asked what the step answers with a mere yes: "Delete"."""
    draft, asking = drafts[place], drafts[max(place - 1, 0)]
    if _YES.isdisjoint(words_of(name)[:1]) or asking is draft or asking.page != draft.page:
        return None
    asked, answered = asking.act, draft.act
    if not (asked.before and asked.after and answered.before and answered.after):
        return None
    question = set(asked.after.dialogs) - set(asked.before.dialogs)
    gone = set(answered.before.dialogs) - set(answered.after.dialogs)
    return name_of(_pressed(asking)) if question & gone else None


def _told_by_socket(draft: Draft, name: str) -> str | None:
    """Why a step whose page tells its server everything over a web socket has an effect that happens once.

    What such a message says is not known, and pages that are drawn by their server send one for every click:
    words count, and a message that the app answers a button with.
    """
    if SIGN_OUT.search(name):
        return None
    word = final_word(name) or changing_word(name)
    if word:
        return f"'{word}' told the app something over a web socket"
    target, before, after = _pressed(draft), draft.act.before, draft.act.after
    is_button = target is not None and (target.role == "button" or target.tag == "button")
    if is_button and before is not None and after is not None and set(after.alerts) - set(before.alerts):
        return "the app was told something over a web socket, and answered with a message"
    return None


_IN_PAGE: Final[Verdict] = ("repeatable", "changes only the page; nothing was sent")


def _pressed(draft: Draft) -> Target | None:
    """The button that a step presses: for Enter in a field, the form's default button."""
    if draft.act.button is not None:
        return draft.act.button
    return None if is_text_field(draft.target) else draft.target
