"""Decisions, loops, extraction and people in a real browser, judged by what the app received."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from handrail.approvals import Approval, ApprovalRequest
from handrail.journal.events.event import Answered, Decided, ItemFailed, TurnBegun
from handrail.sop.document import Sop
from tests.app import Answer, App, Received
from tests.builders import Json, by_role, click, each, fill, open_page, task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

QUICK = quick(find_seconds=0.7, verify_seconds=2, retries=0)


def css(selector: str, **more: Any) -> Json:
    return {"locators": [{"by": "css", "css": selector}], **more}


def procedure(
    app: App, nodes: list[Json], edges: Sequence[tuple[str, ...]], variables: dict[str, Json] | None = None
) -> Sop:
    """An SOP with its edges spelled out: (from, to) or (from, to, outcome)."""
    return Sop.model_validate(
        {
            "meta": {"id": "test", "title": "Test"},
            "environment": {"domains": [app.host], "start": [{"url": app.url}]},
            "variables": variables or {},
            "nodes": [*nodes, {"type": "end", "id": "end"}],
            "edges": [dict(zip(("from", "to", "when"), edge, strict=False)) for edge in edges],
        }
    )


def read(into: str, fields: list[Json], **more: Any) -> Json:
    return {"type": "extract", "id": "read", "label": "Read", "into": into, "fields": fields, **more}


OUTPUT: Json = {"output": True}
MAIL = """<h1>Offer</h1><p id=from>Ada Byron &lt;ada@byron.test&gt;</p>
<div id=text>Dear all,<br>we offer EUR 1,250.50 until 3 March 2026.<br>Phone: +44 20 555 01</div>"""


class TestExtract:
    async def test_a_record_has_typed_fields_out_of_running_text(self, run: Runner) -> None:
        with App({"/": MAIL}) as app:
            fields: list[Json] = [
                {"name": "name", "target": css("#from"), "pattern": "^(.+?) <"},
                {"name": "sum", "target": css("#text"), "pattern": r"EUR ([\d.,]+)", "type": "number"},
                {"name": "until", "target": css("#text"), "pattern": r"until (.+)\.", "type": "date"},
                {"name": "phone", "target": css("#text"), "pattern": "^Phone: (.+)$"},
                {"name": "fax", "target": css("#text"), "pattern": "^Fax: (.+)$", "required": False},
            ]
            variables = {"mail": {"output": True, "type": "record"}}
            sop = procedure(app, [read("mail", fields, shape="record")], [("read", "end")], variables)
            summary = await run(sop)
        assert (summary.outcome, summary.error) == ("done", None)
        assert summary.outputs["mail"] == {
            "name": "Ada Byron",
            "sum": 1250.5,
            "until": "2026-03-03",
            "phone": "+44 20 555 01",
            "fax": "",
        }

    async def test_lines_are_read_as_they_are_shown_though_the_style_comes_late(self, run: Runner) -> None:
        def late(request: Received) -> Answer:
            threading.Event().wait(0.5)
            return Answer("#text { white-space: pre-line }", headers={"content-type": "text/css"})

        mail = "<p id=text>Lucioles\nodile@lucioles.test</p><link rel=stylesheet href=/late.css>"
        with App({"/": mail, "/late.css": late}) as app:
            fields: list[Json] = [{"name": "firm", "target": css("#text"), "pattern": "^([^\n]+)"}]
            variables = {"mail": {"output": True, "type": "record"}}
            sop = procedure(app, [read("mail", fields, shape="record")], [("read", "end")], variables)
            summary = await run(sop)
        assert summary.outputs["mail"] == {"firm": "Lucioles"}

    async def test_records_come_from_every_page_of_a_table(self, run: Runner) -> None:
        def page(request: Received) -> str:
            number = int(request.query.get("page", "1"))
            rows = "".join(
                f"<tr><td>Firm {number}{n}<td><a href=/c/{number}{n}>Name {number}{n}</a><td>{number}.{n}0"
                for n in range(2)
            )
            more = f"<a href='/?page={number + 1}'>Next</a>" if number < 3 else "<span>Next</span>"
            return f"<table><thead><tr><th>Firm<th>Name<th>Sum</thead><tbody>{rows}</table>{more}"

        with App({"/": page}) as app:
            fields: list[Json] = [
                {"name": "name", "column": "name"},
                {"name": "sum", "column": "Sum", "type": "number"},
                {"name": "link", "attribute": "href"},
            ]
            node = read(
                "all", fields, shape="records", each=css("tbody tr"), next=by_role("link", "Next"), bound=5
            )
            sop = procedure(app, [node], [("read", "end")], {"all": {"output": True, "type": "list"}})
            summary = await run(sop)
        assert (summary.outcome, summary.error) == ("done", None)
        assert summary.outputs["all"] == [
            {"name": f"Name {p}{n}", "sum": float(f"{p}.{n}0"), "link": f"{app.url}/c/{p}{n}"}
            for p in (1, 2, 3)
            for n in (0, 1)
        ]

    async def test_an_empty_list_is_an_empty_list(self, run: Runner) -> None:
        with App({"/": "<p>There is no mail here.</p>"}) as app:
            node = read("all", [{"name": "x"}], shape="records", each=css("tr.mail"))
            sop = procedure(app, [node], [("read", "end")], {"all": {"output": True, "type": "list"}})
            summary = await run(sop)
        assert (summary.outcome, summary.outputs) == ("done", {"all": []})

    async def test_content_that_comes_late_is_waited_for(self, run: Runner) -> None:
        late = "<div id=x></div><script>setTimeout(() => x.innerHTML = '<b>42</b>', 300)</script>"
        with App({"/": late}) as app:
            node = read("n", [{"name": "n", "target": css("#x b"), "type": "number"}])
            sop = procedure(app, [node], [("read", "end")], {"n": {"output": True, "type": "number"}})
            summary = await run(sop)
        assert (summary.outcome, summary.outputs) == ("done", {"n": 42})

    async def test_a_missing_field_is_named(self, run: Runner) -> None:
        with App({"/": MAIL}) as app:
            node = read("fax", [{"name": "fax", "target": css("#text"), "pattern": "^Fax: (.+)$"}])
            summary = await run(procedure(app, [node], [("read", "end")], {"fax": OUTPUT}), settings=QUICK)
        assert summary.outcome == "stopped before effect"
        assert summary.error is not None and "'fax'" in summary.error and "^Fax: (.+)$" in summary.error

    async def test_a_list_of_pages_without_end_is_told(self, run: Runner) -> None:
        def page(request: Received) -> str:
            number = int(request.query.get("page", "1"))
            return f"<p class=r>{number}</p><a href='/?page={number + 1}'>Next</a>"

        with App({"/": page}) as app:
            node = read(
                "all",
                [{"name": "n"}],
                shape="records",
                each=css(".r"),
                next=by_role("link", "Next"),
                bound=3,
            )
            sop = procedure(app, [node], [("read", "end")], {"all": {"output": True, "type": "list"}})
            summary = await run(sop)
        assert summary.outcome == "stopped before effect"
        assert summary.error is not None and "After 3 pages" in summary.error


def decision(check: Json, default: str = "no", **more: Any) -> Json:
    return {
        "type": "decision",
        "id": "which",
        "label": "Which",
        "question": "Is it there?",
        "outcomes": ["yes", "no"],
        "check": check,
        "default": default,
        **more,
    }


YES_NO = [
    ("which", "click-yes", "yes"),
    ("which", "click-no", "no"),
    ("click-yes", "end"),
    ("click-no", "end"),
]
BUTTONS = "<button onclick=\"fetch('/yes')\">Yes</button><button onclick=\"fetch('/no')\">No</button>"


def answered(name: str) -> Json:
    return click(name, done_when=[{"kind": "response", "path": f"/{name.lower()}"}])


class TestDecision:
    @pytest.mark.parametrize(
        ("page", "check", "taken"),
        [
            ("<p>Found: Ada</p>", {"yes": {"kind": "text", "contains": "Found"}}, "yes"),
            ("<p>Nothing</p>", {"yes": {"kind": "text", "contains": "Found"}}, "no"),
            (
                "<p id=x></p><script>setTimeout(() => x.textContent = 'Found', 200)</script>",
                {
                    "yes": {"kind": "text", "contains": "Found"},
                    "no": {"kind": "text", "contains": "No match"},
                },
                "yes",
            ),
            (
                "<script>fetch('/slow').then(() => document.body.append('Found'))</script>",
                {"no": {"kind": "not", "condition": {"kind": "text", "contains": "Found"}}},
                "yes",
            ),
        ],
        ids=["seen", "not seen", "seen late", "missing only at first"],
    )
    async def test_the_evidence_decides(self, run: Runner, page: str, check: Json, taken: str) -> None:
        default = "yes" if "yes" not in check else "no"
        with App({"/": page + BUTTONS, "/yes": "", "/no": "", "/slow": ""}) as app:
            nodes = [open_page(app.url), decision(check, default), answered("Yes"), answered("No")]
            summary = await run(procedure(app, nodes, [("open", "which"), *YES_NO]), settings=QUICK)
            asked = {request.path for request in app.received}
        assert (summary.outcome, summary.error) == ("done", None)
        assert f"/{taken}" in asked and len(asked & {"/yes", "/no"}) == 1
        (decided,) = (event for event in run.events if isinstance(event, Decided))
        assert decided.outcome == taken and decided.evidence

    async def test_variables_and_dates_decide_without_a_page(self, run: Runner) -> None:
        check = {
            "yes": {
                "kind": "all",
                "of": [
                    {"kind": "variable", "name": "sum", "comparison": "at_least", "value": "100"},
                    {"kind": "date", "left": "{{ due }}", "comparison": "less", "right": "2026-06-01"},
                ],
            }
        }
        with App({"/": BUTTONS, "/yes": "", "/no": ""}) as app:
            nodes = [decision(check), answered("Yes"), answered("No")]
            sop = procedure(app, nodes, YES_NO, {"sum": {"type": "number"}, "due": {"type": "date"}})
            for total, taken in ((20, "/no"), (100.5, "/yes")):
                app.received.clear()
                assert (await run(sop, {"sum": total, "due": "2026-03-01"})).outcome == "done"
                assert taken in {request.path for request in app.received}


class Mailbox:
    """Unread mails; reading one takes it off the list, and the rest is turned round."""

    def __init__(self, *subjects: str) -> None:
        self.unread = list(subjects)
        self.read: list[str] = []

    def page(self, request: Received) -> str:
        rows = "".join(f"<li class=mail><a href='/mail?s={s}'>{s}</a></li>" for s in self.unread)
        return f"<h1>Inbox</h1><ul>{rows}</ul>"

    def mail(self, request: Received) -> str:
        subject = request.query["s"]
        self.unread.remove(subject)
        self.unread.reverse()
        self.read.append(subject)
        return f"<h1>{subject}</h1><a href=/>Inbox</a>"


def each_mail(app: App, children: list[Json], **more: Any) -> Json:
    return {
        "type": "loop",
        "id": "each",
        "label": "Each mail",
        "over": "elements",
        "elements": css("li.mail"),
        "fields": [{"name": "subject", "target": css("a")}],
        "item": "mail",
        "bound": 10,
        "children": children,
        **more,
    }


OPEN_MAIL = task(
    "open-mail",
    {"do": "click"},
    target={
        "role": "link",
        "name": "{{ mail.subject }}",
        "locators": [{"by": "role", "role": "link", "name": "{{ mail.subject }}"}],
    },
    done_when=[{"kind": "text", "contains": "{{ mail.subject }}"}],
)
BACK = click("Inbox", role="link", done_when=[{"kind": "url", "path": "/"}])


class TestLoop:
    async def test_every_element_has_its_turn_though_the_list_shrinks_and_turns_round(
        self, run: Runner
    ) -> None:
        box = Mailbox("One", "Two", "Three", "Four")
        with App({"/": box.page, "/mail": box.mail}) as app:
            count = task("count", {"do": "set", "name": "count", "value": "{{ mail_number }}"})
            loop = each_mail(app, [OPEN_MAIL, BACK, count])
            edges = [("each", "end"), ("open-mail", "click-inbox"), ("click-inbox", "count")]
            sop = procedure(app, [loop], edges, {"count": {"output": True, "type": "number"}})
            summary = await run(sop, settings=QUICK)
        assert (summary.outcome, summary.error) == ("done", None)
        assert sorted(box.read) == ["Four", "One", "Three", "Two"] and not box.unread
        assert summary.outputs == {"count": 4}

    async def test_the_list_is_found_again_after_an_item_that_failed_on_another_page(
        self, run: Runner
    ) -> None:
        box = Mailbox("One", "Two", "Three")
        with App({"/": box.page, "/mail": box.mail}) as app:
            lost = click("Inbox of nowhere", role="link")
            loop = each_mail(app, [OPEN_MAIL, lost], on_item_failure="skip")
            edges = [("each", "end"), ("open-mail", lost["id"])]
            summary = await run(procedure(app, [loop], edges), settings=QUICK)
        assert summary.outcome == "done with exceptions" and len(summary.exceptions) == 3
        assert sorted(box.read) == ["One", "Three", "Two"]

    async def test_elements_that_cannot_be_told_apart_stop_the_loop(self, run: Runner) -> None:
        with App({"/": "<ul><li class=mail>Same</li><li class=mail>Same</li></ul>"}) as app:
            loop = each_mail(app, [task("wait", {"do": "reload"})], fields=[])
            summary = await run(procedure(app, [loop], [("each", "end")]), settings=QUICK)
        assert summary.outcome == "stopped before effect"
        assert summary.error is not None and "cannot be told apart ('Same')" in summary.error

    async def test_a_loop_that_never_ends_is_stopped_at_its_bound(self, run: Runner) -> None:
        with App({"/": "<h1>Inbox</h1>"}) as app:
            loop = {
                "type": "loop",
                "id": "each",
                "label": "While there is one",
                "over": "while",
                "condition": {"kind": "text", "contains": "Inbox"},
                "bound": 3,
                "children": [task("again", {"do": "reload"}, done_when=[{"kind": "url", "path": "/"}])],
            }
            sop = procedure(app, [open_page(app.url), loop], [("open", "each"), ("each", "end")])
            summary = await run(sop)
        assert summary.outcome == "stopped before effect" and summary.stopped_at == "each"
        assert summary.error is not None and "did 3 turns, its bound" in summary.error

    @pytest.mark.parametrize("over", ["variable", "rows"])
    async def test_items_and_rows_are_typed_one_after_the_other(
        self, run: Runner, over: str, tmp_path: Path
    ) -> None:
        table = tmp_path / "people.csv"
        table.write_text("name\nAda\nBob\n", encoding="utf-8")
        page = "<form method=post action=/save><label>Name <input name=n></label><button>Save</button></form>"
        with App({"/": page, "/save": "<h1>Saved</h1>"}) as app:
            children = [
                open_page(app.url),
                fill("Name", "{{ person.name }}", id="fill"),
                click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}]),
            ]
            loop = each("people", "person", *children, over=over)
            edges = [("each", "end"), ("open", "fill"), ("fill", "click-save")]
            kind = "list" if over == "variable" else "file"
            value: Any = [{"name": "Ada"}, {"name": "Bob"}] if over == "variable" else str(table)
            sop = procedure(app, [loop], edges, {"people": {"type": kind}})
            summary = await run(sop, {"people": value})
        assert (summary.outcome, summary.error) == ("done", None)
        assert app.posts("/save") == [{"n": "Ada"}, {"n": "Bob"}]
        turns = [event for event in run.events if isinstance(event, TurnBegun)]
        assert [(turn.number, turn.of, turn.item) for turn in turns] == [(1, 2, "Ada"), (2, 2, "Bob")]

    @pytest.mark.parametrize(
        ("handling", "answer", "outcome"),
        some_of(
            [
                ("stop", None, "stopped before effect"),
                ("skip", None, "done with exceptions"),
                ("ask", "skip", "done with exceptions"),
                ("ask", "stop", "stopped before effect"),
            ],
            0,
        ),
    )
    async def test_an_item_that_fails(
        self, run: Runner, handling: str, answer: str | None, outcome: str
    ) -> None:
        def choose(request: ApprovalRequest) -> Approval:
            assert request.kind == "choose"
            return Approval(answer="choose", choice=answer, by="Eve")

        with App({"/": "<h1>People</h1><a href=/a>Ada</a> <a href=/c>Cid</a>", "/a": "A", "/c": "C"}) as app:
            find = task(
                "find",
                {"do": "click"},
                target=by_role("link", "{{ name }}"),
                done_when=[{"kind": "url", "matches": "/[ac]$"}],
            )
            group = {"type": "group", "id": "g", "label": "G", "children": [find]}
            loop = each("names", "name", open_page(app.url), group, on_item_failure=handling)
            sop = procedure(app, [loop], [("each", "end"), ("open", "g")], {"names": {"type": "list"}})
            names: dict[str, Any] = {"names": ["Ada", "Bob", "Cid"]}
            summary = await run(sop, names, settings=QUICK, answer=choose)
        assert summary.outcome == outcome
        visited = [request.path for request in app.received if request.path != "/"]
        assert visited == (["/a", "/c"] if outcome == "done with exceptions" else ["/a"])
        failed = [event for event in run.events if isinstance(event, ItemFailed)]
        assert [event.item for event in failed] == (["Bob"] if visited[1:] else [])
        # The group around the step that failed has no reason of its own to be listed.
        assert [one.item for one in summary.exceptions] == (["Bob"] if visited[1:] else [])

    async def test_each_item_that_fails_is_a_question_of_its_own(self, run: Runner) -> None:
        """Two of the same words fail alike: what was said of one is no answer to the other."""
        with App({"/": "<h1>People</h1>"}) as app:
            find = task("find", {"do": "click"}, target=by_role("link", "{{ name }}"))
            loop = each("names", "name", open_page(app.url), find, on_item_failure="ask")
            sop = procedure(app, [loop], [("each", "end"), ("open", "find")], {"names": {"type": "list"}})
            skip = Approval(answer="choose", choice="skip", by="Eve")
            await run(sop, {"names": ["Bob", "Bob"]}, settings=QUICK, answer=lambda _: skip)
        first, second = run.asked
        assert first.action == second.action and first.id != second.id


class TestHuman:
    async def test_the_answer_goes_into_its_variable(self, run: Runner) -> None:
        human = {"type": "human", "id": "ask", "label": "Ask", "request": "Which budget?", "into": "budget"}
        with App({"/": ""}) as app:
            sop = procedure(app, [human], [("ask", "end")], {"budget": {"output": True, "type": "number"}})
            summary = await run(sop, answer=lambda _: Approval(answer="answer", text="1200", by="Eve"))
        assert (summary.outcome, summary.outputs) == ("done", {"budget": 1200})
        assert [event.by for event in run.events if isinstance(event, Answered)] == ["Eve"]

    async def test_a_secret_answer_is_typed_and_not_journaled(self, run: Runner) -> None:
        human = {"type": "human", "id": "ask", "label": "Ask", "request": "The code?", "into": "code"}
        page = "<form method=post action=/in><label>Code <input name=c></label><button>Go</button></form>"
        with App({"/": page, "/in": "<h1>In</h1>"}) as app:
            nodes = [
                human,
                fill("Code", "{{ code }}", done_when=[], id="fill"),
                click("Go", "once", done_when=[{"kind": "text", "contains": "In"}]),
            ]
            edges = [("ask", "fill"), ("fill", "click-go"), ("click-go", "end")]
            sop = procedure(app, nodes, edges, {"code": {"secret": True}})
            summary = await run(sop, answer=lambda _: Approval(answer="answer", text="7-canary-7", by="Eve"))
        assert (summary.outcome, summary.error) == ("done, unverified", None)
        assert app.posts("/in") == [{"c": "7-canary-7"}]
        assert "7-canary-7" not in "".join(event.model_dump_json() for event in run.events)


class TestFailedEdges:
    async def test_a_failed_node_leads_on_where_an_edge_says_so(self, run: Runner) -> None:
        with App({"/": "<button onclick=\"fetch('/other')\">Other</button>", "/other": ""}) as app:
            nodes = [click("First"), answered("Other")]
            edges = [
                ("click-first", "end"),
                ("click-first", "click-other", "failed"),
                ("click-other", "end"),
            ]
            summary = await run(procedure(app, nodes, edges), settings=QUICK)
        assert summary.outcome == "done with exceptions"
        assert "/other" in {request.path for request in app.received}


class TestSkills:
    async def test_another_way_is_taken_where_the_first_cannot_be_done(self, run: Runner) -> None:
        with App({"/": "<h1>Old</h1>", "/new": "<h1>New</h1>"}) as app:
            node = task(
                "go",
                {"do": "click"},
                target=by_role("link", "New"),
                skills=[{"do": "open", "url": f"{app.url}/new"}],
                done_when=[{"kind": "text", "contains": "New"}],
            )
            summary = await run(procedure(app, [node], [("go", "end")]), settings=QUICK)
        assert (summary.outcome, summary.error, summary.retries) == ("done", None, 1)

    async def test_an_effect_that_was_seen_by_the_app_is_not_done_another_way(self, run: Runner) -> None:
        page = "<form method=post action=/save><button>Save</button></form>"
        with App({"/": page, "/save": "<h1>Nothing said</h1>", "/other": ""}) as app:
            node = click(
                "Save",
                "once",
                skills=[{"do": "open", "url": f"{app.url}/other"}],
                done_when=[{"kind": "text", "contains": "Saved"}],
            )
            quick = QUICK.model_copy(update={"verify_seconds": 0.4})
            summary = await run(procedure(app, [node], [("click-save", "end")]), settings=quick)
        assert summary.outcome == "needs reconciliation"
        assert "/other" not in {request.path for request in app.received}


class TestIdentity:
    @pytest.mark.parametrize("name", ["Ada Byron", "Joan Ada Byron-Lee"])
    async def test_nothing_is_done_on_another_record(self, run: Runner, name: str) -> None:
        page = f"<h1>{name}</h1><form method=post action=/delete><button>Delete</button></form>"
        heading = {
            "role": "heading",
            "name": "{{ name }}",
            "locators": [{"by": "role", "role": "heading", "name": "{{ name }}"}],
        }
        with App({"/": page, "/delete": "<h1>Deleted</h1>"}) as app:
            node = click(
                "Delete",
                "once",
                identity=[{"kind": "element", "state": "visible", "target": heading}],
                done_when=[{"kind": "text", "contains": "Deleted"}],
            )
            sop = procedure(app, [node], [("click-delete", "end")], {"name": {}})
            summary = await run(sop, {"name": "Ada Byron"}, settings=QUICK)
        right = name == "Ada Byron"
        assert summary.outcome == ("done" if right else "stopped before effect")
        assert len(app.posts("/delete")) == right
        if not right:
            assert summary.error is not None and "not the intended record" in summary.error

    async def test_a_row_whose_words_only_contain_the_name_is_not_the_row(self, run: Runner) -> None:
        rows = "<tr><td>Joanna Berg<td><button onclick=\"fetch('/deleted')\">Delete</button>"
        target = by_role("button", "Delete")
        target["locators"][0]["within"] = {"by": "row", "role": "row", "text": "{{ name }}"}
        with App({"/": f"<table>{rows}</table>", "/deleted": ""}) as app:
            node = task("delete", {"do": "click"}, "once", target=target)
            sop = procedure(app, [node], [("delete", "end")], {"name": {}})
            exact = QUICK.model_copy(update={"autonomy": "exact"})
            summary = await run(sop, {"name": "Anna Berg"}, settings=exact)
        assert summary.outcome == "stopped before effect"
        assert "/deleted" not in {request.path for request in app.received}
