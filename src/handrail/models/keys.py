"""A model's key among the secrets of the home or a vault, where no variable of the environment holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from handrail.errors import ModelMissing
from handrail.policy import covers
from handrail.secrets.book import is_there, open_book
from handrail.secrets.vault import vault

NAME: Final = "model_key"
"""`handrail secret set model_key`."""


def stored_key(home: Path, host: str) -> str | None:
    """The secret `model_key`; none where none is kept. Nobody is asked for a passphrase.

    Raises ModelMissing for one that may not be sent to this host, or is some procedures' alone, and as
    `open_book` does.
    """
    found = open_book(home, lambda new: None).get(NAME) if is_there(home) else None
    if found is None and (named := vault()) is not None:
        found = named.get(NAME)
    if found is None:
        return None
    if found.sops or (found.hosts and not covers(found.hosts, host)):
        whose = ", ".join(found.sops or found.hosts)
        raise ModelMissing(
            f"The secret '{NAME}' is for {whose} alone.",
            mend=f"Keep it with `handrail secret set {NAME} --host {host}`.",
        )
    return found.as_value.now()
