"""What kind of element a target is, and what people call it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.compile.reading.located import row_of
from handrail.recording.event import PageState
from handrail.sop.locator import (
    CssLocator,
    GroupLocator,
    LabelLocator,
    Locator,
    PlaceholderLocator,
    RoleLocator,
)
from handrail.sop.target import Target, editor_caption, tag_of
from handrail.targeting.kinds import is_part_of_value
from handrail.targeting.wording import holds_amount, is_count

_TEXT_ROLES: Final = frozenset({"textbox", "searchbox", "spinbutton"})
_DATE_TYPES: Final = frozenset({"date", "time", "month", "week", "datetime-local"})
_TEXT_TYPES: Final = _DATE_TYPES | {"text", "search", "email", "tel", "url", "password", "number"}
_CHOOSING_ROLES: Final = frozenset({"combobox", "listbox", "spinbutton", "slider"})
_MAX_LABEL: Final = 40
_LABEL_WORDS: Final = 4
_MADE_ID: Final = re.compile(r"[a-z]\d{2,}$|\d{2,}[-_]\d+$|^:.*:$|[0-9a-f]{8}-[0-9a-f]{4}-", re.IGNORECASE)
_FORM_ROLES: Final = _TEXT_ROLES | {"combobox", "slider", "switch", "checkbox", "radio"}
_SET_TYPES: Final = _DATE_TYPES | {"range", "color"}
_SEARCH_WORDS: Final = re.compile(
    r"\b(search|find|filter|look ?up|query|such\w*|suche|filtern|busca\w*|filtrar|recherche\w*|filtrer|q)\b",
    re.IGNORECASE,
)
_FORM_ID: Final = re.compile(r"form#(.+)")
_TELLING: Final = frozenset({"id", "name", "title", "aria-label"})
_SIGNS: Final = re.compile(r"[\W_]+")
_PLAIN_WORD: Final = re.compile(r"[\w.\[\]-]+")
_DECORATION: Final = re.compile(
    r"\s*(\*|\((required|optional|pflichtfeld|erforderlich|obligatorio|obligatoire|facultatif)\))\s*$"
    r"|\s*:\s*$",
    re.IGNORECASE,
)


_UNFOLDING: Final = frozenset(
    "open close toggle show hide expand collapse view see all the options suggestions list dropdown menu "
    "popup choices select choose pick "
    "öffnen schließen anzeigen zeigen aufklappen ausklappen umschalten alle die liste optionen vorschläge "
    "menü auswahl wählen auswählen "
    "abrir cerrar mostrar desplegar alternar todas todos las los lista opciones sugerencias menú elegir "
    "seleccionar "
    "ouvrir fermer afficher déplier basculer toutes tous les la liste suggestions choisir "
    "sélectionner".split()
)
"""What the arrow of a list says, which names no field: "Open", "Show suggestions"."""
SAYING: Final = frozenset({"radio", "checkbox", "switch", "tab", "option", "menuitem", "treeitem"})
"""Roles that say by themselves what was chosen, or what a press on them is for."""


def is_editable_region(target: Target | None) -> bool:
    """A `contenteditable` element."""
    return target is not None and target.attributes.get("contenteditable", "false") != "false"


def is_text_field(target: Target | None) -> bool:
    """Something one types into."""
    if target is None:
        return False
    if target.tag == "input":
        return target.input_type in _TEXT_TYPES or target.input_type is None
    if target.tag == "textarea" or is_editable_region(target):
        return True
    return target.tag is None and target.role in _TEXT_ROLES


def is_region_part(target: Target | None) -> bool:
    """A part of a date, time or number that the page composes itself."""
    return target is not None and is_part_of_value(target.role, region=is_editable_region(target))


def is_form_control(target: Target) -> bool:
    """A field, or what a page made itself to be one."""
    made = target.role in _FORM_ROLES or (target.role == "listbox" and is_list_field(target))
    return made or target.tag in {"input", "select", "textarea"}


def is_in_form(target: Target) -> bool:
    """Whether it stands in a form, by what lies around it."""
    return "form" in map(tag_of, target.ancestors)


def is_in_navigation(target: Target) -> bool:
    """Whether it stands in the app's own menu, by what lies around it."""
    around = (f"{target.tag}[{target.role}]", *target.ancestors)
    return any(tag_of(one) == "nav" or "[navigation]" in one for one in around)


def is_in_dialog(target: Target | None) -> bool:
    """Whether it stands in a dialog, by what lies around it."""
    return target is not None and any("dialog" in around for around in target.ancestors)


def is_multiline(target: Target | None) -> bool:
    """A field in which Enter makes a line."""
    return target is not None and (target.tag == "textarea" or is_editable_region(target))


def is_set_by_pointer(target: Target | None) -> bool:
    """A slider, colour or date field: clicking on it is how its value is set."""
    return target is not None and target.input_type in _SET_TYPES


def is_date_field(target: Target | None) -> bool:
    """The browser's own field for a date or time: it takes each part of it by itself."""
    return target is not None and target.tag == "input" and target.input_type in _DATE_TYPES


def is_tickable(target: Target | None) -> bool:
    """A check box, radio button or switch."""
    return target is not None and (
        target.input_type in {"checkbox", "radio"} or target.role in {"checkbox", "radio", "switch"}
    )


def is_list_field(target: Target | None) -> bool:
    """A field that opens a list of the page's own making, and holds or shows what is picked from it."""
    if target is None or target.tag == "select":
        return False
    opens = target.attributes.get("aria-haspopup", "false")
    # Some call the closed field by what it opens.
    return target.role == "combobox" or opens == "listbox" or (target.role == "listbox" and opens != "false")


def is_drawn_for_field(target: Target | None) -> bool:
    """What is drawn around a field and pressed for it, as a list's arrow: it bears the field's label."""
    return target is not None and target.role is None and bool(target.label) and not is_text_field(target)


def is_cell(target: Target | None) -> bool:
    """A cell of a table or grid: what it shows is data."""
    return target is not None and (target.role in {"cell", "gridcell"} or target.tag == "td")


def shows_data(target: Target) -> bool:
    """A cell that is called by what it shows, and not by a name of its own, as the days of a calendar are."""
    return is_cell(target) and "aria-label" not in target.attributes


def form_of(target: Target) -> str | None:
    """The id of the form that the element stands in, where it has one."""
    found = next(filter(None, map(_FORM_ID.match, target.ancestors)), None)
    return None if found is None else found[1]


def submits_whole_form(target: Target) -> bool:
    """A button that sends a form with an id and tells the server nothing itself.

    Whichever of those like it is pressed, as the ones over and below the fields, the same is sent.
    """
    if target.input_type != "submit" or target.near.row or _TELLING & target.attributes.keys():
        return False
    form, ways = form_of(target), [one.css for one in target.locators if isinstance(one, CssLocator)]
    found = form is not None and all(css.startswith(f"#{form} ") for css in ways)
    return found and len(ways) == len(target.locators)


def is_search_field(target: Target | None) -> bool:
    """A field in which one looks for something, so that its value may be a part of a name."""
    if target is None:
        return False
    if target.input_type == "search" or target.role == "searchbox":
        return True
    words = (target.label, target.name, target.placeholder, target.attributes.get("name"))
    return any(word and speaks_of_search(word) for word in words)


def speaks_of_search(words: str) -> bool:
    """Whether they say, in one of several languages, that something is looked for."""
    return _SEARCH_WORDS.search(words) is not None


def name_of(target: Target | None) -> str:
    """What a person calls the element: its label, name, text or the nearest thing to that."""
    if target is None:
        return ""
    if caption := undecorated(editor_caption(target)):
        return caption
    beside = _label_beside(target)
    if beside and target.role == "combobox" and target.tag not in {"input", "select"} and not target.label:
        # What a list says is what was chosen in it.
        return beside
    wordless = ""
    for name in filter(None, map(undecorated, filter(None, _names_of(target, beside)))):
        # The dots or stars in an empty field are no name.
        if not is_text_field(target) or any(map(str.isalnum, name)):
            return _without_hint(name, target.placeholder)
        wordless = wordless or name
    return _without_hint(wordless, target.placeholder)


def _names_of(target: Target, beside: str) -> Iterator[str | None]:
    """What the element may be called, the best first; `beside` is the label that stands before it."""
    attributes = target.attributes
    # A group that is called by the text before the field is that field's label; what it has is a hint.
    group = target.near.section if target.label is None and is_text_field(target) else None
    yield group if group is not None and group == target.near.before else None
    yield _telling_label(target)
    yield _name_once(target)
    yield target.placeholder
    # What a slider says is where it stands.
    yield None if target.role == "slider" else target.text
    yield from (attributes.get("title"), attributes.get("aria-label"), beside)
    yield _last_part(attributes.get("name"))
    yield target.test_id
    yield _words_before(target)
    yield _field_around(target)
    yield _words_around(target)
    yield _last_part(_id_of(target))
    # An editor without a label stands under what it is for, if under anything.
    yield (
        target.near.heading if target.role == "textbox" and target.tag not in {"input", "textarea"} else None
    )


def _telling_label(target: Target) -> str | None:
    """The label, unless it only shows numbers, as a slider's its ends, where the name says more."""
    label, says = target.label, any(map(str.isalpha, target.name or ""))
    if label and _is_part_of_date(target):
        return None
    return None if label and says and not any(map(str.isalpha, label)) else label


def _is_part_of_date(target: Target) -> bool:
    """Whether it is a part of a field that is drawn in parts, and says which: "month, Hire date"."""
    label, name = target.label or "", target.name or ""
    drawn = target.role == "spinbutton" and target.tag != "input"
    return drawn and name != label and name.endswith(f" {label}")


def _name_once(target: Target) -> str | None:
    """The accessible name, which says a thing twice where both the field and its group are called so, or a
    picture stands before the words."""
    own = (target.attributes.get("aria-label"), target.text)
    return next((said for said in own if said and target.name == f"{said} {said}"), target.name)


_NONE_CHOSEN: Final = re.compile(
    r"(?:none|nothing|\d+|keine?|nichts|ninguno|nada|aucune?|rien) (?:\w+ )?"
    r"(?:selected|chosen|ausgewählt|seleccionad[oa]s?|sélectionnée?s?)",
    re.IGNORECASE,
)
"""What a button says in the place of the choices that will be made behind it."""


def list_opened_by(target: Target | None) -> str:
    """What a list is called after what opens it; after the label before that, where it is a mere arrow."""
    called = name_of(target)
    if target is None or target.role != "button":
        return called
    if target.near.group and _NONE_CHOSEN.fullmatch(called):
        return undecorated(target.near.group)
    words = called.split()
    while words and words[0].casefold() in _UNFOLDING:
        del words[0]
    if words or not called:
        return " ".join(words)
    return _field_around(target) or _words_as_label(target) or called


def _field_around(target: Target) -> str:
    """The label of the field in which the button is drawn."""
    around = (locator.within for locator in target.locators)
    return undecorated(next((one.text for one in around if isinstance(one, GroupLocator)), ""))


def _without_hint(called: str, hint: str | None) -> str:
    """A name without the hint that it repeats at its end: "Groups. Type here to search"."""
    own = called.removesuffix(hint) if hint else called
    return own.rstrip(" .,:;-–") or called


def _words_before(target: Target) -> str | None:
    """The text before the element, unless it was cut short: a whole page that comes before is no label, nor
    is the number of records, or an amount."""
    before = target.near.before
    if before is None or before.endswith("…") or is_count(before) or holds_amount(before):
        return None
    return None if is_told_of_record(target, before) else before


def is_told_of_record(target: Target, text: str | None) -> bool:
    """Whether the text is what the row of a list says of its record, and no word about the mere picture of a
    button in it."""
    says = target.name or target.text or target.label
    in_row = target.role == "button" and any(row_of(locator) is not None for locator in target.locators)
    return in_row and not says and text in target.near.cells


def is_told_of_next_row(target: Target, text: str | None) -> bool:
    """Whether the text stands in another row than the element, which says nothing of itself and begins its
    own: of another record, other rows lie beside that."""
    says = target.name or target.text or target.label
    in_row = any(row_of(locator) is not None for locator in target.locators)
    row = target.near.row
    return text is not None and in_row and not says and row is not None and text not in row


def _words_around(target: Target) -> str | None:
    """What the part of a form around a field says, where it has nothing but an id that was made."""
    if not is_text_field(target) or not _MADE_ID.search(target.attributes.get("id", "")):
        return None
    around = target.near.row or ""
    plain = 0 < len(around) <= _MAX_LABEL and len(around.split()) <= _LABEL_WORDS
    return around if plain and not any(sign.isdigit() for sign in around) else None


def _id_of(target: Target) -> str | None:
    """The element's id, unless a counter made it: that is another one each time."""
    own = target.attributes.get("id")
    return None if own is None or _MADE_ID.search(own) else own


def keys_of(target: Target) -> tuple[str, ...]:
    """What a page's state may call the field by, the likeliest first."""
    options = (target.label, target.name, target.placeholder, target.attributes.get("name"), name_of(target))
    return tuple(option for option in options if option)


def value_in(state: PageState, target: Target | None) -> str | None:
    """What the field holds in a page's state."""
    if target is None:
        return None
    return next((state.values[key] for key in keys_of(target) if key in state.values), None)


def written_alike(value: str, typed: str) -> bool:
    """Whether a field shows what was typed, be it with signs of its own between: `1,234` for 1234."""
    return _SIGNS.sub("", value) == _SIGNS.sub("", typed)


def field_called(label: str, beside: Target | None) -> Target:
    """The field that a page's state calls so, and that was not pointed at itself; in the document of another
    element."""
    frame, shadow = (beside.frame, beside.shadow) if beside is not None else ((), ())
    by_role = (RoleLocator(by="role", role=role, name=label) for role in ("textbox", "combobox"))
    locators: list[Locator] = [LabelLocator(by="label", text=label), *by_role]
    locators.append(PlaceholderLocator(by="placeholder", text=label))
    if _PLAIN_WORD.fullmatch(label):
        locators.append(CssLocator(by="css", css=f'[name="{label}"]'))
    return Target(role="textbox", label=label, frame=frame, shadow=shadow, locators=tuple(locators))


def _label_beside(target: Target) -> str:
    """What a form that ties no labels to its fields writes before a field."""
    fills = is_text_field(target) or target.tag == "select" or target.role in _CHOOSING_ROLES
    return _words_as_label(target) if fills else ""


def _words_as_label(target: Target) -> str:
    """The words before it, where they may be a label; how many records there are above is none."""
    text = undecorated(target.near.before or "")
    plain = len(text) <= _MAX_LABEL and any(letter.isalpha() for letter in text)
    return text if plain and not is_count(text) and not holds_amount(text) else ""


def _last_part(name: str | None) -> str | None:
    """The end of a name that is a path: `form:email`, `page$txt_name`, `user[email]`."""
    parts = [part for part in re.split(r"[$:\[\]]+", name or "") if part and not part.isdigit()]
    return parts[-1] if parts else name


def undecorated(text: str) -> str:
    """A label without colon, asterisk or `(required)`."""
    folded = " ".join(text.split())
    while (bare := _DECORATION.sub("", folded)) != folded:
        folded = bare
    return folded


def encloses(outer: Target, inner: Target) -> bool:
    """Whether the path of the one leads through the other, as far as paths tell."""
    around = inner.ancestors[-len(outer.ancestors) - 1 :]
    if len(around) != len(outer.ancestors) + 1 or around[1:] != outer.ancestors:
        return False
    id = outer.attributes.get("id")
    return tag_of(around[0]) == outer.tag and (id is None or f"#{id}" in around[0])
