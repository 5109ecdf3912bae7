"""Tokens: who may use the API. The first is made at the first start; only hashes of the others are kept."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from handrail._model import Model
from handrail.errors import StoreError, UsageError
from handrail.private import create_private, one_at_a_time, write_private
from handrail.sessions.service.users import Deed, Role, User, local_user

_FIRST: Final = "token"
_OTHERS: Final = "tokens.json"

SIGNED_IN: Final = "signed in "
"""So begins the name of a token that signing in has given, and signing out ends."""


class TokenLine(Model):
    """A token that was given to somebody."""

    user: str
    roles: tuple[Role, ...]
    digest: str
    """SHA-256 of the token."""
    name: str = ""
    """Tells the tokens of one user apart."""
    scope: tuple[Deed, ...] | None = None
    """What alone it is for, of what the roles allow."""
    made: str = ""
    """UTC, ISO 8601."""
    until: str | None = None
    """When it ends (UTC, ISO 8601); never without one."""

    def holds(self, now: datetime) -> bool:
        """Whether it has not expired."""
        return self.until is None or now < datetime.fromisoformat(self.until)


class _Read(NamedTuple):
    """The file as it was read last: by its place on the disk, its time and its size."""

    state: tuple[int, int, int]
    lines: Mapping[str, TokenLine]


class Tokens:
    """The tokens of a home; its files are readable by their owner alone."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._read: _Read | None = None

    @property
    def path(self) -> Path:
        """Where the administrator's token is."""
        return self._home / _FIRST

    def first(self) -> str:
        """The token of whoever owns this home, who is its administrator; made when it is missing."""
        token = secrets.token_urlsafe(32)
        if not self.path.exists() and create_private(self.path, token + "\n", what="The token"):
            return token
        try:
            return self.path.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise StoreError(f"The token cannot be read: {error.strerror}.", place=str(self.path)) from error

    def add(
        self,
        user: str,
        roles: Collection[Role],
        *,
        name: str = "",
        scope: Collection[Deed] | None = None,
        seconds: float | None = None,
    ) -> str:
        """A new token for a user, which ends after so many seconds; it is told this once.

        Raises UsageError where the user has one of this name.
        """
        now = datetime.now(UTC)
        with self._alone():
            lines = tuple(line for line in self.lines() if line.holds(now))
            if any((line.user, line.name) == (user, name) for line in lines):
                called = f" '{name}'" if name else ""
                raise UsageError(
                    f"'{user}' has a token{called}.",
                    mend=f"Take it back with `handrail token remove {user}`, or give another --name.",
                )
            token = secrets.token_urlsafe(32)
            line = TokenLine(
                user=user,
                roles=tuple(dict.fromkeys(roles)),
                digest=_digest(token),
                name=name,
                scope=tuple(dict.fromkeys(scope)) if scope is not None else None,
                made=now.isoformat(timespec="seconds"),
                until=(now + timedelta(seconds=seconds)).isoformat(timespec="seconds") if seconds else None,
            )
            self._write((*lines, line))
        return token

    def remove(self, user: str, name: str | None = None) -> None:
        """Take the user's tokens back, or the one of a name. Raises UsageError where there is none."""
        with self._alone():
            lines = self.lines()
            kept = tuple(line for line in lines if line.user != user or name not in (None, line.name))
            if len(kept) == len(lines):
                raise UsageError(
                    f"'{user}' has no such token.", mend="`handrail token list` lists all tokens."
                )
            self._write(kept)

    def end(self, token: str) -> None:
        """End a token that signing in has given. One that was given to a person stays theirs."""
        digest = _digest(token)
        with self._alone():
            lines = self.lines()
            kept = tuple(
                line for line in lines if line.digest != digest or not line.name.startswith(SIGNED_IN)
            )
            if len(kept) < len(lines):
                self._write(kept)

    def lines(self) -> tuple[TokenLine, ...]:
        """The tokens that were given, without the first."""
        return tuple(self._by_digest().values())

    def user_of(self, token: str) -> User | None:
        """Whose token it is; none where it is nobody's."""
        digest = _digest(token)
        if hmac.compare_digest(digest, _digest(self.first())):
            return local_user()
        line = self._by_digest().get(digest)
        if line is None or not line.holds(datetime.now(UTC)):
            return None
        return User(
            line.user, frozenset(line.roles), frozenset(line.scope) if line.scope is not None else None
        )

    def _by_digest(self) -> Mapping[str, TokenLine]:
        """The file is read again only where it is another one: strangers make us look a thousand times."""
        path = self._home / _OTHERS
        try:
            now = path.stat()
            state = (now.st_ino, now.st_mtime_ns, now.st_size)
            if self._read is None or self._read.state != state:
                lines = (TokenLine.model_validate(line) for line in json.loads(path.read_text("utf-8")))
                self._read = _Read(state, {line.digest: line for line in lines})
            return self._read.lines
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, ValidationError) as error:
            raise StoreError("The list of tokens cannot be read.", place=str(path)) from error

    def _alone(self) -> AbstractContextManager[None]:
        """Two that change the list at once do so one after the other: people sign in at the same moment."""
        return one_at_a_time(self._home / "tokens.lock", what="The token")

    def _write(self, lines: tuple[TokenLine, ...]) -> None:
        text = json.dumps([line.model_dump() for line in lines], indent=2)
        write_private(self._home / _OTHERS, text, what="The token")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
