"""`handrail policy` and `run --policy` as a person meets them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from handrail.sop.format import save
from tests.app import App, redirect
from tests.builders import Json, click, fill, open_page, sop
from tests.cli.command import Ran, handrail

FORM = """<title>Contacts</title><form method=post action=/done><label>Name <input name=name></label>
<button>Save</button><button formaction=/delete>Delete contact</button></form>"""
DONE = [{"kind": "text", "contains": "Done"}]


def app() -> App:
    pages = {"/": FORM, "/done": "<h1>Done</h1>", "/delete": lambda r: redirect("/done")}
    return App(pages)  # type: ignore[arg-type]


def written(folder: Path, served: App, *more: Json, **facts: object) -> Path:
    path = folder / "x.sop.json"
    steps = [open_page(served.url), *more]
    save(path, sop(steps, [served.host], **facts))  # type: ignore[arg-type]
    return path


DELETE = click("Delete contact", "once", done_when=DONE)
SAVE = click("Save", "once", done_when=DONE)


def run(path: Path, home: Path, *more: str) -> Ran:
    return handrail("run", str(path), "--json", *more, home=home)


def test_check_says_before_a_run_what_is_asked_and_refused(tmp_path: Path) -> None:
    with app() as served:
        path = written(tmp_path, served, fill("Name", "Ada"), SAVE, DELETE)
        standard = handrail("policy", "check", str(path), "--json", home=tmp_path)
        strict = handrail("policy", "check", str(path), "--policy", "strict", home=tmp_path)
        (tmp_path / "p.yaml").write_text(
            "categories: {destructive: block}\nlimits: [{at_most: 3}]\n"
            "amounts: [{at_most: 500, currency: EUR}]\n"
            "times: [{from: 06:00, to: 24:00, days: [mon], outside: ask}]\n"
        )
        blocking = handrail("policy", "check", str(path), "--policy", str(tmp_path / "p.yaml"), home=tmp_path)
    steps = {step["node"]: step for step in json.loads(standard.stdout)["steps"]}
    assert steps["click-delete-contact"]["decision"] == "allow"
    assert steps["click-delete-contact"]["if_healed"] == "ask"
    assert steps["click-delete-contact"]["categories"] == ["destructive"]
    assert steps["click-save"]["decision"] == "allow"
    assert standard.returncode == strict.returncode == 0
    assert "ask   click-delete-contact: it is destructive" in strict.stdout
    assert blocking.returncode == 3
    assert "block click-delete-contact" in blocking.stdout
    assert blocking.stdout.splitlines()[-4:] == [
        "  3 of 4 steps need no remark: they are allowed, as far as the SOP shows",
        "  besides: effects only mon 06:00 to 24:00 (UTC), else asked",
        "  besides: at most 3 effects a day in this SOP, then blocked",
        "  besides: financial actions up to 500 EUR, above asked",
    ]
    assert json.loads(standard.stdout)["besides"] == []


def test_a_policy_file_holds_in_a_run_and_is_explained_afterwards(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text("name: careful\ncategories:\n  destructive: block\n")
    with app() as served:
        path = written(tmp_path, served, DELETE)
        assert run(path, tmp_path).returncode == 0
        refused = run(path, tmp_path, "--policy", str(policy))
        explained = handrail("policy", "explain", "last", "click-delete-contact", "--json", home=tmp_path)
    assert refused.returncode == 3
    assert json.loads(refused.stdout)["outcome"] == "blocked"
    told = json.loads(explained.stdout)
    assert [(one["decision"], one["rule"]) for one in told["decisions"]] == [
        ("block", "categories.destructive")
    ]
    assert told["decisions"][0]["source"] == f"session: {policy}"
    assert told["decisions"][0]["risk"] == "medium"


def test_a_question_without_anybody_to_answer_leaves_the_session_waiting(tmp_path: Path) -> None:
    with app() as served:
        path = written(tmp_path, served, DELETE)
        waiting = run(path, tmp_path, "--policy", "strict")
        explained = handrail("policy", "explain", "last", home=tmp_path)
        assert not served.posts("/delete")
    assert waiting.returncode == 4
    assert "click-delete-contact: ask, because it is destructive" in explained.stdout
    assert "rule: categories.destructive, from session: strict" in explained.stdout


def test_disabled_needs_its_flag_and_is_marked(tmp_path: Path) -> None:
    with app() as served:
        path = written(tmp_path, served, DELETE)
        refused = run(path, tmp_path, "--policy", "disabled")
        done = run(path, tmp_path, "--policy", "disabled", "--allow-disabled")
        report = tmp_path / "report.html"
        handrail("session", "report", "last", "-o", str(report), home=tmp_path)
    assert refused.returncode == 2
    assert "--allow-disabled" in refused.stderr
    assert done.returncode == 0
    assert json.loads(done.stdout)["policy"] == "disabled"
    assert "the policy was disabled" in done.stderr
    assert "the policy was disabled" in report.read_text(encoding="utf-8")


def test_the_organisations_policy_holds_for_everybody(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text("mode: strict\n")
    with app() as served:
        path = written(tmp_path, served, DELETE)
        ran = run(path, tmp_path, "--policy", "permissive")
    assert ran.returncode == 4
    assert "may not loosen" in ran.stderr


def test_an_sop_brings_its_own_policy_which_only_tightens(tmp_path: Path) -> None:
    with app() as served:
        path = written(tmp_path, served, DELETE, environment={"policy": "own.yaml"})
        missing = run(path, tmp_path)
        (tmp_path / "own.yaml").write_text("mode: permissive\ncategories: {destructive: block}\n")
        blocked = run(path, tmp_path)
    assert missing.returncode == 2
    assert "own.yaml" in missing.stderr
    assert blocked.returncode == 3
    assert "wants mode: permissive, and may not loosen it" in blocked.stderr


@pytest.mark.parametrize("named", ["/dev/zero", "/dev", "own.yaml\0", "pipe", "long.yaml"])
def test_an_sop_names_no_policy_that_cannot_be_read_to_its_end(tmp_path: Path, named: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "long.yaml").write_text(f"name: {'x' * 1_000_000}")
    with app() as served:
        path = written(tmp_path, served, DELETE, environment={"policy": named})
        refused = run(path, tmp_path)
    assert refused.returncode == 2, refused.stderr
    assert "policy" in refused.stderr and "unexpectedly" not in refused.stderr


def test_all_layers_hold_together_in_a_session_of_the_background(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text("name: house\ncategories: {sharing: block}\n")
    (tmp_path / "own.yaml").write_text("mode: permissive\nactions: {upload: block}\n")
    (tmp_path / "p.yaml").write_text("categories: {destructive: ask}\n")
    with app() as served:
        path = written(tmp_path, served, DELETE, environment={"policy": "own.yaml"})
        wished = ("session", "start", str(path), "--policy", str(tmp_path / "p.yaml"))
        started = handrail(*wished, home=tmp_path)
        # What holds was decided when it was started, and is kept with the session.
        (tmp_path / "p.yaml").write_text("mode: permissive\n")
        (tmp_path / "own.yaml").unlink()
        handrail("worker", "--drain", home=tmp_path)
        explained = json.loads(handrail("policy", "explain", "last", "--json", home=tmp_path).stdout)
        assert not served.posts("/delete")
    assert started.returncode == 0, started.stderr
    assert "wants mode: permissive, and may not loosen it" in started.stderr
    assert [layer.split(":")[0] for layer in explained["layers"]] == [
        "built-in",
        "organisation",
        "SOP",
        "session",
    ]
    (asked,) = explained["decisions"]
    assert (asked["decision"], asked["rule"]) == ("ask", "categories.destructive")
    assert asked["source"] == f"session: {tmp_path / 'p.yaml'}"


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("mode: loose\n", ":1", "a mode is one of"),
        ("x: 1\n", ":1", "no such setting"),
        ("a: [\n", ":2", "YAML"),
    ],
)
def test_a_mistake_in_a_policy_is_told_with_file_and_line(
    tmp_path: Path, text: str, place: str, said: str
) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text(text)
    with app() as served:
        ran = run(written(tmp_path, served, SAVE), tmp_path, "--policy", str(policy))
    assert ran.returncode == 2
    assert f"{policy}{place}" in ran.stderr
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_schema_describes_every_setting() -> None:
    schema = json.loads(handrail("policy", "schema").stdout)
    assert schema["title"] == "Handrail policy"
    assert schema["properties"]["lower_layers_may"]["description"].startswith(
        "What the layers below may loosen"
    )


def test_explain_says_of_an_sop_what_would_be(tmp_path: Path) -> None:
    with app() as served:
        path = written(tmp_path, served, DELETE)
        told = handrail("policy", "explain", str(path), "click-delete-contact", home=tmp_path)
        unknown = handrail("policy", "explain", str(path), "nope", home=tmp_path)
    assert "click-delete-contact: allow, because the SOP names this step as destructive" in told.stdout
    assert unknown.returncode == 2
