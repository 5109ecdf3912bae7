"""What the compiler proposes for reading back: where something was entered and answered; never required."""

from __future__ import annotations

import json

from handrail.sop.condition import SqlReads
from handrail.sop.document import Sop
from handrail.sop.sql import fault_of, parameters_of
from tests.compile.recordings import APP, Show, button, field


def proposals(sop: Sop) -> list[tuple[str | None, str]]:
    return [(q.node, q.question) for q in sop.clarifications if q.id.startswith("read-back")]


def test_a_save_gets_a_query_that_asks_for_what_was_entered() -> None:
    show = Show(f"{APP}/contacts/new").type(field("Name"), "Ann Lee").type(field("Email"), "ann@x.test")
    show.goes(button("Save"), "/contacts/1", send="post", headings=("Ann Lee",))
    sop = show.sop()
    ((node, question),) = proposals(sop)
    assert node == "click-save"
    assert not any(q.required for q in sop.clarifications)
    text = question.partition("done_when: ")[2].rpartition(" and correct")[0]
    condition = SqlReads.model_validate(json.loads(text))
    assert fault_of(condition.query) is None
    assert parameters_of(condition.query) == tuple(condition.parameters) == ("email",)
    assert condition.row == {"name": "{{ name }}", "email": "{{ email }}"}


def test_what_sends_nothing_or_nothing_new_gets_no_proposal() -> None:
    reading = Show(f"{APP}/contacts").type(field("Search", "search"), "Ann")
    reading.goes(button("Find"), "/contacts?q=Ann")
    assert proposals(reading.sop()) == []
    signing_in = Show(f"{APP}/sign-in").type(field("Email"), "a@x.test")
    signing_in.type(field("Password", "password"), "secret-word", masked=True)
    signing_in.goes(button("Sign in"), "/", send="post")
    assert proposals(signing_in.sop()) == []


def test_a_download_gets_a_look_into_the_file() -> None:
    show = Show(f"{APP}/contacts").click(button("Export"))
    show.add("download", from_url=f"{APP}/x", file={"name": "contacts-7.csv", "size": 1})
    (question,) = [q for q in show.sop().clarifications if q.id == "look-into-file"]
    assert '{"kind": "file", "name": "contacts-*.csv", "at_least_bytes": 1}' in question.question
    assert not question.required
