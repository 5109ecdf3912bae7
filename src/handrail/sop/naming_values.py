"""Values of one run, as an SOP should keep them: the names of variables in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping

from handrail.sop.template import literal


def with_names(text: str, known: Mapping[str, str]) -> str:
    """The text with `{{ name }}` wherever the value of that name stands in it as a word of its own."""
    if not known:
        return literal(text)
    longest = sorted(known, key=lambda name: len(known[name]), reverse=True)
    pattern = "|".join(f"(?<!\\w){re.escape(known[name])}(?!\\w)" for name in longest)
    names = {known[name]: name for name in longest}
    parts = re.split(f"({pattern})", text)
    return "".join(f"{{{{ {names[part]} }}}}" if part in names else literal(part) for part in parts)
