"""What a home's `privacy.yaml` means for one session: its pictures, its prompts."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

from handrail.actuators import Actuator
from handrail.journal.events.event import SessionId
from handrail.journal.keeping.private import household_behind
from handrail.privacy.scrubbing import Scrubber
from handrail.recording.redacting import redact
from handrail.recording.store import MANIFEST_NAME, load_recording
from handrail.runtime.walk.pictures import Hidden, Hide, Pictures
from handrail.runtime.walk.scribe import Scribe
from handrail.sessions.service.place import Place


@cache
def _reader() -> ThreadPoolExecutor:
    # One thread: reading a picture takes all that a small machine can spare beside a browser.
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="handrail-pictures")


Keep = Callable[[str, bytes], None]
"""Keeps a picture as it was, under a name."""


def hiding(scrubber: Scrubber, keep: Keep | None = None) -> Hide:
    """Blacks out what is personal in pictures, in a thread of its own; `keep` gets each as it was."""
    from handrail.privacy.pictures import check_engine, redacted

    check_engine()

    async def hide(image: bytes) -> Hidden:
        loop = asyncio.get_running_loop()
        made, regions = await loop.run_in_executor(_reader(), redacted, image, scrubber)
        if keep is not None and regions:
            # By the name of the redacted one, so that each is found by the other.
            keep(sha256(made).hexdigest(), image)
        return Hidden(made, Counter(str(region.kind) for region in regions))

    return hide


def pictures_of(place: Place, session: SessionId, actuator: Actuator, scribe: Scribe) -> Pictures:
    """The session's pictures, as the home's configuration wants them.

    Raises EnvironmentLack where pictures are to be scrubbed and the engine is not installed.
    """
    household = household_behind(place.store)
    how = household.config.keep.pictures if household is not None else "raw"
    if household is None or how == "raw":
        return Pictures(actuator, place.artefacts, scribe)
    keep = partial(household.keep_raw, session)
    hide = hiding(household.scrubber(session), keep) if how == "scrub" else None
    return Pictures(actuator, place.artefacts, scribe, hide=hide, wanted=how != "drop")


def cover_of(place: Place, session: SessionId) -> Callable[[Path], None]:
    """Takes personal data out of a recording that was made in the session, and its pictures, where the home
    wants that."""
    household = household_behind(place.store)

    def cover(folder: Path) -> None:
        if household is None or not (folder / MANIFEST_NAME).is_file():
            return
        draft = folder.with_name(f".{folder.name}")
        shutil.rmtree(draft, ignore_errors=True)
        redact(load_recording(folder), draft, household.scrubber(session), None)
        shutil.rmtree(folder)
        draft.rename(folder)

    return cover


class PromptVeil:
    """Pseudonyms in what a model is sent, those of the session's journal; values in what it answers."""

    def __init__(self, scrubber: Scrubber) -> None:
        self._scrubber = scrubber
        self._hide = hiding(scrubber)

    def scrubbed(self, text: str) -> str:
        return "\n".join(self._scrubber.text(line) for line in text.split("\n"))

    def restored(self, answer: str) -> str:
        return self._scrubber.book.restored(answer, lambda value: json.dumps(value, ensure_ascii=False)[1:-1])

    async def picture(self, image: bytes) -> bytes:
        return (await self._hide(image)).image


def veil_of(place: Place, session: SessionId) -> PromptVeil | None:
    """What keeps personal data out of the session's questions to models; none where it may go in."""
    household = household_behind(place.store)
    if household is None or household.config.keep.prompts == "raw":
        return None
    return PromptVeil(household.scrubber(session))


def keeps_prompts(place: Place) -> bool:
    """Whether what models were sent may be kept."""
    household = household_behind(place.store)
    return household is None or household.config.keep.prompts != "drop"
