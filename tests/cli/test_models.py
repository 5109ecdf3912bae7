"""What the command line says of models, before a browser starts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from handrail.sessions.operating.doctor import _model
from handrail.sop.format import save
from tests.builders import Json, sop
from tests.cli.command import handrail
from tests.models.server import Fault, model_server

DECISION: Json = {
    "type": "decision",
    "id": "wants",
    "label": "Wants",
    "question": "Do they?",
    "outcomes": ["yes", "no"],
    "default": "no",
}
EDGES = [{"from": "wants", "to": "end", "when": "yes"}, {"from": "wants", "to": "end", "when": "no"}]
NONE = {"HANDRAIL_MODEL": "", "HANDRAIL_MODEL_BASE_URL": ""}


@pytest.fixture
def asking(tmp_path: Path) -> Path:
    file = tmp_path / "asks.sop.json"
    environment = {"start": [{"url": "http://127.0.0.1:9/"}]}
    save(file, sop([DECISION], ["127.0.0.1:9"], edges=EDGES, environment=environment))
    return file


@pytest.mark.parametrize("written", ["", "[budget]\ncalls = 3"], ids=["nothing", "a budget alone"])
def test_a_procedure_that_asks_a_model_says_at_the_start_that_none_is_set_up(
    asking: Path, tmp_path: Path, written: str
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "models.toml").write_text(written)
    ran = handrail("run", str(asking), home=home, environment=NONE)
    assert ran.returncode == 6, ran.stderr
    assert "the step nodes[0] 'wants'" in ran.stderr and "HANDRAIL_MODEL" in ran.stderr


def test_without_models_it_is_not_begun(asking: Path, tmp_path: Path) -> None:
    ran = handrail("run", str(asking), "--no-models", home=tmp_path / "home", environment=NONE)
    assert ran.returncode == 2
    assert "'wants'" in ran.stderr and "check" in ran.stderr


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ('model = "gpt"', "'model'"),
        ('model = "acme:x"', "not a provider"),
        ('model = "compatible:x"', "needs its address"),
        ('model = "compatible:x"\nbase_url = "ftp://x"', "no http address"),
        ('model = "openai:x"\nkey = "sk"', "'key'"),
        ('base_url = "http://127.0.0.1:9/v1"', "no model is named. Set HANDRAIL_MODEL=compatible:NAME"),
        ("model = ", "cannot be read"),
    ],
)
def test_a_set_up_that_cannot_be_used_is_named(
    asking: Path, tmp_path: Path, written: str, words: str
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "models.toml").write_text(written)
    ran = handrail("run", str(asking), home=home, environment=NONE)
    assert ran.returncode == 2, ran.stderr
    assert "models.toml" in ran.stderr and words in ran.stderr


def test_a_missing_key_is_told_with_the_name_it_is_looked_for(asking: Path, tmp_path: Path) -> None:
    environment = {
        **NONE,
        "HANDRAIL_MODEL": "openai:gpt-4o-mini",
        "OPENAI_API_KEY": "",
        "HANDRAIL_MODEL_KEY": "",
    }
    ran = handrail("run", str(asking), home=tmp_path / "home", environment=environment)
    assert ran.returncode == 6
    assert "OPENAI_API_KEY" in ran.stderr


async def test_doctor_asks_the_model_that_is_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANDRAIL_MODEL", raising=False)
    assert (await _model(tmp_path)).found.startswith("none is set up")
    with model_server(lambda heard: {"word": "ready"}) as serving:
        written = f'model = "compatible:tiny"\nbase_url = "{serving.base_url}"'
        (tmp_path / "models.toml").write_text(written)
        good = await _model(tmp_path)
        serving.script = lambda heard: "I am well, thank you."
        chatty = await _model(tmp_path)
        serving.script = lambda heard: Fault(status=401, body=b'{"error":{"message":"bad key"}}')
        locked = await _model(tmp_path)
    gone = await _model(tmp_path)
    assert good.standing == "good" and "compatible:tiny answered in" in good.found
    assert "price is not known" in good.found
    assert {one.standing for one in (chatty, locked, gone)} == {"lacking"}
    assert "not in the requested form" in chatty.found and "401: bad key" in locked.found
    assert "could not be reached" in gone.found and ".." not in gone.found and gone.mend


def test_what_asks_no_model_imports_no_model_library() -> None:
    code = (
        "import sys, handrail.cli.running, handrail.sessions.conducting.worker\n"
        "names = ('pydantic_ai', 'openai', 'anthropic', 'google.genai', 'httpx2')\n"
        "print([name for name in names if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
