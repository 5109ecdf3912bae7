"""Forms that give somebody a password: whoever sends one lets somebody in."""

from __future__ import annotations

from typing import Final

from handrail.policy.names.weighing import weighing
from handrail.policy.words.comparing import tokens
from handrail.policy.words.vocabulary import vocabulary
from handrail.sop.target import Neighbourhood

_SOMEBODY: Final = frozenset(
    "user users account accounts member members benutzer nutzer konto konten mitglied mitglieder usuario"
    " usuarios cuenta cuentas miembro miembros utilisateur utilisateurs compte comptes membre membres".split()
)


def lets_somebody_in(name: str, near: Neighbourhood) -> bool:
    """Whether a button makes an account, as it or what stands above it says: "Add", under "New user"."""
    said = tokens(" ".join(filter(None, (name, near.heading, near.section))))
    makes = not weighing().makes.isdisjoint(tokens(name)) and vocabulary().sign_up_words.isdisjoint(said)
    return makes and not _SOMEBODY.isdisjoint(said)
