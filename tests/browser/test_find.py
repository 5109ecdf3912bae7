"""Which browser is taken of those that a machine has."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.browser.find import BROWSER_VARIABLE, HEADLESS_SHELL, find_browser
from handrail.errors import BrowserMissing


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of the machine's PATH, on a system that knows no other places."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(BROWSER_VARIABLE, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("handrail.browser.find._SHELLS", (HEADLESS_SHELL,))
    return tmp_path


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_playwrights_own_goes_before_chrome_and_that_before_the_systems(programs: Path) -> None:
    own = program(programs, "own")
    system = program(programs, "chromium")
    assert find_browser(None) == ("system", system)
    chrome = program(programs, "google-chrome")
    assert find_browser(programs / "not there") == ("chrome", chrome)
    assert find_browser(own) == ("playwright", None)


def test_without_a_window_the_systems_headless_shell_is_enough(programs: Path) -> None:
    shell = program(programs, "chromium-headless-shell")
    assert find_browser(None) == ("system", shell)
    with pytest.raises(BrowserMissing):
        find_browser(None, headless=False)
    windowed = program(programs, "chromium")
    assert find_browser(None) == ("system", shell)
    assert find_browser(None, headless=False) == ("system", windowed)


def test_the_one_that_is_named_goes_before_all(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = program(programs, "my-browser")
    program(programs, "chromium")
    monkeypatch.setenv(BROWSER_VARIABLE, str(named))
    assert find_browser(None) == ("named", named)
    named.unlink()
    with pytest.raises(BrowserMissing, match="there is no such file"):
        find_browser(None)
