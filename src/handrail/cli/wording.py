"""`handrail compile --describe`: the words of an SOP by a model, and the process as people read it."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

from handrail.cli.output import say, styled
from handrail.errors import ModelMissing
from handrail.home import handrail_home
from handrail.journal.events.event import Artefact, Event, ModelAnswered
from handrail.models import Asker, configured
from handrail.models.describing import Described, describe_sop
from handrail.named_file import read_named
from handrail.sessions.beginning.modelling import SET_UP, connected
from handrail.sop.document import Sop

DEFAULT = "default"
"""In place of a model's name: the one that is set up."""


def worded(sop: Sop, model: str, notes: Path | None) -> Described:
    """The SOP in the model's words. Raises ModelMissing, ModelFailed, UsageError for a wrong set-up, or notes
    that cannot be read."""
    config = configured(handrail_home(), None if model == DEFAULT else model)
    if config is None:
        raise ModelMissing("--describe asks a model, but none is set up.", mend=SET_UP)
    told = read_named(notes, what="The notes", mend="Name a text file in UTF-8.") if notes is not None else ""
    asker = Asker(
        lambda: connected(config),
        budget=config.budget,
        most_input_tokens=config.input_tokens,
        tell=_tell,
        # Outside of a session nothing is kept but the SOP itself.
        keep=lambda text: Artefact(f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"),
        scrub=lambda text: text,
        seconds=config.seconds,
    )
    return asyncio.run(_asked(sop, asker, told))


async def _asked(sop: Sop, asker: Asker, notes: str) -> Described:
    try:
        return await describe_sop(sop, asker, notes)
    finally:
        await asker.close()


def _tell(event: Event) -> None:
    if isinstance(event, ModelAnswered):
        cost = "price unknown" if event.cost is None else f"${event.cost:.4f}"
        say(styled(f"model: {event.input_tokens + event.output_tokens} tokens, {cost}", "dim"))
