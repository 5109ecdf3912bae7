"""The forms in which a secret stands in what programs write: addresses, sources of pages, headers. Pure."""

from __future__ import annotations

import base64
import html
from typing import Final
from urllib.parse import quote, quote_plus

_LEFT: Final = ("", "/", "*", "!'()*", "!'()*/", "!$&'()*+,;=:@", "!$&'()*+,;=:@/")
"""What libraries and browsers leave as it is in an address."""


def forms_of(secret: str) -> frozenset[str]:
    """The secret, and what it looks like in an address, in HTML, and in base64."""
    addresses = {form for left in _LEFT for form in (quote(secret, safe=left), quote_plus(secret, safe=left))}
    small = {_small_escapes(form) for form in addresses}
    pages = {html.escape(secret, quote=with_quotes) for with_quotes in (True, False)}
    coded = base64.b64encode(secret.encode())
    bare = {coded.decode().rstrip("="), base64.urlsafe_b64encode(secret.encode()).decode().rstrip("=")}
    return frozenset({secret, *addresses, *small, *pages, *bare})


def _small_escapes(text: str) -> str:
    """%2F as %2f."""
    first, *rest = text.split("%")
    return "%".join((first, *(part[:2].lower() + part[2:] for part in rest)))
