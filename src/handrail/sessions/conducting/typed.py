"""The secrets that people typed in a session, for whichever process goes on with it: it keeps them out of
what it writes, and veils them in pictures. Nothing else is made of them.

They lie beside what the browser keeps, for as long as that, and only sealed: without the library for it they
are kept nowhere.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Final, NamedTuple

from handrail.browser.storage import KEY
from handrail.private import write_private
from handrail.secrets.keys import KeyRing
from handrail.secrets.sealed import NotOpened, is_possible, seal, unseal

_KIND: Final = {"kind": "typed"}


class Typed(NamedTuple):
    """A secret, with a host into whose pages it was typed."""

    host: str
    secret: str


def keep_typed(path: Path, home: Path, secrets: Collection[str], hosts: Collection[str]) -> None:
    """Add secrets that were typed while pages of these hosts were open. Raises StoreError."""
    if not is_possible():
        return
    before = read_typed(path, home)
    now = {*before, *(Typed(host, secret) for secret in secrets for host in hosts or ("",))}
    if now == {*before}:
        return
    text = seal(json.dumps(sorted(now)).encode(), KeyRing(home).secret_key(KEY), _KIND)
    write_private(path, text, what="What was typed")


def read_typed(path: Path, home: Path) -> list[Typed]:
    """What was kept; nothing where the key does not open it."""
    try:
        text = path.read_text(encoding="ascii")
        return [Typed(*pair) for pair in json.loads(unseal(text, KeyRing(home).secret_key(KEY)))]
    except (OSError, ValueError, TypeError, NotOpened):
        return []
