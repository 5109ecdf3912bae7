"""What was scrubbed, as it was: pictures and recordings, sealed with the home's key for so many days.

Only where `privacy.yaml` wants it (`raw`). A file is in `privacy/raw` in the home, and goes when its days are
over; until then `handrail privacy reveal` opens it.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from handrail.errors import StoreError
from handrail.privacy.vault import FOLDER, Held, held_by_nobody, home_key
from handrail.private import write_private
from handrail.secrets.sealed import NotOpened, seal, unseal

_DAY: Final = 86_400.0
_SUFFIX: Final = ".sealed"


class RawStore:
    """The sealed originals of a home. Every method raises StoreError where the disk refuses."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder = home / FOLDER / "raw"

    def keep(self, of: str, name: str, content: bytes) -> None:
        """Keep something of a session or recording; `name` is what it is called there."""
        path = self._folder / of / f"{name}{_SUFFIX}"
        told = seal(base64.b64encode(content), home_key(self._home), {"of": of, "name": name})
        write_private(path, told, what="The original of what was scrubbed", durable=False)

    def opened(self, of: str) -> Iterator[tuple[str, bytes]]:
        """Name and content of all that is kept of a session or recording."""
        for path in sorted((self._folder / of).glob(f"*{_SUFFIX}")):
            try:
                content = unseal(path.read_text(encoding="ascii"), home_key(self._home))
            except NotOpened as error:
                raise StoreError(
                    "What was sealed cannot be opened: the key is another, or it was changed.",
                    place=str(path),
                    mend="Put the key back.",
                ) from error
            yield path.name.removesuffix(_SUFFIX), base64.b64decode(content)

    def forget(self, of: str) -> int:
        """Remove all that is kept of a session or recording; says how much that was."""
        files = list((self._folder / of).glob("*"))
        for path in files:
            path.unlink(missing_ok=True)
        if files:
            (self._folder / of).rmdir()
        return len(files)

    def expire(self, days: float, held: Held = held_by_nobody) -> int:
        """Remove what is older than so many days; says how much that was."""
        until = time.time() - days * _DAY
        found = (path for path in self._folder.glob(f"*/*{_SUFFIX}") if path.stat().st_mtime < until)
        old = [path for path in found if not held(path.parent.name)]
        for path in old:
            path.unlink(missing_ok=True)
        return len(old)
