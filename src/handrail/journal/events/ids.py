"""What sessions, amendments and stored files are called by."""

from __future__ import annotations

from typing import NewType

SessionId = NewType("SessionId", str)
AmendmentId = NewType("AmendmentId", str)
Artefact = NewType("Artefact", str)
"""Content address of a stored file: `sha256:` and 64 hexadecimal digits."""
