"""Words for people: labels, intents and ids of steps, the title of the whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from handrail.compile.reading.addresses import TITLE_PARTS, app_name, path_of, record_noun, slug, words_of
from handrail.compile.reading.elements import is_text_field, name_of
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import sent_by
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Submitted
from handrail.recording.page_state import UNNAMED_DIALOG
from handrail.sop import action as sop
from handrail.sop.node import Effect
from handrail.sop.sentences.elements import icon_of
from handrail.sop.target import Target

_REFERENCE: Final = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_MAX_NAME: Final = 60
_MAX_ID_WORDS: Final = 4
_MAX_ID: Final = 48
_TOOLS: Final = ("[toolbar]", "[menubar]", "[navigation]")
_GENERIC: Final = frozenset(
    {"save", "submit", "ok", "send", "create", "yes", "continue", "confirm", "done", "add", "update", "go"}
    | {"speichern", "senden", "ja", "weiter", "guardar", "enviar", "enregistrer", "envoyer", "oui", "delete"}
    | {"si", "loschen", "eliminar", "supprimer", "apply", "save-changes", "apply-changes", "confirm-deletion"}
    | {"anwenden", "ubernehmen", "anderungen-speichern", "guardar-cambios", "aplicar", "appliquer"}
)

_HOLDS_BUTTONS: Final = re.compile(r"(form )?(actions|buttons|controls|toolbar|footer)\b", re.IGNORECASE)
"""A part of a page that says no more than that its buttons stand there."""

_VERBS: Final[dict[str, tuple[str, str]]] = {
    "click": ("Click", "click"),
    "double_click": ("Double-click", "double-click"),
    "right_click": ("Right-click", "right-click"),
    "hover": ("Point at", "point-at"),
    "fill": ("Fill", "fill"),
    "type": ("Type into", "type"),
    "select": ("Choose", "choose"),
    "check": ("Tick", "tick"),
    "uncheck": ("Untick", "untick"),
    "upload": ("Upload a file to", "upload"),
    "download": ("Download", "download"),
    "copy": ("Copy", "copy"),
    "paste": ("Paste into", "paste"),
}


@dataclass(frozen=True)
class Spoken:
    """A step as it is spoken of; every text in it holds on other data."""

    label: str
    intent: str
    id: str


@dataclass(frozen=True)
class Said:
    """What the words of one step are made of."""

    draft: Draft
    action: sop.Action
    target: Target | None
    effect: Effect
    signs_in: bool
    app: str
    dependable: Callable[[str], str | None]
    """The text with variables in it; none where it would not hold on other data."""


def words_for(said: Said) -> Spoken:
    """Label, intent and the wish for an id."""
    label, wish = _label(said)
    return Spoken(label, _intent(said), wish)


def _label(said: Said) -> tuple[str, str]:
    page = _page_name(said) if isinstance(said.action, sop.Open) else said.draft.page
    return label_for(said.action, said.target, page)


def label_for(action: sop.Action, target: Target | None, page: str) -> tuple[str, str]:
    """Label of a step and the wish for its id; `page` names the page that it opens, else its tab."""
    name = _short(name_of(target))
    row = _row_text(target)
    match action:
        case sop.Open():
            page = page or path_of(action.url)
            return f"Open '{_short(page)}'", _id("open", page)
        case sop.Back():
            return "Go back", "back"
        case sop.Forward():
            return "Go forward", "forward"
        case sop.Reload():
            return "Load the page again", "reload"
        case sop.Press():
            where = f" in '{name}'" if name and is_text_field(target) else ""
            return f"Press {action.keys}{where}", _id("press", f"{action.keys} {name if where else ''}")
        case sop.Scroll():
            return "Scroll down for more" if action.to_end else "Scroll", "scroll"
        case sop.Drag():
            onto = _short(name_of(action.onto)) or _noun(action.onto)
            return f"Drag '{name or _noun(target)}' onto '{onto}'", _id("drag", name)
        case sop.CloseTab():
            return "Close the tab", _id("close", page)
        case sop.SwitchTab():
            return f"Switch to the tab '{action.page}'", _id("switch", action.page)
        case sop.Wait():
            return "Wait", "wait"
        case sop.SetVariable():
            return f"Set '{action.name}'", _id("set", action.name.replace("_", " "))
        case sop.Dialog():
            return "Answer the dialog", "answer-dialog"
        case sop.Request():
            return f"{action.method} {_short(path_of(action.url))}", _id("request", path_of(action.url))
        case sop.PickDate():
            if not name:
                return "Pick a day in the calendar", "pick-day"
            return f"Pick a day in the calendar of '{name}'", _id("pick", name)
        case sop.Fill(value=""):
            return f"Empty '{name or _noun(target)}'", _id("empty", name or _noun(target))
        case _:
            verb, short = _VERBS[action.do]
            if isinstance(action, sop.Check) and action.on is not None:
                verb = "Tick or untick"
            noun = _noun(target)
            if not name and row:
                return f"{verb} the {noun} of '{row}'", _id(short, f"{noun} of {row}")
            if not name and (icon := icon_of(target)):
                return f"{verb} the icon '{icon}'", _id(short, icon)
            return f"{verb} '{name}'" if name else f"{verb} the {noun}", _id(short, name or noun)


def _intent(said: Said) -> str:
    action = said.action
    where = _where(said)
    match action:
        case sop.Fill() | sop.Select() | sop.Check() | sop.Uncheck() | sop.Type():
            return f"Fills in '{where}'." if where else "Fills in a field."
        case sop.PickDate():
            return f"Gives the date of '{where}'." if where else "Gives a date."
        case sop.Paste():
            return "Puts in what was copied before."
        case sop.Copy():
            return "Keeps the text for a later step."
        case sop.Upload():
            return f"Adds a file to '{where}'." if where else "Adds a file."
        case sop.Download():
            return "Gets a file from the app."
        case sop.Hover() | sop.RightClick():
            return "Brings up what the next step needs."
        case sop.Scroll():
            return "Brings up more of the list."
        case sop.Reload():
            return "Brings the page up to date."
        case sop.CloseTab():
            return "Puts away a tab that is not needed any more."
        case _:
            return _intent_of_trigger(said, where)


def _intent_of_trigger(said: Said, where: str) -> str:
    if said.signs_in:
        return f"Signs in to {said.app}." if said.app else "Signs in."
    if said.effect == "once":
        if said.draft.act.all(Submitted):
            return f"Submits '{where}'." if where else "Submits the form."
        name = _short(name_of(said.draft.act.button or said.target))
        return f"Makes the app do '{name}'." if name else "Makes the app do something."
    if said.draft.opens is not None:
        return "Opens another tab."
    if said.draft.act.leads_to is not None or isinstance(said.action, sop.Open):
        page = _page_name(said)
        return f"Goes to '{page}'." if page else "Goes to the next page."
    opened = _opened_dialog(said)
    if opened is not None:
        return f"Opens '{opened}'." if opened else "Opens a dialog."
    return f"Works on '{where}'." if where else "Works on the page."


def _opened_dialog(said: Said) -> str | None:
    before, after = said.draft.act.before, said.draft.act.after
    if before is None or after is None:
        return None
    new = [name for name in after.dialogs if name not in before.dialogs]
    if not new:
        return None
    return "" if new[0] == UNNAMED_DIALOG else said.dependable(new[0]) or ""


def _where(said: Said) -> str:
    """The form, dialog or page that the step is about."""
    near = said.target.near if said.target else None
    before = said.draft.act.before
    # What a toolbar is called says where its commands are, and not what they are about.
    is_tool = said.target is not None and any(one.endswith(_TOOLS) for one in said.target.ancestors)
    is_tool |= bool(near and _HOLDS_BUTTONS.match(near.section or ""))
    options = (
        near.section if near and not is_tool else None,
        near.heading if near else None,
        before.headings[0] if before and before.headings else None,
        _page_title(said.draft.act.event.title, said.app),
    )
    return next((_short(text) for option in options if option and (text := said.dependable(option))), "")


def _page_name(said: Said) -> str:
    """What the page is called that the step leads to."""
    after = said.draft.act.after
    if after is None:
        return ""
    options = (*after.headings[:1], _page_title(after.title, said.app))
    return next((_short(text) for option in options if option and (text := said.dependable(option))), "")


def _page_title(title: str, app: str) -> str:
    """The page's own part of a title that names the app as well."""
    parts = [part for part in TITLE_PARTS.split(title) if part.strip() and part.strip() != app]
    return parts[0].strip() if parts else title


def _row_text(target: Target | None) -> str:
    """What the row is known by that tells the element."""
    rows = (row_of(locator) for locator in reversed(target.locators)) if target else ()
    return next((_short(row.text) for row in rows if row is not None), "")


def _noun(target: Target | None) -> str:
    if target is None:
        return "page"
    nouns = {"textbox": "field", "combobox": "list", "a": "link", "img": "picture", "div": "element"}
    word = target.role or target.tag or "element"
    return nouns.get(word, word)


def _short(text: str) -> str:
    folded = fold(text)
    return folded if len(folded) <= _MAX_NAME else f"{folded[: _MAX_NAME - 1]}…"


def _id(verb: str, name: str) -> str:
    words = [verb]
    for word in words_of(_REFERENCE.sub(r"\1", name).replace("_", " "))[:_MAX_ID_WORDS]:
        if len("-".join((*words, word))) > _MAX_ID:
            break
        words.append(word)
    return "-".join(words)


def title_of(steps: Sequence[tuple[Said, Spoken]], app: str) -> str:
    """A title from what the steps do in the end: "Save 'New contact' in Practice CRM"."""
    at = f" in {app}" if app else ""
    done = [place for place, (said, _) in enumerate(steps) if said.effect == "once"]
    if done:
        said = _asked_to_confirm(steps, done[-1])
        target = said.draft.act.button or said.target
        name = _plainly(name_of(target))
        where = _title_part(_where(said))
        noun = record_noun(path_of(said.draft.act.event.url))
        if not where and noun and slug(name) in _GENERIC:
            return f"{name} {noun}{at}"
        if where and slug(where) != slug(app) and (not name or slug(name) in _GENERIC):
            verb = name or ("Upload to" if isinstance(said.action, sop.Upload) else "Submit")
            return f"{verb} '{where}'{at}"
        if name:
            return f"{name}{at}"
        if noun:
            sent = sent_by(said.draft.act)
            return f"{'Delete' if sent is not None and sent.method == 'DELETE' else 'Save'} {noun}{at}"
    for said, spoken in reversed(steps):
        if isinstance(said.action, sop.Download):
            return f"{_plainly(spoken.label)}{at}"
    for said, _ in reversed(steps):
        page = _page_name(said) if said.draft.act.leads_to is not None else ""
        if page:
            return f"Go to '{_plainly(page)}'{at}"
    return f"{_plainly(steps[-1][1].label)}{at}" if steps else f"Open {app}".strip()


def _asked_to_confirm(steps: Sequence[tuple[Said, Spoken]], place: int) -> Said:
    """The step whose question the one at this place answers; else that one itself."""
    said, _ = steps[place]
    before = steps[place - 1][0] if place > 0 else said
    answers = said.target is not None and said.target.near.dialog is not None
    return (
        before
        if answers and isinstance(before.action, sop.Click) and _opened_dialog(before) is not None
        else said
    )


def _title_part(where: str) -> str:
    """The form's or page's name, unless it is the record's."""
    return _plainly(where) if _REFERENCE.sub("", where).strip() else ""


def _plainly(text: str) -> str:
    """Without braces, for a title: variables by their names."""
    return fold(_REFERENCE.sub(lambda found: found[1].replace("_", " "), text))


def app_of(drafts: Sequence[Draft]) -> str:
    """The app's name, as its pages' titles have it in common; else from the first page that has a title."""
    titled = [page for draft in drafts for page in _titles_of(draft)]
    if titled:
        url, title = titled[0]
        site = urlsplit(url).netloc
        return app_name(url, title, [other for at, other in titled if urlsplit(at).netloc == site])
    return app_name(drafts[0].act.leads_to or str(getattr(drafts[0].act.event, "to", "")), "")


def _titles_of(draft: Draft) -> Iterator[tuple[str, str]]:
    """Address and title of the page that the step leads to, and of the one it is done on."""
    event, after = draft.act.event, draft.act.after
    if after is not None and after.title:
        yield after.url, after.title
    if event.title:
        yield event.url, event.title
