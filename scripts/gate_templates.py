"""Pages as apps' own templates and catalogues make them, in several languages, without running the apps.

A template of Django, Jinja or Twig becomes a page by putting its catalogue's words in the place of its
translation tags, an example in the place of every value, and both branches in the place of every condition.
What is kept is what the gate judges by: forms, buttons, links, dialogs, and the words that stand around them.
"""

from __future__ import annotations

import gettext
import hashlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

EXAMPLE: Final = "Harbour plan"
_DROPPED: Final = re.compile(
    r"\{#.*?#\}|\{% *comment.*?endcomment *%\}|<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->"
    r"|<(?:meta|link|base|img)\b[^>]*>|</?(?:iframe|frame|embed|object)\b[^>]*>",
    re.DOTALL | re.IGNORECASE,
)
_BLOCK: Final = re.compile(
    r"\{%-? *(?:blocktrans(?:late)?|trans)\b(?P<head>[^%\"']*?)-?%\}(?P<body>.*?)"
    r"\{%-? *end(?:blocktrans(?:late)?|trans) *-?%\}",
    re.DOTALL,
)
_PLURAL: Final = re.compile(r"\{%-? *(?:plural|pluralize).*?%\}.*", re.DOTALL)
_TAG: Final = re.compile(
    r"""\{%-? *trans(?:late)? +(?P<quote>["'])(?P<text>.*?)(?P=quote)(?P<rest>[^%]*?)-?%\}""", re.DOTALL
)
_CALL: Final = re.compile(
    r"""\b(?:_|gettext|t|trans)\( *(?P<quote>["'])(?P<text>(?:(?!(?P=quote)).)*)(?P=quote)[^)]*\)"""
)
_FILTERED: Final = re.compile(
    r"""\{\{ *(?P<quote>["'])(?P<text>.*?)(?P=quote) *\| *trans(?:late)?\b[^}]*\}\}""", re.DOTALL
)
_URL: Final = re.compile(r"""\{%-? *url +["']?([\w:.-]+)["']?([^%]*?)-?%\}""")
_URL_FOR: Final = re.compile(r"""\{\{-? *(?:url_for|url|path)\( *["']([\w./:-]+)["'](.*?)\)[^}]*\}\}""")
_VALUE: Final = re.compile(r"\{\{-?(.*?)-?\}\}", re.DOTALL)
_OTHER: Final = re.compile(r"\{%.*?%\}", re.DOTALL)
_IN_ADDRESS: Final = re.compile(r"""\b(href|action|data-url|data-href|hx-\w+)=(["'])([^"']*)\2""")

_RISKY: Final = re.compile(
    r"delet|remov|confirm|password|pay|checkout|order|refund|publish|share|user|account|permission|token|key"
    r"|security|mfa|two_factor|email|mail|send|compose|purge|revert|lock|cancel|withdraw|payment|invit|merge",
    re.IGNORECASE,
)
_MOST_RISKY: Final = 20
_MOST_OTHERS: Final = 8

Words = Callable[[str], str]


class Template(NamedTuple):
    """A template of a package."""

    package: str
    path: str
    source: str


def templates(package: str, root: Path) -> list[Template]:
    """Some templates below a folder: those whose names speak of what may be risky, and others by chance."""
    found = list(_templates(package, root))
    found.sort(key=lambda one: hashlib.sha256(one.path.encode()).hexdigest())
    risky = [one for one in found if _RISKY.search(one.path)]
    others = [one for one in found if not _RISKY.search(one.path)]
    return sorted((*risky[:_MOST_RISKY], *others[:_MOST_OTHERS]))


def _templates(package: str, root: Path) -> Iterator[Template]:
    for path in sorted((*root.rglob("*.html"), *root.rglob("*.twig"))):
        if "test" in str(path.relative_to(root)).lower() or "email" in path.name:
            continue
        source = path.read_text(encoding="utf-8", errors="replace")
        if re.search(r"<(?:form|button)\b|type=.submit|\bbtn|\bbutton", source):
            yield Template(package, str(path.relative_to(root)), source)


def catalogue(root: Path, language: str) -> Words:
    """The words of a language: of all the compiled catalogues below a folder, the first that knows them."""
    found = sorted(root.rglob(f"{language}*/LC_MESSAGES/*.mo"))
    kept = [path for path in found if re.fullmatch(rf"{language}(?:[_-]\w\w)?", path.parts[-3])]
    books = [gettext.GNUTranslations(path.open("rb")) for path in kept]

    def words(text: str) -> str:
        return next((told for book in books if (told := book.gettext(text)) != text), text)

    return words


def page_of(template: Template, words: Words) -> str:
    """The template as a page, in the words of a language."""
    text = _DROPPED.sub("", template.source)
    named: dict[str, str] = {}
    text = _TAG.sub(partial(_told, words, named), text)
    text = _BLOCK.sub(lambda found: _block(words, found), text)
    text = _FILTERED.sub(lambda found: words(found["text"]), text)
    text = _URL.sub(_address, text)
    text = _URL_FOR.sub(_address, text)
    text = _VALUE.sub(lambda found: _value(words, named, found[1]), text)
    text = _OTHER.sub("", text)
    text = _IN_ADDRESS.sub(lambda found: f"{found[1]}={found[2]}{_tidy(found[3])}{found[2]}", text)
    return f"<!doctype html><html><body><main>{text}</main></body></html>"


def _told(words: Words, named: dict[str, str], found: re.Match[str]) -> str:
    told = words(found["text"])
    name = re.search(r"\bas +(\w+)", found["rest"] or "")
    if name is None:
        return told
    named[name[1]] = told
    return ""


def _block(words: Words, found: re.Match[str]) -> str:
    body = _PLURAL.sub("", found["body"])
    names: list[str] = []

    def value(match: re.Match[str]) -> str:
        names.append(match[1].strip())
        return f"%({match[1].strip()})s"

    text = _VALUE.sub(value, body)
    trimmed = " ".join(text.split())
    told = next((done for key in (text, text.strip(), trimmed) if (done := words(key)) != key), trimmed)
    return re.sub(r"%\((\w|[.|])+\)s|%[sd]|\{\w+\}", EXAMPLE, told)


def _address(found: re.Match[str]) -> str:
    parts = [part for part in re.split(r"[:./]", found[1]) if part]
    return "/" + "/".join(parts) + ("/7/" if found[2].strip(" ,") else "/")


def _value(words: Words, named: dict[str, str], inside: str) -> str:
    called = _CALL.search(inside)
    if called is not None:
        return re.sub(r"%\(\w+\)s|%[sd]|\{\w*\}", EXAMPLE, words(called["text"]))
    name = re.split(r"[|.(\s]", inside.strip())[0]
    if name in named:
        return named[name]
    if re.search(r"csrf|hidden_tag|token|media|attrs|class|icon", inside):
        return ""
    if re.search(r"url|href|path|link", inside):
        return "/record/7/"
    if re.search(r"\bid\b|_id\b|\bpk\b|num|count|total", inside):
        return "7"
    return EXAMPLE


def _tidy(address: str) -> str:
    """An address without what only a running app could fill in."""
    return re.sub(r"\s+", "", address.replace(EXAMPLE, "7"))
