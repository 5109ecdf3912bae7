"""What people read on a terminal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from handrail.approvals import terminal
from handrail.cli.output import say


@pytest.mark.parametrize("tell", [say, terminal._tell])
@pytest.mark.parametrize(
    "steers",
    ["\x1b[2J", "\x1b[8m", "\x1b]0;title\x07", "\r", "\x08", "\x9b1A", "\x1b[1;31m", "\u202e", "\u2066"],
    ids=["clears", "hides", "titles", "overwrites", "takes back", "moves", "mixes", "reverses", "isolates"],
)
def test_what_a_page_says_does_not_steer_the_terminal(
    capsys: pytest.CaptureFixture[str], tell: Callable[[str], None], steers: str
) -> None:
    tell(f"the page says 'Not {steers}allowed'")
    told = capsys.readouterr().err
    assert told.startswith("the page says 'Not \N{REPLACEMENT CHARACTER}")
    assert not {"\x1b", "\x07", "\r", "\x08", "\x9b", "\u202e", "\u2066"} & set(told)


def test_lines_and_our_own_colours_stay(capsys: pytest.CaptureFixture[str]) -> None:
    say("\x1b[31mone\x1b[0m\r\n\ttwo")
    assert capsys.readouterr().err == "\x1b[31mone\x1b[0m\r\n\ttwo\n"
