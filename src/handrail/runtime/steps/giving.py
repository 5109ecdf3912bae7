"""What a step gives to variables: what it read or downloaded, was set to, or a person has edited."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from handrail.actuators import Performed
from handrail.errors import PermanentError, VariableError
from handrail.journal.events.event import Criterion, Event, VariableSet, Verified
from handrail.runtime.steps.editing import variable_of
from handrail.runtime.walk.crew import Crew
from handrail.sop import action as sop_action
from handrail.sop.node import Task
from handrail.sop.values import parse_value


class Giving:
    """The variables that one task gives values to; each is journaled as it is given."""

    def __init__(self, crew: Crew, node: Task) -> None:
        self._crew = crew
        self._node = node

    def set(self, action: sop_action.SetVariable) -> None:
        value = parse_value(self._crew.values.type_of(action.name), action.value)
        held = Criterion(text=f"'{action.name}' has its value", held=True)
        self._give(action.name, value, Verified(kind="verified", node=self._node.id, criteria=(held,)))

    def keep_edits(self, edits: Sequence[str]) -> None:
        """Where the value was a variable's, it is the variable's from now on. Only now: until it is done, the
        question stays what it was."""
        name = variable_of(self._node) if edits else None
        if name is None or self._crew.values.is_secret(name):
            return
        self._give(name, parse_value(self._crew.values.type_of(name), edits[-1]))

    def file_of(self, performed: Performed) -> str | None:
        """The downloaded file, under a name that holds no secret, whatever the app called it."""
        file = performed.download
        if file is None:
            return None
        name = self._crew.scribe.scrubbed(file.name)
        return str(file if name == file.name else file.rename(file.with_name(name)))

    def keep(self, action: sop_action.Action, performed: Performed, file: str | None) -> None:
        """Keep what came of the action. Raises PermanentError where an answer does not fit its variable."""
        given: dict[str, JsonValue] = {n: self._typed(n, text) for n, text in performed.values.items()}
        name = getattr(action, "into", None)
        text = file if file is not None else performed.text
        if isinstance(name, str) and text is not None:
            given[name] = text
        for name, value in given.items():
            self._give(name, value)

    def _give(self, name: str, value: JsonValue, *then: Event) -> None:
        self._crew.values.set(name, value)
        told = VariableSet(kind="variable_set", node=self._node.id, name=name, value=value)
        self._crew.scribe.write(told, *then)

    def _typed(self, name: str, text: str) -> JsonValue:
        """What an app answered, as a value of the variable's type."""
        try:
            return parse_value(self._crew.values.type_of(name), text)
        except VariableError as error:
            misfit = PermanentError(f"What the app answered does not fit '{name}'. {error.message}")
            misfit.dispatched = True
            raise misfit from None
