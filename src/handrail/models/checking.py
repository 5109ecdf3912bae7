"""Whether the model that is set up answers at all: one short question, as every other is asked."""

from __future__ import annotations

import asyncio
import time
from typing import Literal

from pydantic import BaseModel, ValidationError

from handrail.errors import ModelFailed
from handrail.models.prompts import filled
from handrail.models.provider import ModelProvider, Refused, Unreachable
from handrail.models.question import Limits, Question

_SECONDS = 10.0


class Ready(BaseModel):
    """The answer."""

    word: Literal["ready"]


async def check(provider: ModelProvider) -> float:
    """The seconds that an answer took. Raises ModelFailed where none came, or one that is not of its form."""
    question = Question(
        purpose="describe",
        prompt="check-1",
        parts={},
        evidence=(),
        answer=Ready,
        limits=Limits(seconds=_SECONDS, output_tokens=50),
    )
    began = time.monotonic()
    try:
        async with asyncio.timeout(_SECONDS):
            reply = await provider.reply(filled(question, str))
        Ready.model_validate_json(reply.text)
    except TimeoutError as error:
        raise ModelFailed(
            f"{provider.name} did not answer within {_SECONDS:g} s.",
            mend="See whether its server runs, and is not busy with something else.",
        ) from error
    except (Unreachable, Refused) as error:
        raise ModelFailed(f"{error}.", mend="Correct the model's name, address or key.") from error
    except ValidationError as error:
        raise ModelFailed(
            f"{provider.name} answers, and not in the form that is asked for.",
            mend='Set answers = "tool" (or "schema") in models.toml, or use another model.',
        ) from error
    return time.monotonic() - began
