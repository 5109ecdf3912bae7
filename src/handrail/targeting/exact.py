"""The exact decision: is one element on the page, beyond doubt, the recorded one?

Every locator that finds one element alone votes for it, if that element still is what was recorded
(role, type of control, accessible name). The votes must agree: precision wins over finding something.
"""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urlsplit

from handrail._model import Model
from handrail.sop.locator import (
    CssLocator,
    LabelLocator,
    Locator,
    RoleLocator,
    RowLocator,
    TestIdLocator,
    TextLocator,
    XpathLocator,
)
from handrail.sop.target import Target, tag_of
from handrail.targeting.kinds import ON_OR_OFF, TEXT_TYPES, family, says_what_it_is, takes_text
from handrail.targeting.mentioned import begins_row, only_mentions
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.standing import only_named
from handrail.targeting.wording import amounts_alike, count_alike, folded


class Hits(Model):
    """What one locator found: how many elements, and the places of the first of them in a sighting."""

    count: int
    elements: tuple[int, ...]


class Sighting(Model):
    """The elements that a target's locators find on the live page, locator by locator."""

    locators: tuple[Hits, ...]
    elements: tuple[ElementSnapshot, ...]


class Match(Model):
    """The element, the locator that leads to it, and why it is the one."""

    element: ElementSnapshot
    locator: Locator
    confidence: float
    reasons: tuple[str, ...]


class Miss(Model):
    """No element is the recorded one beyond doubt."""

    why: Literal["absent", "ambiguous"]
    reasons: tuple[str, ...]


_BY_PLACE = re.compile(r":nth-(last-)?(of-type|child)\(|:(first|last|only)-(child|of-type)|>")
_XPATH_BY_PLACE = re.compile(r"\[\s*\d+\s*\]|\b(position|last)\(\)")
_UNDER_ID = re.compile(r"#[a-z_-]+(?: > [a-z][a-z0-9-]*)+", re.IGNORECASE)
"""The one element of its kind in what has an id that no record numbers."""
_BARE_TAG = re.compile(r"[a-z][a-z0-9-]*")
_PASSING = re.compile(r"hover|focus|active|select|ripple|highlight|^current$", re.IGNORECASE)
_COUNT_BEHIND = re.compile(r"\s*\d{1,5}\+?$")
_COUNTER = re.compile(r"[\s(\[]*[-−+]?[€$£¥]?\d[\d.,]*[)\]]*")
_BADGE = re.compile(r"\d[\d\s/.,+]*")
_MARKS = frozenset({"b", "strong", "mark", "em", "i", "u"})


def is_weak(locator: Locator) -> bool:
    """A locator that says where something is and not what it is: it may confirm, never decide alone."""
    if isinstance(locator, XpathLocator):
        return _XPATH_BY_PLACE.search(locator.xpath) is not None or "[" not in locator.xpath
    if isinstance(locator, CssLocator) and _BY_PLACE.search(locator.css):
        return True
    if isinstance(locator.within, CssLocator) and _BY_PLACE.search(locator.within.css):
        # The button of the fourth component is another record's where one before it has gone.
        return True
    # The check box in Ada's row is hers; the one text box in the header may be another one tomorrow.
    return _says_only_its_kind(locator) and not isinstance(locator.within, RowLocator)


def is_by_place_alone(locator: Locator) -> bool:
    """Weak, and in nothing that says more."""
    return is_weak(locator) and (locator.within is None or is_by_place_alone(locator.within))


def _says_only_its_kind(locator: Locator) -> bool:
    """A bare role or tag: whatever takes the element's place fits it, too."""
    if isinstance(locator, CssLocator):
        return _BARE_TAG.fullmatch(locator.css) is not None
    return isinstance(locator, RoleLocator) and locator.name is None


def decide(target: Target, sighting: Sighting) -> Match | Miss:
    """Match only when all locators that find one fitting element agree on it."""
    votes: dict[int, list[Locator]] = {}
    notes: list[str] = []
    for locator, hits in zip(target.locators, sighting.locators, strict=True):
        words = describe_locator(locator)
        if hits.count != 1:
            notes.append(f"{words} finds {hits.count or 'nothing'}")
            continue
        place = hits.elements[0]
        objection = _objection(target, sighting.elements[place], locator)
        if objection:
            notes.append(f"{words} finds an element, but {objection}")
            continue
        votes.setdefault(place, []).append(locator)
        notes.append(f"{words} finds it alone")
    strong = {place: found for place, found in votes.items() if not all(map(is_weak, found))}
    chosen = strong or votes
    if not strong and len(votes) == 1:
        # Only its position speaks for it; where a row was removed, that is the next one's.
        ((place, found),) = votes.items()
        by_row = any(isinstance(locator.within, RowLocator) for locator in found)
        differ = _differs_in_its_row if by_row else _surroundings_differ
        if moved := differ(target, sighting.elements[place]):
            return Miss(why="absent", reasons=(*notes, f"only its position is the same, {moved}"))
        if not by_row and _is_one_of_several_now(target, sighting, sighting.elements[place]):
            alone = "it was the only one, and of those that are there now only its position is the same"
            return Miss(why="ambiguous", reasons=(*notes, alone))
    if len(chosen) == 1:
        place, found = next(iter(chosen.items()))
        if only := only_named(target, sighting.elements[place], found):
            return Miss(why="absent", reasons=(*notes, only))
        best = next((locator for locator in found if not is_weak(locator)), found[0])
        return Match(element=sighting.elements[place], locator=best, confidence=1.0, reasons=tuple(notes))
    if len(chosen) > 1:
        return Miss(why="ambiguous", reasons=("the locators lead to different elements", *notes))
    several = any(hits.count > 1 for hits in sighting.locators)
    return Miss(why="ambiguous" if several else "absent", reasons=tuple(notes))


def _objection(target: Target, seen: ElementSnapshot, locator: Locator) -> str | None:
    if (row := begins_row(target, locator)) is not None and only_mentions(seen, row):
        return f"its row only mentions '{row}': '{seen.near.row}'"
    ticked = ON_OR_OFF.issuperset((target.role, seen.role))
    alike = ticked or seen.role == target.role or _are_alike(target, seen)
    if target.role is not None and not alike and not _is_all_it_says(target, seen, locator):
        return f"its role is {seen.role or seen.tag}, not {target.role}"
    # What was searched for is marked in what is found, be it all of its words.
    marked = isinstance(locator, TextLocator) and seen.tag in _MARKS and seen.role is None
    if target.role is None and target.tag is not None and seen.tag != target.tag and not marked:
        return f"it is a <{seen.tag}>, not a <{target.tag}>"
    if not ticked and not _same_type(target.input_type, seen.input_type) and not _same_button(target, seen):
        return f"it is a field of type {seen.input_type}, not {target.input_type}"
    called = _title_under_badge(target, seen) or seen.name
    vouched = _leads_to_the_same(target, seen)
    if target.name and not _names_agree(target.name, called, locator, vouched=vouched):
        return f"its name is '{seen.name}', not '{target.name}'"
    if seen.editable and family(seen.role, seen.tag) != "press" and _elsewhere(target, seen, locator):
        return f"it stands in '{seen.near.section}', not in '{target.near.section}'"
    beside = isinstance(locator, LabelLocator)  # Of a field without a name, a label only stands beside it.
    if not target.name and (beside or _says_only_its_kind(locator) or is_weak(locator)):
        # What a field of the page's own making says is its value, where a label calls it.
        holds = bool(target.label) and family(target.role, target.tag) == "field"
        label = seen.label or seen.near.before
        kind = family(target.role, target.tag)
        if kind not in {"field", "tick"} and target.label == target.near.before:
            # What is no field is called by what stands before it; before an answer may stand another one.
            label = seen.near.before
        pairs = (
            (None if holds else target.text, seen.text),
            (target.label, label),
            (target.placeholder, seen.placeholder),
        )
        for recorded, now in pairs:
            if recorded and not _says_the_same(recorded, now or "", locator):
                return f"it says '{(now or '')[:60]}', not '{recorded}'"
    return None


def _are_alike(target: Target, seen: ElementSnapshot) -> bool:
    """Whether roles that differ are those of one kind of control, in what says more of itself, or less."""
    popup = "aria-haspopup"
    if takes_text(target.role, target.tag, target.attributes.get(popup)):
        return takes_text(seen.role, seen.tag, seen.attributes.get(popup))
    # A field that opens a list is one to choose from, whatever else it calls itself.
    if target.role == "combobox" and seen.attributes.get(popup) == "listbox":
        return True
    return seen.tag == target.tag and says_what_it_is(target.role, seen.role)


def _is_all_it_says(target: Target, seen: ElementSnapshot, locator: Locator) -> bool:
    """Whether what the text leads to is a plain part of such an entry, and its row says nothing besides: what
    was searched for is marked in it, all of its words."""
    if not isinstance(locator, TextLocator) or target.role != "listitem" or seen.role is not None:
        return False
    return (
        seen.ancestors[:1] != ()
        and tag_of(seen.ancestors[0]) == target.tag
        and seen.tag in {*_MARKS, "span"}
        and folded(seen.near.row or "") == folded(locator.text)
    )


def _elsewhere(target: Target, seen: ElementSnapshot, locator: Locator) -> bool:
    """Whether a field has its old label in another section: the city of the billing address is not that of
    the delivery. An id or a test id vouches for it, as does a locator that names the section itself."""
    recorded, now = target.near.section, seen.near.section
    if recorded is None or now is None or locator.within is not None:
        return False
    if isinstance(locator, TestIdLocator) or (isinstance(locator, CssLocator) and not is_weak(locator)):
        return False
    return folded(recorded) not in folded(now) and folded(now) not in folded(recorded)


def _says_besides(row: str, own: str) -> str:
    """What a row says besides the element's own text."""
    said = folded(row)
    return said.replace(folded(own), " ", 1).strip() if own else said


def _rows_agree(target: Target, seen: ElementSnapshot) -> bool:
    """Whether the rows say the same; but for what was chosen in a labelled list of the page's own making, and
    for a name with a counter in it."""
    was, now = target.near.row or "", seen.near.row or ""
    holds = target.label is not None and family(target.role, target.tag) == "field"
    counts = target.name is not None and folded(target.name) != folded(seen.name)
    if not (holds or counts):
        return folded(was) == folded(now)
    own, seen_own = target.text or "", seen.text
    if counts:
        own, seen_own = own or target.name or "", seen_own or seen.name
    return _says_besides(was, own) == _says_besides(now, seen_own)


def _surroundings_differ(target: Target, seen: ElementSnapshot) -> str | None:
    """What stands around it must be what it was; one text beside it may have changed."""
    near, now = target.near, seen.near
    if near.row is not None and not _rows_agree(target, seen):
        return f"and it stands in the row '{now.row or ''}'"
    nameless = not (target.name or target.text or target.label or target.placeholder)
    if nameless and (now_called := _called_otherwise(target, seen)):
        return f"and it is called '{now_called}' now"
    if nameless and target.role is None and not _looks_alike(target, seen):
        # A switch that is merely drawn may be on already.
        return "and it does not look as it did"
    alone = not all(map(is_weak, target.locators))
    before, now_before = folded(near.before or ""), folded(now.before or "")
    moved = bool(before) and not _stands_there(before, now_before)
    if moved and (nameless or (not alone and _lacks(now_before, before))):
        # Without a name of its own, or among its like, it is called by the text before it.
        return f"and before it is '{now.before or ''}', not '{near.before}'"
    if not alone and near.heading and folded(near.heading) != folded(now.heading or ""):
        # Others were just like it when it was recorded: the heading says which of them it is.
        return f"and it stands under '{now.heading or ''}', not '{near.heading}'"
    pairs = ((near.heading, now.heading), *_beside(target, seen))
    changed = [(was, seen_now) for was, seen_now in pairs if was and not _stands_there(was, seen_now or "")]
    if len(changed) > 1:
        was, seen_now = changed[0]
        return f"and beside it is '{seen_now or ''}', not '{was}'"
    return None


def _stands_there(was: str, now: str) -> bool:
    """Whether a text beside it is what it was, be it with another number of things, or another amount."""
    return folded(was) == folded(now) or count_alike(was, now) or amounts_alike(was, now)


def _is_one_of_several_now(target: Target, sighting: Sighting, seen: ElementSnapshot) -> bool:
    """Whether others have come up that are called as it is, as in a list that held one record when it was
    recorded, and nothing that stood beside it says which of them it is: nor need it for a link that leads to
    the same part of the app."""
    if _leads_to_the_same(target, seen):
        return False
    known = zip(target.locators, sighting.locators, strict=True)
    if not any(hits.count > 1 for locator, hits in known if not is_weak(locator)):
        return False
    pairs = ((target.near.row, seen.near.row), *_beside(target, seen))
    return not any(was and folded(was) == folded(now or "") for was, now in pairs)


def _beside(target: Target, seen: ElementSnapshot) -> tuple[tuple[str | None, str | None], ...]:
    near, now = target.near, seen.near
    return (near.before, now.before), (near.after, now.after)


def _called_otherwise(target: Target, seen: ElementSnapshot) -> str | None:
    """The name by now of an element that had none, unless it is the text that stood before it (or after a box
    to tick): the label of a field is a text beside it until it is tied to the field."""
    texts = [target.near.before]
    if family(target.role, target.tag) == "tick":
        texts.append(target.near.after)
    beside = [folded(text) for text in texts if text]
    now = folded(seen.name or seen.label or "")
    if not now or not beside or any(not _lacks(now, text) or not _lacks(text, now) for text in beside):
        return None
    return now


def _lacks(text: str, words: str) -> bool:
    """Whether a text that may have grown no longer has all these words."""
    return not set(words.split()) <= set(text.split())


def _differs_in_its_row(target: Target, seen: ElementSnapshot) -> str | None:
    """In the row that is asked for, the texts beside it are another record's; without any name of its own,
    it must look as it did."""
    if target.name or target.text or target.label or target.placeholder:
        return None
    near, beside = target.near, seen.near
    same_row = near.row is not None and folded(near.row) == folded(beside.row or "")
    if same_row and near.before and folded(near.before) != folded(beside.before or ""):
        # It is the recorded row itself, in which fields are called by the texts before them.
        return f"and before it is '{beside.before or ''}', not '{near.before}'"
    return None if _looks_alike(target, seen) else "and it does not look as it did"


def _looks_alike(target: Target, seen: ElementSnapshot) -> bool:
    was, now = (_looks(attributes.get("class", "")) for attributes in (target.attributes, seen.attributes))
    return was == now


def _looks(classes: str) -> frozenset[str]:
    """An element's classes, without those that come and go with the pointer; the last one may be cut off."""
    whole = classes.rpartition(" ")[0] if classes.endswith("…") else classes
    return frozenset(name for name in whole.split() if not _PASSING.search(name))


def _same_type(recorded: str | None, seen: str | None) -> bool:
    """A target that says nothing of its type fits any; the plain text types stand for one another."""
    return recorded in (None, seen) or (recorded in TEXT_TYPES and seen in TEXT_TYPES)


def _same_button(target: Target, seen: ElementSnapshot) -> bool:
    """Whether a button that was an input is an element of its own by now, and does the same for its form: one
    that does not say what it does sends it."""
    said = seen.attributes.get("type", "submit")
    return target.role == seen.role == seen.tag == "button" and target.input_type == said


def _leads_to_the_same(target: Target, seen: ElementSnapshot) -> bool:
    """Whether it is a link to the same part of the app ("/inbox"): a number may be a record's."""
    was, now = target.attributes.get("href", ""), seen.attributes.get("href", "")
    address = "".join(urlsplit(was)[2:])
    leads = address not in {"", "#"} and not was.startswith("javascript:")
    return leads and was == now and not any(map(str.isdigit, address))


def _names_agree(recorded: str, seen: str, locator: Locator, *, vouched: bool = False) -> bool:
    """Equal, or equal but for a counter ("Inbox (3)") where an id or attribute vouches for the element."""
    if folded(recorded) == folded(seen):
        return True
    if isinstance(locator, RoleLocator):
        # The page says so before a count, which stands in a part of its own.
        return folded(locator.name or "") == folded(recorded) == folded(_COUNT_BEHIND.sub("", seen))
    if isinstance(locator, CssLocator):
        vouched = vouched or not is_weak(locator) or _UNDER_ID.fullmatch(locator.css) is not None
    if not (vouched or isinstance(locator, TestIdLocator)):
        return False
    bare_recorded, bare_seen = _COUNTER.sub("", recorded), _COUNTER.sub("", seen)
    return len(bare_recorded) >= 3 and folded(bare_recorded) == folded(bare_seen)


def _title_under_badge(target: Target, seen: ElementSnapshot) -> str | None:
    """The title of a button that was called by it, where a number is drawn on it now."""
    titled = bool(target.name) and target.attributes.get("title") == target.name
    return seen.attributes.get("title") if titled and _BADGE.fullmatch(seen.name) else None


def _says_the_same(recorded: str, seen: str, locator: Locator) -> bool:
    """A long text was recorded by its beginning, and one with a count in it without that."""
    if isinstance(locator, TextLocator) and folded(locator.text) == folded(recorded):
        seen = seen if folded(seen) == folded(recorded) else _COUNT_BEHIND.sub("", seen)
    if recorded.endswith("…"):
        return folded(seen).startswith(folded(recorded[:-1]))
    return folded(recorded) == folded(seen)


def describe_locator(locator: Locator) -> str:
    """A locator in words, for reasons and reports."""
    within = f" in {describe_locator(locator.within)}" if locator.within is not None else ""
    match locator:
        case RoleLocator():
            return f"{locator.role} '{locator.name}'{within}" if locator.name else f"{locator.role}{within}"
        case RowLocator():
            return f"{locator.role} with '{locator.text}'{within}"
        case CssLocator():
            return f"css {locator.css}{within}"
        case XpathLocator():
            return f"xpath {locator.xpath}{within}"
        case TestIdLocator():
            return f"test id '{locator.value}'{within}"
        case _:
            return f"{locator.by} '{locator.text}'{within}"
