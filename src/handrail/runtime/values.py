"""The values of a run: variables in clear for the actuator, secrets as references for everybody else."""

from __future__ import annotations

from collections.abc import Mapping

from handrail.errors import VariableError
from handrail.sop.document import Sop
from handrail.sop.template import SECRET_PREFIX, secret_reference


class Values:
    """Variables and secrets of one session.

    `real` is for the actuator alone; `shown` gives secrets as `{{ secret:name }}` and is what may be
    journaled, printed or asked about.
    """

    def __init__(self, sop: Sop, inputs: Mapping[str, str], secrets: Mapping[str, str]) -> None:
        self._declared = sop.variables
        self._values = dict(inputs)
        self._secrets = dict(secrets)

    def is_secret(self, name: str) -> bool:
        if name.startswith(SECRET_PREFIX):
            return True
        declared = self._declared.get(name)
        return declared is not None and declared.secret

    def real(self, name: str) -> str:
        """The value in clear. Raises VariableError where there is none."""
        if self.is_secret(name):
            key = name.removeprefix(SECRET_PREFIX)
            if key in self._secrets:
                return self._secrets[key]
        elif name in self._values:
            return self._values[name]
        raise VariableError(f"The variable '{name}' has no value here.")

    def shown(self, name: str) -> str:
        """The value, or a reference in place of a secret."""
        if self.is_secret(name):
            return secret_reference(name.removeprefix(SECRET_PREFIX))
        return self.real(name)

    def set(self, name: str, value: str) -> None:
        """Give a variable its value during the run."""
        self._values[name] = value

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secret values in clear, for scrubbing."""
        return tuple(self._secrets.values())
