"""What a fuzzer makes of the API's own description is answered as that says, and never with a 5xx."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from handrail.console import recordings
from handrail.console.access import AccessDocument
from handrail.console.app import make_app
from handrail.console.limiting import RateLimits
from handrail.console.tokens import Tokens
from handrail.errors import UsageError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import SessionEnded
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.service.opening import open_service
from handrail.sop.format import save
from tests.builders import open_page, sop

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
_EXAMPLES = int(os.environ.get("HANDRAIL_FUZZ", "5"))
"""Of each operation; more of them where somebody wants to be surer."""


@pytest.fixture
def home() -> Iterator[tuple[FastAPI, str]]:
    """A home with an SOP and a session that is over: what names one of them finds something."""
    with TemporaryDirectory() as folder:
        service = open_service(Path(folder) / "home")
        document = sop([open_page("http://127.0.0.1:1")], ["127.0.0.1:1"])
        sops = Path(folder) / "home" / "sops"
        sops.mkdir(parents=True)
        save(sops / "test.sop.json", document)
        session = start(service, Start(document, {}, "ana"))
        writer = JournalWriter(service.place.store, session)
        writer.write(SessionEnded(kind="session_ended", outcome="done"), durable=True)
        service.work.move(session, ["queued"], "ended")
        tokens = Tokens(service.place.home)
        access = AccessDocument(limits=RateLimits(per_token=10**6, per_address=10**6, sign_ins=10**6))
        yield make_app(service, tokens, sops, access=access), tokens.first()
        service.close()


def test_nothing_is_answered_with_a_server_error_or_with_what_is_not_described(
    home: tuple[FastAPI, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise UsageError("A recording is already under way.")

    # Recorders would be opened.
    monkeypatch.setattr(recordings.Recordings, "begin", refuse)
    app, token = home
    # Without the library's plug-in of pytest, which would be loaded for every other test, too.
    described = schemathesis.openapi.from_asgi("/openapi.json", app)
    count = 0
    for result in described.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        count += 1
        if operation.path.endswith("/health/examine"):
            # It takes nothing, and starts a browser each time.
            continue

        @settings(
            max_examples=_EXAMPLES,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def send(case: Case[Any]) -> None:
            case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS, timeout=60)

        send()
    assert count > 30
