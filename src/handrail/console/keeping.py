"""Writing a file that people edit: whole, or not at all."""

from __future__ import annotations

from pathlib import Path

from handrail._whole import write_whole
from handrail.errors import StoreError


def write_text(path: Path, text: str) -> None:
    """Put the text in the place of what the file held. Raises StoreError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as error:
        raise StoreError(f"It cannot be written: {error.strerror}.", place=str(path)) from error
