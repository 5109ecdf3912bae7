"""Who asks for something: a user with roles. Sessions are their owner's, and administrators'."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from handrail.errors import UsageError

Role = Literal["viewer", "operator", "approver", "admin"]
"""A viewer sees; an operator also starts, pauses, resumes, stops and hands off; an approver also answers; an
admin does all of it, with everybody's sessions."""

Deed = Literal["see", "operate", "answer", "administer"]

_DEEDS: Final[dict[Role, frozenset[Deed]]] = {
    "viewer": frozenset({"see"}),
    "operator": frozenset({"see", "operate"}),
    "approver": frozenset({"see", "answer"}),
    "admin": frozenset({"see", "operate", "answer", "administer"}),
}

DEEDS: Final[tuple[Deed, ...]] = ("see", "operate", "answer", "administer")
ROLES: Final[tuple[Role, ...]] = tuple(_DEEDS)


@dataclass(frozen=True)
class User:
    """A person, or a program that speaks for one."""

    name: str
    roles: frozenset[Role]
    scope: frozenset[Deed] | None = None
    """What alone the token is for, of what the roles allow; all of it without one."""

    def may(self, deed: Deed) -> bool:
        """Whether one of the roles allows it, for sessions of one's own, and the token is for it."""
        return (self.scope is None or deed in self.scope) and any(deed in _DEEDS[role] for role in self.roles)

    def sees(self, owner: str) -> bool:
        """Whether sessions of this owner are there for the user."""
        return self.may("administer") or owner == self.name


def lacks(user: User, deed: Deed) -> str:
    """What a user lacks to do something, in words."""
    if any(deed in _DEEDS[role] for role in user.roles):
        return f"this token is not for '{deed}'"
    roles = [f"'{role}'" for role, deeds in _DEEDS.items() if deed in deeds]
    return f"it needs the role {' or '.join(roles)}"


def roles_named(names: Sequence[str]) -> tuple[Role, ...]:
    """The roles of these names. Raises UsageError for one that there is not."""
    known: dict[str, Role] = {role: role for role in _DEEDS}
    for name in names:
        if name not in known:
            raise UsageError(f"There is no role '{name}'.", mend=f"It may be: {', '.join(known)}.")
    return tuple(dict.fromkeys(known[name] for name in names))


def deeds_named(names: Sequence[str]) -> tuple[Deed, ...]:
    """The deeds of these names, for a token's scope. Raises UsageError for one that there is not."""
    known: dict[str, Deed] = {deed: deed for deed in DEEDS}
    for name in names:
        if name not in known:
            raise UsageError(f"There is no scope '{name}'.", mend=f"It may be: {', '.join(known)}.")
    return tuple(dict.fromkeys(known[name] for name in names))


def local_user() -> User:
    """Whoever works on this machine: the home's files are theirs, so everything in it is."""
    return User(getpass.getuser(), frozenset({"admin"}))
