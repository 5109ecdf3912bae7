"""Sessions that another program starts by a request."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from fastapi import HTTPException, Request, Response
from pydantic import JsonValue

from handrail.console.hooks import Hooked, called
from handrail.console.shelf import Shelf
from handrail.journal.events.event import Pruned, SessionId
from handrail.journal.keeping.retention import remove
from handrail.sessions.beginning import starting
from handrail.sessions.schedules.templates import save_template
from handrail.sessions.service.opening import open_service
from handrail.sessions.service.users import User
from handrail.sop.document import WebhookTrigger
from handrail.sop.format import load, save
from tests.builders import open_page, sop

from .conftest import Served


@pytest.fixture
def hooked(idle: Served) -> Served:
    """The server, where the SOP 'plain' is started by the webhook 'new-contact'."""
    path = idle.home / "sops" / "plain.sop.json"
    trigger = WebhookTrigger(kind="webhook", name="new-contact")
    save(path, load(path).model_copy(update={"triggers": (trigger,)}))
    return idle


def test_a_request_starts_what_listens_to_its_name(hooked: Served) -> None:
    with hooked.client("operator") as client:
        answer = client.post("/api/hooks/new-contact", json={"name": "Zoë", "source": "form"})
        assert answer.status_code == 201, answer.text
        assert answer.json()["ignored"] == ["source"]
        standing = client.get(f"/api/sessions/{answer.json()['session']}").json()
        assert standing["state"] == "queued"


def test_the_same_request_sent_again_starts_nothing(hooked: Served) -> None:
    with hooked.client("operator") as client:

        def send(key: str) -> httpx.Response:
            return client.post(
                "/api/hooks/new-contact", json={"name": "Zoë"}, headers={"Idempotency-Key": key}
            )

        first, again, other = send("a"), send("a"), send("b")
        assert (first.status_code, again.status_code, other.status_code) == (201, 200, 201)
        assert first.json()["session"] == again.json()["session"] != other.json()["session"]
        listed = [line["session"] for line in client.get("/api/sessions?limit=1000").json()]
        assert listed.count(first.json()["session"]) == 1

        # A key that comes with another order is a sender's mistake, and that order would be lost unseen.
        key = {"Idempotency-Key": "a"}
        mixed = client.post("/api/hooks/new-contact", json={"name": "Ana"}, headers=key)
        assert mixed.status_code == 409
        assert "another value of 'name'" in mixed.json()["error"]["message"]

        # Nor does a key start anything anew when what it started was removed.
        with closing(open_service(hooked.home)) as service:
            gone = Pruned(
                kind="pruned", session=first.json()["session"], title="", outcome="done", entries=1, hash="",
                started="", by="ana", why="old",
            )  # fmt: skip
            remove(service.database, service.place.store, hooked.home, (gone,))
        pruned = send("a")
        assert (pruned.status_code, pruned.json()["session"]) == (200, first.json()["session"])
        assert client.get(f"/api/sessions/{first.json()['session']}").status_code == 404


def test_of_two_orders_that_come_with_one_key_at_the_same_moment_one_is_refused(
    hooked: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = starting._begun_once
    state = SimpleNamespace(shelf=Shelf(hooked.home / "sops"), nudge=lambda: None)
    request = cast(Request, SimpleNamespace(app=SimpleNamespace(state=state)))
    ana = User("ana", frozenset({"operator"}))
    with closing(open_service(hooked.home)) as service:

        def send(name: str) -> Hooked:
            values: dict[str, JsonValue] = {"name": name}
            return called("new-contact", service, ana, (), request, Response(), values, "at once")

        def late(*given: Any) -> SessionId:
            monkeypatch.setattr(starting, "_begun_once", begun)
            send("Ana")
            return begun(*given)

        monkeypatch.setattr(starting, "_begun_once", late)
        with pytest.raises(HTTPException, match="another value of 'name'"):
            send("Zoë")


def test_a_key_that_is_empty_is_refused(hooked: Served) -> None:
    with hooked.client("operator") as client:
        empty = client.post("/api/hooks/new-contact", json={"name": "Zoë"}, headers={"Idempotency-Key": ""})
        assert empty.status_code == 422, "sent again, it would start another session"


def test_what_is_wrong_with_a_request_is_told(hooked: Served) -> None:
    with hooked.client("operator") as client:
        assert client.post("/api/hooks/nothing", json={}).status_code == 404
        missing = client.post("/api/hooks/new-contact", json={})
        assert missing.status_code == 422
        assert "'name' is not given" in missing.json()["error"]["message"]
        assert client.post("/api/hooks/new-contact", json=["Zoë"]).status_code == 422
        parts = client.post("/api/hooks/new-contact", json={"name": {"first": "Zoë"}})
        assert parts.status_code == 422
        assert "'name' should be one value, but is {" in parts.json()["error"]["message"]
    with hooked.client("viewer") as client:
        assert client.post("/api/hooks/new-contact", json={"name": "Zoë"}).status_code == 403


def test_a_template_that_cannot_be_read_holds_up_no_other(hooked: Served) -> None:
    with closing(open_service(hooked.home)) as service:
        other = sop([open_page("http://crm.test", id="other")], ["crm.test"])
        user = User("ana", frozenset({"operator"}))
        kept = save_template(service, "broken", other, Path("y.sop.json"), user, given={})
        service.place.artefacts.path(kept.sop).unlink()
    with hooked.client() as client:
        assert client.post("/api/hooks/new-contact", json={"name": "Zoë"}).status_code == 201
        # It may be what is meant.
        refused = client.post("/api/hooks/other", json={})
        assert (refused.status_code, refused.json()["error"]["place"]) == (503, None)
