"""Acts that lie in what a familiar verb is done to: "Cancel invoice" is one, "Cancel editing" is none.

No list holds everything that apps can call off, or every state that a record can be put into. What only the
page itself loses by it is listed instead.
"""

from __future__ import annotations

from typing import Final

from handrail.policy.words.vocabulary import vocabulary

_AS: Final = frozenset({"as", "als", "como", "comme"})
_GOES_ON: Final = frozenset(
    {"and", "or", "without", "to", "und", "oder", "ohne", "y", "e", "o", "sin", "et", "ou", "sans"}
)
"""Behind "Cancel" they say what comes then, and not what is called off."""
_POLITE: Final = frozenset({"please", "bitte", "por", "favor", "veuillez", "merci"})
_JOINS: Final = frozenset({"and", "then", "und", "dann", "y", "e", "luego", "et", "puis"})


def calls_off(words: tuple[str, ...]) -> str | None:
    """The verb by which something is called off that lasts: "Cancel the invoice", "Lauf abbrechen"."""
    known = vocabulary()
    if words[0] in known.calling_off:
        verb, rest = words[0], words[1:]
    elif words[-1] in known.calling_off:
        # German puts the verb last.
        verb, rest = words[-1], words[:-1]
    else:
        return None
    what = [word for word in rest if word not in known.articles and not word.isdigit()]
    if not what or what[0] in _GOES_ON or any(_is_of_the_page(word) for word in what):
        return None
    return verb


def _is_of_the_page(word: str) -> bool:
    known = vocabulary()
    return (
        word in known.called_off_without_harm
        or word in known.windows
        or word in known.harmless_objects
        or word in known.negations
        or word in known.cancelling
        or word.endswith(known.ends_of_the_page)
    )


def empties(words: tuple[str, ...]) -> str | None:
    """The verb by which something that lasts is emptied: "Clear log", and not "Clear search"."""
    known = vocabulary()
    if words[0] not in known.emptying:
        return None
    what = [word for word in words[1:] if word not in known.articles and not word.isdigit()]
    quiet = known.emptied_without_harm | known.harmless_objects | known.windows | known.negations
    if not what or what[0] in _GOES_ON or any(word in quiet for word in what):
        return None
    return words[0]


def marks(words: tuple[str, ...]) -> str | None:
    """The verb by which something is put into a state that business depends on: "Mark as overdue"."""
    known = vocabulary()
    verb = next((word for word in words if word in known.marking), None)
    place = next((at for at, word in enumerate(words) if word in _AS), None)
    if verb is None or place is None or any(word in known.negations for word in words[:place]):
        return None
    state = [word for word in words[place + 1 :] if word not in known.articles and word not in known.marking]
    if not state or any(_stems(word) & known.marked_without_harm for word in state):
        return None
    return verb


def _stems(word: str) -> set[str]:
    """The word, and what it is without an ending of its number, gender or case."""
    return {word, *(word.removesuffix(ending) for ending in ("e", "en", "er", "es", "s", "n"))}


def is_of_the_screen(words: tuple[str, ...]) -> bool:
    """Whether a window, a panel or a menu is opened, closed or moved, whatever it is for."""
    known = vocabulary()
    handled = words[0] in known.handling_windows or words[-1] in known.handling_windows
    return handled and any(word in known.windows for word in words)


def only_chooses(words: tuple[str, ...]) -> bool:
    """Whether it is only chosen what something may be done to: "Choose a file to upload"."""
    known = vocabulary()
    said = [word for word in words if word not in _POLITE] or list(words)
    chooses = said[0] in known.choosing or said[-1] in known.choosing
    return chooses and not any(word in _JOINS for word in said)
