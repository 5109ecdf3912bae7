"""Exported scripts do in a browser what the SOP says: judged by what the app's server received."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from handrail.compile.exporters import to_playwright
from handrail.errors import Problem
from handrail.sop.document import Sop
from handrail.sop.validate import problems
from tests.app import Answer, App, Page, Received, redirect
from tests.builders import Json, by_role, click, fill, open_page, sop, task
from tests.compile.exporters.scripts import run_script
from tests.sweeping import some_of

LIST = """<h1>Orders</h1><table><tr><th>Order</th><th>Amount</th><th></th></tr>
{rows}</table><p>{count} orders</p>"""
ROW = """<tr><td>{name}</td><td>{amount}</td><td><form method=post action=/close>
<input type=hidden name=order value={name}><button>Close</button></form></td></tr>"""


class Orders:
    """An app with a list of open orders that shrinks while they are closed."""

    def __init__(self) -> None:
        self.open = {"A-1": "1,200.50", "B-2": "80", "C-3": "7.25"}

    def page(self, _: Received) -> str:
        rows = "".join(ROW.format(name=name, amount=amount) for name, amount in self.open.items())
        return LIST.format(rows=rows, count=len(self.open))

    def close(self, request: Received) -> Answer:
        self.open.pop(request.form["order"])
        return redirect("/orders")


FORM = """<h1>New</h1><form method=post action=/save onsubmit="return confirm('Save it?')">
<label>Name <input name=name></label><label>File <input type=file name=file></label>
<label>Kind <select name=kind><option value=1>One</option><option value=2>Two</option></select></label>
<label>Days <select name=day multiple><option>Mon<option>Tue<option>Wed</select></label>
<label><input type=checkbox name=vip value=yes> VIP</label><button>Save</button></form>
<a href=/help target=_blank>Help</a><a href=/table.csv download>Export</a>
<button type=button onclick="document.title = prompt('Which?')">Rename</button>"""


@pytest.fixture
def orders() -> Orders:
    return Orders()


@pytest.fixture
def app(orders: Orders) -> Iterator[App]:
    table = Answer("order\n1\n", headers={"content-type": "text/csv"})
    pages: dict[str, Page] = {
        "/orders": orders.page,
        "/close": orders.close,
        "/new": FORM,
        "/save": lambda _: redirect("/saved"),
        "/saved": "<h1>Saved</h1>",
        "/help": "<h1>Help</h1><form method=post action=/seen><button>I have read it</button></form>",
        "/seen": "thank you",
        "/table.csv": table,
    }
    with App(pages) as app:
        yield app


def sound(document: Sop) -> Sop:
    faults: list[Problem] = [problem for problem in problems(document) if problem.severity == "error"]
    assert not faults, faults
    return document


def test_dialogs_popups_downloads_and_every_kind_of_field(app: App, tmp_path: Path) -> None:
    file = {"by": "label", "text": "File"}
    nodes = [
        open_page(app.url, "/new"),
        fill("Name", "{{ name }}", target=by_role("textbox", "Name", tag="input")),
        task("file", {"do": "upload", "files": ["{{ file }}"]}, "repeatable",
             target={"tag": "input", "input_type": "file", "locators": [file]},
             done_when=[{"kind": "value", "equals": "note.txt"}]),
        task("kind", {"do": "select", "options": ["Two"]}, "repeatable",
             target=by_role("combobox", "Kind", tag="select"),
             done_when=[{"kind": "value", "equals": "Two"}]),
        # A list for several says them in its own order, and other data has fewer.
        task("days", {"do": "select", "options": ["{{ last }}", "Mon", "{{ none }}"]}, "repeatable",
             target=by_role("listbox", "Days", tag="select"),
             done_when=[{"kind": "value", "equals": "{{ last }}, Mon, {{ none }}"}]),
        task("vip", {"do": "check"}, "repeatable", target=by_role("checkbox", "VIP", input_type="checkbox"),
             done_when=[{"kind": "value", "equals": "true"}]),
        task("rename", {"do": "click"}, target=by_role("button", "Rename"),
             dialogs=[{"kind": "prompt", "text": "{{ name }}!", "message": "Which?"}],
             done_when=[{"kind": "title", "equals": "{{ name }}!"}]),
        task("get", {"do": "download", "into": "table"}, target=by_role("link", "Export"),
             done_when=[{"kind": "download", "name": "*.csv"}]),
        {**click("Help", role="link"), "opens": "help"},
        {**click("I have read it"), "page": "help",
         "done_when": [{"kind": "response", "path": "/seen", "method": "POST"}]},
        task("save", {"do": "click"}, "once", target=by_role("button", "Save"),
             dialogs=[{"kind": "confirm", "message": "Save it?"}],
             done_when=[{"kind": "url", "path": "/saved"}, {"kind": "text", "contains": "Saved"}]),
    ]  # fmt: skip
    variables: dict[str, Json] = {
        "name": {},
        "last": {"default": "Wed"},
        "none": {"default": ""},
        "file": {"type": "file"},
        "table": {"type": "file", "output": True, "required": False},
    }
    exported = to_playwright(sound(sop(nodes, [app.host], variables)))
    assert exported.losses == ()
    (tmp_path / "note.txt").write_text("x", encoding="utf-8")
    done = run_script(exported.text, tmp_path, "--name", "Ana", "--file", str(tmp_path / "note.txt"))
    assert done.returncode == 0, done.stderr
    saved = {"name": "Ana", "file": "note.txt", "kind": "2", "day": "Wed", "vip": "yes"}
    assert app.posts("/save") == [saved]
    (sent,) = [one for one in app.received if one.path == "/save"]
    assert b"day=Mon&day=Wed" in sent.body
    assert len(app.posts("/seen")) == 1
    assert Path(json.loads(done.stdout)["table"]).read_text(encoding="utf-8") == "order\n1\n"


@pytest.mark.parametrize(
    ("wanted", "sent"),
    some_of(
        [
            ("2", "4"),
            ("4", "2"),
            ("x", "x"),
            ("Berlin › Main Street", "b"),
            ("Main Street (c)", "c"),
            ("Late one", "late"),
        ],
        0,
    ),
)
@pytest.mark.sweep
def test_an_option_is_chosen_by_what_it_says_before_its_value(wanted: str, sent: str, tmp_path: Path) -> None:
    form = """<form method=post action=/save><label>Room <select name=room><option value=2>4<option value=4>2
        <option value=x>Ten<optgroup label=Berlin><option value=b>Main Street</optgroup>
        <option value=c>Main Street</select></label><button>Save</button></form>
        <script>setTimeout(() => document.querySelector('select').add(new Option('Late one', 'late')), 500)
        </script>"""
    with App({"/new": form, "/save": lambda _: redirect("/saved"), "/saved": "<h1>Saved</h1>"}) as app:
        nodes = [
            open_page(app.url, "/new"),
            task("room", {"do": "select", "options": ["{{ room }}"]}, "repeatable",
                 target=by_role("combobox", "Room", tag="select")),
            task("save", {"do": "click"}, "once", target=by_role("button", "Save"),
                 done_when=[{"kind": "url", "path": "/saved"}]),
        ]  # fmt: skip
        exported = to_playwright(sop(nodes, [app.host], {"room": {}}))
        done = run_script(exported.text, tmp_path, "--room", wanted)
        assert done.returncode == 0, done.stderr
        assert app.posts("/save") == [{"room": sent}]


def test_an_unexpected_dialog_stops_the_script_before_anything_is_sent(app: App, tmp_path: Path) -> None:
    dialogs = [{"kind": "confirm", "message": "Save it with all its files?"}]
    nodes = [open_page(app.url, "/new"), click("Save", "once", dialogs=dialogs)]
    done = run_script(to_playwright(sound(sop(nodes, [app.host]))).text, tmp_path)
    assert done.returncode == 1
    assert "The page asked what was not expected: Save it?" in done.stderr
    assert app.posts("/save") == []


def test_a_list_that_shrinks_is_read_decided_about_and_closed(
    app: App, orders: Orders, tmp_path: Path
) -> None:
    row: Json = {"locators": [{"by": "css", "css": "tr:has(td)"}]}
    fields = [{"name": "order", "column": "Order"}, {"name": "amount", "column": "Amount", "type": "number"}]
    read: Json = {"id": "read", "type": "extract", "label": "Read", "into": "orders", "shape": "records",
                  "each": row, "fields": fields}  # fmt: skip
    large: Json = {"kind": "variable", "name": "order.amount", "comparison": "at_least", "value": "50"}
    decide: Json = {"id": "large", "type": "decision", "label": "Large?", "question": "Is it a large one?",
                    "outcomes": ["yes", "no"], "default": "no", "check": {"yes": large}}  # fmt: skip
    inside = {"by": "row", "text": "{{ order.order }}"}
    locator = {"by": "role", "role": "button", "name": "Close", "within": inside}
    button = {"role": "button", "name": "Close", "locators": [locator]}
    close = task("close", {"do": "click"}, "once", target=button,
                 done_when=[{"kind": "response", "path": "/close", "method": "POST"}])  # fmt: skip
    loop: Json = {"id": "each", "type": "loop", "label": "Each", "over": "elements", "elements": row,
                  "fields": fields, "key": "order", "item": "order", "bound": 5,
                  "children": [decide, close]}  # fmt: skip
    ways = [{"from": "open", "to": "read"}, {"from": "read", "to": "each"}, {"from": "each", "to": "end"},
            {"from": "large", "to": "close", "when": "yes"}]  # fmt: skip
    variables: dict[str, Json] = {"orders": {"type": "list", "output": True}}
    document = sound(sop([open_page(app.url, "/orders"), read, loop], [app.host], variables, edges=ways))
    exported = to_playwright(document)
    assert exported.losses == ()
    done = run_script(exported.text, tmp_path)
    assert done.returncode == 0, done.stderr + exported.text
    assert [form["order"] for form in app.posts("/close")] == ["A-1", "B-2"]
    assert list(orders.open) == ["C-3"]
    assert json.loads(done.stdout)["orders"] == [
        {"order": "A-1", "amount": 1200.5},
        {"order": "B-2", "amount": 80},
        {"order": "C-3", "amount": 7.25},
    ]


def test_rows_of_a_table_and_a_row_that_fails_is_left_out(app: App, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("name,kind\nAna,One\nBo,Three\nCy,Two\n", encoding="utf-8")
    children = [
        {**open_page(app.url, "/new"), "id": "again"},
        fill("Name", "{{ person.name | upper }}", target=by_role("textbox", "Name", tag="input")),
        task("kind", {"do": "select", "options": ["{{ person.kind }}"]}, "repeatable", timeout=0.5,
             target=by_role("combobox", "Kind", tag="select")),
        click("Save", "once", dialogs=[{"kind": "confirm"}], done_when=[{"kind": "url", "path": "/saved"}]),
    ]  # fmt: skip
    loop: Json = {"id": "each", "type": "loop", "label": "Each person", "over": "rows", "variable": "people",
                  "item": "person", "bound": 10, "on_item_failure": "skip", "children": children}  # fmt: skip
    names = [child["id"] for child in children]
    ways = [{"from": one, "to": other} for one, other in pairwise(names)]
    ways += [{"from": "open", "to": "each"}, {"from": "each", "to": "end"}]
    variables: dict[str, Json] = {"people": {"type": "file", "default": "people.csv", "required": False}}
    document = sound(sop([open_page(app.url, "/new"), loop], [app.host], variables, edges=ways))
    done = run_script(to_playwright(document).text, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "one item failed, and was left out" in done.stderr
    assert [(form["name"], form["kind"]) for form in app.posts("/save")] == [("ANA", "1"), ("CY", "2")]


def test_what_a_script_cannot_do_waits_for_the_person_at_the_terminal(app: App, tmp_path: Path) -> None:
    human: Json = {"id": "ask", "type": "human", "label": "Ask", "request": "Who is it?", "into": "name"}
    lost = click("Nowhere", target={"role": "button", "name": "Nowhere"})
    saved = [{"kind": "url", "path": "/saved"}]
    save = click("Save", "once", dialogs=[{"kind": "confirm"}], done_when=saved)
    field = by_role("textbox", "Name", tag="input")
    nodes = [open_page(app.url, "/new"), human, lost, fill("Name", "{{ name }}", target=field), save]
    exported = to_playwright(sop(nodes, [app.host], {"name": {"output": True}}))
    assert [loss.node for loss in exported.losses] == ["click-nowhere"]
    done = run_script(exported.text, tmp_path, answers="Ana\n\n")
    assert done.returncode == 0, done.stderr
    assert app.posts("/save")[0]["name"] == "Ana"
    assert "Please do this by hand" in done.stdout
    assert run_script(exported.text, tmp_path).returncode == 1
