"""The ladder: the rungs by which a step may find its element, from the lowest up to what is allowed."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from handrail.approvals import ApprovalRequest, Choice
from handrail.errors import RunError, Stopped, TargetAmbiguous, TargetNotFound
from handrail.journal.events.event import Artefact, Offered, Option
from handrail.runtime.exploring.ended_by_person import Question, explored
from handrail.runtime.exploring.explorer import Errand, Explorer
from handrail.runtime.exploring.keeping_ways import element_shown
from handrail.runtime.exploring.retracing import named_values
from handrail.runtime.finding.leading_there import leads_there
from handrail.runtime.finding.own_page import find_on_its_page, link_of_record
from handrail.runtime.finding.pointing import find_by_pointing
from handrail.runtime.finding.sought_by_data import may_be_meant, mend_of_sought
from handrail.runtime.finding.turning import find_on_other_pages
from handrail.runtime.finding.unfolding import menu_called_otherwise, openers, unfold
from handrail.runtime.people.consulting import ask
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, Healed, as_it_is_now, find_exactly
from handrail.runtime.walk.way import Way, without_circles
from handrail.sop.node import Rung, Task
from handrail.sop.sentences import describe_action, describe_target
from handrail.sop.target import Target
from handrail.targeting import Candidate, Scored, choose
from handrail.targeting import Choice as Chosen

RUNGS: Final[tuple[Rung, ...]] = ("exact", "candidates", "explore", "vision", "human")

_SCROLLED_SECONDS: Final = 20.0
_DRAWN_SECONDS: Final = 1.0
_AT_REST_SECONDS: Final = 0.3

_EXPLORED_STEPS: Final = 10
_EXPLORED_SECONDS: Final = 120.0
_EXPLORED_FROM: Final = 100
"""Attempts of the way count from here, so that they are not taken for attempts of the step."""


def allows(limit: Rung, rung: Rung) -> bool:
    """Whether a ladder up to `limit` holds the rung."""
    return RUNGS.index(rung) <= RUNGS.index(limit)


Instead = Callable[[], Awaitable[Found | None]]
"""What the same is done with in another kind of control, if there is one."""

Clear = Callable[[RunError], Awaitable[bool]]
"""Deals with what is known to stand in the way. True where something was done."""


class Ladder:
    """One attempt's way up."""

    def __init__(
        self,
        crew: Crew,
        node: Task,
        real: Task,
        shown: Task,
        attempt: int,
        clear: Clear,
        instead: Instead | None = None,
    ) -> None:
        """`node` is the task as the SOP writes it, `real` and `shown` with its values."""
        self._instead = instead
        self._crew = crew
        self._node = node
        self._real = real
        self._shown = shown
        self._attempt = attempt
        self._clear = clear

    async def climb(self, target: Target) -> Found:
        """The element, by the lowest rung that finds it beyond doubt.

        Raises TargetNotFound or TargetAmbiguous where none does, or a person says that it is none of the
        candidates, and Waiting where a person must choose and none is there.
        """
        if (found := await self._on_drifted_page(target)) is not None:
            return found
        if (found := await self._in_paged_list(target)) is not None:
            return found
        try:
            return await self._find_exactly(target)
        except (TargetNotFound, TargetAmbiguous) as missed:
            # Before anything else is taken for the element: it may only be out of sight.
            if isinstance(missed, TargetNotFound) and (found := await self._out_of_sight(target)):
                return found
            if await self._clear(missed):
                return await self.climb(target)
            if not self._may("candidates"):
                raise
            if self._instead is not None and (found := await self._instead()) is not None:
                return found
            first = missed
        try:
            found = await self._among_candidates(target, first)
            self._crew.drifted.add(found.url)
            return found
        except (TargetNotFound, TargetAmbiguous):
            if self._crew.asker is None or not self._may("explore"):
                raise
            return await self._by_exploring(target)

    async def _on_drifted_page(self, target: Target) -> Found | None:
        """The element, found without the whole wait where the page has changed since it was recorded: what is
        still missing once it is at rest is most likely called otherwise, too. None where there is a doubt."""
        crew, page = self._crew, self._real.page
        by_data = self._node.target != self._real.target
        if by_data or crew.actuator.url(page) not in crew.drifted or not self._may("candidates"):
            return None
        try:
            return await self._find_exactly(target, _DRAWN_SECONDS)
        except (TargetNotFound, TargetAmbiguous):
            await crew.stop.race(crew.actuator.traffic.rest(page))
        choice = choose(target, await crew.stop.race(crew.actuator.gather(page, target)))
        with contextlib.suppress(TargetNotFound):
            return await self._clear_one(choice)
        return None

    async def _find_exactly(self, target: Target, seconds: float | None = None) -> Found:
        seconds = seconds or self._real.timeout or self._crew.settings.find_seconds
        mend = mend_of_sought(self._crew, self._node.target)
        return await find_exactly(
            self._crew.actuator, self._real.page, target, seconds=seconds, stop=self._crew.stop, mend=mend
        )

    async def _out_of_sight(self, target: Target) -> Found | None:
        """The element, further down in its list or shown by its row while the pointer rests on that."""
        return await self._by_scrolling(target) or await find_by_pointing(self._crew, self._real, target)

    async def _by_scrolling(self, target: Target) -> Found | None:
        """The element that this run's data name, where it stands further down in a list that draws only what
        is in view; none where no list shows it."""
        if self._node.target == self._real.target:
            return None
        actuator, page = self._crew.actuator, self._real.page
        if not await self._crew.stop.race(actuator.seek(page, target, seconds=_SCROLLED_SECONDS)):
            return None
        try:
            found = await find_exactly(actuator, page, target, seconds=_DRAWN_SECONDS, stop=self._crew.stop)
        except (TargetNotFound, TargetAmbiguous):
            return None
        reasons = (*found.match.reasons, "its list was scrolled to it")
        return found._replace(match=found.match.model_copy(update={"reasons": reasons}))

    async def _in_paged_list(self, target: Target) -> Found | None:
        """What this run's data name, without the whole wait where the list that is drawn by now has other
        pages. None where it has none, and where none of them shows it."""
        if self._node.target == self._real.target or self._real.optional:
            return None
        page, traffic = self._real.page, self._crew.actuator.traffic
        for seconds in (_DRAWN_SECONDS, _AT_REST_SECONDS):
            try:
                return await self._find_exactly(target, seconds)
            except TargetAmbiguous:
                return None
            except TargetNotFound:
                # What was searched for may be on its way.
                await self._crew.stop.race(traffic.rest(page))
        if (found := await find_by_pointing(self._crew, self._real, target)) is not None:
            return found
        return await find_on_other_pages(self._crew, self._real.id, page, target)

    def _may(self, rung: Rung) -> bool:
        limits = (self._crew.settings.autonomy, self._real.autonomy or "human")
        return all(allows(limit, rung) for limit in limits)

    async def _by_exploring(self, target: Target) -> Found:
        """The element, wherever a way leads to it; before an effect a person says whether it is the right
        one. Raises PermanentError with what was tried, Stopped, Waiting, BudgetSpent."""
        page = self._real.page

        shows = element_shown(self._crew, target)

        async def reached() -> Found | None:
            return await shows(page)

        errand = Errand(
            node=self._real.id,
            page=page,
            goal=f"a page that shows {describe_target(self._shown.target or target)}",
            context=f"It is needed for the step: {self._shown.label}. {self._shown.intent}".strip(),
            actions=("click", "fill", "press", "scroll"),
            domains=(),
            steps=_EXPLORED_STEPS,
            seconds=_EXPLORED_SECONDS,
        )
        explorer = Explorer(self._crew, errand, reached, self._attempt + _EXPLORED_FROM)
        found = await explored(Question(self._crew, self._node), explorer)
        assert not isinstance(found, str)
        way = Way(
            node=self._node,
            start=explorer.start,
            steps=without_circles(explorer.walked),
            walked=explorer.walked,
            url=found.url,
            confidence=found.match.confidence,
            goal=self._shown.target or target,
            reached=shows,
            named=named_values(self._crew, self._node),
        )
        if self._real.effect == "once":
            await self._approved(explorer.path)
        return found._replace(way=way)

    async def _approved(self, path: tuple[str, ...]) -> None:
        request = ApprovalRequest(
            node=self._real.id,
            action=describe_action(self._shown),
            where=self._crew.actuator.url(self._real.page),
            why="the way to it was explored: " + "; ".join(path),
            effect=self._real.effect,
        )
        approval = await ask(self._crew, request, ("allow", "deny"))
        if approval.answer == "deny":
            raise Stopped(f"{approval.by} did not allow '{request.action}'.")

    async def _among_candidates(self, target: Target, missed: RunError) -> Found:
        page = self._real.page
        candidates = await self._crew.stop.race(self._crew.actuator.gather(page, target))
        choice = choose(target, candidates)
        if (found := await self._clear_one(choice)) is not None:
            return found
        if (found := await self._by_where_it_leads(candidates)) is not None:
            return found
        # What may be missing is most likely not there at all.
        sought = isinstance(missed, TargetNotFound) and not self._real.optional
        if sought and self._real.effect != "once":
            menu = await menu_called_otherwise(self._crew, page, target, candidates)
            if menu is not None:
                return menu
        if sought and openers(target, candidates):
            found = await unfold(self._crew, self._real.id, page, target, candidates)
            if found is not None:
                return found
            # The page is not what it was.
            candidates = await self._crew.stop.race(self._crew.actuator.gather(page, target))
            choice = choose(target, candidates)
        if sought and link_of_record(target, candidates):
            found = await find_on_its_page(self._crew, self._real.id, page, target, candidates)
            if found is None:
                # The page is another one by now.
                raise missed
            return found
        offered = bool(choice.menu) and may_be_meant(self._node.target, target, choice.menu)
        if choice.kind == "none" or not offered:
            raise missed
        return await self._chosen_by_person(choice, missed)

    async def _by_where_it_leads(self, candidates: tuple[Candidate, ...]) -> Found | None:
        """A link to the address that the step is to lead to, if it does nothing else."""
        real = self._real
        by_data = self._node.target != real.target
        there = leads_there(real, self._crew.actuator.url(real.page), candidates, by_data=by_data)
        if there is None:
            return None
        picture = await self._picture((there.candidate,))
        return await self._taken(
            there, Healed(there.score, ("It leads where the step is to lead.",), picture)
        )

    async def _clear_one(self, choice: Chosen) -> Found | None:
        """The candidate that is beyond doubt; none where no one is."""
        if choice.kind != "clear" or choice.best is None:
            return None
        picture = await self._picture((choice.best.candidate,))
        return await self._taken(choice.best, Healed(choice.best.score, _why(choice), picture))

    async def _taken(self, scored: Scored, healed: Healed) -> Found:
        """The candidate, by a target that describes it as it is now. Raises TargetNotFound if it is gone."""
        page = self._real.page
        now = await as_it_is_now(self._crew.actuator, page, scored.candidate)
        if now is None:
            raise TargetNotFound(
                f"{element_words(scored.candidate)} was chosen, and is no longer there.",
                mend="Run it again; the page may still have been changing.",
            )
        fresh, seen, url = now
        match = seen.model_copy(update={"confidence": healed.score, "reasons": healed.reasons})
        return Found(match, fresh, url, "candidates", healed)

    async def _chosen_by_person(self, choice: Chosen, missed: RunError) -> Found:
        menu = choice.menu
        picture = await self._picture(tuple(scored.candidate for scored in menu))
        self._crew.scribe.write(
            Offered(
                kind="offered",
                node=self._real.id,
                attempt=self._attempt,
                why=f"{missed.message} {choice.words}",
                options=tuple(_option(number, scored) for number, scored in enumerate(menu, start=1)),
                picture=picture,
            )
        )
        approval = await ask(self._crew, self._question(choice, missed, picture), ("choose", "deny"))
        if approval.answer != "choose" or approval.choice is None:
            said = f"{missed.message} {approval.by} says that it is none of the candidates."
            raise type(missed)(said, mend=missed.mend)
        taken = menu[int(approval.choice) - 1]
        reasons = (f"{approval.by} chose it", *_why(choice, taken))
        return await self._taken(taken, Healed(taken.score, reasons, picture, approval.by))

    async def _picture(self, candidates: tuple[Candidate, ...]) -> Artefact | None:
        image = await self._crew.actuator.marked(self._real.page, candidates)
        return await self._crew.pictures.kept(image) if image is not None else None

    def _question(self, choice: Chosen, missed: RunError, picture: Artefact | None) -> ApprovalRequest:
        path: Path | None = self._crew.pictures.path(picture) if picture is not None else None
        return ApprovalRequest(
            kind="choose",
            node=self._real.id,
            action=f"{describe_action(self._shown)}: which element is it?",
            where=self._crew.actuator.url(self._real.page),
            why=f"{missed.message} {choice.words}",
            effect=self._real.effect,
            choices=tuple(
                Choice(id=str(number), words=element_words(scored.candidate), reasons=(_reasons(scored),))
                for number, scored in enumerate(choice.menu, start=1)
            ),
            picture=path,
            artefact=picture,
        )


def element_words(candidate: Candidate) -> str:
    """A candidate as a person sees it: its role, its name, and where it stands."""
    seen = candidate.element
    words = f"{seen.role or seen.tag} '{seen.name or seen.text or seen.placeholder or ''}'"
    where = seen.near.row or seen.near.section or seen.near.heading
    return f"{words} in '{where}'" if where else words


def _option(number: int, scored: Scored) -> Option:
    return Option(
        number=number,
        words=element_words(scored.candidate),
        score=scored.score,
        reasons=tuple(feature.words for feature in scored.features),
        veto=scored.veto,
    )


def _reasons(scored: Scored) -> str:
    if scored.veto is not None:
        return f"{scored.score:.0%} · {scored.veto}"
    return f"{scored.score:.0%} · " + "; ".join(feature.words for feature in scored.features[:4])


def _why(choice: Chosen, taken: Scored | None = None) -> tuple[str, ...]:
    scored = taken or choice.best
    features = scored.features if scored is not None else ()
    return (choice.words, *(feature.words for feature in features))
