"""The values of a run: variables in clear for the actuator, secrets as references for everybody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.secrets.value import SecretValue
from handrail.sop.document import Sop, VariableType
from handrail.sop.template import (
    SECRET_PREFIX,
    Secret,
    evaluate,
    references_in,
    secret_reference,
    split_path,
    templates,
    value_at,
)
from handrail.sop.values import RUN, text_of


class Values:
    """Variables and secrets of one session, with the loops that it is in.

    All names may have a path, as `investor.email`. `real` is for the actuator alone; `shown` gives secrets
    as `{{ secret:name }}` and is what may be journaled, printed or asked about; both serve as look-ups of
    templates. `get` is for the walk itself and knows no secrets.
    """

    def __init__(
        self,
        sop: Sop,
        inputs: Mapping[str, JsonValue],
        secrets: Mapping[str, str],
        run: Mapping[str, JsonValue] | None = None,
    ) -> None:
        self._declared = sop.variables
        self._values: dict[str, JsonValue] = dict(inputs)
        if run is not None:
            self._values[RUN] = dict(run)
        self.given: Mapping[str, JsonValue] = dict(self._values)
        """What the session began with."""
        self._scopes: list[dict[str, JsonValue]] = []
        self._secrets = dict(secrets)
        self.keep_out: Callable[[str], None] = lambda code: None
        """Told each one-time code that is made: until then nobody can know what must not be written."""
        self._made_of_secrets = self._filtered_secrets(sop)

    def is_secret(self, name: str) -> bool:
        """Whether the name is a secret's, where no loop around has an item of that name."""
        variable, _ = split_path(name)
        declared = self._declared.get(variable)
        if variable.startswith(SECRET_PREFIX) or declared is None:
            return variable.startswith(SECRET_PREFIX)
        return declared.secret and not any(variable in scope for scope in self._scopes)

    def type_of(self, name: str) -> VariableType:
        """The type that the SOP declares for a variable; a text without a declaration."""
        declared = self._declared.get(name)
        return declared.type if declared else "text"

    def get(self, name: str) -> JsonValue:
        """The value as it is: a number, a list, a record. Raises VariableError for none, and for a secret."""
        variable, path = split_path(name)
        for scope in (*reversed(self._scopes), self._values):
            if variable in scope and not self.is_secret(variable):
                return value_at(scope[variable], path, variable)
        raise VariableError(f"The variable '{variable}' has no value here.")

    def real(self, name: str) -> JsonValue:
        """The value in clear. Raises VariableError where there is none."""
        if not self.is_secret(name):
            return self.get(name)
        key = split_path(name)[0].removeprefix(SECRET_PREFIX)
        if key in self._secrets:
            value = self._secrets[key]
            if not isinstance(value, SecretValue):
                return Secret(value)
            made = value.now()
            if value.kind == "totp":
                self.keep_out(made)
            return Secret(made)
        raise VariableError(f"The secret '{key}' has no value here.")

    def shown(self, name: str) -> JsonValue:
        """The value, or a reference in place of a secret."""
        return secret_reference(split_path(name)[0]) if self.is_secret(name) else self.get(name)

    @property
    def told(self) -> frozenset[str]:
        """The texts and numbers as they stand in sentences; of secrets none."""
        scopes = (self._values, *self._scopes)
        names = {name for scope in scopes for name in scope if not self.is_secret(name)}
        texts = (text_of(value) for name in names if isinstance(value := self.get(name), str | int | float))
        return frozenset(text for text in texts if len(text) > 1)

    def set(self, name: str, value: JsonValue) -> None:
        """Give a variable its value during the run; it outlives the loops around."""
        if self.is_secret(name):
            self._secrets[name] = text_of(value)
        else:
            self._values[name] = value

    def restore(self, variables: Mapping[str, JsonValue]) -> None:
        """As at an earlier point of the walk, outside of all loops: what was given, and these."""
        self._values = {**self.given, **variables}
        self._scopes.clear()

    @contextmanager
    def as_of(
        self, variables: Mapping[str, JsonValue], scopes: Sequence[Mapping[str, JsonValue]]
    ) -> Iterator[None]:
        """For as long as the block lasts: as at another point of the walk, inside of these turns."""
        now, around = self._values, self._scopes
        self._scopes = [dict(scope) for scope in scopes]
        self._values = {**self.given, **variables}
        try:
            yield
        finally:
            self._values, self._scopes = now, around

    def push(self, scope: Mapping[str, JsonValue]) -> None:
        """Enter a turn of a loop: its item and its number, until `pop`; they hide what has their names."""
        self._scopes.append(dict(scope))

    def pop(self) -> None:
        """Leave the turn of the innermost loop."""
        self._scopes.pop()

    @property
    def plain(self) -> tuple[str, ...]:
        """The names of the variables that the SOP declares, secrets aside."""
        return tuple(name for name, variable in self._declared.items() if not variable.secret)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secret values in clear, and what the SOP's filters make of them, for scrubbing."""
        return (*self._secrets.values(), *self._made_of_secrets)

    def _filtered_secrets(self, sop: Sop) -> tuple[str, ...]:
        """What the templates make of secrets alone, so that it is scrubbed like the secrets themselves."""
        made: dict[str, None] = {}
        for _, text in templates(sop):
            # Reading a reference takes a while, and few name a filter.
            for reference in references_in(text) if "|" in text else ():
                if not reference.filters or not self.is_secret(reference.name):
                    continue
                try:
                    made[text_of(evaluate(reference, self.real))] = None
                except VariableError:
                    # It is told when the step that needs it is there.
                    continue
        return tuple(made)
