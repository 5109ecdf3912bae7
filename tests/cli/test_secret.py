"""`handrail secret` as a person meets it, and that a run writes nothing of what it types."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path

from handrail.secrets.totp import code_at
from handrail.sop.format import save
from tests.app import App, redirect
from tests.builders import by_role, click, open_page, sop, task
from tests.cli.command import Ran, handrail

CANARY = "canary-Zx81-9f3a7c"
SEED = base64.b32encode(b"12345678901234567890").decode()
FORM = """<title>Sign in</title><form method=post action=/in>
<label>Password <input type=password name=password></label>
<label>Code <input name=code autocomplete=one-time-code></label><button>Sign in</button></form>"""
KEYED = {"HANDRAIL_SECRET_STORE": "file", "HANDRAIL_SECRETS_KEY": "correct horse"}


def secret(home: Path, *arguments: str, given: str = "", environment: dict[str, str] | None = None) -> Ran:
    """Run the command with a value on its stdin."""
    chosen = KEYED if environment is None else environment
    return handrail("secret", *arguments, home=home, environment=chosen, given=given)


def app() -> App:
    return App({"/": FORM, "/in": lambda r: redirect("/home"), "/home": "<h1>Welcome</h1>"})


def written(folder: Path, served: App) -> Path:
    def typed(label: str, name: str) -> dict[str, object]:
        action = {"do": "fill", "value": f"{{{{ secret:{name} }}}}"}
        return task(name, action, "repeatable", target=by_role("textbox", label))

    path = folder / "x.sop.json"
    steps = [
        open_page(served.url),
        typed("Password", "crm_password"),
        typed("Code", "crm_code"),
        click("Sign in", "repeatable", done_when=[{"kind": "text", "contains": "Welcome"}]),
    ]
    save(path, sop(steps, [served.host]))
    return path


def test_a_secret_is_kept_listed_without_its_value_and_forgotten(tmp_path: Path) -> None:
    kept = secret(tmp_path, "set", "crm_password", "--host", "crm.example", "--stdin", given=f"{CANARY}\n")
    listed = secret(tmp_path, "list", "--json")
    plain = secret(tmp_path, "list")
    removed = secret(tmp_path, "remove", "crm_password")
    again = secret(tmp_path, "remove", "crm_password")
    assert kept.returncode == listed.returncode == removed.returncode == 0, kept.stderr
    facts = json.loads(listed.stdout)[0]
    assert (facts["name"], facts["hosts"], facts["kind"]) == ("crm_password", ["crm.example"], "text")
    assert "crm_password  for crm.example, in any SOP" in plain.stdout
    assert again.returncode == 2
    for ran in (kept, listed, plain, removed, again):
        assert CANARY not in ran.stdout + ran.stderr


def test_a_new_value_that_leaves_out_what_the_secret_was_bound_to_is_told(tmp_path: Path) -> None:
    bound = ("--host", "crm.example", "--sop", "add")
    first = secret(tmp_path, "set", "crm_password", *bound, "--stdin", given="old-value\n")
    again = secret(tmp_path, "set", "crm_password", *bound, "--stdin", given="new-value\n")
    wider = secret(tmp_path, "set", "crm_password", "--stdin", given=f"{CANARY}\n")
    assert "Before" not in first.stderr + again.stderr
    told = " ".join(wider.stderr.split())
    assert "Before, it was for crm.example, in add, and is not bound to that any more." in told
    assert "`handrail secret set crm_password --host crm.example --sop add` binds it so again." in told


def test_a_secret_of_one_user_is_kept_beside_everybodys(tmp_path: Path) -> None:
    for whose in ([], ["--user", "ana"]):
        kept = secret(tmp_path, "set", "crm_password", *whose, "--stdin", given=f"{CANARY}\n")
        assert kept.returncode == 0, kept.stderr
    plain = secret(tmp_path, "list")
    assert len(plain.stdout.splitlines()) == 2 and "for ana alone" in plain.stdout
    assert secret(tmp_path, "remove", "crm_password", "--user", "ben").returncode == 2
    assert secret(tmp_path, "remove", "crm_password", "--user", "ana").returncode == 0
    assert "for ana alone" not in secret(tmp_path, "list").stdout


def test_what_cannot_be_kept_is_told_without_the_value(tmp_path: Path) -> None:
    unnamed = secret(tmp_path, "set", "no name", "--stdin", given=f"{CANARY}\n")
    empty = secret(tmp_path, "set", "x", "--stdin", given="\n")
    no_seed = secret(tmp_path, "set", "x", "--one-time", "--stdin", given=f"{CANARY}\n")
    locked = secret(
        tmp_path, "set", "x", "--stdin", given=f"{CANARY}\n", environment={"HANDRAIL_SECRET_STORE": "file"}
    )
    told = secret(tmp_path, "set", "x", CANARY)
    lines = secret(tmp_path, "set", "x", "--stdin", given=f"-----BEGIN-----\n{CANARY}\n")
    ways = (unnamed, empty, no_seed, told, lines, locked)
    assert [ran.returncode for ran in ways] == [2, 2, 2, 2, 2, 4]
    for ran in ways:
        assert CANARY not in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr


def test_a_run_types_stored_secrets_and_writes_them_nowhere(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with app() as served:
        secret(home, "set", "crm_password", "--host", served.host, "--stdin", given=f"{CANARY}\n")
        secret(home, "set", "crm_code", "--one-time", "--sop", "test", "--stdin", given=SEED)
        path = written(tmp_path, served)
        began = time.time()
        ran = handrail("run", str(path), "--json", "--allow-unverified", home=home, environment=KEYED)
        handrail("session", "report", "last", "-o", str(home / "report.html"), home=home)
        ended = time.time()
        assert ran.returncode == 0, ran.stderr
        (sent,) = served.posts("/in")
    assert sent["password"] == CANARY
    assert sent["code"] in {code_at(SEED, moment) for moment in (began, ended)}
    assert CANARY not in ran.stdout + ran.stderr
    for form in (CANARY, CANARY[::-1], base64.b64encode(CANARY.encode()).decode().rstrip("="), SEED):
        for file in home.rglob("*"):
            assert not file.is_file() or form.encode() not in file.read_bytes(), f"{form} stands in {file}"


def test_a_secret_stays_with_its_host_and_its_sop(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with app() as served:
        secret(home, "set", "crm_code", "--one-time", "--stdin", given=SEED)
        secret(home, "set", "crm_password", "--host", "crm.example", "--stdin", given=f"{CANARY}\n")
        path = written(tmp_path, served)
        elsewhere = handrail("run", str(path), "--json", home=home, environment=KEYED)
        bound = ("--host", "crm.example", "--sop", "another")
        secret(home, "set", "crm_password", *bound, "--stdin", given=f"{CANARY}\n")
        other = handrail("run", str(path), "--json", home=home, environment=KEYED)
        assert not served.posts("/in")
    assert elsewhere.returncode == 3
    assert "the secret 'crm_password' is for crm.example" in elsewhere.stderr
    assert other.returncode == 2
    assert "is not for this SOP" in other.stderr
    # What is told to set it anew leaves it bound to its host.
    assert "secret set crm_password --host crm.example --sop another --sop" in " ".join(other.stderr.split())


def test_a_locked_store_is_told_with_its_mend(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with app() as served:
        secret(home, "set", "crm_password", "--stdin", given=f"{CANARY}\n")
        path = written(tmp_path, served)
        ran = handrail("run", str(path), home=home, environment={"HANDRAIL_SECRET_STORE": "file"})
    assert ran.returncode == 4
    assert "Set HANDRAIL_SECRETS_KEY" in ran.stderr
