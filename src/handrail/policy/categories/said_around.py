"""Which categories an action belongs to by what is said around it.

That is the dialog that it answers, the page's own question, the heading above it and the sentence before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from handrail.policy.categories.evidence import Evidence
from handrail.policy.deeds.amounts import largest
from handrail.policy.deeds.deed import Deed
from handrail.policy.names.cancelling import only_leaves
from handrail.policy.words.acting import act_in, acts_in, is_generic, noun_in, says_yes
from handrail.policy.words.comparing import line, tokens
from handrail.policy.words.vocabulary import CATEGORIES, Category, vocabulary, words_of_answers

_SHORT: Final = 2
"""Words; so short a name may take its object from the heading."""
_OF_A_SYSTEM: Final[tuple[Category, ...]] = ("system", "file_system")
_MAKES_AT_ONCE: Final = frozenset({"generate", "generieren", "generar", "generer"})
"""What a script does in any form: "Generate", beside "API key"."""


def by_question(deed: Deed) -> Iterator[Evidence]:
    """What the dialog, the page's own question or the heading asks, where the button answers it."""
    if deed.is_plain_link or is_about_cookies(deed):
        return
    words = tokens(deed.name)
    asked = [text for text in (deed.leads.confirm, *deed.questions) if text]
    generic = not words or is_generic(words, words_of_answers())
    dialog = deed.leads.dialog
    if dialog:
        asked.append(dialog)
    # "OK" in a dialog called "Order" orders; "Save" keeps an order.
    answers = says_yes(words)
    if dialog and answers and deed.leads.money:
        stake = largest(deed.leads.money) or "a sum that cannot be read"
        yield Evidence("financial", f"it answers a dialog about {stake}")
    for text in asked:
        yield from _in_question(text, generic=generic or text is not dialog, alone=answers)
    if (question := deed.leads.confirm) and not deed.recorded and not only_leaves(question, words):
        yield Evidence(
            "irreversible", "the page asks first" if question == "?" else f"the page asks '{question}' first"
        )
    if not (deed.submits and deed.sends[0] == "get"):
        yield from _by_what_stands_above(deed, words)


def _by_what_stands_above(deed: Deed, words: tuple[str, ...]) -> Iterator[Evidence]:
    """What the heading or the sentence before the button says, where the button does not say it itself."""
    element = deed.element
    if element is None or deed.is_field:
        return
    above = [text for text in (element.near.heading, element.near.section, element.near.before) if text]
    answers = bool(words) and is_generic(words, vocabulary().confirming)
    for text in above:
        if answers:
            yield from _in_question(text, generic=True)
        elif not deed.is_plain_link and (final := final_phrase(line(tokens(text)), sure=True)):
            yield Evidence("irreversible", f"the page says '{final}' before it")
    if words and all(word in vocabulary().system_from_above for word in words):
        yield from _of_the_system_above(deed, words, above)
    in_form = element.form is not None and element.form.method == "post"
    sends = len(words) == 1 and words[0] in (vocabulary().sent_from_above if in_form else _MAKES_AT_ONCE)
    if sends or (len(words) <= _SHORT and any(word in vocabulary().from_above for word in words)):
        for text in above:
            said = (*words, *tokens(text))
            yield from (
                Evidence(category, f"it says '{deed.name}' of '{text}'") for category, _ in acts_in(said)
            )


def _of_the_system_above(deed: Deed, words: tuple[str, ...], above: list[str]) -> Iterator[Evidence]:
    """ "Start", under "vm-104"; what stands above alone does not make it one."""
    for text in above:
        for category in _OF_A_SYSTEM:
            if act_in(category, (*words, *tokens(text)), alone=False) in words:
                yield Evidence(category, f"it says '{deed.name}' of '{text}'")


def _in_question(text: str, *, generic: bool, alone: bool = True) -> Iterator[Evidence]:
    """`generic` where the button says nothing else, `alone` where it answers a text of a single word, too."""
    words = tokens(text)
    said = line(words)
    short = text if len(text) <= 120 else f"{text[:119]}…"
    if final_phrase(said):
        yield Evidence("irreversible", f"the page says '{short}'")
    if generic and words:
        for category in CATEGORIES:
            told = any(f" {phrase} " in said for phrase in vocabulary().acts[category].phrases)
            act = act_in(category, words, alone=alone)
            if told or act is not None or noun_in(category, words) is not None:
                yield Evidence(category, f"it answers '{short}'")


def final_phrase(said: str, *, sure: bool = False) -> str | None:
    """What is said of there being no way back; `sure` leaves out single words, as in "Permanent address"."""
    phrases = (one for one in vocabulary().final_phrases if not sure or " " in one or one.startswith("irr"))
    return next((phrase for phrase in phrases if f" {phrase} " in said), None)


def is_about_cookies(deed: Deed) -> bool:
    element = deed.element
    if element is None:
        return False
    around = (
        deed.leads.dialog,
        element.near.section,
        element.near.heading,
        element.near.before,
        element.name,
    )
    return any(word in vocabulary().cookie_words for text in around if text for word in tokens(text))
