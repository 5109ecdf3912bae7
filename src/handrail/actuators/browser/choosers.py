"""File choosers of a page that a person sees elsewhere: the browser's own window stands in no picture."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, FileChooser, Page
from pydantic import Field

from handrail._model import Model

MOST_BYTES: Final = 10_000_000
"""Of all files that are given at once, before they are encoded."""


class GivenFile(Model):
    """A file that the person chose where they are."""

    name: str = Field(min_length=1, max_length=255)
    data: str = Field(max_length=MOST_BYTES * 4 // 3 + 4)
    """Base64."""


class FileChoosers:
    """Tells of file choosers instead of having them opened, and puts what is given into `folder`.

    The page reads a file when it needs it: the folder must stay for as long as the page does.
    """

    def __init__(self, context: BrowserContext, tell: Callable[[dict[str, Any]], None], folder: Path) -> None:
        self._context = context
        self._tell = tell
        self._folder = folder
        self._heard: list[Page] = []
        self._open: FileChooser | None = None

    def start(self) -> None:
        """Begin to hear of choosers, in tabs that are open and in new ones."""
        self._context.on("page", self._hear)
        for page in self._context.pages:
            self._hear(page)

    def stop(self) -> None:
        """Leave them to the browser again."""
        self._context.remove_listener("page", self._hear)
        for page in self._heard:
            page.remove_listener("filechooser", self._asked)
        self._heard.clear()

    async def give(self, files: Sequence[GivenFile]) -> None:
        """Put the files into the field that asked; none is as good as closing the chooser. Raises ValueError
        for what is no base64, OSError where the disk refuses."""
        chooser, self._open = self._open, None
        self._tell({"files": None})
        if chooser is None or not files:
            return
        paths = await asyncio.to_thread(self._kept, files)
        with contextlib.suppress(Error):
            await chooser.set_files(paths)

    def _hear(self, page: Page) -> None:
        self._heard.append(page)
        page.on("filechooser", self._asked)

    def _asked(self, chooser: FileChooser) -> None:
        self._open = chooser
        self._tell({"files": {"multiple": chooser.is_multiple()}})

    def _kept(self, files: Sequence[GivenFile]) -> list[Path]:
        # A folder for each, since the page sees the name, and two files may share one.
        folder = self._folder / secrets.token_hex(8)
        paths = []
        for number, file in enumerate(files):
            path = folder / str(number) / (PureWindowsPath(PurePosixPath(file.name).name).name or "file")
            path.parent.mkdir(parents=True, mode=0o700)
            path.write_bytes(base64.b64decode(file.data, validate=True))
            paths.append(path)
        return paths
