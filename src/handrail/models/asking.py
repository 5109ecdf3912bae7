"""The one place that asks: from the record, within the budget, journaled, one more try for each fault."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Protocol, TypeVar

from pydantic import BaseModel, JsonValue

from handrail.journal.events.event import Artefact, Event, ModelAnswered, ModelAsked
from handrail.models.budget import Budget, Spent
from handrail.models.prompts import Prompt, filled, written
from handrail.models.provider import ModelProvider, OtherForm, Refused, Reply, Unreachable
from handrail.models.question import Evidence, Purpose, Question
from handrail.models.reading import Unusable, read_answer

A = TypeVar("A", bound=BaseModel)

_LONGEST_WAIT: Final = 20.0
"""Seconds; a provider that asks for a longer wait is taken as out of reach."""
_LATE: Final = 0.9
"""Of the time for an answer; the provider's library may end it a little before we do."""
_CHARACTERS_PER_TOKEN: Final = 3
_PICTURE_TOKENS: Final = 1600
_MORE_ROOM: Final = 8
"""So many times the tokens for an answer that was cut: a model that thinks first needs them."""


@dataclass(frozen=True)
class Replied(Generic[A]):
    """What came of a question."""

    value: A | None
    """None where no usable answer came; whoever asked then takes the safe way."""
    why: str = ""
    """Why there is none, in words."""
    question: str = ""
    """The question's hash."""
    cost: float | None = 0.0
    """US dollars that it took this time; none where the price is not known."""


@dataclass
class _Bill:
    """What one question has taken."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    estimated: bool = False


class Veil(Protocol):
    """Keeps personal data out of what a model is sent, and puts it back into what it answers."""

    def scrubbed(self, text: str) -> str:
        """The text with pseudonyms."""
        ...

    def restored(self, answer: str) -> str:
        """An answer's JSON with the values in place of pseudonyms."""
        ...

    async def picture(self, image: bytes) -> bytes:
        """The picture with what is personal blacked out."""
        ...


class Asker:
    """Asks one model for one session."""

    def __init__(
        self,
        connect: Callable[[], ModelProvider],
        *,
        budget: Budget,
        most_input_tokens: int,
        tell: Callable[..., None],
        keep: Callable[[str], Artefact],
        scrub: Callable[[str], str],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        seconds: Mapping[Purpose, float] | None = None,
        spent: Spent | None = None,
        record: Mapping[str, JsonValue] | None = None,
        veil: Veil | None = None,
    ) -> None:
        """`connect` is called at the first question that is not answered from `record` (question → answer).

        `tell` journals events, `keep` stores a prompt's text, `scrub` takes secrets out of a text; `seconds`
        are a purpose's where the usual ones do not suit.
        """
        self._connect = connect
        self._provider: ModelProvider | None = None
        self._budget = budget
        self._most_input_tokens = most_input_tokens
        self._tell = tell
        self._keep = keep
        self._scrub = scrub
        self._pause = pause
        self._seconds = dict(seconds or {})
        self._spent = spent or Spent()
        self._record = dict(record or {})
        self._veil = veil
        self._room: dict[Purpose, int] = {}

    async def ask(self, node: str, question: Question[A]) -> Replied[A]:
        """The answer, or why there is none. Raises BudgetSpent where the session may not ask any more."""
        limits = question.limits
        if question.purpose in self._seconds:
            limits = limits.model_copy(update={"seconds": self._seconds[question.purpose]})
            question = replace(question, limits=limits)
        question = await self._veiled(question)
        prompt = filled(question, self._scrub)
        id = _hash(prompt)
        if id in self._record:
            return self._recorded(node, question, id)
        provider = self._provided()
        self._asked(node, question, prompt, id, provider)
        tokens = self._estimate(prompt)
        if tokens > self._most_input_tokens:
            why = f"the question has about {tokens} tokens, and {self._most_input_tokens} are allowed"
            return self._failed(node, question, id, _Bill(), 0.0, why)
        money = provider.price(tokens, limits.output_tokens)
        if limits.money is not None and money is not None and money > limits.money:
            why = f"it may cost ${money:.4f}, and ${limits.money:g} is allowed"
            return self._failed(node, question, id, _Bill(), 0.0, why)
        return await self._reply(node, question, prompt, id, provider)

    async def _veiled(self, question: Question[A]) -> Question[A]:
        """The question without personal data."""
        veil = self._veil
        if veil is None:
            return question
        return replace(
            question,
            parts={name: veil.scrubbed(text) for name, text in question.parts.items()},
            evidence=tuple(
                Evidence(veil.scrubbed(one.name), veil.scrubbed(one.text)) for one in question.evidence
            ),
            picture=await veil.picture(question.picture) if question.picture else None,
        )

    async def close(self) -> None:
        """Let the provider's connections go."""
        if self._provider is not None:
            await self._provider.close()
            self._provider = None

    def _provided(self) -> ModelProvider:
        if self._provider is None:
            self._provider = self._connect()
        return self._provider

    def _estimate(self, prompt: Prompt) -> int:
        schema = len(json.dumps(prompt.schema))
        picture = _PICTURE_TOKENS if prompt.picture else 0
        return (len(prompt.text) + schema) // _CHARACTERS_PER_TOKEN + picture

    async def _reply(
        self, node: str, question: Question[A], prompt: Prompt, id: str, provider: ModelProvider
    ) -> Replied[A]:
        bill = _Bill()
        began = time.monotonic()
        unusable = ""
        for again in (False, True):
            sent = _simpler(prompt, unusable) if again else prompt
            sent = replace(sent, output_tokens=sent.output_tokens * self._room.get(question.purpose, 1))
            try:
                reply = await self._once(provider, sent, bill)
            except (Unreachable, Refused) as error:
                return self._failed(node, question, id, bill, time.monotonic() - began, str(error))
            try:
                value = self._read(question, reply)
            except Unusable as error:
                # It may speak of a value, which is a person's where it was put back in place of a pseudonym.
                unusable = self._scrub(self._veil.scrubbed(str(error)) if self._veil else str(error))
                self._make_room(question.purpose, reply)
                continue
            answer = value.model_dump(mode="json")
            self._record[id] = answer
            self._answered(node, question, id, bill, time.monotonic() - began, answer=answer)
            return Replied(value, question=id, cost=bill.cost)
        why = f"two answers could not be used: {unusable}"
        return self._failed(node, question, id, bill, time.monotonic() - began, why)

    def _read(self, question: Question[A], reply: Reply) -> A:
        """Raises Unusable."""
        if reply.fault:
            raise Unusable(reply.fault)
        veil, form = self._veil, question.answer
        try:
            return read_answer(
                reply.text, lambda told: form.model_validate_json(veil.restored(told) if veil else told)
            )
        except Unusable as error:
            raise Unusable(f"it was cut, and {error}" if reply.cut else str(error)) from error

    def _make_room(self, purpose: Purpose, reply: Reply) -> None:
        if reply.cut:
            self._room[purpose] = _MORE_ROOM

    async def _once(self, provider: ModelProvider, prompt: Prompt, bill: _Bill) -> Reply:
        """One answer, with a second try after a fault of the network."""
        tried = False
        while True:
            tokens = self._estimate(prompt) + prompt.output_tokens
            self._spent.check(
                self._budget, tokens, provider.price(tokens - prompt.output_tokens, prompt.output_tokens)
            )
            bill.calls += 1
            began = time.monotonic()
            try:
                async with asyncio.timeout(prompt.seconds):
                    reply = await provider.reply(prompt)
            except (Unreachable, TimeoutError) as error:
                # What it took is not told. A model that was cut off by our time-out has read the question.
                late = time.monotonic() - began >= _LATE * prompt.seconds
                self._count(provider, prompt, Reply("", 0, 0) if late else None, bill)
                gone = error if isinstance(error, Unreachable) else _late(prompt.seconds)
                if tried or gone.after > _LONGEST_WAIT:
                    raise gone from error
                tried = True
                await self._pause(gone.after)
                continue
            except OtherForm:
                self._count(provider, prompt, None, bill)
                continue
            except Refused:
                self._count(provider, prompt, None, bill)
                raise
            self._count(provider, prompt, reply, bill)
            return reply

    def _count(self, provider: ModelProvider, prompt: Prompt, reply: Reply | None, bill: _Bill) -> None:
        """One call, and what its answer took; by estimate where the provider does not tell, so that the
        budget holds."""
        if reply is None:
            self._spent.add(tokens=0, money=None)
            return
        took, gave = reply.input_tokens, reply.output_tokens
        if took <= 0:
            took, bill.estimated = self._estimate(prompt), True
        if gave <= 0 and reply.text:
            gave, bill.estimated = -(-len(reply.text) // _CHARACTERS_PER_TOKEN), True
        gave = max(gave, 0)
        cost = provider.price(took, gave)
        self._spent.add(tokens=took + gave, money=cost)
        bill.input_tokens += took
        bill.output_tokens += gave
        bill.cost = bill.cost + cost if cost is not None and bill.cost is not None else None

    def _recorded(self, node: str, question: Question[A], id: str) -> Replied[A]:
        value = question.answer.model_validate(self._record[id])
        self._answered(node, question, id, _Bill(), 0.0, answer=self._record[id], recorded=True)
        return Replied(value, question=id)

    def _asked(
        self, node: str, question: Question[Any], prompt: Prompt, id: str, provider: ModelProvider
    ) -> None:
        event = ModelAsked(
            kind="model_asked",
            node=node,
            question=id,
            purpose=question.purpose,
            model=provider.name,
            prompt=question.prompt,
            prompt_hash=written(question.prompt).hash,
            text=self._keep(prompt.text),
            evidence=tuple(one.name for one in question.evidence),
            picture=prompt.picture is not None,
        )
        self._journal(event)

    def _answered(
        self,
        node: str,
        question: Question[Any],
        id: str,
        bill: _Bill,
        seconds: float,
        *,
        answer: JsonValue = None,
        why: str = "",
        recorded: bool = False,
    ) -> None:
        event = ModelAnswered(
            kind="model_answered",
            node=node,
            question=id,
            purpose=question.purpose,
            answer=answer,
            why=why,
            recorded=recorded,
            calls=bill.calls,
            input_tokens=bill.input_tokens,
            output_tokens=bill.output_tokens,
            estimated=bill.estimated,
            cost=None if bill.cost is None else round(bill.cost, 8),
            price_list=self._provider.price_list if self._provider else "",
            seconds=round(seconds, 3),
        )
        self._journal(event)

    def _failed(
        self, node: str, question: Question[A], id: str, bill: _Bill, seconds: float, why: str
    ) -> Replied[A]:
        self._answered(node, question, id, bill, seconds, why=why)
        return Replied(None, why=why, question=id, cost=bill.cost)

    def _journal(self, event: Event) -> None:
        self._tell(event)


def _hash(prompt: Prompt) -> str:
    picture = hashlib.sha256(prompt.picture).hexdigest() if prompt.picture else ""
    whole = "\n".join((prompt.text, json.dumps(prompt.schema, sort_keys=True), picture))
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def _simpler(prompt: Prompt, unusable: str) -> Prompt:
    """The same question, with what was wrong with the answer, and its form in plain words."""
    fields = prompt.schema.get("properties", {})
    names = ", ".join(f'"{name}"' for name in fields)
    note = (
        f"\n\nYour last answer could not be used: {unusable}.\n"
        f"Answer with one JSON object that has the fields {names}, and with nothing else."
    )
    return replace(prompt, request=prompt.request + note)


def _late(seconds: float) -> Unreachable:
    return Unreachable(f"no answer came within {seconds:g} s", after=0)
