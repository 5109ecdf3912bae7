"""What the browser is started with."""

from __future__ import annotations

from socket import socket

import pytest

from handrail.browser.launch import harmless_part, launch_browser
from handrail.errors import BrowserMissing


def test_pages_run_in_processes_that_hold_no_secret() -> None:
    given = {"PATH": "/bin", "DISPLAY": ":0", "XDG_RUNTIME_DIR": "/run/user/0", "MONKEY": "7"}
    kept_out = {
        "HANDRAIL_SECRET_CRM": "1",
        "HANDRAIL_VAULT_TOKEN": "2",
        "HANDRAIL_DATABASE_URL": "3",
        "OPENAI_API_KEY": "4",
        "PGPASSWORD": "5",
    }
    assert harmless_part({**given, **kept_out}) == given


async def test_a_taken_port_for_other_programs_is_told_before_the_browser_starts() -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BrowserMissing, match=f"port {port} .* cannot be used: Address already in use"):
            async with launch_browser(cdp_port=port):
                pass
