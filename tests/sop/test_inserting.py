"""Steps that are put before a node: on its level, and on every way that led to it."""

from __future__ import annotations

import pytest

from handrail.errors import SopError
from handrail.sop.amending import Amendment, apply, is_made
from handrail.sop.document import Sop
from handrail.sop.graph import Graph
from handrail.sop.inserting import insert_before, stands_before
from handrail.sop.node import Task
from handrail.sop.validate import problems
from tests.builders import Json, by_role, click, open_page, sop


def steps(*names: str) -> tuple[Task, ...]:
    return tuple(Task.model_validate(click(name, id="way")) for name in names)


def procedure() -> Sop:
    return sop([open_page("http://crm.test"), click("New"), click("Save", "once")], ["crm.test"])


def walked(document: Sop) -> list[str]:
    graph = Graph(document)
    node, ids = graph.first(), []
    while node is not None:
        ids.append(node.id)
        node = graph.following(node.id)
    return ids


def test_what_led_to_the_node_leads_to_the_first_of_them() -> None:
    after = insert_before(procedure(), "click-save", steps("Tools", "More"))
    assert walked(after) == ["open", "click-new", "way", "way-2", "click-save", "end"]
    assert not [one for one in problems(after) if one.severity == "error"]
    assert stands_before(after, "click-save", steps("Tools", "More"))
    assert not stands_before(after, "click-save", steps("More", "Tools"))
    assert not stands_before(procedure(), "click-save", steps("Tools"))


def test_the_first_step_of_all_and_of_a_group_may_be_the_node() -> None:
    assert walked(insert_before(procedure(), "open", steps("Tools")))[:2] == ["way", "open"]
    group: Json = {"id": "group", "type": "group", "label": "Group", "children": [click("Save", "once")]}
    after = insert_before(sop([group], ["crm.test"]), "click-save", steps("Tools"))
    first = Graph(after).first_child("group")
    assert first is not None and first.id == "way"
    following = Graph(after).following("way")
    assert following is not None and following.id == "click-save"


def test_a_step_that_is_gone_is_refused() -> None:
    with pytest.raises(SopError, match="no step 'nothing'"):
        insert_before(procedure(), "nothing", steps("Tools"))


def test_an_amendment_of_steps_holds_for_the_step_as_it_was() -> None:
    old = Task.model_validate(click("Save")).target
    amendment = Amendment(node="click-save", place="before", old=old, steps=steps("Tools"))
    after = apply(procedure(), amendment)
    assert (after.meta.version, amendment.words) == ("2", "before it: way")
    assert is_made(after, amendment) and not is_made(procedure(), amendment)
    other = Amendment.model_validate(
        {**amendment.model_dump(), "old": by_role("button", "Store"), "steps": amendment.steps}
    )
    with pytest.raises(SopError, match="was changed since"):
        apply(procedure(), other)
