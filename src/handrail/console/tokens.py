"""Tokens: who may use the API. The first is made at the first start; only hashes of the others are kept."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Collection
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from handrail._model import Model
from handrail.errors import StoreError, UsageError
from handrail.private import create_private, write_private
from handrail.sessions.users import Role, User, local_user

_FIRST: Final = "token"
_OTHERS: Final = "tokens.json"


class TokenLine(Model):
    """A token that was given to somebody."""

    user: str
    roles: tuple[Role, ...]
    digest: str
    """SHA-256 of the token."""


class Tokens:
    """The tokens of a home; its files are readable by their owner alone."""

    def __init__(self, home: Path) -> None:
        self._home = home

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

    def add(self, user: str, roles: Collection[Role]) -> str:
        """A new token for a user; it is told this once. Raises UsageError where the user has one."""
        lines = self.lines()
        if any(line.user == user for line in lines):
            raise UsageError(f"'{user}' has a token.", mend=f"Take it back: handrail token remove {user}")
        token = secrets.token_urlsafe(32)
        line = TokenLine(user=user, roles=tuple(dict.fromkeys(roles)), digest=_digest(token))
        self._write((*lines, line))
        return token

    def remove(self, user: str) -> None:
        """Take the user's token back. Raises UsageError where there is none."""
        lines = self.lines()
        kept = tuple(line for line in lines if line.user != user)
        if len(kept) == len(lines):
            raise UsageError(
                f"'{user}' has no token.", mend="`handrail token list` shows those that there are."
            )
        self._write(kept)

    def lines(self) -> tuple[TokenLine, ...]:
        """The tokens that were given, without the first."""
        path = self._home / _OTHERS
        if not path.exists():
            return ()
        try:
            return tuple(TokenLine.model_validate(line) for line in json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, ValidationError) as error:
            raise StoreError("The list of tokens cannot be read.", place=str(path)) from error

    def user_of(self, token: str) -> User | None:
        """Whose token it is; none where it is nobody's."""
        if hmac.compare_digest(_digest(token), _digest(self.first())):
            return local_user()
        for line in self.lines():
            if hmac.compare_digest(_digest(token), line.digest):
                return User(line.user, frozenset(line.roles))
        return None

    def _write(self, lines: tuple[TokenLine, ...]) -> None:
        text = json.dumps([line.model_dump() for line in lines], indent=2)
        write_private(self._home / _OTHERS, text, what="The token")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
