"""The forms of a secret that a text may hold."""

from __future__ import annotations

import base64

from handrail.secrets.forms import cut_short


def test_the_beginning_of_a_secret_in_base64_is_no_longer_than_the_whole_of_it() -> None:
    """A text that held its first signs again and again was looked through from each of them to its end."""
    cut = cut_short("hunter2-and-more")
    assert cut is not None
    begun = base64.b64encode(b"hunter2-and-mo").decode().rstrip("=")
    assert cut.search(f"token {begun}…")
    assert cut.search(f"{begun}{'A' * 500}…") is None
