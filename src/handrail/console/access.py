"""How the service may be reached: the home's file `access.yaml`, with rate limits and signing in by OIDC."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, Field, field_validator, model_validator

from handrail._model import Model
from handrail.approvals.document import SecretReference, WebAddress
from handrail.console.limiting import RateLimits
from handrail.errors import PolicyError
from handrail.home.settings import SettingsKind, read_settings
from handrail.policy.documents.document import Seconds
from handrail.policy.documents.fitting import whole_path
from handrail.sessions.service.users import ROLES, Role

FILE_NAME: Final = "access.yaml"


class OidcSettings(Model):
    """A provider of OpenID Connect that people sign in with."""

    issuer: WebAddress
    client_id: str
    client_secret: SecretReference | None = None
    """Without one the client is a public one, and PKCE alone binds the code to it."""
    name: str = "your organisation"
    """What the button says: "Sign in with …"."""
    scopes: tuple[str, ...] = ("openid", "profile", "email")
    user_claim: str = "email"
    """What a person is called here. It must be one that people cannot give themselves; an `email` counts
    only where the provider has verified it."""
    roles_claim: str = "groups"
    roles: dict[str, tuple[Role, ...]] = Field(default_factory=dict)
    """Value of that claim → roles here."""
    everybody: tuple[Role, ...] = ()
    """Roles of everybody whom the provider lets in; none without it."""
    lasts: Seconds = 8 * 3600
    """How long a person stays signed in."""

    @field_validator("scopes")
    @classmethod
    def _with_openid(cls, scopes: tuple[str, ...]) -> tuple[str, ...]:
        return scopes if "openid" in scopes else ("openid", *scopes)


class AccessDocument(Model):
    """The whole file."""

    version: int = 1
    address: WebAddress | None = None
    """Where people reach the service: the provider sends them back there."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of the proxies before the service. Whom else a request names as its sender, and
    that it came over TLS, is not believed: whoever reaches the port could say so."""
    limits: RateLimits = RateLimits()
    files_from: tuple[Annotated[str, AfterValidator(whole_path)], ...] = ()
    """Folders of this machine whose files may be uploaded in sessions that are started over HTTP, beside that
    of the library and what people give."""
    oidc: OidcSettings | None = None

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, proxies: tuple[str, ...]) -> tuple[str, ...]:
        for proxy in proxies:
            try:
                ipaddress.ip_network(proxy)
            except ValueError:
                example = "as 127.0.0.1 or 10.0.3.0/24"
                raise ValueError(f"'{proxy}' is no address and no network, {example}") from None
        return proxies

    @model_validator(mode="after")
    def _back(self) -> AccessDocument:
        if self.oidc is not None and self.address is None:
            raise ValueError("'oidc' needs an 'address' to come back to")
        return self


_KIND: Final = SettingsKind(
    AccessDocument,
    PolicyError,
    "The file of access",
    "It must be a list of settings, such as 'address: https://handrail.example'.",
    "docs/access.md shows a whole file.",
    sets={name: f"a role is one of {', '.join(ROLES)}" for name in ("roles", "everybody")},
)


def access_of(home: Path) -> AccessDocument:
    """The file of a home; an empty document where there is none. Raises PolicyError, with file and line."""
    return read_settings(home / FILE_NAME, _KIND) or AccessDocument()
