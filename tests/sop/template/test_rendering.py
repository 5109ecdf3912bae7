"""Templates: what is read, what is rendered, and what never is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from handrail.errors import SopError, VariableError
from handrail.sop.action import Request
from handrail.sop.condition import AllOf, HttpReads, TextIs, VariableIs
from handrail.sop.node import Task
from handrail.sop.template import (
    Reference,
    literal,
    names_in,
    names_in_model,
    parse,
    render,
    render_model,
    render_pattern,
    secret_reference,
    templates,
)
from tests.builders import by_role, sop, task

VALUES: dict[str, JsonValue] = {
    "name": "Ada",
    "e_mail": "ada@example.com",
    "item": {"price": 3},
    "secret:crm": "hunter2",
    "pw": "s3cret",
}


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("plain } text }}", "plain } text }}"),
        ("{{ name }}", "Ada"),
        ("{{name}} <{{   e_mail\t}}>", "Ada <ada@example.com>"),
        ("costs {{ item.price }}", "costs 3"),
        ("{{ secret:crm }}", "hunter2"),
        ('{{ "{{" }} name }}', "{{ name }}"),
        ("{{ '{{' }}", "{{"),
        ("{{ name }}{{ name }}", "AdaAda"),
    ],
)
def test_templates_are_rendered(text: str, rendered: str) -> None:
    assert render(text, VALUES.__getitem__) == rendered


def test_a_value_is_put_in_as_it_is() -> None:
    assert render("{{ a }}", {"a": "{{ b }}", "b": "no"}.__getitem__) == "{{ b }}"


def test_an_undefined_variable_is_named() -> None:
    with pytest.raises(VariableError, match="'missing' has no value"):
        render("{{ name }} {{ missing }}", VALUES.__getitem__)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Dear {{ name", "begins at character 6 of 'Dear {{ name' is not closed"),
        ("{{ }}", "character 1 of '{{ }}' names no variable"),
        ("a {{ first name }}", "'first name', at character 3"),
        ("{{ 1st }}", "is not the name of a variable"),
    ],
)
def test_a_broken_template_is_an_error_with_its_position(text: str, says: str) -> None:
    with pytest.raises(SopError, match=re.escape(says)):
        render(text, VALUES.__getitem__)


def test_names_are_given_once_and_in_order() -> None:
    assert names_in("{{ b }}{{ a }}{{ b }}{{ secret:x }}") == ("b", "a", "secret:x")
    assert parse("x{{ a }}") == ("x", Reference("a"))
    assert [part.secret for part in parse("{{ secret:x }}") if isinstance(part, Reference)] == [True]


@given(st.text(alphabet=st.sampled_from("{}\"' ax"), max_size=30))
def test_a_literal_renders_to_exactly_its_text(text: str) -> None:
    assert render(literal(text), VALUES.__getitem__) == text


def _task(**more: Any) -> Task:
    document = task(
        "t", {"do": "fill", "value": "{{ name }}"}, target=by_role("textbox", "{{ name }}"), **more
    )
    return Task.model_validate(document)


def test_a_model_is_rendered_in_its_action_target_and_conditions() -> None:
    node = _task(
        done_when=[{"kind": "all", "of": [{"kind": "text", "contains": "{{ name }}"}]}],
        dialogs=[{"kind": "prompt", "text": "{{ e_mail }}"}],
    )
    rendered = render_model(node, VALUES.__getitem__)
    found = {text for _, text in templates(rendered)}
    assert not any("{{" in text for text in found)
    assert rendered.target is not None and rendered.target.locators[0].by == "role"
    assert rendered.target.locators[0].name == "Ada"
    condition = rendered.done_when[0]
    assert isinstance(condition, AllOf) and isinstance(condition.of[0], TextIs)
    assert condition.of[0].contains == "Ada"
    assert rendered.dialogs[0].text == "ada@example.com"
    assert node.target is not None and node.target.name == "{{ name }}", "the SOP itself stays as it is"


def test_a_model_without_templates_is_not_copied() -> None:
    node = _task(page="main")
    done = render_model(node, VALUES.__getitem__)
    assert render_model(done, VALUES.__getitem__) is done


def test_names_and_prose_are_no_templates() -> None:
    node = _task(intent="{{ undefined }}", page="{{ undefined }}", effect_reason="{{ undefined }}")
    assert "undefined" not in names_in_model(node)
    assert render_model(node, VALUES.__getitem__).intent == "{{ undefined }}"


def test_the_places_of_templates_lead_to_them() -> None:
    node = _task(done_when=[{"kind": "url", "path": "/{{ name }}"}])
    places = {path for path, text in templates(node) if "{{" in text}
    assert places == {
        ("action", "value"),
        ("target", "name"),
        ("target", "locators", 0, "name"),
        ("done_when", 0, "path"),
    }


def test_a_whole_sop_tells_its_names_and_not_those_of_its_head() -> None:
    document = sop(
        [task("t", {"do": "fill", "value": "{{ a }}"})],
        ["x"],
        {"a": {"description": "{{ b }}"}},
        environment={"start": [{"url": "http://{{ host }}/"}]},
    )
    assert names_in_model(document) == ("host", "a")


def test_a_value_in_a_pattern_stands_for_itself() -> None:
    awkward = "C++ (x) [a-b] 1.5 /|^$?*{}\\ #&~'\" -"
    pattern = render_pattern("^{{ v }}$", {"v": awkward}.__getitem__)
    assert re.fullmatch(pattern, awkward)
    # Browsers refuse to escape anything but the syntax itself in patterns with the flag `u`.
    assert all(match[1] in r"^$\.*+?()[]{}|/" for match in re.finditer(r"\\(.)", pattern))


def test_patterns_of_conditions_are_rendered_as_patterns() -> None:
    lookup = {"v": "a.b"}.__getitem__
    text = render_model(TextIs(kind="text", matches="{{ v }}", contains="{{ v }}"), lookup)
    assert (text.matches, text.contains) == (r"a\.b", "a.b")
    same = VariableIs(kind="variable", name="x", value="{{ v }}")
    assert render_model(same, lookup).value == "a.b"
    matching = same.model_copy(update={"comparison": "matches"})
    assert render_model(matching, lookup).value == r"a\.b"


@pytest.mark.parametrize(
    ("template", "rendered"),
    [
        ("{{ base }}/api", "https://x.test:8/v1/api"),
        (
            "https://x.test/c?q={{ odd }}#{{ odd }}",
            "https://x.test/c?q=a%2Bb%26c%3D%2F..%20%C3%B6#a%2Bb%26c%3D%2F..%20%C3%B6",
        ),
        ("https://x.test/{{ odd }}/{{ number }}", "https://x.test/a%2Bb%26c%3D%2F..%20%C3%B6/3"),
        ("https://x.test/{{ secret:token }}", "https://x.test/{{ secret:token }}"),
    ],
)
def test_a_value_in_an_address_is_one_part_of_it(template: str, rendered: str) -> None:
    values: dict[str, JsonValue] = {
        "base": "https://x.test:8/v1",
        "odd": "a+b&c=/.. ö",
        "number": 3,
        "secret:token": secret_reference("token"),
    }
    request = Request(do="request", url=template, body=template)
    assert render_model(request, values.__getitem__).url == rendered
    assert render_model(request, values.__getitem__).body == render(template, values.__getitem__)
    condition = HttpReads(kind="http", url=template)
    assert render_model(condition, values.__getitem__).url == rendered


def test_a_json_body_is_rendered_in_its_depth_and_its_names_are_found() -> None:
    values: dict[str, JsonValue] = {"n": 3, "who": {"name": "Ada"}, "on": True}
    body: dict[str, JsonValue] = {
        "a": ["{{ n }}", 1, None, {"b": "{{ n }}!"}],
        "c": "{{ who }}",
        "d": "{{ on }}",
    }
    request = Request(do="request", url="http://x/", body=body)
    assert render_model(request, values.__getitem__).body == {
        "a": [3, 1, None, {"b": "3!"}],
        "c": {"name": "Ada"},
        "d": True,
    }
    assert names_in_model(request) == ("n", "who", "on")
    assert request.body == body
