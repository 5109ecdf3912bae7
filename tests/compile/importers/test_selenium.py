"""Selenium IDE projects: commands, checks, branches, loops, frames, windows, dialogs and variables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from handrail.compile.importers import Imported, Wish, import_file
from handrail.errors import SourceError, UsageError
from handrail.sop.sentences import describe_action, describe_condition
from tests.compile.importers.files import Json, asked, fate, ids, imported, node, nodes, side

OPEN = ("open", "/list")


def project(*commands: tuple[str, ...] | Json, **more: Any) -> Imported:
    return imported(side(OPEN, *commands, **more))


def last(*commands: tuple[str, ...] | Json) -> Any:
    return nodes(project(*commands))[-1]


@pytest.mark.parametrize(
    ("command", "action"),
    [
        (("click", "id=a"), {"do": "click"}),
        (("clickAndWait", "id=a"), {"do": "click"}),
        (("clickAt", "id=a", "3,4"), {"do": "click", "position": [3, 4]}),
        (("clickAt", "id=a", "0,0"), {"do": "click"}),
        (("doubleClick", "id=a"), {"do": "double_click"}),
        (("mouseOver", "id=a"), {"do": "hover"}),
        (("type", "id=a", "x"), {"do": "fill", "value": "{{ a }}"}),
        (("editContent", "id=a", "x"), {"do": "fill", "value": "{{ a }}"}),
        (("type", "css=input[type='file']", "a.pdf"), {"do": "upload", "files": ["{{ value_2 }}"]}),
        (("sendKeys", "id=a", "abc"), {"do": "type", "text": "{{ a }}"}),
        (("sendKeys", "id=a", "${KEY_ENTER}"), {"do": "press", "keys": "Enter"}),
        (("sendKeys", "id=a", "${KEY_CTRL}${KEY_HOME}"), {"do": "press", "keys": "Control+Home"}),
        (("select", "id=a", "label=Lead"), {"do": "select", "options": ["{{ a }}"]}),
        (("select", "id=a", "value=7"), {"do": "select", "options": ["{{ a }}"]}),
        (("check", "id=a"), {"do": "check"}),
        (("uncheck", "id=a"), {"do": "uncheck"}),
        (("close", ""), {"do": "close_tab"}),
    ],
)
def test_a_command_becomes_an_action(command: tuple[str, ...], action: Json) -> None:
    found = last(command).action.model_dump(mode="json", exclude_defaults=True)
    if "files" in action:
        assert found["do"] == "upload" and found["files"][0].startswith("{{ ")
    else:
        assert found == action


@pytest.mark.parametrize(
    ("locator", "expected"),
    [
        ("id=save", {"by": "css", "css": "#save"}),
        ("id=a:b.1", {"by": "css", "css": '[id="a:b.1"]'}),
        ("name=user", {"by": "css", "css": '[name="user"]'}),
        ("css=.a > .b", {"by": "css", "css": ".a > .b"}),
        ("xpath=//a[@id='x']", {"by": "xpath", "xpath": "//a[@id='x']"}),
        ("//a[@id='x']", {"by": "xpath", "xpath": "//a[@id='x']"}),
        (
            "xpath=(//a[contains(text(),'Go (on)')])[1]",
            {"by": "xpath", "xpath": "//a[contains(text(),'Go (on)')]"},
        ),
        ("xpath=(//a)[3]", {"by": "xpath", "xpath": "(//a)[3]"}),
        ("linkText=Sign in", {"by": "role", "role": "link", "name": "Sign in"}),
        ("link=Sign in", {"by": "role", "role": "link", "name": "Sign in"}),
        ("partialLinkText=Sign", {"by": "xpath", "xpath": "//a[contains(., 'Sign')]"}),
        ("save", {"by": "css", "css": '[id="save"], [name="save"]'}),
        ("id=${row}", {"by": "css", "css": '[id="{{ row }}"]'}),
    ],
)
def test_a_locator_is_read(locator: str, expected: Json) -> None:
    target = last(("click", locator)).target
    assert [found.model_dump(exclude_defaults=True) for found in target.locators] == [expected]


def test_alternative_locators_are_kept_the_ones_that_say_where_come_last() -> None:
    command = {
        "id": "1",
        "command": "click",
        "target": "css=tr:nth-child(2) a",
        "targets": [["css=tr:nth-child(2) a", "css:finder"], ["linkText=Edit", "linkText"], ["dom=x", "dom"]],
        "value": "",
    }
    found = project(command)
    assert [locator.by for locator in nodes(found)[-1].target.locators] == ["role", "css"]  # type: ignore[union-attr]
    assert fate(found, "tests[0].commands[1].targets[2][0]").startswith("left: no locator")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("assertText", "id=m", "Saved"), "the element (#m) reads 'Saved'"),
        (("verifyNotText", "id=m", "Bad"), None),
        (("assertElementPresent", "id=m"), "the element (#m) is on the page"),
        (("assertElementNotPresent", "id=m"), "the element (#m) is not on the page"),
        (("waitForElementVisible", "id=m", "100"), "the element (#m) is shown"),
        (("waitForElementNotVisible", "id=m", "100"), "the element (#m) is not shown"),
        (("waitForElementEditable", "id=m", "100"), "the element (#m) can be used"),
        (("assertChecked", "id=m"), "the element (#m) is ticked"),
        (("verifyNotChecked", "id=m"), "the element (#m) is not ticked"),
        (("assertNotEditable", "id=m"), "the element (#m) cannot be used"),
        (("assertValue", "id=m", "5"), "the element (#m) holds '5'"),
        (("assertSelectedLabel", "id=m", "Lead"), "the element (#m) holds 'Lead'"),
        (("assertTitle", "Home"), "the page's title is 'Home'"),
        (("assertText", "id=m", "regexp:^S.*d$"), None),
    ],
)
def test_a_check_is_a_criterion_of_the_step_before(command: tuple[str, ...], words: str | None) -> None:
    click = last(("click", "css=.go"), command)
    assert click.action.do == "click" and len(click.done_when) == 1
    if words is not None:
        assert describe_condition(click.done_when[0], click.target) == words


def test_waiting_gives_the_step_its_time() -> None:
    assert last(("click", "id=a"), ("waitForElementPresent", "id=b", "30000")).timeout == 30


def test_a_condition_branches_and_both_ways_come_together() -> None:
    found = project(
        ("storeText", "id=state", "state"),
        ("if", '${state} === "open"'),
        ("click", "linkText=Close"),
        ("elseIf", '${state} == "new" && ${count} > 3'),
        ("click", "linkText=Start"),
        ("end", ""),
        ("click", "linkText=Home"),
    )
    decision = node(found, "decide")
    assert decision.outcomes == ("yes", "yes-2", "no")
    assert decision.default == "no"
    assert (
        describe_condition(decision.check["yes-2"]) == "{{ state }} is 'new' and {{ count }} is more than '3'"
    )
    edges = {(edge.source, edge.when): edge.target for edge in found.sop.edges}
    assert edges["decide", "yes"] == "click-close"
    assert (
        edges["decide", "no"] == edges["click-close", "next"] == edges["click-start", "next"] == "click-home"
    )


def test_a_condition_that_is_a_script_is_a_required_question_at_the_decision() -> None:
    found = project(("if", "document.title.length > 3"), ("click", "id=a"), ("end", ""))
    assert node(found, "decide").check == {}
    assert "document.title.length > 3" in asked(found, "decide")[0]


def test_loops_have_a_bound() -> None:
    found = project(
        ("storeJson", '["a", "b"]', "names"),
        ("forEach", "names", "name"),
        ("type", "id=q", "${name}"),
        ("end", ""),
        ("times", "3"),
        ("click", "id=more"),
        ("end", ""),
        ("while", "${left} > 0", "7"),
        ("click", "id=less"),
        ("end", ""),
        ("do", ""),
        ("click", "id=again"),
        ("repeatIf", "${left} < 9"),
    )
    loops = [found_node for found_node in nodes(found) if found_node.type == "loop"]
    assert [(loop.over, loop.bound) for loop in loops] == [
        ("variable", 2),
        ("variable", 3),
        ("while", 7),
        ("while", 100),
    ]
    assert loops[0].children[0].action.value == "{{ name }}"  # type: ignore[union-attr]
    assert found.sop.variables[loops[1].variable or ""].default == '["1", "2", "3"]'
    assert asked(found, loops[3].id)


def test_a_block_without_end_is_one_clear_sentence() -> None:
    with pytest.raises(
        SourceError, match=r"tests\[0\]\.commands\[1\]: The block that 'while' opens has no end"
    ):
        project(("while", "true"), ("click", "id=a"))


def test_frames_are_entered_and_left() -> None:
    found = project(
        ("selectFrame", "index=1"),
        ("selectFrame", "id=inner"),
        ("click", "id=a"),
        ("selectFrame", "relative=parent"),
        ("click", "id=b"),
        ("selectFrame", "relative=top"),
        ("click", "id=c"),
    )
    assert [len(n.target.frame) for n in nodes(found)[1:]] == [2, 1, 0]  # type: ignore[union-attr]


def test_windows_are_tabs() -> None:
    opener = {
        "id": "1",
        "command": "click",
        "target": "id=open",
        "targets": [],
        "value": "",
        "opensWindow": True,
        "windowHandleName": "win9",
        "windowTimeout": 2000,
    }
    found = project(
        ("storeWindowHandle", "root"),
        opener,
        ("selectWindow", "handle=${win9}"),
        ("click", "id=in"),
        ("close", ""),
        ("selectWindow", "handle=${root}"),
        ("click", "id=out"),
    )
    assert node(found, "click-open").opens == "win9"
    assert node(found, "click-in").page == "win9"
    assert node(found, "click-out").page == "main"


def test_dialogs_are_answered_by_the_step_that_opens_them() -> None:
    found = project(
        ("chooseCancelOnNextConfirmation", ""),
        ("click", "id=delete"),
        ("assertConfirmation", "Sure?"),
        ("click", "id=rename"),
        ("assertPrompt", "New name?"),
        ("webdriverAnswerOnVisiblePrompt", "Ada"),
        ("click", "id=tell"),
        ("assertAlert", "Done."),
    )
    assert describe_action(node(found, "click-delete")).endswith("answer the question 'Sure?' with Cancel")
    rename = node(found, "click-rename").dialogs
    assert [(d.kind, d.message, d.text) for d in rename] == [("prompt", "New name?", "Ada")]
    assert node(found, "click-tell").dialogs[0].message == "Done."


def test_variables_are_inputs_outputs_or_set_on_the_way() -> None:
    found = project(
        ("store", "Ada", "who"),
        ("storeText", "id=no", "number"),
        ("storeAttribute", "css=a.x@href", "link"),
        ("type", "id=q", "${who} ${number}"),
        ("store", "${number}-b", "who2"),
        ("type", "id=r", "${unknown}"),
    )
    variables = found.sop.variables
    assert variables["who"].default == "Ada"
    assert variables["number"].output and variables["link"].output
    assert node(found, "read-link").fields[0].attribute == "href"
    assert node(found, "fill-q").action.value == "{{ who }} {{ number }}"
    assert node(found, "set-who2").action.value == "{{ number }}-b"
    assert variables["unknown"].required and not variables["unknown"].output


def test_a_password_is_a_secret_even_when_it_was_stored() -> None:
    found = project(
        ("store", "pa55word!", "pw"), ("type", "id=password", "${pw}"), ("type", "name=pin", "9944")
    )
    assert found.sop.variables["pw"].secret and found.sop.variables["pin"].secret
    assert "pa55word!" not in found.sop.model_dump_json() + found.report.model_dump_json()


@pytest.mark.parametrize(
    "command",
    [
        ("runScript", "alert(1)"),
        ("executeScript", "return document.title", "t"),
        ("executeAsyncScript", "return x", "t"),
        ("mouseDownAt", "id=a", "1,2"),
        ("select", "id=a", "index=2"),
        ("click", "dom=document.forms[0]"),
        ("storeElementCount", "css=li", "n"),
        ("type", "id=a", "${list[0]}"),
        ("run", "no such test"),
        ("selectWindow", "handle=${never}"),
        ("open", "${nothing.here}"),
        ("inventedCommand", "x", "y"),
    ],
)
def test_what_has_no_counterpart_is_a_person_s_step_with_a_required_question(
    command: tuple[str, ...],
) -> None:
    found = project(command)
    step = nodes(found)[-1]
    assert step.type == "human"
    assert len(asked(found, step.id)) == 1


def test_what_does_nothing_to_the_app_is_left_out_and_said() -> None:
    found = project(
        ("echo", "hi"), ("setSpeed", "100"), ("// click", "id=a"), ("pause", "500"), ("mouseOut", "id=a")
    )
    assert ids(found) == ["open-list", "end"]
    assert fate(found, "tests[0].commands[3].command") == "left: it is switched off in the file"
    assert fate(found, "tests[0].commands[4].target").startswith("left: Handrail waits")


def test_several_tests_are_groups_and_one_can_be_chosen() -> None:
    document = side(OPEN, ("run", "sign in"), ("click", "id=a"))
    document["tests"] += [
        {
            "id": "t2",
            "name": "sign in",
            "commands": [{"id": "x", "command": "click", "target": "id=in", "value": ""}],
        },
        {
            "id": "t3",
            "name": "other",
            "commands": [{"id": "y", "command": "open", "target": "/o", "value": ""}],
        },
    ]
    found = imported(document)
    assert [n.type for n in found.sop.nodes] == ["group", "group", "end"]
    assert ids(found) == ["a-test", "open-list", "click-in", "click-a", "other", "open-o", "end"]
    chosen = import_file(json.dumps(document).encode(), "x", Wish(test="other"))
    assert ids(chosen) == ["open-o", "end"]
    with pytest.raises(UsageError, match="There is no test 'nope'"):
        import_file(json.dumps(document).encode(), "x", Wish(test="nope"))


def test_a_relative_address_is_below_the_project_s() -> None:
    assert node(project(), "open-list").action.url == "https://app.example.com/list"


def test_the_password_of_a_store_is_asked_for_and_two_people_have_two() -> None:
    found = imported(
        side(
            ("store", "s3cret-one", "pw"),
            ("type", "id=password", "${pw}"),
            ("store", "s3cret-two", "pw"),
            ("type", "id=password", "${pw}"),
        )
    )
    values = [n.action.value for n in nodes(found) if n.type == "task" and n.action.do == "fill"]
    assert values == ["{{ pw }}", "{{ pw_2 }}"]
    assert found.sop.variables["pw"].secret and found.sop.variables["pw_2"].secret
    assert "s3cret" not in found.sop.model_dump_json() + found.report.model_dump_json()


def test_each_test_begins_in_a_window_of_its_own_and_with_its_own_values() -> None:
    first = side(
        {"command": "click", "target": "id=a", "opensWindow": True, "windowHandleName": "w"},
        ("selectWindow", "handle=${w}"),
        ("type", "id=q", "selenium"),
    )
    second = side(("open", "/b"), ("assertTitle", "selenium"))["tests"][0]
    found = imported({**first, "tests": [*first["tests"], {**second, "id": "t2", "name": "Second"}]})
    opened: Any = next(n for n in nodes(found) if n.type == "task" and n.action.do == "open")
    assert opened.page == "main"
    assert opened.done_when[0].equals == "selenium"


@pytest.mark.parametrize(
    ("commands", "said"),
    [
        ((("mouseDownAt", "id=a", "1,1"), ("mouseMoveAt", "id=b"), ("mouseUpAt", "id=b", "3,3")), ["drag"]),
        ((("mouseDownAt", "id=a", "1,1"), ("mouseUpAt", "id=a", "1,1"), ("click", "id=a")), ["click"]),
        ((("mouseDownAt", "id=a", "1,1"), ("mouseUpAt", "id=a", "9,1")), ["human"]),
        ((("click", "id=a"), ("type", "id=a", "x")), ["fill"]),
        ((("select", "id=s", "label=Two"), ("click", "css=option:nth-child(2)")), ["select"]),
        ((("click", "css=html"), ("click", "id=go")), ["click"]),
    ],
)
def test_what_the_recorder_writes_of_the_mouse_becomes_what_a_person_did(
    commands: tuple[tuple[str, ...], ...], said: list[str]
) -> None:
    found = project(*commands)
    assert [n.action.do if n.type == "task" else n.type for n in nodes(found)[1:]] == said


def test_a_click_on_an_input_of_unknown_kind_is_never_repeated_blindly() -> None:
    assert last(("click", "xpath=//input[@id='btn_x']")).effect == "once"


def test_what_a_text_includes_is_a_condition() -> None:
    found = project(
        ("storeText", "id=d", "day"), ("if", "${day}.includes('2026')"), ("click", "id=a"), ("end",)
    )
    assert describe_condition(node(found, "decide").check["yes"]) == "{{ day }} contains '2026'"


def test_an_expectation_of_nothing_is_a_question() -> None:
    found = project(("click", "id=a"), ("assertText", "id=m", ""))
    assert asked(found, nodes(found)[-1].id)
