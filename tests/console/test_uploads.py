"""Files for a run that is started over HTTP: people give them, and nobody has the server's own ones sent."""

from __future__ import annotations

import json
from typing import Any

from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.sop.format import save
from tests.app import App
from tests.builders import click, open_page, sop, task

from .conftest import Served
from .web import at_console, stands

FORM = """<title>New</title><form method=post action=/save enctype=multipart/form-data>
<label>Scan <input type=file name=scan></label><button>Save</button></form>"""
SAVED = [{"kind": "text", "contains": "Saved"}]


def put_scans(served: Served, app: App, file: str, name: str) -> None:
    field = {"locators": [{"by": "label", "text": "Scan"}], "input_type": "file"}
    choosing = task("choose", {"do": "upload", "files": [file]}, target=field)
    steps = [open_page(app.url), choosing, click("Save", "once", done_when=SAVED)]
    variables: dict[str, dict[str, Any]] = {"scan": {"type": "file"}} if "{{" in file else {}
    document = sop(steps, [app.host], variables, meta={"id": name, "title": name})
    save(served.home / "sops" / f"{name}.sop.json", document)


async def test_a_file_is_chosen_in_the_form_and_the_app_gets_it(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        put_scans(served, app, "{{ scan }}", "scans")
        async with at_console(launched.browser, served, "#/sops/scans", "operator") as page:
            await page.get_by_role("button", name="Run", exact=True).first.click()
            dialog = page.get_by_role("dialog")
            run = dialog.get_by_role("button", name="Run", exact=True)
            await expect(run).to_be_disabled()
            file = {"name": "Ada's scan.txt", "mimeType": "text/plain", "buffer": b"Ada was here"}
            await dialog.get_by_label("Choose the file for scan").set_input_files(file)  # type: ignore[arg-type]
            await run.click()
            await stands(page, "Done, unverified")
        (got,) = [one for one in app.received if one.path == "/save"]
        assert b"Ada was here" in got.body and b'filename="Ada\'s scan.txt"' in got.body


def test_the_servers_own_files_are_not_sent(served: Served) -> None:
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        token = served.home / "token"
        assert token.is_file()
        put_scans(served, app, "{{ scan }}", "scans")
        put_scans(served, app, str(token), "named")
        (served.home / "sops" / "paper.txt").write_text("paper")
        with served.client("operator") as client:
            for path in (str(token), "../token", "/etc/hostname"):
                refused = client.post("/api/sessions", json={"sop": "scans", "inputs": {"scan": path}})
                assert refused.status_code == 422
                assert "outside of the folders" in refused.json()["error"]["message"]
            template = {"sop": "scans", "given": {"scan": str(token)}}
            assert client.put("/api/console/templates/daily", json=template).status_code == 422
            # Whoever edits SOPs may write the path into the step itself.
            begun = client.post("/api/sessions", json={"sop": "named"}).json()["session"]
            ended = _ended(client, begun)
            assert ended["summary"]["outcome"] == "blocked"
            assert "none of the folders" in ended["summary"]["error"]
            assert not [one for one in app.received if one.path == "/save"]
            document = sop(
                [open_page(f"file://{served.home}", "/token")],
                ["file"],
                {},
                meta={"id": "opens", "title": "Opens"},
            )
            save(served.home / "sops" / "opens.sop.json", document)
            begun = client.post("/api/sessions", json={"sop": "opens"}).json()["session"]
            assert _ended(client, begun)["summary"]["outcome"] == "blocked"
            begun = client.post("/api/sessions", json={"sop": "scans", "inputs": {"scan": "paper.txt"}})
            assert _ended(client, begun.json()["session"])["summary"]["outcome"] == "done, unverified"
        (got,) = [one for one in app.received if one.path == "/save"]
        assert b'filename="paper.txt"' in got.body


def _ended(client: Any, session: str) -> dict[str, Any]:
    """How it stands once it is over: its events are followed to their end."""
    with client.stream("GET", f"/api/sessions/{session}/events") as events:
        for _ in events.iter_lines():
            pass
    found: dict[str, Any] = client.get(f"/api/sessions/{session}").json()
    return found


def test_an_sops_policy_is_read_from_the_same_folders(served: Served) -> None:
    """What is wrong with a file is told by its words."""
    (served.home / "keys.txt").write_text("canary-315: x")
    (served.home / "sops" / "strict.yaml").write_text("mode: strict")
    for named, refused in (
        ("../keys.txt", True),
        (str(served.home / "keys.txt"), True),
        ("strict.yaml", False),
    ):
        meta = {"id": "policed", "title": "Policed"}
        document = sop([open_page("http://127.0.0.1:1")], ["127.0.0.1:1"], meta=meta)
        environment = document.environment.model_copy(update={"policy": named})
        document = document.model_copy(update={"environment": environment})
        path = served.home / "sops" / "policed.sop.json"
        save(path, document)
        with served.client("operator") as client:
            foreseen = client.post(
                "/api/console/sops/policed/forecast", json={"document": json.loads(path.read_text())}
            )
            started = (
                client.post("/api/sessions", json={"sop": "policed", "inputs": {}}) if refused else foreseen
            )
        assert [answer.status_code == 422 for answer in (foreseen, started)] == [refused, refused]
        assert "canary-315" not in foreseen.text + started.text
        assert ("none of the folders" in foreseen.text) is refused
