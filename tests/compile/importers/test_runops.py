"""RunOps SOPs and workflows: prose becomes steps with questions, what is data becomes what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from handrail.compile.importers import Imported, import_file
from handrail.sop.format import loads, sop_bytes
from tests.compile.importers.files import Json, asked, errors, fate, ids, imported, node, nodes

_LIES = Path("shared") / "samples" / "runops"
SAMPLES = next((up / _LIES for up in Path(__file__).parents if (up / _LIES).is_dir()), _LIES)


def sop(
    found: list[Json], edges: list[tuple[str, ...]] | None = None, private: Json | None = None, **public: Any
) -> Imported:
    """An SOP with these public nodes; edges are (from, to) or (from, to, condition)."""
    ways = [
        {"source": e[0], "target": e[1], "condition": e[2] if len(e) > 2 else "next"} for e in edges or []
    ]
    return imported(
        {
            "meta": {"id": "P 1", "title": "Follow up", "version": "0.8.0", "owner": ["Ana", "Bo"]},
            "public": {"nodes": found, "edges": ways, **public},
            "private": private or {},
        }
    )


def task(id: str, **more: Any) -> Json:
    return {"id": id, "type": "task", "label": id.title(), "intent": f"Does {id}.", **more}


def workflow(
    *found: Json, flow: list[Json] | None = None, tabs: list[Json] | None = None, **more: Any
) -> Imported:
    """A workflow with these nodes."""
    return imported(
        {
            "meta": {"id": "w-1", "title": "Work", "version": "1.0.0"},
            "execution": {
                "environment": {
                    "required_tabs": tabs or [{"name": "Mail", "url": "https://mail.example.com/in"}]
                },
                "workflow": {"nodes": list(found), "flow": flow or []},
            },
            **more,
        }
    )


def acts(*actions: Json, id: str = "a", **more: Any) -> Json:
    return {
        "id": id,
        "type": "atomic_task",
        "label": "Step",
        "intent": "Does it.",
        "actions": list(actions),
        **more,
    }


def test_a_step_in_prose_is_a_person_s_with_a_required_question() -> None:
    found = sop([task("Open Mail"), {"id": "E", "type": "end", "label": "All done"}], [("Open Mail", "E")])
    assert (node(found, "open-mail").request, node(found, "e").label) == ("Does Open Mail.", "All done")
    assert len(asked(found, "open-mail")) == 1
    assert (found.sop.meta.id, found.sop.meta.owner) == ("follow-up", "Ana, Bo")


def test_skills_say_how_and_what_goes_in_and_out() -> None:
    found = sop(
        [task("find")],
        private={
            "steps": [{"node_id": "find", "primary_skill": "ui_find", "alt_skills": ["api_find"]}],
            "skills": [
                {
                    "id": "ui_find",
                    "app": "CRM",
                    "method_type": "ui",
                    "variables_in": ["who"],
                    "variables_out": ["id"],
                },
                {"id": "api_find", "app": "CRM", "method_type": "api", "performance_hint": "not yet"},
            ],
        },
        variables={"who": "Name of the person", "urgent": "Boolean, whether it is"},
    )
    find = node(found, "find")
    assert find.into == "id" and "{{ who }}" in find.request
    assert (
        "Skill: ui_find (ui, CRM)." in find.context
        and "Another way: api_find (api, CRM). not yet" in find.context
    )
    assert found.sop.variables["urgent"].type == "boolean"
    assert any("'who'" in q.question and q.required for q in found.sop.clarifications)


def test_a_skill_that_says_what_is_done_is_a_task() -> None:
    found = sop(
        [task("save")],
        private={
            "steps": [{"node_id": "save", "primary_skill": "s"}],
            "skills": [{"id": "s", "actions": [{"type": "click", "selector": "#save"}]}],
        },
    )
    assert node(found, "save").action.do == "click"


def test_decisions_take_their_outcomes_from_the_edges() -> None:
    found = sop(
        [
            task("a"),
            {"id": "d", "type": "decision", "label": "Known?", "intent": "Is it known?"},
            task("b"),
            task("c"),
        ],
        [("a", "d"), ("d", "b", "yes"), ("d", "c", "no"), ("b", "c")],
    )
    decision = node(found, "d")
    assert (decision.outcomes, decision.default, decision.question) == (("yes", "no"), "no", "Is it known?")
    assert "'yes', 'no'" in asked(found, "d")[0]


def test_a_condition_that_is_data_is_checked() -> None:
    check = {"variable": "state", "operator": "==", "value": "open"}
    found = sop(
        [{"id": "d", "type": "decision", "label": "Open?", "condition": check}, task("b"), task("c")],
        [("d", "b", "yes"), ("d", "c", "no")],
        variables={"state": {"type": "string", "description": "", "default": "new"}},
    )
    assert node(found, "d").check["yes"].name == "state"
    assert asked(found, "d") == []


def test_a_loop_over_prose_goes_over_a_list_and_asks() -> None:
    found = sop(
        [
            {
                "id": "L",
                "type": "loop",
                "label": "Each mail",
                "intent": "Go through the mails.",
                "iterator": "mail",
                "exit_condition": "none_left",
                "children": ["open", "done"],
            },
            task("open", parentId="L"),
            task("done", parentId="L"),
            {"id": "E", "type": "end"},
        ],
        [("open", "done"), ("done", "open"), ("L", "E", "none_left"), ("L", "open")],
    )
    loop = node(found, "l")
    assert (loop.over, loop.variable, loop.item, loop.bound) == ("variable", "mail_list", "mail", 100)
    assert [child.id for child in loop.children] == ["open", "done"]
    assert "none_left" in loop.context
    assert len(asked(found, "l")) == 1
    assert [(e.source, e.target) for e in found.sop.edges] == [("open", "done"), ("l", "e")]


def test_a_loop_that_states_its_list_and_bound_is_taken_at_its_word() -> None:
    found = sop(
        [
            {
                "id": "L",
                "type": "for_each",
                "label": "Each",
                "iterator": {"variable": "rows", "item": "row"},
                "max_iterations": 20,
                "children": [task("open", intent="Open {{row}}.")],
            }
        ],
        variables={"rows": {"type": "list", "description": "What to do"}},
    )
    loop = node(found, "l")
    assert (loop.variable, loop.item, loop.bound) == ("rows", "row", 20)
    assert asked(found, "l") == []
    assert loop.children[0].request == "Open {{ row }}."


def test_a_part_with_parts_is_a_group() -> None:
    found = sop([task("g", children=["x", "y"]), task("x"), task("y"), task("z")], [("x", "y"), ("g", "z")])
    assert [child.id for child in node(found, "g").children] == ["x", "y"]


def test_triggers_and_questions_of_the_file() -> None:
    found = sop(
        [task("a")],
        triggers=[
            {"type": "manual"},
            {"type": "cron", "schedule": "0 8 * * 1-5", "timezone": "Europe/Berlin"},
        ],
        clarification_requests=[
            {"id": "c1", "question": "Which label?", "importance": "high", "node_id": "a"},
            {"id": "c2", "question": "Which API?", "importance": "low"},
        ],
    )
    assert [trigger.kind for trigger in found.sop.triggers] == ["manual", "cron"]
    own = {q.id: (q.required, q.node) for q in found.sop.clarifications}
    assert own["c1"] == (True, "a") and own["c2"] == (False, None)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (
            {"type": "navigate", "target": {"url": "https://x.example.com/a"}},
            {"do": "open", "url": "https://x.example.com/a"},
        ),
        ({"type": "click", "target": {"selector": "#a"}}, {"do": "click"}),
        ({"type": "click", "target": {"role": "button", "name": "Save"}}, {"do": "click"}),
        ({"type": "dblclick", "selector": "//a[@id='x']"}, {"do": "double_click"}),
        ({"type": "fill", "target": {"label": "Name"}, "value": "Ada"}, {"do": "fill", "value": "Ada"}),
        ({"type": "type", "selector": "#q", "data": {"q": "{{who}}"}}, {"do": "fill", "value": "{{ who }}"}),
        ({"type": "select", "selector": "#q", "option": "Blue"}, {"do": "select", "options": ["Blue"]}),
        ({"type": "press", "key": "Enter"}, {"do": "press", "keys": "Enter"}),
        ({"type": "reload"}, {"do": "reload"}),
        (
            {"type": "api_call", "method": "post", "url": "https://x.example.com/api", "body": {"a": 1}},
            {"do": "request", "method": "POST", "url": "https://x.example.com/api", "body": '{"a": 1}'},
        ),
        (
            {"type": "navigate_or_switch_tab", "target": {"url": "https://mail.example.com/in"}},
            {"do": "switch_tab", "page": "Mail"},
        ),
    ],
)
def test_an_action_that_says_enough_is_a_task(action: Json, expected: Json) -> None:
    found = node(workflow(acts(action)), "a")
    assert found.action.model_dump(mode="json", exclude_defaults=True) == expected


@pytest.mark.parametrize(
    "action",
    [
        {"type": "act", "instruction": "Click the Next button"},
        {"type": "visual_scan", "instruction": "Look for {{topic}}"},
        {"type": "conditional_auth", "instruction": "Sign in if asked", "credentialField": "mail_key"},
        {"type": "click", "target": "the big green button"},
        {"type": "frobnicate", "data": {"x": "y"}},
    ],
)
def test_an_action_in_prose_is_a_person_s_step_with_a_required_question(action: Json) -> None:
    found = workflow(acts(action))
    assert node(found, "a").type == "human"
    assert len(asked(found, "a")) == 1


def test_waits_are_criteria_or_what_handrail_does_anyway() -> None:
    found = workflow(
        acts(
            {"type": "click", "selector": "#go"},
            {"type": "wait_for_navigation", "target": {"url_contains": "/inbox"}, "timeout": 15000},
            {"type": "wait", "instruction": "Wait a little", "timeout": 5000},
        )
    )
    step = node(found, "a")
    assert step.done_when[0].contains == "/inbox" and step.timeout == 15
    assert fate(found, "execution.workflow.nodes[0].actions[2].instruction").startswith(
        "left: Handrail waits"
    )


def test_what_a_model_would_extract_a_person_reads_into_variables() -> None:
    schema = {"name": "string", "phone": "string"}
    found = workflow(acts({"type": "extract", "instruction": "Extract the sender", "schema": schema}))
    assert [(child.type, child.into) for child in node(found, "a").children] == [
        ("human", "name"),
        ("human", "phone"),
    ]
    assert "'name', 'phone'" in asked(found, "read-name")[0]


def test_credentials_are_secrets_whatever_their_values() -> None:
    found = workflow(
        acts(
            {"type": "type", "target": {"selector": "#p"}, "data": {"password": "{{mail_password}}"}},
            credentialsRequired={"mail": ["email", "password"]},
        ),
        credentials={"crm": {"api_key": "k-123456789", "user": "ana@example.com"}},
        config={"retryAttempts": 3, "executionTimeout": 60},
    )
    secrets = {name for name, variable in found.sop.variables.items() if variable.secret}
    assert secrets == {"mail_email", "mail_password", "crm_api_key", "crm_user"}
    assert node(found, "a").action.value == "{{ mail_password }}"
    assert node(found, "a").retry.times == 3
    for value in ("k-123456789", "ana@example.com"):
        assert value not in found.sop.model_dump_json() + found.report.model_dump_json()


@pytest.mark.parametrize(
    ("policy", "times"),
    [
        ({"maxAttempts": 3}, 2),
        ({"maxRetries": 3, "backoff": "exponential"}, 3),
        (2, 2),
        ({"max_retries": 99}, 10),
    ],
)
def test_retry_policies(policy: Any, times: int) -> None:
    found = workflow(acts({"type": "click", "selector": "#a"}, retryPolicy=policy))
    assert node(found, "a").retry.times == times


def test_what_no_part_of_an_sop_stands_for_is_named_at_the_step() -> None:
    found = workflow(acts({"type": "click", "selector": "#a", "humanLike": True}, fallback={"use": "api"}))
    assert "fallback" in asked(found, "a")[0] and "humanLike" in asked(found, "a")[0]


def test_edges_between_levels_are_brought_to_one() -> None:
    found = workflow(
        acts({"type": "click", "selector": "#x"}, id="x", parentId="g"),
        acts({"type": "click", "selector": "#y"}, id="y", parentId="g"),
        {"id": "g", "type": "compound_task", "label": "Both", "children": ["x", "y"], "actions": []},
        acts({"type": "click", "selector": "#z"}, id="z"),
        flow=[{"from": "x", "to": "y"}, {"from": "y", "to": "z"}],
    )
    assert [(e.source, e.target) for e in found.sop.edges] == [("x", "y"), ("g", "z"), ("z", "end")]


def test_steps_that_no_edge_leads_to_and_circles_are_questions() -> None:
    found = sop([task("a"), task("b"), task("c")], [("a", "b"), ("b", "a")])
    assert any("back" in q for q in asked(found, "b"))
    assert any("No edge" in q for q in asked(found, "c"))


def test_an_edge_to_nowhere_is_a_question() -> None:
    found = sop([task("a")], [("a", "zzz")])
    assert any("'zzz'" in q for q in asked(found, "a"))


def test_several_ways_out_of_a_step_are_a_decision_after_it() -> None:
    found = sop([task("a"), task("b"), task("c")], [("a", "b", "found"), ("a", "c", "missing")])
    assert node(found, "a-then").outcomes == ("found", "missing")
    assert asked(found, "a-then")


@pytest.mark.parametrize("name", ["investor-crm-sop-0.8.json", "investor-crm-workflow-1.0.json"])
def test_the_sample_files_are_read_whole(name: str) -> None:
    file = SAMPLES / name
    if not file.is_file():
        pytest.skip(f"the sample {name} lies outside of the repository, and is not there")
    found = import_file(file.read_bytes(), name)
    assert errors(found.sop) == []
    assert loads(sop_bytes(found.sop).decode(), "x") == found.sop
    document = json.loads(file.read_bytes())
    given = document.get("public", document.get("execution", {}).get("workflow", {}))["nodes"]
    # One marker of a turn's end needs no step of its own.
    missing = {n["id"].lower() for n in given} - set(ids(found))
    assert missing <= {"l1_c5_iteration_end"}
    assert not [line for line in found.report.fields if "knows no use" in line.words]
    humans = [n for n in nodes(found) if n.type == "human"]
    assert humans and any(q.required for q in found.sop.clarifications)
