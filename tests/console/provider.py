"""A small provider of OpenID Connect on loopback: real keys, real signatures, PKCE checked."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from typing import Any
from urllib.parse import urlencode

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, RSAKey

from tests.app import Answer, App, Received, redirect


class OidcProvider:
    """Signs in whoever comes as `claims` says; `spoil` changes an identity before it is signed."""

    def __init__(self) -> None:
        self.key: RSAKey | ECKey = RSAKey.generate_key(2048, {"use": "sig"}, auto_kid=True)
        self.claims: dict[str, Any] = {
            "sub": "4711",
            "email": "ana@company.example",
            "email_verified": True,
            "groups": ["leads"],
        }
        self.spoil: dict[str, Any] = {}
        self.userinfo: dict[str, Any] = {}
        self.sign_with: RSAKey | ECKey | None = None
        self.algorithm = "RS256"
        self._codes: dict[str, dict[str, str]] = {}
        self.app = App(
            {
                "/.well-known/openid-configuration": self._facts,
                "/authorize": self._authorize,
                "/token": self._token,
                "/keys": self._keys,
                "/userinfo": lambda _: _json(self.userinfo),
            }
        )

    @property
    def issuer(self) -> str:
        return self.app.url

    def _facts(self, _: Received) -> Answer:
        return _json(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                **({"userinfo_endpoint": f"{self.issuer}/userinfo"} if self.userinfo else {}),
                "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            }
        )

    def _keys(self, _: Received) -> Answer:
        return _json(KeySet([self.key]).as_dict(private=False))

    def _authorize(self, request: Received) -> Answer:
        query = request.query
        assert query["response_type"] == "code" and query["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(8)
        self._codes[code] = query
        return redirect(f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}")

    def _token(self, request: Received) -> Answer:
        given = self._codes.pop(request.form.get("code", ""), None)
        account = base64.b64decode(request.headers.get("authorization", "Basic ").split()[1] + "==").decode()
        digest = hashlib.sha256(request.form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            given is None
            or given["code_challenge"] != challenge
            or account != "handrail:client secret".replace(" ", "%20")
        ):
            return Answer(json.dumps({"error": "invalid_grant"}), 400)
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": given["client_id"],
            "nonce": given["nonce"],
            "iat": now,
            "exp": now + 300,
            **self.claims,
            **self.spoil,
        }
        signed = jwt.encode(
            {"alg": self.algorithm, "kid": self.key.kid},
            {name: value for name, value in claims.items() if value is not None},
            self.sign_with or self.key,
            algorithms=[self.algorithm],
        )
        return _json({"id_token": signed, "access_token": "x", "token_type": "Bearer"})


def _json(document: object) -> Answer:
    return Answer(json.dumps(document), headers={"content-type": "application/json"})
