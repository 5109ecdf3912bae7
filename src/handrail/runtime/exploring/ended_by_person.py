"""An exploration that a person has ended: no model goes on with it before somebody says how to.

What they say holds also for a process that takes the session up later; until then the question stays open.
"""

from __future__ import annotations

from typing import Final, TypeVar

from handrail.approvals import ApprovalRequest, Choice
from handrail.errors import ExplorationEnded, Stopped, Waiting
from handrail.journal.events.questions import Answered
from handrail.journal.views.walked import Walk
from handrail.runtime.exploring.explorer import Explorer
from handrail.runtime.people.consulting import NOBODY, ask
from handrail.runtime.people.driving import page_of
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import Node

R = TypeVar("R")

DONE: Final = Choice(id="done", words="It is done by hand, or not needed: go on after it")
_BY_HAND: Final = Choice(id="hand", words="I do it by hand: take over")
_AGAIN: Final = Choice(id="again", words="Look for a way once more")
_STOP: Final = Choice(id="stop", words="Stop the session here")


class Question:
    """How it goes on with a node whose exploration was ended, at its present visit."""

    def __init__(self, crew: Crew, node: Node, *first: Choice) -> None:
        """`first` may be chosen besides taking over, having it looked for once more, and stopping."""
        self._crew = crew
        self._node = node
        by_hand = (_BY_HAND,) if crew.recordings is not None else ()
        self._choices = (*by_hand, *first, _AGAIN, _STOP)

    def open(self) -> str | None:
        """Why the exploration was ended, where nobody has had it begun once more since; else nothing."""
        walk = self._crew.reread()
        turn = self._turn(walk)
        asked = walk.asked.get(self._request(turn).id)
        if asked is None and turn > 1:
            before = self._request(turn - 1).id
            asked = walk.asked.get(before) if walk.answers[before].answer == _BY_HAND.id else None
        return asked.why if asked is not None else None

    async def answered(self, why: str) -> str | None:
        """Who says that it is done; none where it is to be looked for once more.

        Raises Stopped where the session is to end, Waiting where nobody can be asked now, and Driven where
        somebody takes over instead.
        """
        request = self._request(self._turn(self._crew.reread()), why)
        said = await ask(self._crew, request, tuple(choice.id for choice in self._choices))
        if said.choice == _AGAIN.id:
            return None
        if said.choice == _BY_HAND.id:
            self._crew.stop.wheel.want(said.by, why)
            self._crew.stop.check()
            raise Waiting("Nobody can take over here.", place=f"node '{self._node.id}'", mend="Resume it.")
        if said.choice == DONE.id:
            return said.by
        raise Stopped(f"{said.by} stopped the session at '{self._node.label}'.")

    def close(self) -> None:
        """What was looked for is there: nobody needs to say anything any more."""
        walk = self._crew.reread()
        if self._request(self._turn(walk)).id not in walk.asked:
            return
        answered = Answered(
            kind="answered",
            request=self._request(self._turn(walk)).id,
            node=self._node.id,
            answer=DONE.id,
            by=walk.drives[-1].by if walk.drives else NOBODY,
            why="The page shows it.",
        )
        self._crew.scribe.write(answered)

    def _turn(self, walk: Walk) -> int:
        """Each time that it is ended anew after it was begun once more, it is a question of its own."""
        turn = 1
        onward = {_AGAIN.id, _BY_HAND.id}
        while (said := walk.answers.get(self._request(turn).id)) is not None and said.answer in onward:
            turn += 1
        return turn

    def _request(self, turn: int, why: str = "") -> ApprovalRequest:
        page, actuator = page_of(self._node), self._crew.actuator
        request = ApprovalRequest(
            kind="choose",
            node=self._node.id,
            action=f"The exploration at '{self._node.label}' was ended. How does it go on?",
            where=actuator.url(page) if actuator.is_open(page) else "",
            why=why,
            effect="none",
            choices=self._choices,
            turn=turn,
        )
        return request.model_copy(update={"id": self._crew.trail.request_id(request)})


async def explored(question: Question, explorer: Explorer[R]) -> R | str:
    """What is found where the exploration comes to its goal; else who says that it is done.

    Raises as `Explorer.explore` and `Question.answered`.
    """
    while True:
        why = question.open()
        try:
            if why is None:
                return await explorer.explore()
            if (found := await explorer.reached()) is not None:
                question.close()
                return found
        except ExplorationEnded as ended:
            why = ended.message
        said = await question.answered(why or "")
        if said is not None:
            return said
        explorer.begin_anew()
