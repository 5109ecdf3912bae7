"""What is typed into a field is what the field says, whatever the variable is called."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import JsonValue

from handrail.journal.home import open_home
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.first_entry import begin
from handrail.sessions.service.place import Order, Place
from tests.builders import each, fill, open_page, sop

STEPS = [
    open_page("http://crm.example"),
    fill("Date of birth", "{{ v1 }}", id="born"),
    fill("Badge", "{{ v2 }}"),
    fill("Subject", "{{ v3 }}"),
    each("v4", "item", fill("Fecha de nacimiento", "{{ v5 }}", id="nacido")),
]
INPUTS: dict[str, JsonValue] = {
    "v1": "1971-05-23",
    "v2": "QX-77-ZT",
    "v3": "2026-05-23",
    "v4": [],
    "v5": "03.11.1984",
}


@pytest.mark.parametrize("journal", ["scrub", "raw"])
def test_the_first_entry_already_holds_none_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: str
) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    (tmp_path / "privacy.yaml").write_text(f"keep: {{journal: {journal}}}\nfields: {{badge: OTHER}}")
    store, artefacts = open_home(tmp_path)
    variables = {name: {"type": "list"} if name == "v4" else {} for name in INPUTS}
    document = sop(STEPS, ["crm.example"], variables)
    session = begin(Order(document, INPUTS, {}, Settings()), Place(tmp_path, store, artefacts))
    first = next(store.read(session)).event
    store.close()
    told = getattr(first, "inputs")  # noqa: B009
    if journal == "raw":
        assert told == INPUTS
    else:
        assert told == INPUTS | {"v1": "[BIRTHDATE-1]", "v2": "[OTHER-1]", "v5": "[BIRTHDATE-2]"}
