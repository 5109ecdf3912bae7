"""The console's pages of policies, templates, schedules, secrets, users and health, as the API gives them."""

from __future__ import annotations

import pytest

from .conftest import Served


def test_an_edited_policy_is_checked_tested_and_kept(idle: Served) -> None:
    with idle.client() as admin, idle.client("operator") as operator:
        page = admin.get("/api/console/policy").json()
        assert (page["text"], page["mode"], page["error"]) == ("", "standard", None)
        broken = admin.post("/api/console/policy/check", json={"text": "mode: stern"}).json()
        assert "policy.yaml:1" in broken["error"] and "a mode is one of" in broken["error"]
        text = "mode: strict\ncategories: {destructive: block}\n"
        trial = {"text": text, "kind": "click", "name": "Delete account", "named": False}
        said = admin.post("/api/console/policy/test", json=trial).json()
        assert (said["decision"], said["rule"]) == ("block", "categories.destructive")
        assert (
            operator.put("/api/console/policy", json={"text": text, "base": page["hash"]}).status_code == 403
        )
        saved = admin.put("/api/console/policy", json={"text": text, "base": page["hash"]})
        assert saved.status_code == 200, saved.text
        late = admin.put("/api/console/policy", json={"text": "mode: paranoid", "base": page["hash"]})
        assert late.status_code == 409 and "somebody else" in late.json()["error"]["message"]
        unfit = admin.put("/api/console/policy", json={"text": "mode: x", "base": saved.json()["hash"]})
        assert unfit.status_code == 422
    assert (idle.home / "policy.yaml").read_text() == text
    (idle.home / "policy.yaml").unlink()


def test_the_policy_is_foretold_for_each_step_as_it_is_edited(idle: Served) -> None:
    with idle.client("viewer") as viewer:
        document = viewer.get("/api/console/sops/plain").json()["document"]
        path = "/api/console/sops/plain/forecast"
        calm = viewer.post(path, json={"document": document}).json()
        assert {step["decision"] for step in calm["steps"]} == {"allow"}
        paranoid = viewer.post(path, params={"mode": "paranoid"}, json={"document": document}).json()
        assert [step["decision"] for step in paranoid["steps"] if step["node"] == "click-save"] == ["ask"]


def test_a_template_with_a_schedule_says_when_it_starts_next(idle: Served) -> None:
    with idle.client("operator", user="tess") as tess, idle.client("viewer", user="vic") as vic:
        path = "/api/console/templates/daily"
        schedules = [{"cron": "0 9 * * *", "timezone": "Europe/Berlin"}]
        body = {"sop": "plain", "given": {"name": "Ann"}, "schedules": schedules}
        assert tess.put(path, json=body).status_code == 204
        assert vic.put(path, json=body).status_code == 403
        page = tess.get("/api/console/schedules").json()
        assert [(one["name"], one["sop"], len(one["schedules"][0]["next"])) for one in page["templates"]] == [
            ("daily", "plain", 5)
        ]
        line = next(line for line in tess.get("/api/console/sops").json() if line["name"] == "plain")
        assert line["next_start"] == page["templates"][0]["schedules"][0]["next"][0]
        assert vic.get("/api/console/templates").json() == []
        wrong = tess.post("/api/console/schedules/foresee", json={"cron": "9 o'clock"}).json()
        assert wrong["next"] == [] and "not a schedule" in wrong["error"]
        begun = tess.post(f"{path}/start", json={"inputs": {"name": "Ben"}})
        assert begun.status_code == 201
        assert tess.delete(path).status_code == 204
        assert tess.get("/api/console/templates").json() == []


def test_users_are_given_tokens_by_administrators_alone(idle: Served) -> None:
    with idle.client() as admin, idle.client("operator") as operator:
        made = admin.post("/api/console/users", json={"user": "new", "roles": ["viewer"]})
        assert made.status_code == 201
        token = made.json()["token"]
        lines = admin.get("/api/console/users").json()
        assert {"user": "new", "roles": ["viewer"], "first": False} in lines
        assert token not in str(lines) and lines[0]["first"]
        assert admin.delete("/api/console/users/new").status_code == 204
        assert admin.delete("/api/console/users/new").status_code == 409
        for verb, path in (("GET", "users"), ("POST", "users"), ("GET", "health")):
            assert operator.request(verb, f"/api/console/{path}", json={}).status_code == 403


def test_health_tells_the_queue_and_secrets_tell_names_only(idle: Served) -> None:
    with idle.client() as admin:
        health = admin.get("/api/console/health").json()
        assert health["working"] and health["free_bytes"] > 0
        assert admin.get("/api/console/secrets").json() == {"place": "", "error": None, "secrets": []}


@pytest.mark.parametrize(
    ("verb", "body", "words"),
    [
        ("skip", {"node": "fill-name"}, "is not optional"),
        ("skip", {"node": "nowhere"}, "no step 'nowhere'"),
        ("branch", {"node": "fill-name", "outcome": "yes"}, "is not a decision"),
        ("give-up", {}, "is not exploring"),
        ("undo", {"to": "fill-name"}, "was never at 'fill-name'"),
        ("fork", {"node": "fill-name"}, "was never at 'fill-name'"),
    ],
)
def test_what_does_not_fit_is_told_and_changes_nothing(
    idle: Served, verb: str, body: dict[str, str], words: str
) -> None:
    with idle.client("operator", user=f"ana-{verb}-{len(words)}") as ana:
        session = ana.post("/api/sessions", json={"sop": "plain", "inputs": {"name": "Zoë"}}).json()[
            "session"
        ]
        answer = ana.post(f"/api/sessions/{session}/{verb}", json=body)
        assert answer.status_code == 409, answer.text
        assert words in answer.json()["error"]["message"]
        ana.post(f"/api/sessions/{session}/resume")
        assert ana.get(f"/api/sessions/{session}").json()["state"] == "queued"
