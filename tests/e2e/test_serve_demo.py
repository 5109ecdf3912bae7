"""`handrail serve --demo`: the first look at the console has something in it, and a home of its own."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.console.conftest import Served


def test_the_demo_opens_with_a_procedure_and_a_finished_session(tmp_path: Path) -> None:
    served = Served(tmp_path / "home")
    try:
        served.start("--demo", "--at-once", "0")
        token = (tmp_path / "home" / "demo" / "token").read_text().strip()
        client = httpx.Client(base_url=served.url, headers={"Authorization": f"Bearer {token}"}, timeout=60)
        with client:
            tour = client.get("/api/console/tour").json()
            assert tour["sop"] == "add-contact"
            assert "Rolodesk" in httpx.get(tour["app"], follow_redirects=True).text
            view = client.get(f"/api/console/sessions/{tour['session']}").json()
            assert view["summary"]["outcome"] == "done"
            page = client.get("/api/console/sops/add-contact").json()
            assert page["document"]["meta"]["owner"] == client.get("/api/me").json()["user"]
            # It can be run at once: the practice account's password is known.
            assert page["findings"]["blocking"] == []
            assert [secret["known"] for secret in page["secrets"]] == [True]
        assert served.end() == 0
    finally:
        served.kill()
