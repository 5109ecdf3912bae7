"""A secret as it is stored: with its scope, which is kept in the same safe place as its value."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Self

from pydantic import Field, ValidationError

from handrail._model import Model
from handrail.errors import UsageError
from handrail.policy.documents.fitting import host_pattern
from handrail.secrets.totp import seed_of
from handrail.secrets.value import SecretKind, SecretValue, see_text
from handrail.sop.domains import canonical


class StoredSecret(Model):
    """One secret of a home."""

    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_.-]{0,79}$")
    value: str = Field(repr=False)
    kind: SecretKind = "text"
    hosts: tuple[str, ...] = ()
    """The only hosts that it may be typed into or sent to."""
    sops: tuple[str, ...] = ()
    """Ids of the only SOPs that get it; all of them without one."""
    user: str = ""
    """The only user whose sessions get it, in place of the one of this name that is everybody's."""
    set_at: str
    """UTC, ISO 8601."""
    set_by: str

    @classmethod
    def of(
        cls,
        name: str,
        value: str,
        *,
        by: str,
        one_time: bool = False,
        hosts: Iterable[str] = (),
        sops: Iterable[str] = (),
        user: str = "",
    ) -> Self:
        """A secret as a person gives it, set now; with `one_time` the value is the seed of codes.

        Raises UsageError for a name that is none, a host that is none, an empty value, no text, or no seed;
        never with the value in it.
        """
        if not value:
            raise UsageError("A secret cannot be empty.")
        see_text(name, value)
        try:
            bound = tuple(canonical(host_pattern(host)) for host in hosts)
        except ValueError as error:
            raise UsageError(f"{error}.") from None
        try:
            return cls(
                name=name,
                value=seed_of(value) if one_time else value,
                kind="totp" if one_time else "text",
                hosts=bound,
                sops=tuple(sops),
                user=user,
                set_at=datetime.now(UTC).isoformat(timespec="seconds"),
                set_by=by,
            )
        except ValidationError:
            raise UsageError(
                f"'{name}' cannot name a secret.",
                mend="Use letters, digits, dots, dashes and underscores.",
            ) from None

    @property
    def key(self) -> str:
        """What it is kept under."""
        return key_of(self.name, self.user)

    def is_for(self, sop: str) -> bool:
        """Whether an SOP may have it."""
        return not self.sops or sop in self.sops

    @property
    def as_value(self) -> SecretValue:
        """For a run. Raises UsageError where it is no text."""
        see_text(self.name, self.value)
        return SecretValue(self.value, hosts=self.hosts, kind=self.kind)

    def command(self, *sops: str) -> str:
        """The command that sets it anew with the scope that it has, and for these SOPs as well."""
        said = [f"--host {host}" for host in self.hosts] + [f"--sop {one}" for one in (*self.sops, *sops)]
        said += [f"--user {self.user}"] if self.user else []
        said += ["--one-time"] if self.kind == "totp" else []
        return " ".join([f"handrail secret set {self.name}", *said])

    def is_wider_than(self, before: StoredSecret) -> bool:
        """Whether it may be used where the one before might not, as nothing was said of that any more."""
        return bool(before.hosts and not self.hosts) or bool(before.sops and not self.sops)

    @property
    def scope(self) -> str:
        """Where it may be used, in words."""
        hosts = ", ".join(self.hosts) or "any host of the SOP"
        sops = f"in {', '.join(self.sops)}" if self.sops else "in any SOP"
        return f"{hosts}, {sops}" + (f", for {self.user} alone" if self.user else "")


def key_of(name: str, user: str = "") -> str:
    """What a secret is kept under: its name, and whose it is where it is not everybody's."""
    return f"{name}@{user}" if user else name
