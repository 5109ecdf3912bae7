"""Deeds that no category knows: a button whose verb is not among those that are known to be harmless.

No list holds the verbs of all consoles ("Drain", "Materialisieren", "Purger"): `names.unfamiliar_verbs`
finds them in names. Nouns, links to other pages, fields and what only opens a menu are no deeds.
"""

from __future__ import annotations

import re
from typing import Final

from handrail.policy.deeds.deed import Deed
from handrail.policy.names.asking import asked_about
from handrail.policy.names.unfamiliar_verbs import unfamiliar_verb
from handrail.policy.names.weighing import weighing, weight_of
from handrail.policy.words.acting import is_generic
from handrail.policy.words.comparing import tokens
from handrail.policy.words.verbs import verbs
from handrail.policy.words.vocabulary import vocabulary, words_of_answers
from handrail.sop.target import Neighbourhood

_TITLE: Final = 4
"""Words of a dialog's title that names what it does."""
_PRESSED: Final = frozenset({"button", "menuitem", None, "link", "generic"})
_SHORT_QUESTION: Final = re.compile(r"(?:^|[.!?:\n¿])\s*¿?([^.!?:\n¿]{3,60}?)\s*\?")
_TOLD: Final = re.compile(r"(?:\S+ ){2,}\S+[.!?](?=\s|$)")
"""A sentence of three words or more."""
_STOP: Final = re.compile(r"[.!?:]\s+")


def unfamiliar(deed: Deed) -> str | None:
    """Why it is a deed that nobody knows to be harmless, as a clause; None where it is none."""
    element = deed.element
    if element is None or not presses(deed):
        return None
    name = deed.name.strip()
    verb = None if _heads_a_view(deed) else unfamiliar_verb(name, deed.leads.lang)
    if verb is not None and not is_generic(tokens(name), vocabulary().confirming):
        return f"it says '{name}', and '{verb}' is not among the words that are known to be harmless"
    if not tokens(name) or is_generic(tokens(name), words_of_answers()):
        return _asked_before(deed)
    if _looks_dangerous(deed) and not _is_familiar(name):
        return f"'{name}' has the look of a warning"
    return None


def _heads_a_view(deed: Deed) -> bool:
    """Whether a single word has its object in the heading, and that does not last: "Start", under "Quiz"."""
    heading = deed.element.near.heading if deed.element is not None else None
    return len(tokens(deed.name)) == 1 and any(word in verbs().of_the_view for word in tokens(heading or ""))


def _asked_before(deed: Deed) -> str | None:
    """The unfamiliar deed that a dialog asks about, where the button only says yes."""
    near = deed.element.near if deed.element is not None else Neighbourhood()
    texts = (deed.leads.confirm, deed.leads.dialog, *deed.questions, near.section, near.heading, near.before)
    for text in filter(None, texts):
        verb = asked_about(text, sure_counts=not deed.recorded) or _asked_shortly(text, deed.leads.lang)
        if verb is not None:
            return f"it answers a question with '{verb}', which is not known to be harmless"
    for title in filter(None, (near.section, near.heading) if deed.leads.dialog else ()):
        if _may_be_a_thing(title):
            continue
        if len(title.split()) <= _TITLE and (verb := unfamiliar_verb(title, deed.leads.lang)) is not None:
            return f"it answers a dialog called '{title}', and '{verb}' is not known to be harmless"
    return None if deed.recorded else _answers_a_text(deed)


def _without_bidding(dialog: str, near: Neighbourhood) -> str:
    """What a dialog says, without a first sentence that bids the reader choose something, which tells nothing
    of what comes of a yes. Titles stand before it without a stop of their own."""
    rest = dialog
    for title in filter(None, (near.section, near.heading) * 2):
        rest = rest.removeprefix(title).lstrip()
    first, *behind = _STOP.split(rest, maxsplit=1)
    bids = tokens(first)[:1] and tokens(first)[0] in vocabulary().choosing
    return "".join(behind) if bids else dialog


def _answers_a_text(deed: Deed) -> str | None:
    """The dialog that says in a sentence what comes of a yes; of an "OK", where another button says no.

    What was done already, and what is lost in the page alone, needs no question.
    """
    dialog = deed.leads.dialog or ""
    if not is_generic(tokens(deed.name), vocabulary().confirming):
        return None
    near = deed.element.near if deed.element is not None else Neighbourhood()
    told = _TOLD.search(_without_bidding(dialog, near))
    if told is None or {*tokens(dialog)} & (verbs().asked_of_the_page | verbs().done_already):
        return None
    beside = {*tokens(near.before or "")[:2], *tokens(near.after or "")[:2]}
    if tokens(deed.name)[0] in verbs().closes_as_well and not beside & vocabulary().cancelling:
        return None
    return f"it says yes to '{told[0].strip()}'"


def _may_be_a_thing(title: str) -> bool:
    """Whether a title of one word is that of what the dialog holds as soon as of what it does: "Claim"."""
    words = tokens(title)
    return len(words) == 1 and (words[0] in verbs().deeds_or_things or words[0] in weighing().weighed["en"])


def _asked_shortly(text: str, language: str | None) -> str | None:
    """The verb of a question that is a name with a question mark: "Retire this device?"."""
    for question in map(str.strip, _SHORT_QUESTION.findall(text)):
        if (verb := unfamiliar_verb(question, language) or weight_of(tokens(question), language)) is not None:
            return verb
    return None


def presses(deed: Deed) -> bool:
    """Whether it is a button, as far as one can tell, and does more than to open a page or a menu."""
    element = deed.element
    if element is None or deed.is_field or deed.asks_for_a_page or element.tag == "summary":
        return False
    if element.role not in _PRESSED or element.attributes.get("aria-haspopup", "false") != "false":
        return False
    if element.attributes.get("type") == "reset" or element.input_type == "reset":
        return False
    # It unfolds a part of the page, or is on while the others of its group are off.
    if element.expanded is not None or (element.checked is not None and element.near.group):
        return False
    return not (deed.submits and deed.sends[0] == "get")


def _looks_dangerous(deed: Deed) -> bool:
    element = deed.element
    classes = element.attributes.get("class", "").lower().split() if element is not None else []
    return bool(verbs().danger & {*classes})


def _is_familiar(name: str) -> bool:
    words = tokens(name)
    if not words:
        return True
    known = verbs().familiar.values()
    return any(word in verbs for verbs in known for word in {words[0], words[-1]})
