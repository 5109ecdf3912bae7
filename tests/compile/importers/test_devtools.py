"""DevTools Recorder flows: every kind of step and of selector has its place in the SOP, or a question."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.sentences import describe_action
from tests.compile.importers.files import Json, asked, fate, flow, ids, imported, node, nodes

URL = "https://app.example.com"
OPEN: Json = {"type": "navigate", "url": f"{URL}/list"}


def step(type: str, *selectors: str | list[str], **more: Any) -> Json:
    given = {"selectors": [s if isinstance(s, list) else [s] for s in selectors]} if selectors else {}
    return {"type": type, **given, **more}


def only(*steps: Json, **more: Any) -> Any:
    """The last step of a flow that opens a page and does this."""
    return nodes(imported(flow(OPEN, *steps, **more)))[-1]


@pytest.mark.parametrize(
    ("given", "action"),
    [
        (step("click", "#a"), {"do": "click"}),
        (step("click", "#a", duration=80), {"do": "click"}),
        (step("click", "#a", duration=912), {"do": "click", "hold_seconds": 0.9}),
        (step("click", "#a", duration=60_000), {"do": "click", "hold_seconds": 10}),
        (step("click", "#a", button="secondary"), {"do": "right_click"}),
        (step("click", "#a", button="auxiliary"), {"do": "click", "button": "middle"}),
        (step("click", "#a", button="back"), {"do": "back"}),
        (step("doubleClick", "#a", offsetX=1, offsetY=2), {"do": "double_click"}),
        (step("hover", "#a"), {"do": "hover"}),
        (step("change", "#a", value="x"), {"do": "fill", "value": "{{ a }}"}),
        (step("change", "#a", value=""), {"do": "fill", "value": ""}),
        (step("change", "select#a", value="x"), {"do": "select", "options": ["{{ a }}"]}),
        (step("change", "aria/News[role='checkbox']", value="true"), {"do": "check"}),
        (step("change", "input[type=checkbox]", value="false"), {"do": "uncheck"}),
        (step("scroll", x=0, y=300), {"do": "scroll", "y": 300}),
        (step("scroll", "#list", y=50), {"do": "scroll", "y": 50}),
        (step("keyDown", key="Enter"), {"do": "press", "keys": "Enter"}),
        (step("keyDown", key="\r"), {"do": "press", "keys": "Enter"}),
        ({"type": "close"}, {"do": "close_tab"}),
    ],
)
def test_a_step_becomes_an_action(given: Json, action: Json) -> None:
    assert only(given).action.model_dump(mode="json", exclude_defaults=True) == action


@pytest.mark.parametrize(
    ("selector", "locators"),
    [
        ("#save", [{"by": "css", "css": "#save"}]),
        ("pierce/#save", [{"by": "css", "css": "#save"}]),
        ('xpath///*[@id="save"]', [{"by": "xpath", "xpath": '//*[@id="save"]'}]),
        ("text/Save", [{"by": "text", "text": "Save"}]),
        ('aria/Save[role="button"]', [{"by": "role", "role": "button", "name": "Save"}]),
        ('aria/[role="main"]', [{"by": "role", "role": "main"}]),
        ("[data-testid='save']", [{"by": "test_id", "value": "save"}]),
        (["#host", "button.x"], [{"by": "css", "css": "button.x", "within": {"by": "css", "css": "#host"}}]),
        ("my-app >>> #x", [{"by": "css", "css": "#x", "within": {"by": "css", "css": "my-app"}}]),
    ],
)
def test_a_selector_becomes_a_locator(selector: str | list[str], locators: list[Json]) -> None:
    target = only(step("click", selector)).target
    assert [found.model_dump(exclude_defaults=True) for found in target.locators] == locators


def test_a_path_of_selectors_tells_the_shadow_hosts() -> None:
    target = only(step("click", ["my-app", "my-form", "button"])).target
    assert target.shadow == ("my-app", "my-form")


def test_a_bare_accessible_name_is_a_label_of_a_field_and_a_button_or_link_elsewhere() -> None:
    field = only(step("change", "aria/Email", value="x")).target
    assert [found.by for found in field.locators] == ["label"]
    button = only(step("click", "aria/Save", "button.primary")).target
    assert [found.model_dump(exclude_defaults=True) for found in button.locators] == [
        {"by": "role", "role": "button", "name": "Save"},
        {"by": "label", "text": "Save"},
        {"by": "css", "css": "button.primary"},
    ]


def test_what_is_typed_is_an_input_with_the_recorded_value_as_default() -> None:
    found = imported(flow(OPEN, step("change", "aria/Full name", value="Ada"), step("click", "text/Save")))
    variable = found.sop.variables["full_name"]
    assert (variable.default, variable.required, variable.secret) == ("Ada", False, False)
    assert (
        describe_action(node(found, "fill-full-name")) == "Fill the element 'Full name' with {{ full_name }}"
    )


@pytest.mark.parametrize(
    "selector",
    ["#password", "input[type='password']", "aria/Kennwort", "[name=api_key]"]
    + [
        f"aria/{word}"
        for word in ("Senha", "Wachtwoord", "Lösenord", "Hasło", "Пароль", "密码", "パスワード")
    ],
)
def test_a_password_is_a_secret_and_stands_nowhere(selector: str) -> None:
    found = imported(
        flow(
            OPEN,
            step("change", selector, value="s3cret-word"),
            {"type": "customStep", "name": "log", "parameters": {"typed": "s3cret-word"}},
        )
    )
    (secret,) = [name for name, variable in found.sop.variables.items() if variable.secret]
    assert node(found, nodes(found)[1].id).action.value == f"{{{{ {secret} }}}}"
    assert "s3cret-word" not in found.sop.model_dump_json() + found.report.model_dump_json()


def test_an_asserted_navigation_is_a_criterion_that_holds_on_other_data() -> None:
    found = imported(
        flow(
            OPEN,
            step("change", "aria/Name", value="Ada Byron"),
            step(
                "click",
                "text/Save",
                assertedEvents=[
                    {"type": "navigation", "url": f"{URL}/contacts/17", "title": "Ada Byron · CRM"}
                ],
            ),
        )
    )
    assert [c.model_dump(exclude_defaults=True) for c in node(found, "click-save").done_when] == [
        {"kind": "url", "path": "/contacts/*"},
        {"kind": "title", "equals": "{{ name }} · CRM"},
    ]


@pytest.mark.parametrize(
    ("more", "condition"),
    [
        ({}, {"kind": "element", "state": "visible"}),
        ({"visible": False}, {"kind": "element", "state": "hidden"}),
        ({"count": 0}, {"kind": "element", "state": "absent"}),
        ({"count": 3, "operator": ">="}, {"kind": "count", "comparison": "at_least", "number": 3}),
        ({"count": 2, "operator": "<="}, {"kind": "count", "comparison": "at_most", "number": 2}),
    ],
)
def test_waiting_for_an_element_is_a_criterion_of_the_step_before(more: Json, condition: Json) -> None:
    click = only(step("click", "#a"), step("waitForElement", "#b", **more))
    found = click.done_when[0].model_dump(exclude_defaults=True)
    assert found.pop("target")["locators"] == ({"by": "css", "css": "#b"},)
    assert found == condition


def test_waiting_before_anything_was_done_is_a_step_of_its_own() -> None:
    found = imported(flow(step("waitForElement", "#a"), OPEN))
    assert found.sop.nodes[0].action.do == "wait"  # type: ignore[union-attr]


def test_properties_of_an_awaited_element_are_criteria_or_questions() -> None:
    found = imported(
        flow(
            OPEN,
            step("click", "#a"),
            step(
                "waitForElement",
                "#a",
                properties={"checked": True, "tabIndex": 3},
                attributes={"data-state": "open"},
            ),
        )
    )
    click = nodes(found)[1]
    assert any(getattr(condition, "state", "") == "checked" for condition in click.done_when)
    questions = asked(found, click.id)
    assert any("'tabIndex'" in q for q in questions) and any("'data-state'" in q for q in questions)


@pytest.mark.parametrize(
    "given",
    [
        {"type": "waitForExpression", "expression": "document.readyState === 'complete'"},
        {"type": "customStep", "name": "lighthouse", "parameters": {"x": [1]}},
        {"type": "tripleClick", "selectors": [["#a"]]},
        step("click", "::-p-react(Button)"),
        step("change", "input[type='file']", value="C:\\fakepath\\a.pdf"),
        {"type": "navigate", "url": "/relative"},
    ],
)
def test_what_has_no_counterpart_is_a_person_s_step_with_a_required_question(given: Json) -> None:
    found = imported(flow(OPEN, given))
    last = nodes(found)[-1]
    assert last.type == "human"
    assert len(asked(found, last.id)) == 1


def test_keys_held_down_belong_to_the_action() -> None:
    found = imported(
        flow(
            OPEN,
            {"type": "keyDown", "key": "Control"},
            {"type": "keyDown", "key": "s"},
            {"type": "keyUp", "key": "s"},
            step("click", "#a"),
            {"type": "keyUp", "key": "Control"},
            {"type": "keyDown", "key": "Escape"},
            {"type": "keyUp", "key": "Escape"},
        )
    )
    press, click, escape = (n.action for n in nodes(found)[1:])  # type: ignore[union-attr]
    assert (press.keys, click.modifiers, escape.keys) == ("Control+s", ("Control",), "Escape")  # type: ignore[union-attr]


def test_frames_are_found_by_their_place() -> None:
    frame = only(step("click", "#a", frame=[1, 0])).target.frame
    assert [part.locators[0].xpath for part in frame] == [
        "(//iframe | //frame)[2]",
        "(//iframe | //frame)[1]",
    ]


def test_another_target_is_a_tab_that_the_step_before_opens() -> None:
    found = imported(
        flow(
            OPEN,
            step("click", "#open"),
            step("click", "#in", target=f"{URL}/popup"),
            {"type": "close", "target": f"{URL}/popup"},
        )
    )
    opener, inside, close = nodes(found)[1:]
    assert (opener.opens, inside.page, close.page) == ("popup", "popup", "popup")  # type: ignore[union-attr]


def test_timeouts_are_in_seconds() -> None:
    found = imported(flow(OPEN, step("click", "#a", timeout=12000), timeout=5000))
    assert [n.timeout for n in nodes(found)] == [5, 12]


def test_a_click_that_only_puts_the_cursor_into_the_next_field_goes() -> None:
    found = imported(flow(OPEN, step("click", "#a", "aria/A"), step("change", "#a", value="x")))
    assert ids(found) == ["open-list", "fill-a", "end"]
    assert fate(found, "steps[1].type").startswith("left: it only puts the cursor")


@pytest.mark.parametrize(
    ("selectors", "effect"),
    [
        (["aria/Delete"], "once"),
        (["text/Save"], "once"),
        (["#x"], "once"),
        (["a.next", "aria/Next"], "none"),
        (['aria/Notes[role="tab"]'], "none"),
        (["aria/Sign out"], "repeatable"),
    ],
)
def test_a_click_that_nothing_is_known_of_is_not_repeated_blindly(selectors: list[str], effect: str) -> None:
    click = only(step("click", *selectors))
    assert click.effect == effect
    assert click.effect_reason


def test_the_viewport_is_the_environment_s() -> None:
    size = {"type": "setViewport", "width": 800, "height": 600, "deviceScaleFactor": 2, "isMobile": True}
    found = imported(flow(size, OPEN))
    assert (found.sop.environment.viewport.width, found.sop.environment.viewport.height) == (800, 600)
    assert any("phone" in q.question for q in found.sop.clarifications)
    assert found.sop.environment.domains == ("app.example.com",)


def test_a_flow_that_opens_no_page_asks_where_it_starts() -> None:
    found = imported(flow(step("click", "#a")))
    assert any(q.required and "On which page" in q.question for q in found.sop.clarifications)
    assert found.sop.variables["start_page"].required


def test_the_same_file_gives_the_same_sop() -> None:
    document = flow(OPEN, step("change", "#a", value="x"), step("click", "text/Save"))
    assert imported(document).sop == imported(document).sop


def test_a_description_is_the_intent_and_a_bare_container_is_named_by_its_text() -> None:
    found = imported(
        flow(
            {"type": "navigate", "url": "https://app.example.com/"},
            {
                "type": "click",
                "selectors": [["aria/Details", 'aria/[role="generic"]'], ["div > span"], ["text/Details"]],
                "description": "Open the details",
            },
        )
    )
    click = nodes(found)[-1]
    assert (click.label, click.intent) == ("Click 'Details'", "Open the details")


def test_what_is_no_selector_is_left_out_by_name() -> None:
    step = {"type": "click", "selectors": [["xpath://li[1]"], ["#go"]]}
    found = imported(flow({"type": "navigate", "url": "https://app.example.com/"}, step))
    assert fate(found, "steps[1].selectors[0][0]") == "left: it is no selector of a recorded flow"
    click: Any = nodes(found)[-1]
    assert len(click.target.locators) == 1


def test_a_tab_that_no_step_opens_is_there_from_the_start_and_asked_about() -> None:
    found = imported(flow({"type": "click", "target": "https://other.example.com/a", "selectors": [["#go"]]}))
    assert [page.url for page in found.sop.environment.start] == ["https://other.example.com/a"]
    assert any("no step before opens it" in q.question for q in found.sop.clarifications)


def test_a_click_on_the_bare_page_is_left_out() -> None:
    found = imported(
        flow(
            {"type": "navigate", "url": "https://app.example.com/"},
            {"type": "click", "selectors": [["html"], ["xpath//html"]]},
        )
    )
    assert len(nodes(found)) == 1


def test_a_timeout_below_nothing_is_none() -> None:
    wait = {"type": "waitForElement", "selectors": [["#go"]], "timeout": -1}
    found = imported(flow({"type": "navigate", "url": "https://app.example.com/"}, wait))
    assert nodes(found)[-1].timeout is None
