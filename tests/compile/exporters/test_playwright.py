"""What a script says for each part of an SOP, and that nothing of an SOP is lost in silence."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

from handrail.compile.exporters import to_playwright
from handrail.compile.exporters.helpers import HELPERS, imports_of
from handrail.errors import SopError
from handrail.sop.document import Sop
from handrail.sop.node import Decision
from tests.builders import Json, by_role, click, fill, open_page, sop, task
from tests.sop.strategies import sops

HERE = "http://crm.test"
NAME = by_role("textbox", "Name", tag="input")


def exported(*nodes: Json, variables: Json | None = None, **more: Any) -> str:
    return to_playwright(sop([open_page(HERE), *nodes], ["crm.test"], variables or {}, **more)).text


def lines(*nodes: Json, **more: Any) -> list[str]:
    """The statements of the procedure itself."""
    text = exported(*nodes, **more)
    tree = ast.parse(text)
    (function,) = (part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name == "test")
    return [line.strip() for line in text.splitlines()[function.lineno : function.end_lineno]]


def step(action: Json, target: Json | None = None, **more: Any) -> Json:
    return {**task("step", action, **more), **({"target": target} if target else {})}


@given(sops())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_any_sop_becomes_a_script_that_python_can_read(document: Sop) -> None:
    nodes = list(document.walk_nodes())
    assume(len({node.id for node in nodes}) == len(nodes))
    assume(all(node.default in node.outcomes for node in nodes if isinstance(node, Decision)))
    try:
        text = to_playwright(document).text
    except SopError:
        # A broken template, which `handrail export` refuses with its place.
        assume(False)
        return
    ast.parse(text)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ({"do": "open", "url": "http://crm.test/new"}, 'page.goto("http://crm.test/new")'),
        ({"do": "back"}, "page.go_back()"),
        ({"do": "reload"}, "page.reload()"),
        ({"do": "click"}, 'page.get_by_role("textbox", name="Name", exact=True).click()'),
        ({"do": "click", "button": "middle"}, '.click(button="middle")'),
        ({"do": "click", "modifiers": ["Shift"]}, '.click(modifiers=["Shift"])'),
        ({"do": "click", "position": [3, 4.5]}, '.click(position={"x": 3, "y": 4.5})'),
        ({"do": "click", "hold_seconds": 0.9}, ".click(delay=900)"),
        ({"do": "double_click"}, ".dblclick()"),
        ({"do": "right_click"}, '.click(button="right")'),
        ({"do": "hover"}, ".hover()"),
        ({"do": "fill", "value": "{{ name }}"}, ".fill(data.name)"),
        ({"do": "fill", "value": "Dr. {{ name }}"}, '.fill(f"Dr. {data.name}")'),
        ({"do": "fill", "value": "{{ secret:pin }}"}, ".fill(data.pin)"),
        ({"do": "fill", "value": "{{ name | trim | lower }}"}, ".fill(data.name.strip().lower())"),
        ({"do": "fill", "value": '{{ name | regex("@(.+)$") }}'}, '.fill(search("@(.+)$", data.name))'),
        ({"do": "type", "text": "ab"}, '.press_sequentially("ab")'),
        ({"do": "type", "text": "ab", "replaces": True}, ".select_text()"),
        ({"do": "press", "keys": "Enter"}, '.press("Enter")'),
        ({"do": "select", "options": ["One", "Two"]}, 'exact=True), "One", "Two")'),
        ({"do": "check"}, ".check()"),
        ({"do": "check", "on": "{{ name }}"}, '.set_checked(data.name.lower() == "true")'),
        ({"do": "uncheck"}, ".uncheck()"),
        ({"do": "upload", "files": ["{{ name }}"]}, ".set_input_files(data.name)"),
        ({"do": "drag", "onto": by_role("listitem", "Done")}, '.drag_to(page.get_by_role("listitem", '),
        ({"do": "paste", "text": "a"}, 'paste(page.get_by_role("textbox", name="Name", exact=True), "a")'),
        ({"do": "copy", "into": "name"}, "data.name = read("),
        ({"do": "set", "name": "name", "value": "x"}, 'data.name = "x"'),
        (
            {"do": "request", "method": "POST", "url": "/api", "body": "{}"},
            '.fetch("/api", method="POST", data="{}")',
        ),
    ],
)
def test_every_action_has_its_line(action: Json, line: str) -> None:
    found = lines(step(action, NAME), variables={"name": {}})
    assert line in "".join(found), found


@pytest.mark.parametrize(
    ("locator", "source"),
    [
        (
            {"by": "role", "role": "button", "name": "Save"},
            'page.get_by_role("button", name="Save", exact=True)',
        ),
        ({"by": "label", "text": "Email"}, 'page.get_by_label("Email", exact=True)'),
        ({"by": "placeholder", "text": "Email"}, 'page.get_by_placeholder("Email", exact=True)'),
        ({"by": "text", "text": "More"}, 'page.get_by_text("More", exact=True)'),
        ({"by": "test_id", "value": "save"}, 'page.get_by_test_id("save")'),
        ({"by": "test_id", "value": "save", "attribute": "data-qa"}, "page.locator('[data-qa=\"save\"]')"),
        ({"by": "css", "css": "#save"}, 'page.locator("#save")'),
        (
            {"by": "role", "role": "button", "name": "Edit", "within": {"by": "row", "text": "{{ name }}"}},
            'page.get_by_role("row").filter(has_text=data.name)'
            '.get_by_role("button", name="Edit", exact=True)',
        ),
    ],
)
def test_every_locator_has_its_twin(locator: Json, source: str) -> None:
    found = " ".join(lines(step({"do": "click"}, {"locators": [locator]}), variables={"name": {}}))
    assert f"{source}.click()".replace(" ", "") in found.replace(" ", "")


def test_an_element_in_a_frame_is_looked_for_in_it() -> None:
    frame = {"locators": [{"by": "css", "css": "iframe#profile"}]}
    target = {"locators": [{"by": "label", "text": "Size"}], "frame": [frame]}
    line = 'page.locator("iframe#profile").content_frame.get_by_label("Size", exact=True).click()'
    assert line in lines(step({"do": "click"}, target))


@pytest.mark.parametrize(
    ("condition", "line"),
    [
        ({"kind": "element", "state": "visible"}, "expect(name).to_be_visible()"),
        ({"kind": "element", "state": "absent", "target": by_role("alert", "No")}, ".to_have_count(0)"),
        (
            {"kind": "element", "state": "checked", "target": by_role("button", "Hot")},
            'exact=True)).to_have_attribute("aria-pressed", "true")',
        ),
        (
            {
                "kind": "not",
                "condition": {"kind": "element", "state": "unchecked", "target": by_role("tab", "Terms")},
            },
            '.first.get_attribute("aria-selected") == "false"',
        ),
        ({"kind": "value", "equals": "{{ name }}"}, "expect(name).to_have_value(data.name)"),
        ({"kind": "text", "contains": "Saved"}, 'expect(showing(page, "Saved").first).to_be_visible()'),
        (
            {"kind": "text", "equals": "{{ name }}", "as_name": True},
            "expect(page.get_by_text(data.name, exact=True).filter(visible=True).first).to_be_visible()",
        ),
        (
            {"kind": "not", "condition": {"kind": "text", "equals": "Ada", "as_name": True}},
            'not (page.get_by_text("Ada", exact=True).filter(visible=True).count() > 0)',
        ),
        ({"kind": "text", "equals": "1", "target": by_role("status", "Count")}, '.to_have_text("1")'),
        ({"kind": "url", "path": "/a/*"}, 'expect(page).to_have_url(path("/a/*"))'),
        ({"kind": "title", "contains": "New"}, 'expect(page).to_have_title(re.compile(re.escape("New")))'),
        ({"kind": "count", "target": NAME, "number": 3}, ".filter(visible=True)).to_have_count(3)"),
        (
            {"kind": "count", "target": NAME, "comparison": "at_least", "number": 3},
            ".nth(2)).to_be_visible()",
        ),
        ({"kind": "count", "target": NAME, "comparison": "less", "number": 3}, ".nth(2)).to_be_hidden()"),
        ({"kind": "variable", "name": "name", "value": "x"}, 'lambda: compare(data.name, "x") == 0'),
        ({"kind": "date", "left": "{{ name }}", "comparison": "less", "right": "2026-01-01"}, "< 0"),
        ({"kind": "file", "name": "*.csv"}, 'kept("*.csv")'),
        (
            {"kind": "http", "url": "/api", "status": 200, "fields": {"0.name": "{{ name }}"}},
            'reads(page.request.get("/api"), status=200, fields={"0.name": data.name})',
        ),
        ({"kind": "download", "name": "*.csv"}, "page.expect_download(timeout=30_000) as download:"),
        (
            {"kind": "response", "path": "/save", "method": "POST"},
            'page.expect_response(answered("POST", "/save")):',
        ),
        ({"kind": "not", "condition": {"kind": "text", "contains": "Bad"}}, "not (showing(page"),
    ],
)
def test_every_condition_has_its_expectation(condition: Json, line: str) -> None:
    found = lines(step({"do": "click"}, NAME, done_when=[condition]), variables={"name": {}})
    assert line in "".join(found), found


def test_a_secret_is_not_compared_where_a_failure_would_print_it() -> None:
    done = [{"kind": "value", "equals": "{{ pin }}"}]
    found = lines(
        step({"do": "fill", "value": "{{ pin }}"}, NAME, done_when=done), variables={"pin": {"secret": True}}
    )
    assert 'expect(name).not_to_have_value("")' in found
    assert not any("to_have_value(data.pin)" in line for line in found)


DECISION: Json = {
    "id": "known",
    "type": "decision",
    "label": "Known?",
    "question": "Is the contact there?",
    "outcomes": ["yes", "no"],
    "default": "no",
    "check": {"yes": {"kind": "text", "contains": "1 contact"}},
}


def edges(*pairs: str) -> list[Json]:
    found = []
    for pair in pairs:
        source, _, to = pair.partition(" ")
        name, _, when = source.partition(":")
        found.append({"from": name, "to": to, **({"when": when} if when else {})})
    return found


def test_ways_that_come_together_again_are_if_and_else() -> None:
    ways = edges("open known", "known:yes click-edit", "known:no click-add", "click-edit click-save",
                 "click-add click-save", "click-save end")  # fmt: skip
    nodes = [DECISION, click("Edit"), click("Add"), click("Save", "once")]
    assert lines(*nodes, edges=ways)[3:] == [
        "# Is the contact there?",
        "settled(page)",
        'if showing(page, "1 contact").count() > 0:',
        'page.get_by_role("button", name="Edit", exact=True).click()',
        "else:",
        'page.get_by_role("button", name="Add", exact=True).click()',
        "# Not to be repeated blindly: its effect is not to be repeated.",
        'page.get_by_role("button", name="Save", exact=True).click()',
    ]


def test_a_way_that_ends_returns() -> None:
    ways = edges("open known", "known:yes stop", "known:no click-add", "click-add end")
    stop: Json = {"id": "stop", "type": "end", "label": "Nothing to do"}
    found = lines(DECISION, click("Add"), stop, edges=ways)
    assert found[5:] == [
        'if showing(page, "1 contact").count() > 0:',
        "return",
        'page.get_by_role("button", name="Add", exact=True).click()',
    ]


def test_a_way_back_becomes_steps_that_name_the_next() -> None:
    ways = edges("open known", "known:yes end", "known:no click-more", "click-more known")
    text = exported(DECISION, click("More"), edges=ways)
    for line in ('step = "open"', "while step:", 'case "known":', 'step = "click-more"', 'step = ""'):
        assert line in text


def test_a_failure_with_a_way_of_its_own_is_caught() -> None:
    ways = edges("open click-add", "click-add end", "click-add:failed click-cancel", "click-cancel end")
    found = lines(click("Add"), click("Cancel"), edges=ways)
    assert found[3:] == [
        "try:",
        'page.get_by_role("button", name="Add", exact=True).click()',
        "except (Error, AssertionError):",
        'page.get_by_role("button", name="Cancel", exact=True).click()',
    ]


def test_a_group_is_a_function_and_another_tab_is_a_page_of_its_own() -> None:
    inside = {**click("Send"), "page": "mail"}
    group: Json = {"id": "send", "type": "group", "label": "Send the mail", "children": [inside]}
    start = [{"url": HERE}, {"name": "mail", "url": "http://mail.test/"}]
    text = exported(group, environment={"start": start})
    assert "def send_the_mail(pages: dict[str, Page]) -> None:" in text
    assert 'pages["mail"] = pages["main"].context.new_page()' in text
    assert 'pages["mail"].goto("http://mail.test/")' in text
    assert 'pages["mail"].get_by_role("button", name="Send", exact=True).click()' in text


LOSSES: list[tuple[Json, str]] = [
    (step({"do": "dialog", "answer": "accept"}), "a dialog is answered while it opens"),
    (step({"do": "click"}, {"role": "button", "name": "Save"}), "no way to find the button 'Save'"),
    (
        step(
            {"do": "click"}, NAME, done_when=[{"kind": "sql", "database": "db", "query": "q", "equals": "1"}]
        ),
        "does not check that the database",
    ),
    (step({"do": "click"}, NAME, skills=[{"do": "request", "url": "/api"}]), "the other way is not tried"),
    (step({"do": "click"}, NAME, retry={"times": 2}), "does not try again"),
    ({**click("A"), "compensation": "open"}, "does not undo it by 'open'"),
    ({"id": "g", "type": "group", "label": "G", "atomic": True, "children": [click("B")]}, "does not undo"),
    (
        {
            "id": "x",
            "type": "explore",
            "label": "X",
            "goal": "Find it",
            "success": {"kind": "url", "path": "/"},
        },
        "does not look for a way",
    ),
    (
        {"id": "w", "type": "generate", "label": "W", "inputs": [], "instructions": "Thank", "into": "t"},
        "a text is not written",
    ),
    ({**DECISION, "check": {}}, "no check tells 'yes'"),
]


@pytest.mark.parametrize(("node", "words"), LOSSES)
def test_what_a_script_cannot_say_is_listed_and_stands_in_it(node: Json, words: str) -> None:
    ways = (
        edges("open " + node["id"], f"{node['id']}:yes end", f"{node['id']}:no end")
        if node["type"] == "decision"
        else None
    )
    document = sop(
        [open_page(HERE), node], ["crm.test"], {"t": {"output": True}}, **({"edges": ways} if ways else {})
    )
    result = to_playwright(document)
    (loss,) = result.losses
    assert words in loss.message
    assert loss.node == node["id"]
    assert loss.message.split(".")[0][:40] in " ".join(result.text.split())


def test_a_script_is_as_linters_and_formatters_want_it(tmp_path: Path) -> None:
    done = [{"kind": "url", "path": "/contacts/*"}, {"kind": "text", "contains": "Saved"}]
    dialogs = [{"kind": "confirm", "message": "Really save the contact of {{ name }} for good?"}]
    nodes = [
        fill("Name", "{{ name }}"),
        click("Save", "once", done_when=done, dialogs=dialogs, opens="receipt"),
    ]
    variables = {"name": {"description": 'The "whole" name: 100 %.'}, "amount": {"type": "number"}}
    path = tmp_path / "script.py"
    path.write_text(exported(*nodes, variables=variables), encoding="utf-8")
    check_with_ruff(path)


def test_what_cannot_be_seen_does_not_stand_in_the_code() -> None:
    note = "Ada \u202e🚀\u2066"
    script = exported(fill("Name", note), variables={"note": {"default": note}})
    assert "\\U0000202e" in script and "🚀" in script
    assert not {"\u202e", "\u2066"} & set(script)
    compile(script, "script.py", "exec")


def test_every_helper_is_so_as_well(tmp_path: Path) -> None:
    source = "\n\n\n".join(HELPERS[name].source.strip("\n") for name in in_order())
    path = tmp_path / "helpers.py"
    head = "\n".join(imports_of(source))
    path.write_text(f"{head}\n\nDOWNLOADS = Path()\n\n\n{source}\n", encoding="utf-8")
    check_with_ruff(path)


def in_order() -> list[str]:
    """Every helper after those that it uses."""
    found: dict[str, None] = {}

    def add(name: str) -> None:
        for other in HELPERS[name].uses:
            add(other)
        found[name] = None

    for name in HELPERS:
        add(name)
    return list(found)


def check_with_ruff(path: Path) -> None:
    for check in (["check", "--select", "E,F,W,I,UP,B,SIM,RET"], ["format", "--check"]):
        settings = ["--isolated", "--line-length", "100", "--target-version", "py311"]
        command = [sys.executable, "-m", "ruff", *check, *settings, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + path.read_text(encoding="utf-8")
