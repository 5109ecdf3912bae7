"""The words by which actions are told apart, read from `vocabulary.txt`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple, TypeAlias

Category: TypeAlias = Literal[
    "destructive", "irreversible", "financial", "credential", "system", "sharing", "file_system", "unfamiliar"
]

CATEGORIES: Final[tuple[Category, ...]] = (
    "destructive", "irreversible", "financial", "credential", "system", "sharing", "file_system",
    "unfamiliar",
)  # fmt: skip

CODE: Final = re.compile(
    r"\b(?:drop|truncate)\s+(?:table|database|schema|index|collection)\b"
    r"|\bdelete\s+from\s+\w|\brm\s+-[a-z]*[rf]|\bgrant\s+all\b|:\(\)\s*\{"
    r"|\b(?:shutdown|reboot|mkfs(?:\.\w+)?|format)\s+(?:-\w|/\w|\w:)"
)
"""Commands that end data or systems, where somebody would type them into a console; for folded text."""

Words: TypeAlias = frozenset[str]


class Acts(NamedTuple):
    """The words of one category."""

    verbs: Words
    """Say by themselves what is done, wherever they stand in a button's name."""
    alone: Words
    """Count where they are the button's whole name; in a sentence they may be a noun."""
    nouns: Words
    """Beside a word that confirms ("Confirm deletion") they say the act as well as a verb."""
    paths: Words
    """Parts of an address that say the act: `/users/3/delete`, `?action=delete`."""
    pairs: tuple[tuple[Words, Words], ...]
    """A word and another in the same name: each alone says nothing."""
    firsts: Mapping[str, tuple[int, ...]]
    """The places in `pairs` of those that a word is the first of."""
    phrases: tuple[str, ...]
    """What a page says of the act before it is done: "will be deleted"; phrases of whole words."""


class Vocabulary(NamedTuple):
    """All words."""

    acts: dict[Category, Acts]
    not_the_act: dict[str, Words]
    """A word that is followed by one of these is not the act: `order by`, `sign in`."""
    before_a_thing: Words
    """Make a thing of a word that may be a deed: "New purchase"."""
    looking: Words
    """Names that begin or end with one of these only look at the system that they name."""
    harmless_objects: Words
    negations: Words
    information: Words
    generic: Words
    confirming: Words
    generic_fillers: Words
    cancelling: Words
    cancelling_fillers: Words
    cookie_words: Words
    sign_up_words: Words
    password_words: Words
    inviting: Words
    bringing_back: Words
    with_a_message: Words
    """Send a message where the form holds one."""
    with_a_file: Words
    """Send a file where the form holds one."""
    from_above: Words
    """Short names that take what they do it to from the heading above them."""
    sent_from_above: Words
    """Names that do so where they send a form."""
    system_from_above: Words
    """Names of nothing but these take the server, the disk or the backup from the heading above them."""
    chosen_records: Words
    """Harmless objects that are the records themselves where the button sends their form."""
    saving: Words
    """Those of the generic words that keep a record as it is filled in, and do not carry out what it says."""
    chosen_destructive: Words
    """Destroy where they are chosen in a list of deeds; on a button some of them only clear a field."""
    choice_fields: Words
    """Stand on a list of deeds ("Bulk actions"), and on the button that does the one that is chosen."""
    final_phrases: tuple[str, ...]
    """What apps say where there is no way back; phrases of whole words."""
    carrying_out: Words
    """Say that an act is done which a noun beside them names: "Perform refund"."""
    calling_off: Words
    """"Cancel", where something stands behind it that is called off."""
    called_off_without_harm: Words
    ends_of_the_page: tuple[str, ...]
    """Endings of what is done in the page itself: "Cancel editing"."""
    articles: Words
    emptying: Words
    """"Clear", where something stands behind it that is emptied."""
    emptied_without_harm: Words
    marking: Words
    marked_without_harm: Words
    """States that a record may be put into, and back, without any harm."""
    choosing: Words
    """"Choose a file to upload" uploads nothing yet."""
    windows: Words
    """What a page is made of: dialogs, panels, menus."""
    handling_windows: Words
    layout: Words
    """What is restored of a view."""


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary of this version."""
    sections = list(sections_of("vocabulary.txt"))
    named = {head: " ".join(lines) for head, lines in sections}

    def words(head: str) -> Words:
        return frozenset(named.get(head, "").split())

    def acts(category: Category) -> Acts:
        pairs = tuple(_pair(" ".join(lines)) for head, lines in sections if head == f"pairs {category}")
        return Acts(
            verbs=words(f"verbs {category}"),
            alone=words(f"alone {category}"),
            nouns=words(f"nouns {category}"),
            paths=words(f"paths {category}"),
            pairs=pairs,
            firsts=_by_first(pairs),
            phrases=tuple(dict(sections).get(f"phrases {category}", ())),
        )

    return Vocabulary(
        acts={category: acts(category) for category in CATEGORIES},
        not_the_act=_exceptions(dict(sections)["not the act"]),
        before_a_thing=words("before a thing"),
        looking=words("looking"),
        harmless_objects=words("harmless objects"),
        negations=words("negations"),
        information=words("information"),
        generic=words("generic"),
        confirming=words("confirming"),
        generic_fillers=words("generic fillers"),
        cancelling=words("cancelling"),
        cancelling_fillers=words("cancelling fillers"),
        cookie_words=words("cookie words"),
        sign_up_words=words("sign up words"),
        password_words=words("password words"),
        inviting=words("inviting"),
        bringing_back=words("bringing back"),
        with_a_message=words("with a message"),
        with_a_file=words("with a file"),
        from_above=words("taking their object from above"),
        sent_from_above=words("sending what stands above"),
        system_from_above=words("taking a system from above"),
        chosen_records=words("chosen records"),
        saving=words("saving"),
        chosen_destructive=words("chosen destructive"),
        choice_fields=words("choice fields"),
        final_phrases=tuple(dict(sections)["final phrases"]),
        carrying_out=(words("generic") - words("saving")) | words("carrying out"),
        calling_off=words("calling off"),
        called_off_without_harm=words("called off without harm"),
        ends_of_the_page=tuple(named["ends of the page"].split()),
        articles=words("articles"),
        emptying=words("emptying"),
        emptied_without_harm=words("emptied without harm"),
        marking=words("marking"),
        marked_without_harm=words("marked without harm"),
        choosing=words("choosing"),
        windows=words("windows"),
        handling_windows=words("handling windows"),
        layout=words("layout"),
    )


@cache
def words_of_answers() -> Words:
    """What a button says that carries out what stands beside it, whatever that is: "OK", "Submit"."""
    return vocabulary().generic | vocabulary().confirming


@cache
def words_of_views() -> Words:
    """What of a page, and not of its records, something is done to."""
    return vocabulary().harmless_objects - vocabulary().chosen_records


@cache
def verbs_of_acts() -> Words:
    """The verbs of all categories."""
    return frozenset(word for acts in vocabulary().acts.values() for word in acts.verbs)


def _by_first(pairs: tuple[tuple[Words, Words], ...]) -> dict[str, tuple[int, ...]]:
    places = defaultdict[str, tuple[int, ...]](tuple)
    for place, (firsts, _) in enumerate(pairs):
        for word in firsts:
            places[word] += (place,)
    return dict(places)


@cache
def told_apart() -> tuple[tuple[str, str], ...]:
    """Parts of words that are others without their sign: as they are written, and as the lists have them."""
    (lines,) = (lines for head, lines in sections_of("vocabulary.txt") if head == "told apart")
    return tuple((written, listed) for written, listed in map(str.split, lines))


@cache
def words_in(file: str) -> dict[str, Words]:
    """The words of a list in this package, by headline."""
    return {head: frozenset(" ".join(lines).split()) for head, lines in sections_of(file)}


def sections_of(file: str) -> Iterator[tuple[str, list[str]]]:
    """The headlines of a list of words in this package, each with its lines."""
    text = files("handrail.policy.words").joinpath(file).read_text(encoding="utf-8")
    head, lines = "", list[str]()
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            lines.append(line.strip())
            continue
        if head:
            yield head, lines
        head, lines = line.removesuffix(":"), []
    yield head, lines


def _pair(text: str) -> tuple[Words, Words]:
    first, _, second = text.partition("+")
    return frozenset(first.split()), frozenset(second.split())


def _exceptions(lines: list[str]) -> dict[str, Words]:
    found: dict[str, Words] = {}
    for line in lines:
        words, following = _pair(line)
        for word in words:
            found[word] = found.get(word, frozenset()) | following
    return found
