"""Verification: waiting until completion criteria hold, each answered by whoever can answer it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Final, NamedTuple, Protocol

from handrail.actuators import Actuator, Finding
from handrail.errors import RunError, TabClosed, TransientError, UnexpectedPage, VariableError
from handrail.runtime.walk.stopping import StopSignal
from handrail.sop import condition as c
from handrail.sop.comparing import compare, fits
from handrail.sop.condition import Condition
from handrail.sop.target import FrameStep, Target
from handrail.sop.template import Lookup
from handrail.sop.values import text_of
from handrail.targeting import Sighting

PageCondition = c.ElementIs | c.TextIs | c.ValueIs | c.CountIs | c.UrlIs | c.TitleIs
TraceCondition = c.ResponseWas | c.DownloadWas


_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 1.0
_SOON_SECONDS: Final = 1.0
"""A server that answers later may answer when the page's message is gone."""
_LEAST_SECONDS: Final = 2.0
"""What a second channel gets for one answer, be the time for the criterion over."""


class SecondChannels(Protocol):
    """What reads back beside the page."""

    async def read(self, condition: c.ChannelCondition, *, seconds: float) -> Finding:
        """Read once. Raises RunError where nothing could be read."""
        ...


class Settled(NamedTuple):
    """What conditions came to, and what was seen of the target that was looked for ahead."""

    findings: tuple[Finding, ...]
    ahead: Sighting | None = None
    status: int | None = None
    """What the server answered to the request for the document that was looked at, where that was seen."""
    began: float = 0
    """When that document was asked for, in milliseconds since the epoch."""


class Verifier:
    """Answers conditions about one session's pages, variables and responses, and asks the second channels."""

    def __init__(
        self, actuator: Actuator, lookup: Lookup, channels: SecondChannels, stop: StopSignal
    ) -> None:
        self._actuator = actuator
        self._lookup = lookup
        self._channels = channels
        self._stop = stop

    async def settle(
        self,
        conditions: tuple[Condition, ...],
        page: str,
        own: Target | None,
        *,
        seconds: float,
        ahead: Target | None = None,
        again: bool = False,
        may_close: bool = False,
    ) -> Settled:
        """Wait up to `seconds` for all of the conditions; what they came to, one finding each.

        Conditions about an element that name none speak of `own`. `ahead`, a target of the main frame, is
        looked for in the same look where that costs nothing: the next step's first look is spared. With
        `again`, a change of the page is waited for first. Where `may_close`, an element is hidden that was in
        a tab that is closed.
        """
        meant = tuple(with_target(condition, own) for condition in conditions)
        far = [is_far(part) for part in meant]
        deadline = time.monotonic() + seconds
        if not any(far):
            try:
                return await self._settle_near(meant, page, seconds, ahead, again)
            except TabClosed:
                if not may_close or not all(map(_outlasts_tab, meant)):
                    raise
                return await self._settle_without_tab(meant, deadline)
        near = tuple(part for part, is_far in zip(meant, far, strict=True) if not is_far)
        settled = (await self._settle_near(near, page, seconds)).findings if near else ()
        # The page tells first that something is done; only then is it read back.
        last = deadline if all(finding.held for finding in settled) else time.monotonic()
        read = await self._settle_far(
            tuple(part for part, is_far in zip(meant, far, strict=True) if is_far), page, last
        )
        answers = {False: iter(settled), True: iter(read)}
        return Settled(tuple(next(answers[is_far]) for is_far in far))

    async def _settle_near(
        self,
        conditions: tuple[Condition, ...],
        page: str,
        seconds: float,
        ahead: Target | None = None,
        again: bool = False,
    ) -> Settled:
        """Conditions that the pages and the session itself answer."""
        asked = tuple(leaf for leaf in conditions if in_main_frame(leaf))
        told = tuple(leaf for leaf in conditions if isinstance(leaf, TraceCondition))
        if not asked or len(asked) + len(told) < len(conditions):
            return await self._poll(conditions, page, seconds)
        deadline = time.monotonic() + seconds
        shown: dict[int, Finding] = {}
        if told:
            # The server's answer comes first: what the page then shows is seen in one look.
            await self._stop.race(self._traced(told, min(seconds, _SOON_SECONDS)))
            if deadline > time.monotonic() and not all(self._outside(leaf).held for leaf in told):
                shown = await self._stop.race(self._shown_before(told, asked, page, deadline))
        left = max(0.0, deadline - time.monotonic())
        still = tuple(leaf for leaf in asked if id(leaf) not in shown)
        look = await self._stop.race(
            self._actuator.look(
                page, conditions=still, target=ahead, timeout=left, again=again, await_target=False
            )
        )
        answers = {id(leaf): finding for leaf, finding in zip(still, look.findings, strict=True)} | shown
        answers |= {id(leaf): self._outside(leaf) for leaf in told}
        findings = tuple(answers[id(leaf)] for leaf in conditions)
        return Settled(findings, look.sighting, look.status, look.began)

    async def _settle_without_tab(self, conditions: tuple[Condition, ...], deadline: float) -> Settled:
        """What is left to be told of once the app has closed the tab."""
        told = tuple(leaf for leaf in conditions if isinstance(leaf, TraceCondition))
        await self._stop.race(self._traced(told, max(0.0, deadline - time.monotonic())))
        gone = Finding(held=True)
        return Settled(
            tuple(self._outside(leaf) if isinstance(leaf, TraceCondition) else gone for leaf in conditions)
        )

    async def _shown_before(
        self,
        told: tuple[TraceCondition, ...],
        asked: tuple[Condition, ...],
        page: str,
        deadline: float,
    ) -> dict[int, Finding]:
        """What the page said while its server's answer was not there yet, and need not say any more then.

        An app that offers to undo says at once that it was done, and tells its server when that is gone.
        """
        said = tuple(leaf for leaf in asked if isinstance(leaf, c.TextIs) and leaf.target is None)
        left = max(0.0, deadline - time.monotonic())
        looking = asyncio.ensure_future(
            self._actuator.look(page, conditions=said, timeout=left, await_target=False)
        )
        try:
            await self._traced(told, left)
            if not looking.done():
                return {}
            with contextlib.suppress(RunError):
                findings = looking.result().findings
                return {id(leaf): one for leaf, one in zip(said, findings, strict=True) if one.held}
            return {}
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    async def _traced(self, conditions: tuple[Condition, ...], seconds: float) -> None:
        """Wait until the traces of the step hold what the conditions ask for, or the time is over."""
        traces = self._actuator.traces
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not all(self._outside(condition).held for condition in conditions):
                    # What only reads counts after a while in which nothing came.
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(_FIRST_PAUSE):
                            await traces.more()

    async def _poll(self, conditions: tuple[Condition, ...], page: str, seconds: float) -> Settled:
        """For conditions that not one look can answer: looks at every change, and often enough."""
        deadline = time.monotonic() + seconds
        again = False
        while True:
            findings = await self._stop.race(self._look_once(conditions, page, again))
            if all(finding.held for finding in findings) or time.monotonic() >= deadline:
                return Settled(findings)
            again = self._actuator.is_open(page)
            if not again:
                await self._stop.pause(_FIRST_PAUSE)

    async def _settle_far(
        self, conditions: tuple[Condition, ...], page: str, deadline: float
    ) -> tuple[Finding, ...]:
        """Conditions that a second channel has a part in, asked again at growing intervals."""
        pause = _FIRST_PAUSE
        findings: dict[int, Finding] = {}
        lasting: set[int] = set()
        while True:
            for place, condition in enumerate(conditions):
                if place in lasting or (place in findings and findings[place].held):
                    continue
                try:
                    seconds = max(_LEAST_SECONDS, deadline - time.monotonic())
                    looked = await self._stop.race(self._look_once((condition,), page, False, seconds))
                    findings[place] = looked[0]
                except RunError as error:
                    # What could not be read is not known to be so, nor not to be so.
                    findings[place] = Finding(held=False, seen=error.message, read_back=True)
                    if not isinstance(error, TransientError):
                        lasting.add(place)
            open_places = [p for p in range(len(conditions)) if not findings[p].held and p not in lasting]
            if not open_places or time.monotonic() >= deadline:
                return tuple(findings[place] for place in range(len(conditions)))
            await self._stop.pause(min(pause, max(0.0, deadline - time.monotonic())))
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def read_back(self, condition: Condition, page: str) -> Finding:
        """Ask the second channels once. Raises RunError where one cannot be read."""
        return (await self._look_once((condition,), page, False))[0]

    async def _look_once(
        self, conditions: tuple[Condition, ...], page: str, again: bool, seconds: float = _LEAST_SECONDS
    ) -> tuple[Finding, ...]:
        leaves = [leaf for condition in conditions for leaf in _leaves(condition)]
        answers: dict[int, Finding] = {}
        by_frame: dict[tuple[FrameStep, ...], list[PageCondition]] = {(): []}
        for leaf in leaves:
            if isinstance(leaf, PageCondition):
                by_frame.setdefault(_frame(leaf), []).append(leaf)
            elif isinstance(leaf, c.ChannelCondition):
                answers[id(leaf)] = await self._channels.read(leaf, seconds=seconds)
            else:
                answers[id(leaf)] = self._outside(leaf)
        for frame, asked in by_frame.items():
            if not asked and (frame or not again):
                continue
            # The main frame is asked even for nothing: with `again` that is what waits for a change.
            try:
                look = await self._actuator.look(
                    page, conditions=tuple(asked), timeout=0, again=again and not frame, frame=frame
                )
            except UnexpectedPage as missing:
                if not frame:
                    raise
                # The page may be about to put the frame there.
                answers.update((id(leaf), Finding(held=False, seen=missing.message)) for leaf in asked)
                continue
            answers.update((id(leaf), finding) for leaf, finding in zip(asked, look.findings, strict=True))
        return tuple(_combine(condition, answers) for condition in conditions)

    def _outside(self, leaf: Condition) -> Finding:
        match leaf:
            case c.ResponseWas():
                return self._actuator.traces.of(leaf)
            case c.DownloadWas():
                names = [path.name for path in self._actuator.traces.downloads]
                return Finding(held=any(fnmatch(name, leaf.name) for name in names), seen=", ".join(names))
            case c.VariableIs():
                return _variable(leaf, self._lookup)
            case c.DateIs():
                return Finding(held=compare(leaf.left, leaf.comparison, leaf.right))
            case _:
                raise TypeError(f"a '{leaf.kind}' condition is answered elsewhere")


def _outlasts_tab(condition: Condition) -> bool:
    """Whether it can be told of a closed tab: what its server answered, and that an element is gone."""
    if isinstance(condition, c.ElementIs):
        return condition.state in {"absent", "hidden"}
    return isinstance(condition, TraceCondition)


def with_target(condition: Condition, own: Target | None) -> Condition:
    """The condition, about `own` where it names no element."""
    match condition:
        case c.AllOf() | c.AnyOf():
            parts = tuple(with_target(part, own) for part in condition.of)
            return condition.model_copy(update={"of": parts})
        case c.Not():
            return condition.model_copy(update={"condition": with_target(condition.condition, own)})
        case c.ElementIs() | c.ValueIs() if condition.target is None:
            return condition.model_copy(update={"target": own})
        case _:
            return condition


def _leaves(condition: Condition) -> Iterator[Condition]:
    match condition:
        case c.AllOf() | c.AnyOf():
            for part in condition.of:
                yield from _leaves(part)
        case c.Not():
            yield from _leaves(condition.condition)
        case _:
            yield condition


def _combine(condition: Condition, answers: dict[int, Finding]) -> Finding:
    match condition:
        case c.AllOf():
            parts = [_combine(part, answers) for part in condition.of]
            return _joined(all(part.held for part in parts), parts)
        case c.AnyOf():
            parts = [_combine(part, answers) for part in condition.of]
            return _joined(any(part.held for part in parts), parts)
        case c.Not():
            inner = _combine(condition.condition, answers)
            seen = inner.seen if inner.read_back else None
            return Finding(held=not inner.held, seen=seen, read_back=inner.read_back)
        case _:
            return answers[id(condition)]


def _joined(held: bool, parts: list[Finding]) -> Finding:
    telling = [part for part in parts if part.read_back or not part.held]
    seen = "; ".join(part.seen for part in telling if part.seen) or None
    return Finding(held=held, seen=seen, read_back=any(part.read_back for part in parts))


def answers_in(conditions: tuple[Condition, ...]) -> tuple[c.ResponseWas, ...]:
    """The server's answers that the conditions speak of."""
    leaves = (leaf for condition in conditions for leaf in _leaves(condition))
    return tuple(leaf for leaf in leaves if isinstance(leaf, c.ResponseWas))


def is_far(condition: Condition) -> bool:
    """Whether a second channel has a part in the answer."""
    return any(isinstance(leaf, c.ChannelCondition) for leaf in _leaves(condition))


def in_main_frame(condition: Condition) -> bool:
    """Whether one look at the page's main frame answers the condition."""
    return all(isinstance(leaf, PageCondition) and not _frame(leaf) for leaf in _leaves(condition))


def _frame(leaf: Condition) -> tuple[FrameStep, ...]:
    target = getattr(leaf, "target", None)
    return target.frame if isinstance(target, Target) else ()


def _variable(leaf: c.VariableIs, lookup: Lookup) -> Finding:
    try:
        value = lookup(leaf.name)
    except VariableError:
        if leaf.comparison != "set":
            raise
        return Finding(held=False, seen="it has no value")
    return Finding(held=fits(value, leaf), seen=text_of(value))
