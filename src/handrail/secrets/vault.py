"""Secrets from a server that speaks HashiCorp Vault's HTTP interface (KV version 2): read, never written.

Of the entry that `HANDRAIL_VAULT_PATH` names, each key is a secret: a text, or an object with `value` and,
where it is bound, `hosts`, `sops` and `kind` (`text`, `totp`). `NAME@USER` is one of a single user.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from datetime import UTC, datetime
from typing import Any, Final

from pydantic import ValidationError

from handrail._web import ask, travels_safely
from handrail.errors import EnvironmentLack, UsageError
from handrail.secrets.stored import StoredSecret, key_of
from handrail.secrets.totp import seed_of

ADDRESS_VARIABLE: Final = "HANDRAIL_VAULT_ADDR"
TOKEN_VARIABLE: Final = "HANDRAIL_VAULT_TOKEN"
PATH_VARIABLE: Final = "HANDRAIL_VAULT_PATH"
NAMESPACE_VARIABLE: Final = "HANDRAIL_VAULT_NAMESPACE"
_SECONDS: Final = 10
_MOST_BYTES: Final = 1_000_000


class VaultReader:
    """The secrets of one entry, fetched when the first is asked for."""

    def __init__(self, address: str, token: str, path: str, namespace: str = "") -> None:
        self._address = address.rstrip("/")
        self._path = path.strip("/")
        self._headers = {"X-Vault-Token": token, **({"X-Vault-Namespace": namespace} if namespace else {})}
        self._entry: dict[str, Any] | None = None

    def get(self, name: str, user: str = "") -> StoredSecret | None:
        """The secret of this name: everybody's, or this user's own.

        Raises EnvironmentLack where the server does not give the entry.
        """
        if self._entry is None:
            self._entry = self._fetch()
        key = key_of(name, user)
        given = self._entry.get(key)
        if given is None:
            return None
        facts = given if isinstance(given, dict) else {"value": given}
        at = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            secret = StoredSecret.model_validate(
                {**facts, "name": name, "user": user, "set_at": at, "set_by": "the vault"}
            )
            if not secret.value:
                raise UsageError("It is empty.", mend="Write its value there.")
            if secret.kind == "totp":
                # As an authenticator app shows it, or in its address: as `handrail secret set` takes it.
                return secret.model_copy(update={"value": seed_of(secret.value)})
            return secret
        except UsageError as error:
            raise EnvironmentLack(
                f"What the vault holds as '{key}' cannot be used: {error.message}",
                place=f"{self._address}, {self._path}",
                mend=error.mend,
            ) from None
        except ValidationError:
            # What is wrong with it would quote the value.
            raise EnvironmentLack(
                f"What the vault holds as '{key}' is neither a text nor an object with a 'value'.",
                place=f"{self._address}, {self._path}",
                mend='Write it as a text, or as {"value": …, "hosts": […]}.',
            ) from None

    def _fetch(self) -> dict[str, Any]:
        mount, _, rest = self._path.partition("/")
        url = f"{self._address}/v1/{mount}/data/{rest}"
        request = urllib.request.Request(url, headers=self._headers)
        try:
            document = json.loads(ask(request, seconds=_SECONDS, most_bytes=_MOST_BYTES))
            entry = document["data"]["data"]
        except urllib.error.HTTPError as error:
            error.close()
            why = {
                403: "it does not accept the token, or the token may not read this entry",
                404: "it has no such entry (of KV version 2, in this namespace)",
                503: "it is sealed, or down for maintenance",
            }
            raise self._lack(why.get(error.code, f"it answered with status {error.code}")) from None
        except (OSError, ValueError, RecursionError):
            raise self._lack("it cannot be reached, or does not answer as a vault") from None
        except (KeyError, TypeError):
            entry = None
        if not isinstance(entry, dict):
            raise self._lack("its answer holds no entry of KV version 2")
        return entry

    def _lack(self, why: str) -> EnvironmentLack:
        return EnvironmentLack(
            f"The vault does not give its secrets: {why}.",
            place=f"{self._address}, {self._path}",
            mend=f"See {ADDRESS_VARIABLE}, {TOKEN_VARIABLE}, {PATH_VARIABLE} and {NAMESPACE_VARIABLE}.",
        )


def vault() -> VaultReader | None:
    """The vault that the environment names; none without an address. Raises UsageError for half of it."""
    address = os.environ.get(ADDRESS_VARIABLE)
    if not address:
        return None
    token, path = os.environ.get(TOKEN_VARIABLE), os.environ.get(PATH_VARIABLE, "")
    if not token or "/" not in path.strip("/"):
        raise UsageError(
            f"{ADDRESS_VARIABLE} is set, and {TOKEN_VARIABLE} or {PATH_VARIABLE} is not.",
            mend=f"Set {PATH_VARIABLE} to mount and entry, such as secret/handrail.",
        )
    if not travels_safely(address):
        raise UsageError(f"{ADDRESS_VARIABLE} is not https.", mend="Secrets travel encrypted, or not at all.")
    return VaultReader(address, token, path, os.environ.get(NAMESPACE_VARIABLE, ""))
