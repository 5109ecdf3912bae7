"""What the browser is started with."""

from __future__ import annotations

from handrail.browser.launch import harmless_part


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
