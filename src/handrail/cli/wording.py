"""`handrail compile --model`: the words of an SOP by the model that is set up."""

from __future__ import annotations

import asyncio
import hashlib

from handrail.cli.output import say, styled
from handrail.errors import ModelMissing
from handrail.home import handrail_home
from handrail.journal.event import Artefact, Event, ModelAnswered
from handrail.models import Asker, configured
from handrail.models.describing import describe_sop
from handrail.sessions.modelling import SET_UP, connected
from handrail.sop.document import Sop


def worded(sop: Sop) -> Sop:
    """The SOP in the model's words. Raises ModelMissing, ModelFailed, UsageError for a wrong set-up."""
    config = configured(handrail_home())
    if config is None:
        raise ModelMissing("--model asks a model, and none is set up.", mend=SET_UP)
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
    return asyncio.run(_asked(sop, asker))


async def _asked(sop: Sop, asker: Asker) -> Sop:
    try:
        return await describe_sop(sop, asker)
    finally:
        await asker.close()


def _tell(event: Event) -> None:
    if isinstance(event, ModelAnswered):
        cost = "price unknown" if event.cost is None else f"${event.cost:.4f}"
        say(styled(f"model: {event.input_tokens + event.output_tokens} tokens, {cost}", "dim"))
