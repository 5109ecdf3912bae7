"""A secret as it is stored: with its scope, which is kept in the same safe place as its value."""

from __future__ import annotations

from pydantic import Field

from handrail._model import Model
from handrail.secrets.value import SecretKind, SecretValue


class StoredSecret(Model):
    """One secret of a home."""

    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_.-]{0,79}$")
    value: str = Field(repr=False)
    kind: SecretKind = "text"
    hosts: tuple[str, ...] = ()
    """The only hosts that it may be typed into or sent to."""
    sops: tuple[str, ...] = ()
    """Ids of the only SOPs that get it; all of them without one."""
    set_at: str
    """UTC, ISO 8601."""
    set_by: str

    def is_for(self, sop: str) -> bool:
        """Whether an SOP may have it."""
        return not self.sops or sop in self.sops

    @property
    def as_value(self) -> SecretValue:
        """For a run."""
        return SecretValue(self.value, hosts=self.hosts, kind=self.kind)

    @property
    def scope(self) -> str:
        """Where it may be used, in words."""
        hosts = ", ".join(self.hosts) or "any host of the SOP"
        sops = f"in {', '.join(self.sops)}" if self.sops else "in any SOP"
        return f"{hosts}, {sops}"
