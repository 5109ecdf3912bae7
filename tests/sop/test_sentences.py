"""The words for targets, actions and conditions."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from handrail.sop.condition import Condition
from handrail.sop.node import Task
from handrail.sop.sentences import (
    describe_action,
    describe_condition,
    describe_conditions,
    describe_target,
)
from handrail.sop.target import Target
from handrail.sop.wording import value_words
from tests.builders import by_role, task

Json = dict[str, Any]

EMAIL = by_role("textbox", "Email")
SAVE = by_role("button", "Save", near={"section": "New contact"})
IN_ROW = {
    "role": "button",
    "name": "Delete",
    "near": {"section": "Contacts"},
    "locators": [{"by": "role", "role": "button", "name": "Delete", "within": {"by": "row", "text": "Ada"}}],
}


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (None, "the page"),
        ({"role": "dialog", "locators": [{"by": "role", "role": "dialog"}]}, "the dialog"),
        (SAVE, "the button 'Save' in 'New contact'"),
        (by_role("button", "Save", near={"section": "Save"}), "the button 'Save'"),
        (EMAIL, "the field 'Email'"),
        (by_role("checkbox", "News"), "the check box 'News'"),
        (IN_ROW, "the button 'Delete' in the row with 'Ada'"),
        ({**IN_ROW, "name": "Ada"}, "the button 'Ada'"),
        ({"tag": "a", "text": "Home", "locators": []}, "the link 'Home'"),
        # A picture says it for those who hear the page; what is called so has no other text.
        ({"tag": "a", "name": "Edit Edit", "text": "Edit"}, "the link 'Edit'"),
        ({"tag": "a", "name": "Duran Duran"}, "the link 'Duran Duran'"),
        ({"tag": "div", "locators": [{"by": "css", "css": "#x"}]}, "the element (#x)"),
        (
            {"role": "definition", "near": {"before": "Email"}, "locators": [{"by": "css", "css": "dd"}]},
            "the definition after 'Email'",
        ),
        (
            {"tag": "a", "locators": [{"by": "css", "css": "#x"}, {"by": "css", "css": "a:has(.fa-trash)"}]},
            "the link with the icon 'trash'",
        ),
        (
            {
                "role": "textbox",
                "placeholder": "********",
                "near": {"before": "Password"},
                "locators": [{"by": "css", "css": "form > input"}],
            },
            "the field after 'Password'",
        ),
        ({"tag": "div", "locators": [{"by": "test_id", "value": "x"}]}, "the element (test id 'x')"),
        ({"locators": [{"by": "xpath", "xpath": "//b[@id='x']"}]}, "the element (//b[@id='x'])"),
        ({"role": "tab", "label": "Notes"}, "the tab 'Notes'"),
        ({"tag": "body", "frame": [{"locators": [], "name": "pay"}]}, "the frame 'pay'"),
    ],
)
def test_a_target_in_words(target: Json | None, words: str) -> None:
    assert describe_target(None if target is None else Target.model_validate(target)) == words


@pytest.mark.parametrize(
    ("action", "fields", "words"),
    [
        ({"do": "open", "url": "http://x/"}, {}, "Open http://x/ in the tab 'main'"),
        ({"do": "back"}, {}, "Go back"),
        ({"do": "reload"}, {"page": "p2"}, "Load the page again, in the tab 'p2'"),
        ({"do": "click"}, {"target": SAVE}, "Click the button 'Save'"),
        ({"do": "click"}, {"target": IN_ROW}, "Click the button 'Delete' in the row with 'Ada'"),
        (
            {"do": "click", "expands": True},
            {"target": SAVE},
            "Click the button 'Save', unless it is expanded already",
        ),
        (
            {"do": "click", "modifiers": ["Control", "Shift"], "button": "middle"},
            {"target": SAVE},
            "Click the button 'Save' with the middle button while holding Control+Shift",
        ),
        ({"do": "double_click"}, {"target": SAVE}, "Double-click the button 'Save'"),
        ({"do": "right_click"}, {"target": SAVE}, "Right-click the button 'Save'"),
        ({"do": "hover"}, {"target": SAVE}, "Rest the pointer on the button 'Save'"),
        ({"do": "fill", "value": "{{email}}"}, {"target": EMAIL}, "Fill 'Email' with {{ email }}"),
        (
            {"do": "fill", "value": "{{ email | lower }}"},
            {"target": EMAIL},
            "Fill 'Email' with {{ email | lower }}",
        ),
        ({"do": "fill", "value": "a@b.c"}, {"target": EMAIL}, "Fill 'Email' with 'a@b.c'"),
        ({"do": "fill", "value": ""}, {"target": EMAIL}, "Empty 'Email'"),
        ({"do": "type", "text": "ab"}, {"target": EMAIL}, "Type 'ab' into 'Email'"),
        ({"do": "press", "keys": "Enter"}, {"target": EMAIL}, "Press Enter in 'Email'"),
        ({"do": "press", "keys": "Control+s"}, {}, "Press Control+s"),
        (
            {"do": "select", "options": ["A", "{{ b }}", "C"]},
            {"target": by_role("listbox", "Tags")},
            "Choose 'A', {{ b }} and 'C' in 'Tags'",
        ),
        ({"do": "check"}, {"target": by_role("checkbox", "News")}, "Tick 'News'"),
        (
            {"do": "check", "on": "{{ news }}"},
            {"target": by_role("checkbox", "News")},
            "Tick 'News' if {{ news }} is true, else untick it",
        ),
        ({"do": "check"}, {"target": by_role("radio", "Daily")}, "Choose the radio button 'Daily'"),
        ({"do": "uncheck"}, {"target": by_role("checkbox", "News")}, "Untick 'News'"),
        (
            {"do": "upload", "files": ["a.pdf"]},
            {"target": by_role("button", "CV")},
            "Upload 'a.pdf' to the button 'CV'",
        ),
        (
            {"do": "download", "into": "report"},
            {"target": by_role("link", "CSV")},
            "Download the file of the link 'CSV' into {{ report }}",
        ),
        (
            {"do": "drag", "onto": by_role("listitem", "B")},
            {"target": SAVE},
            "Drag the button 'Save' onto the list item 'B'",
        ),
        ({"do": "scroll", "to_end": True}, {}, "Scroll the page to its end"),
        ({"do": "scroll", "y": 400}, {"target": by_role("list", "Mail")}, "Scroll the list 'Mail' to 400 px"),
        ({"do": "switch_tab", "page": "p2"}, {"page": "p2"}, "Switch to the tab 'p2'"),
        ({"do": "close_tab"}, {"page": "p2"}, "Close the tab 'p2'"),
        ({"do": "wait"}, {}, "Wait"),
        ({"do": "copy", "into": "id"}, {"target": SAVE}, "Copy the text of the button 'Save' into {{ id }}"),
        ({"do": "paste", "text": "a\n b"}, {"target": EMAIL}, "Paste 'a ⏎ b' into 'Email'"),
        ({"do": "request", "method": "POST", "url": "/x"}, {}, "Send POST /x"),
        ({"do": "dialog", "answer": "dismiss"}, {}, "Answer the dialog with Cancel"),
        (
            {"do": "click"},
            {
                "target": SAVE,
                "opens": "p2",
                "page": "p3",
                "dialogs": [{"kind": "confirm", "message": "Sure?"}],
            },
            "Click the button 'Save', in the tab 'p3', answer the question 'Sure?' with OK, "
            "which opens the tab 'p2'",
        ),
        (
            {"do": "click"},
            {
                "target": SAVE,
                "dialogs": [{"kind": "prompt", "text": "{{ why }}"}, {"kind": "alert", "message": "Ok"}],
            },
            "Click the button 'Save', answer the question with {{ why }} and OK, close the message 'Ok'",
        ),
    ],
)
def test_an_action_in_words(action: Json, fields: Json, words: str) -> None:
    assert describe_action(Task.model_validate(task("t", action, **fields))) == words


_CONDITIONS: TypeAdapter[Condition] = TypeAdapter(Condition)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"kind": "element", "state": "visible", "target": SAVE}, "the button 'Save' is shown"),
        ({"kind": "element", "state": "checked"}, "'Email' is ticked"),
        ({"kind": "value", "equals": "{{ email }}"}, "'Email' holds {{ email }}"),
        ({"kind": "value", "equals": ""}, "'Email' is empty"),
        ({"kind": "text", "contains": "Contact saved"}, "the page shows 'Contact saved'"),
        ({"kind": "text", "equals": "x", "target": SAVE}, "the button 'Save' in 'New contact' reads 'x'"),
        (
            {"kind": "text", "contains": "a", "matches": "b+"},
            "the page shows 'a' and matches the pattern 'b+'",
        ),
        (
            {"kind": "count", "target": by_role("row", "x"), "comparison": "at_least", "number": 2},
            "the number of elements like the row 'x' is at least 2",
        ),
        ({"kind": "url", "path": "/contacts/*"}, "the address is /contacts/*"),
        ({"kind": "url", "contains": "?q="}, "the address contains '?q='"),
        ({"kind": "title", "equals": "Home"}, "the page's title is 'Home'"),
        ({"kind": "variable", "name": "n", "comparison": "more", "value": "3"}, "{{ n }} is more than '3'"),
        ({"kind": "variable", "name": "n", "comparison": "set"}, "{{ n }} has a value"),
        (
            {"kind": "date", "left": "{{ due }}", "comparison": "at_most", "right": "2026-01-01"},
            "{{ due }} is not after 2026-01-01",
        ),
        ({"kind": "file", "name": "*.csv"}, "the file '*.csv' is there"),
        ({"kind": "response", "path": "/x", "method": "POST"}, "the app answered POST /x without an error"),
        ({"kind": "response", "path": "/x", "status": 201}, "the app answered GET /x with status 201"),
        ({"kind": "download"}, "a file was downloaded"),
        ({"kind": "download", "name": "a.csv"}, "the file 'a.csv' was downloaded"),
        ({"kind": "http", "url": "http://x/"}, "http://x/ answers without an error"),
        ({"kind": "http", "url": "http://x/", "contains": "y"}, "http://x/ answers with 'y' in it"),
        (
            {
                "kind": "http",
                "url": "http://x/",
                "status": 200,
                "fields": {"of.#": "1", "mail": "{{ mail }}"},
            },
            "http://x/ answers with status 200 and with the number of of '1' and mail {{ mail }}",
        ),
        (
            {"kind": "sql", "database": "crm", "query": "…", "equals": "1"},
            "the database 'crm' gives '1'",
        ),
        (
            {
                "kind": "sql",
                "database": "crm",
                "query": "…",
                "parameters": {"mail": "{{ mail }}"},
                "row": {"stage": "Lead"},
            },
            "the database 'crm' gives one row and in it stage 'Lead' for mail {{ mail }}",
        ),
        ({"kind": "sql", "database": "crm", "query": "…", "count": 0}, "the database 'crm' gives no row"),
        (
            {"kind": "mail", "mailbox": "box", "contains": "y", "sender": "a@b", "subject": "s"},
            "a mail from 'a@b', about 's' and with 'y' in it has come to 'box'",
        ),
        (
            {"kind": "file", "name": "*.csv", "rows": 1, "contains": "y"},
            "the file '*.csv' is there and has 1 row and 'y' in it",
        ),
        (
            {
                "kind": "any",
                "of": [
                    {"kind": "url", "path": "/a"},
                    {"kind": "not", "condition": {"kind": "download"}},
                ],
            },
            "either the address is /a or no file was downloaded",
        ),
        ({"kind": "not", "condition": {"kind": "value", "equals": ""}}, "'Email' is not empty"),
        ({"kind": "not", "condition": {"kind": "element", "state": "visible"}}, "'Email' is not shown"),
        ({"kind": "text", "equals": "Ada", "as_name": True}, "a text of the page is just 'Ada'"),
        (
            {"kind": "not", "condition": {"kind": "text", "contains": "Sold out"}},
            "the page does not show 'Sold out'",
        ),
        (
            {"kind": "not", "condition": {"kind": "title", "equals": "Inbox"}},
            "it is not so that the page's title is 'Inbox'",
        ),
    ],
)
def test_a_condition_in_words(condition: Json, words: str) -> None:
    own = Target.model_validate(EMAIL)
    assert describe_condition(_CONDITIONS.validate_python(condition), own) == words


def test_a_condition_without_a_known_target_is_still_words() -> None:
    condition = _CONDITIONS.validate_python({"kind": "value", "equals": "x"})
    assert describe_condition(condition) == "the element holds 'x'"


def test_several_conditions_are_one_clause() -> None:
    conditions = [_CONDITIONS.validate_python({"kind": "url", "path": f"/{n}"}) for n in "abc"]
    assert describe_conditions(conditions) == "the address is /a, the address is /b and the address is /c"
    assert describe_conditions([]) == ""


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("{{secret:crm}}", "{{ secret:crm }}"),
        ("{{ a }}{{ b }}", "'{{ a }}{{ b }}'"),
        ("{{ not a name }}", "'{{ not a name }}'"),
        ("x" * 600, f"'{'x' * 499}…'"),
    ],
)
def test_a_value_in_words(value: str, words: str) -> None:
    assert value_words(value) == words
