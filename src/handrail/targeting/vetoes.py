"""Vetoes: what keeps a candidate from being taken, however much else speaks for it.

Text similarity alone takes *Close* for *Open* and *Invoice 12* for *Invoice 13*; these rules are why a
contradiction counts for more than any likeness.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.sop.target import Target
from handrail.targeting.adding import adds_deed, counts_otherwise
from handrail.targeting.days import day_format
from handrail.targeting.kinds import TEXT_TYPES, family
from handrail.targeting.mentioned import begins_row, only_mentions
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.recorded import Recorded, bare_row
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.wording import (
    Words,
    contrary_words,
    folded,
    holds_words,
    new_concepts,
    same_meaning,
    words_of,
)

_GRAVE: Final = frozenset(
    """
    delete remove clear discard cancel purge revoke disable reset pay refund buy sell send publish transfer
    unfollow block
""".split()
)
"""Concepts of which a name must have said so when it was recorded."""

# As `isMasked` in aria.ts: what a page itself would call a secret.
_SECRET: Final = re.compile(
    r"pass(word|code|phrase)|passw|kennwort|contrase|mot.?de.?passe|\botp\b|one.?time|2fa|mfa|totp"
    r"|verification.?code|security.?code|\bcv[vc]2?\b|\bcsc\b|\bpin\b|\btan\b|secret",
    re.IGNORECASE,
)
_SECRET_AUTOCOMPLETE: Final = ("current-password", "new-password", "one-time-code", "cc-number", "cc-csc")
_DAYS: Final = frozenset({"date", "datetime-local", "month", "week"})
_LISTS: Final = frozenset({"combobox", "listbox"})
_HIDDEN_STAND_INS: Final = frozenset({"file", "checkbox", "radio"})
"""Pages hide these on purpose, and their label stands for them."""

_OTHER_LABEL: Final = 0.5
"""Below this likeness of the words it is another label."""
_AT_ENDS: Final = " .…:*"
_OTHER_ROW: Final = 0.5
"""Below this likeness of the words, without the element's own, it is another row."""


def veto(recorded: Recorded, seen: ElementSnapshot) -> str | None:
    """Why the element cannot be the recorded one, as a clause; none where nothing contradicts."""
    return next(_contradictions(recorded, seen), None)


def _contradictions(recorded: Recorded, seen: ElementSnapshot) -> Iterator[str]:
    yield from _kinds_contradict(recorded.target, recorded.family, seen)
    if not seen.visible and seen.input_type not in _HIDDEN_STAND_INS:
        yield "it is not shown"
    if not seen.enabled:
        yield "it cannot be used now"
    now = recorded.called_now(seen)
    yield from _rows_contradict(recorded, seen, now)
    if now.folded in recorded.beside:
        yield f"'{now.folded}' was recorded beside it, as something else"
    yield from _names_contradict(recorded.name, now)
    yield from _names_add(recorded, now)
    yield from _examples_contradict(recorded.target, seen)


def _kinds_contradict(target: Target, kind: str, seen: ElementSnapshot) -> Iterator[str]:
    # What another tool's file names by its words alone may be of any kind.
    known = target.role is not None or target.tag is not None
    if known and kind != family(seen.role, seen.tag):
        yield f"it is a {seen.role or seen.tag}, and not a {target.role or target.tag}"
    if kind == "tick" and target.role != seen.role and "radio" in (target.role, seen.role):
        yield "one of the two is a choice among several, and the other is not"
    if is_secret(target) != seen.masked:
        yield "one of the two is a field for a secret"
    if "file" in (target.input_type, seen.input_type) and target.input_type != seen.input_type:
        yield "one of the two takes a file"
    if _writes_days_otherwise(target, seen):
        yield "one of the two takes a day as browsers write it, and the other as the app does"
    if kind == "field" and seen.tag != "select" and _was_written_in(target) and not seen.editable:
        yield "it cannot be edited"
    if (seen.tag == "select") != (target.tag == "select") and _takes_text(target, seen):
        yield "one of the two offers a list, and the other takes any text"


def _was_written_in(target: Target) -> bool:
    """Whether the recorded field was no list, be it one that the page draws as a button."""
    return target.tag != "select" and not (target.role == "combobox" and target.tag == "button")


def _takes_text(target: Target, seen: ElementSnapshot) -> bool:
    """Whether the two are a list of the browser's own and a field of text: one that cannot be typed into is
    what a drawn list is opened by."""
    drawn = seen.tag == "input" and seen.role in _LISTS and not seen.editable
    return not drawn and {target.tag, seen.tag} <= {"select", "input", "textarea"}


def _writes_days_otherwise(target: Target, seen: ElementSnapshot) -> bool:
    """Whether a day that one of the two takes would be another one, or none, as a text in the other. Where
    both say how it is to be written, it is written anew."""
    if day_format(target) is not None and day_format(seen) is not None:
        return False
    types = {target.input_type, seen.input_type}
    return bool(types & _DAYS) and bool(types & TEXT_TYPES)


def is_secret(target: Target) -> bool:
    """Whether the page that was recorded would have masked the field."""
    if target.input_type == "password":
        return True
    if target.tag not in ("input", "textarea"):
        return False
    if target.input_type in ("checkbox", "radio", "button", "submit", "file", "date"):
        return False
    attributes = target.attributes
    if any(word in attributes.get("autocomplete", "") for word in _SECRET_AUTOCOMPLETE):
        return True
    words = " ".join(
        (attributes.get("name", ""), attributes.get("id", ""), target.label or "", target.placeholder or "")
    )
    return _SECRET.search(words) is not None or _SECRET.search(re.sub("[_-]+", " ", words)) is not None


def _rows_contradict(recorded: Recorded, seen: ElementSnapshot, now: Words) -> Iterator[str]:
    held = seen.in_row or holds_words(seen.near.row or "", recorded.row_words or "")
    if recorded.row_words is not None and not held:
        yield f"it does not stand in the row with '{recorded.row_words}'"
    elif recorded.row_words is not None and seen.in_row is False:
        yield f"it stands in a row that says more than '{recorded.row_words}'"
    called = next(filter(None, (begins_row(recorded.target, one) for one in recorded.target.locators)), None)
    if called is not None and only_mentions(seen, called):
        yield f"its row only mentions '{called}'"
    if recorded.row is None:
        return
    row = bare_row(seen.near.row, now)
    if row is not None and same_meaning(recorded.row, row) < _OTHER_ROW and row.folded != recorded.row.folded:
        yield f"it stands in another row, '{seen.near.row}'"


def _names_contradict(recorded: Words, now: Words) -> Iterator[str]:
    if not recorded.folded or not now.folded or recorded.folded == now.folded:
        return
    if (clash := contrary_words(recorded, now)) is not None:
        yield f"'{now.folded}' is the contrary of '{recorded.folded}' ({clash[0]}, {clash[1]})"
    if grave := new_concepts(recorded, now) & _GRAVE:
        yield f"'{now.folded}' would {min(grave)}, and '{recorded.folded}' does not say so"
    if recorded.negated != now.negated:
        yield f"one of '{recorded.folded}' and '{now.folded}' is negated"
    if recorded.numbers and now.numbers and recorded.numbers != now.numbers:
        yield f"the numbers of '{recorded.folded}' and '{now.folded}' differ"


def _examples_contradict(target: Target, seen: ElementSnapshot) -> Iterator[str]:
    """A field that is called by an example of what is written in it: a user's name, "john.doe", only sounds
    like a person's, "John Doe"."""
    was, now = own_name(target), own_name(seen)
    if was != target.placeholder or not target.label or not seen.label or spelled(was) != spelled(now):
        return
    if folded(was).strip(_AT_ENDS) == folded(now).strip(_AT_ENDS):
        return
    if same_meaning(words_of(target.label), words_of(seen.label)) < _OTHER_LABEL:
        yield f"it is '{seen.label}', and its example only sounds like that of '{target.label}'"


def _names_add(recorded: Recorded, now: Words) -> Iterator[str]:
    was = recorded.name
    if not was.folded or not now.folded or was.folded == now.folded:
        return
    if recorded.family == "press" and (added := adds_deed(was, now)) is not None:
        yield f"'{now.folded}' says '{added}', which '{was.folded}' does not"
    if recorded.family == "field" and counts_otherwise(was, now):
        yield f"'{now.folded}' counts in another unit than '{was.folded}'"
