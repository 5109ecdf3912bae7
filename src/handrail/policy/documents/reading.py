"""Reading policies: YAML that a person wrote, with an error that names file and line."""

from __future__ import annotations

from typing import Final

from handrail.errors import PolicyError
from handrail.home.settings import SettingsKind, parse_settings
from handrail.policy.documents.document import MODES, PolicyDocument

_POLICY: Final = SettingsKind(
    PolicyDocument,
    PolicyError,
    "The policy",
    "A policy must be a list of settings, such as 'mode: strict'.",
    "`handrail policy schema` says what may stand there.",
    sets={"mode": f"a mode is one of {', '.join(MODES)}"},
)


def read_policy(text: str, place: str) -> PolicyDocument:
    """The document in a YAML text. Raises PolicyError, which names `place` and the line."""
    return parse_settings(text, place, _POLICY)
