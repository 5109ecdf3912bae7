"""Whether the model that is set up answers at all: one short question, as every other is asked."""

from __future__ import annotations

import asyncio
import time
from typing import Literal

from pydantic import BaseModel

from handrail.errors import ModelFailed
from handrail.models.prompts import Prompt, filled
from handrail.models.provider import ModelProvider, OtherForm, Refused, Reply, Unreachable
from handrail.models.question import Limits, Question
from handrail.models.reading import Unusable, read_answer

_SECONDS = 10.0
_TOKENS = 1000
"""Enough for a model that thinks first."""


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
        limits=Limits(seconds=_SECONDS, output_tokens=_TOKENS),
    )
    began = time.monotonic()
    try:
        async with asyncio.timeout(_SECONDS):
            reply = await _reply(provider, filled(question, str))
        if reply.fault:
            raise Unusable(reply.fault)
        read_answer(reply.text, Ready.model_validate_json)
    except TimeoutError as error:
        raise ModelFailed(
            f"{provider.name} did not answer within {_SECONDS:g} s.",
            mend="Check that its server runs and is not busy with something else.",
        ) from error
    except (Unreachable, Refused) as error:
        raise ModelFailed(f"{error}.", mend="Correct the model's name, address or key.") from error
    except Unusable as error:
        raise ModelFailed(
            f"{provider.name} answers, but not in the requested form: {error}.",
            mend='Set answers = "tool" (or "schema", or "text") in models.toml, or use another model.',
        ) from error
    return time.monotonic() - began


async def _reply(provider: ModelProvider, prompt: Prompt) -> Reply:
    while True:
        try:
            return await provider.reply(prompt)
        except OtherForm:
            continue
