"""What a provider of OpenID Connect says: its addresses, its keys, and who has signed in.

The code flow with PKCE (S256), `state` and `nonce`. What the provider signs is checked with its published
keys: signature, issuer, audience, times, nonce.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from handrail._web import ask, travels_safely
from handrail.approvals.document import secret_named
from handrail.console.access import OidcSettings
from handrail.errors import EnvironmentLack, HandrailError
from handrail.sessions.service.users import ROLES, Role

_SECONDS: Final = 10.0
_MOST_BYTES: Final = 1_000_000
_KEEP_SECONDS: Final = 3600.0
_LEEWAY: Final = 60
_ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
)
"""Signatures with a public key; never `none`, and none with a shared secret."""


class NotSignedIn(HandrailError):
    """The provider's answer does not show who it is, or they may not come in."""


class Flow(NamedTuple):
    """What belongs to one signing in, and comes back with it."""

    state: str
    nonce: str
    verifier: str


class Identity(NamedTuple):
    """Who has signed in, and what they may do here."""

    name: str
    roles: tuple[Role, ...]


class Provider:
    """One provider. Every method may ask it over HTTP; raises EnvironmentLack where it does not answer."""

    def __init__(self, settings: OidcSettings, back: str, lookup: Callable[[str], str]) -> None:
        """`back` is the address that people come back to; `lookup` gives the client's secret."""
        self._settings = settings
        self._back = back
        self._lookup = lookup
        self._facts: dict[str, Any] = {}
        self._keys: Any = None
        self._read_at = 0.0

    def address(self, flow: Flow) -> str:
        """Where a person is sent to sign in."""
        challenge = base64.urlsafe_b64encode(hashlib.sha256(flow.verifier.encode()).digest())
        query = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": self._back,
            "scope": " ".join(self._settings.scopes),
            "state": flow.state,
            "nonce": flow.nonce,
            "code_challenge": challenge.rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        address = self._discovered("authorization_endpoint")
        joint = "&" if urllib.parse.urlsplit(address).query else "?"
        return f"{address}{joint}{urllib.parse.urlencode(query)}"

    def identity(self, code: str, flow: Flow) -> Identity:
        """Who has come back with this code. Raises NotSignedIn."""
        given = self._exchange(code, flow)
        claims = self._claims(given.get("id_token"), flow.nonce)
        settings = self._settings
        missing = {settings.user_claim, settings.roles_claim} - claims.keys()
        if missing and isinstance(given.get("access_token"), str) and "userinfo_endpoint" in self._facts:
            more = self._get(
                self._facts["userinfo_endpoint"], {"Authorization": f"Bearer {given['access_token']}"}
            )
            if more.get("sub") == claims.get("sub"):
                if "email" in claims and more.get("email") != claims["email"]:
                    # What is verified there is another address.
                    more.pop("email_verified", None)
                claims = {**more, **claims}
        return Identity(self._name(claims), self._roles(claims))

    def _name(self, claims: Mapping[str, Any]) -> str:
        claim = self._settings.user_claim
        name = claims.get(claim)
        if not isinstance(name, str) or not name.strip():
            raise NotSignedIn(f"The provider does not say who it is: there is no '{claim}'.")
        if claim == "email" and claims.get("email_verified") not in (True, "true"):
            raise NotSignedIn("The provider has not verified the mail address.")
        if not name.strip().isprintable():
            raise NotSignedIn(f"The provider's '{claim}' holds invisible characters.")
        return name.strip()

    def _roles(self, claims: Mapping[str, Any]) -> tuple[Role, ...]:
        given = claims.get(self._settings.roles_claim)
        groups = [given] if isinstance(given, str) else given if isinstance(given, list) else []
        found = {role for group in groups for role in self._settings.roles.get(str(group), ())}
        roles = tuple(role for role in ROLES if role in found | set(self._settings.everybody))
        if not roles:
            raise NotSignedIn("You are signed in there, but have no role here. Ask an administrator for one.")
        return roles

    def _exchange(self, code: str, flow: Flow) -> dict[str, Any]:
        settings = self._settings
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._back,
            "client_id": settings.client_id,
            "code_verifier": flow.verifier,
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        if settings.client_secret is not None:
            secret = self._lookup(secret_named(settings.client_secret))
            ways = self._facts.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
            if "client_secret_basic" in ways:
                both = f"{urllib.parse.quote(settings.client_id, '')}:{urllib.parse.quote(secret, '')}"
                headers["Authorization"] = f"Basic {base64.b64encode(both.encode()).decode()}"
            else:
                form["client_secret"] = secret
        address = self._discovered("token_endpoint")
        return self._fetch(urllib.request.Request(address, urllib.parse.urlencode(form).encode(), headers))

    def _claims(self, token: object, nonce: str) -> dict[str, Any]:
        from joserfc import jwt
        from joserfc.errors import JoseError

        if not isinstance(token, str):
            raise NotSignedIn("The provider sent no identity.")
        offered = self._facts.get("id_token_signing_alg_values_supported", ["RS256"])
        algorithms = [name for name in _ALGORITHMS if name in offered]
        if not algorithms:
            raise NotSignedIn("The provider uses no safe signature method.")
        decoded = None
        for fresh in (False, True):
            try:
                decoded = jwt.decode(token, self._key_set(fresh=fresh), algorithms=algorithms)
                break
            except (JoseError, ValueError):
                # Keys change: one that is not known is looked for once more.
                continue
        if decoded is None:
            raise NotSignedIn("The identity is not signed by the provider.")
        wanted = jwt.JWTClaimsRegistry(
            leeway=_LEEWAY,
            iss={"essential": True, "value": self._facts["issuer"]},
            aud={"essential": True, "value": self._settings.client_id},
            exp={"essential": True},
            iat={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        try:
            wanted.validate(decoded.claims)
        except JoseError as error:
            raise NotSignedIn(f"The identity is not valid: {error.error}.") from None
        party = decoded.claims.get("azp")
        several = isinstance(decoded.claims["aud"], list) and len(decoded.claims["aud"]) > 1
        if (several or party is not None) and party != self._settings.client_id:
            raise NotSignedIn("The identity is for another program.")
        return dict(decoded.claims)

    def _key_set(self, *, fresh: bool) -> Any:
        from joserfc.jwk import KeySet

        if self._keys is None or fresh:
            self._keys = KeySet.import_key_set(self._get(self._discovered("jwks_uri"), {}))  # type: ignore[arg-type]
        return self._keys

    def _discovered(self, name: str) -> str:
        if not self._facts or time.monotonic() - self._read_at > _KEEP_SECONDS:
            issuer = self._settings.issuer
            facts = self._get(f"{issuer}/.well-known/openid-configuration", {})
            if str(facts.get("issuer", "")).rstrip("/") != issuer:
                raise EnvironmentLack("The provider's issuer name does not match.", place=issuer)
            self._facts, self._read_at = facts, time.monotonic()
        address = self._facts.get(name)
        if not isinstance(address, str) or not travels_safely(address):
            raise EnvironmentLack(f"The provider tells no safe '{name}'.", place=self._settings.issuer)
        return address

    def _get(self, address: str, headers: dict[str, str]) -> dict[str, Any]:
        return self._fetch(urllib.request.Request(address, headers=headers))

    def _fetch(self, request: urllib.request.Request) -> dict[str, Any]:
        place = urllib.parse.urlsplit(request.full_url).netloc
        try:
            document = json.loads(ask(request, seconds=_SECONDS, most_bytes=_MOST_BYTES))
        except urllib.error.HTTPError as error:
            error.close()
            if 400 <= error.code < 500:
                raise NotSignedIn("The provider did not accept this sign-in.", place=place) from None
            raise EnvironmentLack(f"The provider answered with {error.code}.", place=place) from None
        except (OSError, ValueError):
            raise EnvironmentLack(
                "The provider's answer is not that of an OpenID Connect provider.", place=place
            ) from None
        if not isinstance(document, dict):
            raise EnvironmentLack(
                "The provider's answer is not that of an OpenID Connect provider.", place=place
            )
        return document
