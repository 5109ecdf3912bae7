"""Files of this machine: which of them the policy lets pages have, uploaded or by a `file:` address."""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import urlsplit
from urllib.request import url2pathname

Folders = Sequence[Sequence[str]]
"""Lists of folders, each of which must hold a file."""


def lies_in(file: PurePath, folders: Sequence[str]) -> bool:
    """Whether a file, by its real path, lies in one of the folders or in one of theirs."""
    return any(file.is_relative_to(folder) for folder in folders)


def refusal_of_file(folders: Folders, file: PurePath) -> str | None:
    """Why a file, by its real path, may not be given away; None where it may."""
    for some in folders:
        if not lies_in(file, some):
            listed = ", ".join(some) or "none"
            return f"'{file}' lies in none of the folders whose files may be uploaded or opened ({listed})"
    return None


def refusal_of_file_address(folders: Folders, url: str) -> str | None:
    """Why a `file:` address may not be opened; None where it may, and for any other address."""
    parts = urlsplit(url)
    if parts.scheme != "file" or not folders:
        return None
    if parts.netloc not in ("", "localhost"):
        return "it leads to a file of another machine"
    # As browsers do before they open it.
    return refusal_of_file(folders, PurePath(os.path.normpath(url2pathname(parts.path))))
