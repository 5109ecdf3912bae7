"""Words as the gate compares them: accents, case, invisible and look-alike letters hide nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from handrail.policy.words.vocabulary import told_apart

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN: Final = re.compile(r"[^\W_]+")
_ELIDED: Final = re.compile(r"\b(?:[cdjlmnst]|qu)['’ʼ](?=[^\W\d_]{2})", re.IGNORECASE)
"""French articles and pronouns before a vowel: "l'utilisateur" is the word "utilisateur"."""
_TURNED: Final = re.compile("\u202e([^\u202c\u202e]*)")
"""Shown from its last sign to its first one, whatever its letters."""
_FILLERS: Final = {0x3164: " ", 0xFFA0: " ", 0x115F: None, 0x1160: None}
"""Letters by name, and nothing to see."""
_APART: Final = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .·_-]){3,}[^\W\d_](?![^\W_])")
"""A word whose letters stand apart: "D e l e t e"."""
_NOT_OF_NEED: Final = re.compile(r"\b(Not)[-‐‑](?=(?:Aus|Halt|Stopp?|Abschaltung)\b)", re.IGNORECASE)
"""German compounds of "Not", which is need and no "not": "Not-Aus"."""
_APOSTROPHES: Final = re.compile(r"['’ʼ`´]")

_ALIKE: Final = str.maketrans(
    {
        **dict(zip("авеёзіјкмнорстухԁһӏԛԝѕгп", "abeezijkmhopctyxdhlqwsrn", strict=True)),
        **dict(zip("αβγεηικνορτυχω", "abyenikvoptuxw", strict=True)),
        **dict(zip("ıɑɡɩҽոսօհցզ", "iagieunohgq", strict=True)),
        # Small capitals, and the Latin look of Lisu.
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
        **dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou", strict=True)),
    }
)
"""Letters of other scripts that look like Latin ones; for comparing, never for showing."""


def plain(text: str) -> str:
    """The text in small letters without accents, invisible signs and width variants.

    Invisible signs are left out rather than read as spaces: a page must not be able to hide a word by them.
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(sign for sign in folded if unicodedata.category(sign) not in {"Mn", "Cf", "Me"})


def skeleton(text: str) -> str:
    """What the text looks like to a hasty eye: look-alike letters of other scripts as their Latin twins."""
    return plain(text).translate(_ALIKE)


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text, comparable; `deleteAccount` and `delete_account` are two words each.

    Accents say nothing, but where a word is another one without them. A word in which Latin letters stand
    beside their twins of another script is read as it looks.
    """
    if turned := _TURNED.findall(text):
        text = " ".join([text, *(span[::-1] for span in turned)])
    spaced = _APOSTROPHES.sub("", _ELIDED.sub("", _CAMEL.sub(" ", text)))
    if not spaced.isascii():
        spaced = _as_shown(spaced)
    spaced = _NOT_OF_NEED.sub(r"\1", spaced)
    spaced = _APART.sub(lambda apart: "".join(filter(str.isalpha, apart[0])), spaced)
    return tuple(_latin(word) for word in _TOKEN.findall(plain(spaced)))


def _as_shown(text: str) -> str:
    """The text in small letters as the page shows it, with the signs that tell words apart as the lists have
    them."""
    written = unicodedata.normalize("NFKC", text.translate(_FILLERS)).casefold()
    for with_sign, listed in told_apart():
        written = written.replace(with_sign, listed)
    return written


def _latin(word: str) -> str:
    if word.isascii():
        return word
    alike = word.translate(_ALIKE)
    return alike if alike.isascii() else word


_NUMBERED_ORDER: Final = re.compile(
    r"order\s+(?:#|no\.?\s|nr\.?\s|n°\s)?\s*(?:[a-z]{1,4}-?)?\d{3,}", re.IGNORECASE
)


def is_numbered_order(name: str) -> bool:
    """Whether it is the order of that number, which is opened by it, and nothing to be ordered: "Order 1042".
    Hardly anybody orders so many pieces."""
    return _NUMBERED_ORDER.fullmatch(name.strip()) is not None


def line(found: Sequence[str]) -> str:
    """Words as one line in which phrases can be looked for."""
    return f" {' '.join(found)} "
