"""Secrets of the service itself: passwords and keys of channels, and of signing in."""

from __future__ import annotations

import os
import re
from pathlib import Path

from handrail.errors import EnvironmentLack
from handrail.secrets.book import is_there, open_book
from handrail.secrets.value import see_text
from handrail.secrets.vault import vault
from handrail.sessions.given.inputs import SECRET_VARIABLE_PREFIX


def channel_secret(home: Path, name: str) -> str:
    """The secret of this name: from `HANDRAIL_SECRET_<NAME>`, the home, or a vault; nobody is asked.

    One that is bound to SOPs is for those alone. Raises EnvironmentLack where it cannot be had.
    """
    variable = SECRET_VARIABLE_PREFIX + re.sub(r"\W", "_", name).upper()
    if (value := os.environ.get(variable)) is not None:
        see_text(name, value)
        return value
    found = None
    if is_there(home):
        found = open_book(home, lambda new: None).get(name)
    if found is None and (named := vault()) is not None:
        found = named.get(name)
    if found is None or found.sops:
        what = f"is for {', '.join(found.sops)} alone" if found is not None else "is not known"
        raise EnvironmentLack(
            f"The secret '{name}' {what}.",
            mend=f"Keep it with `handrail secret set {name}`, or set {variable}.",
        )
    return found.as_value.now()
