"""The OpenAPI document of the HTTP API, as `handrail serve` gives it at `/openapi.json`."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path


def document() -> str:
    """The document as JSON text, the same for the same source."""
    from handrail.console.app import make_app
    from handrail.console.tokens import Tokens
    from handrail.sessions.service.opening import open_service

    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        service = open_service(home)
        try:
            written = make_app(service, Tokens(home), home).openapi()
        finally:
            service.close()
    return json.dumps(written, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
