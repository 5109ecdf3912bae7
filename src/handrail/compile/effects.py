"""Effects: what repeating a step would do, with the evidence that says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, urljoin, urlsplit

from handrail.compile.acts import Act
from handrail.compile.addresses import page_key, path_of
from handrail.compile.effect_words import SIGN_IN, SIGN_OUT, changing_word, final_word
from handrail.compile.elements import is_text_field, is_tickable, name_of
from handrail.compile.located import row_of
from handrail.compile.steps import Draft
from handrail.policy.addresses import done_by_asking, telling
from handrail.policy.categories import of_operation, of_request
from handrail.policy.deed import SAFE_METHODS
from handrail.policy.operations import method_of, operation_of
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


_TELEMETRY: Final = re.compile(
    r"analytics|telemetry|collect|beacon|metrics|sentry|hotjar|segment\.|gtm|matomo|piwik|/track\b|/logs?\b"
    r"|heartbeat|/ping\b|/rum\b",
    re.IGNORECASE,
)
_BEATS: Final = re.compile(r"heart-?_?beat|ping|keep-?_?alive", re.IGNORECASE)
"""Of an app whose every call has one address: that the page is still open."""
_READING_CALLS: Final = re.compile(
    r"graphql|/search|/query|/_msearch|/rpc|/[^/]*(preview|suggest|autocomplete|typeahead|lookup)[^/]*$",
    re.IGNORECASE,
)
_LIST_CALLS: Final = re.compile(r"/(?:search|_msearch|filter|count|paginate)/?$", re.IGNORECASE)
"""What an address ends with that asks for a list, with the conditions in its body."""
_BUTTON_ROLES: Final = frozenset({"button", "menuitem", "link", "img"})
NAVIGATING_ROLES: Final = frozenset({"tab", "columnheader", "treeitem", "option"})
_CREATED: Final = 201
_MAX_SIGN_IN_FIELDS: Final = 4
_MAX_SECRETS: Final = 2
_SIGN_IN_CALLS: Final = re.compile(
    r"/(?:[\w-]*log-?_?[io]n|[\w-]*sign-?_?in|sessions?|authenticate)(?:\.\w+)?/?$", re.IGNORECASE
)
"""What an address ends with that a sign-in is sent to."""
_SIGN_IN_WORDS: Final = 2


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
            return "once", f"the file is sent at once: {_in_words(sent)}"
        return "repeatable", "chooses a file; choosing it again changes nothing"
    if isinstance(draft.action, sop.PickDate) and sent is None:
        return "repeatable", "picks a date; picking it again changes nothing"
    if isinstance(draft.action, sop.Download):
        if sent is not None:
            return "repeatable", "fetches a file"
        return "none", "fetches a file"
    effect, reason = _of_trigger(drafts, place, sent)
    return effect, reason + _besides(draft.act, reason)


def sent_by(act: Act) -> Responded | None:
    """The request with an effect that the act sent to the app, the form's own before others, one that failed,
    and one by which something was created before one that may only have looked."""
    sent = all_sent(act)
    telling_most = (
        *(one for one in sent if one.document),
        *(one for one in sent if one.failed),
        *(one for one in sent if one.status == _CREATED),
    )
    return next(iter((*telling_most, *sent)), None)


def all_sent(act: Act) -> list[Responded]:
    """The answers to what the act sent to the app, and not only asked for."""
    return [
        response
        for response in act.all(Responded)
        if response.method not in SAFE_METHODS and not response.by_itself and not is_telemetry(response)
    ]


def told_at_once(act: Act) -> list[Responded]:
    """What a page told its server because of the act, and was not only to ask for something."""
    return [
        response
        for response in all_sent(act)
        if not response.is_error
        and not (response.document or only_asks(response) or _asks_for_list(response))
    ]


def _besides(act: Act, told: str) -> str:
    """The deeds among the other requests that the act sent: a run is let send what was seen to be sent.

    `told` has some of them already.
    """
    deeds = [response for response in all_sent(act) if _is_deed(response)]
    deeds += [response for response in act.all(Responded) if _is_asked_for(response)]
    others = dict.fromkeys(map(_request_in_words, deeds))
    return "".join(f", besides {other}" for other in others if f"{other} was" not in told)


def _is_asked_for(response: Responded) -> bool:
    """Whether its address says that asking for it does something, in some apps."""
    return response.method == "GET" and bool(done_by_asking(response.request_url))


def _is_deed(response: Responded) -> bool:
    if of_request(response.method, response.request_url):
        return True
    return any(of_operation(operation_of(words)) for words in response.operations)


def of_next_page(act: Act, sent: Responded) -> bool:
    """Whether the document that the act led to sent the request while it came up."""
    return _is_after(sent, act, "consequence")


def _is_after(sent: Responded, act: Act, *causes: str) -> bool:
    """Whether the request began after the act's page had another address for one of these causes."""
    if sent.document or sent.took is None:
        return False
    came = [e.t for e in act.all(Navigated) if e.page == act.event.page and e.cause in causes]
    return any(at < sent.t - sent.took for at in came)


def _told_by_every_page(drafts: Sequence[Draft], place: int) -> bool:
    """Whether all that was sent the next page sent while it came up, as another one did in the recording: it
    asks what is new, say, wherever one comes from."""
    sent = all_sent(drafts[place].act)
    others = (draft.act for draft in (*drafts[:place], *drafts[place + 1 :]))
    told = {_called(one) for act in others for one in all_sent(act) if of_next_page(act, one)}
    return all(of_next_page(drafts[place].act, one) and _called(one) in told for one in sent)


def _called(response: Responded) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """What was asked for, whichever session or record it was of."""
    address = urlsplit(response.request_url)
    words = (
        (name, "" if any(map(str.isdigit, value)) else value) for name, value in parse_qsl(address.query)
    )
    return response.method, address.path, tuple(sorted(words))


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
        return "once", f"the form is sent at once: {_in_words(sent)}"
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
        return "once", f"the app was told: {_in_words(asked)}"
    if sent is not None and (final_word(name) or not _told_by_every_page(drafts, place)):
        return _of_sending(draft, sent, name)
    if confirmed:
        return "once", f"'{confirmed[0].message}' was answered with yes"
    submitted = draft.act.all(Submitted)
    if any(form.method.lower() == "post" for form in submitted):
        return "once", "sends a form"
    if submitted and draft.act.leads_to is not None:
        return "none", "asks for a page by a form (GET)"
    return _of_unsent(draft, name)


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
    told = _in_words(sent)
    target = _pressed(draft)
    moves = target is not None and target.role in {*NAVIGATING_ROLES, "link"}
    reads = only_asks(sent)
    if moves and reads and not final_word(name):
        chooses = target is not None and target.role == "option"
        return "repeatable" if chooses else "none", f"asks for content ({told})"
    if all(map(_asks_for_list, all_sent(draft.act))) and not (final_word(name) or changing_word(name)):
        return "none" if draft.act.leads_to is not None else "repeatable", f"asks for content ({told})"
    leads_on = target is not None and target.role == "link" and of_next_page(draft.act, sent)
    # An app that draws its next page by itself takes the address first, and then asks for what is there.
    drawn = target is not None and target.role == "link" and _is_after(sent, draft.act, "in_page")
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


def _of_unsent(draft: Draft, name: str) -> Verdict:
    """A trigger after which no request with an effect was seen."""
    act = draft.act
    went = act.leads_to is not None or draft.opens is not None
    asked = (
        act.before is not None and act.after is not None and set(act.after.dialogs) - set(act.before.dialogs)
    )
    asked_for = next((one for one in act.all(Responded) if _is_asked_for(one) and not one.document), None)
    if asked_for is not None and not (went or asked):
        return "once", f"the app was told: {_in_words(asked_for)}"
    target = _pressed(draft)
    pressable = target is None or target.role in _BUTTON_ROLES or target.tag in {"button", "input", "a"}
    is_link = target is not None and (target.role == "link" or target.tag == "a")
    by_socket = act.messages > 0 and pressable and not asked and not (went and is_link)
    if by_socket and (told := _told_by_socket(draft, name)):
        return "once", told
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


def is_telemetry(response: Responded) -> bool:
    """Whether it tells how the app is used, or that it is, and no more."""
    if response.document:
        return False
    if response.operations and all(map(_BEATS.fullmatch, response.operations)):
        return True
    here, there = urlsplit(response.url), urlsplit(response.request_url)
    elsewhere = bool(here.netloc) and here.netloc != there.netloc
    return _TELEMETRY.search(f"{there.netloc if elsewhere else ''}{there.path}") is not None


def only_asks(response: Responded) -> bool:
    """Whether its address says that it asks for content, by a method that could do more."""
    return _READING_CALLS.search(path_of(response.request_url)) is not None and not response.document


def _asks_for_list(response: Responded) -> bool:
    return _LIST_CALLS.search(path_of(response.request_url)) is not None and not response.document


def _in_words(response: Responded) -> str:
    told = "an error" if response.failed else response.status
    return f"{_request_in_words(response)} was answered with {told}"


def _request_in_words(response: Responded) -> str:
    called = f" ({', '.join(response.operations)})" if response.operations else ""
    path = telling(response.request_url) if _is_asked_for(response) else path_of(response.request_url)
    return f"{response.method} {path}{called}"
