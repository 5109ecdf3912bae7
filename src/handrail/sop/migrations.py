"""Bringing documents of older versions up to the present one, before they are read into models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from handrail.errors import SopError
from handrail.sop.document import SCHEMA_VERSION

Document = dict[str, Any]
Migration = Callable[[Document], Document]
"""Makes a document of one version into one of the next; it sets no `schema_version`."""

MIGRATIONS: Final[Mapping[int, Migration]] = {}
"""Version → the migration that leads from it to the next."""


def migrate(
    document: Document,
    source_name: str,
    *,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    current: int = SCHEMA_VERSION,
) -> Document:
    """The document in the present version. Raises SopError for a version that cannot be read."""
    version = document.get("schema_version")
    if version is None:
        raise SopError(
            "field 'schema_version' is missing.",
            place=source_name,
            mend=f'Add "schema_version": {current}.',
        )
    if isinstance(version, bool) or not isinstance(version, int) or version < 0:
        raise SopError(
            "field 'schema_version' should be a whole number.",
            place=source_name,
            mend=f'Write "schema_version": {current}.',
        )
    if version > current:
        raise SopError(
            f"It was made by a newer Handrail: its schema_version is {version}, and this one reads up to "
            f"{current}.",
            place=source_name,
            mend="Upgrade with `pip install -U handrail`.",
        )
    while version < current:
        if version not in migrations:
            raise SopError(
                f"Its schema_version {version} is not one that Handrail ever wrote.",
                place=source_name,
                mend=f'Write "schema_version": {current}, and `handrail check` tells what does not fit.',
            )
        document = migrations[version](document)
        version += 1
    return {**document, "schema_version": current}
