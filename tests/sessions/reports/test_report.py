from __future__ import annotations

import itertools
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from handrail.browser import LaunchedBrowser
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.linking import Head
from handrail.journal.events.event import Artefact, Criterion, Entry, Event, Verified
from handrail.sessions.reports.report import batch_report_html, report_html
from handrail.sessions.reports.report_steps import duration
from handrail.sop.document import Sop
from handrail.targeting.snapshot import ElementSnapshot
from tests.journal.stories import (
    act_failed,
    acted,
    answered,
    asked,
    done,
    ended,
    entered,
    intended,
    judged,
    left,
    missed,
    pictured,
    proposed,
    retried,
    started,
    tell,
    unverified,
    variable,
    verified,
)

PIXEL = b"\x89PNG\r\n\x1a\n and what follows"
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"

SOP = Sop.model_validate(
    {
        "meta": {"id": "add-contact", "title": "Add a contact"},
        "variables": {
            "name": {},
            "email": {},
            "password": {"secret": True},
            "id": {"output": True, "required": False},
            "hint": {"required": False},
        },
        "nodes": [
            {"type": "group", "id": "form", "label": "Fill in the form", "children": []},
            {"type": "end", "id": "end"},
        ],
    }
)


class Page(HTMLParser):
    """What a browser would make of the file: its elements, and the text in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(" ".join(data.split()))

    @property
    def text(self) -> str:
        return " ".join(filter(None, self.texts))


@pytest.fixture
def artefacts(tmp_path: Path) -> Artefacts:
    return Artefacts(tmp_path / "artefacts")


def run(artefacts: Artefacts, *events: Event | list[Event], **fields: object) -> tuple[Entry, ...]:
    """A session with an SOP that is really kept."""
    return tell(started(sop=artefacts.put(b"{}", ".sop.json"), **fields), *events)


def page(entries: tuple[Entry, ...], artefacts: Artefacts, head: Head | None = None) -> Page:
    return Page(report_html(entries, artefacts, SOP, head=head))


def saved(artefacts: Artefacts) -> list[Event]:
    element = ElementSnapshot(tag="button", role="button", name="Save contact")
    return [
        entered("form", "Fill in the form"),
        entered("save", "Press “Save”"),
        proposed("save", action="click the button “Save contact”", element=element),
        judged("save"),
        asked("save"),
        answered("save"),
        pictured("save", artefacts.put(PIXEL, ".png"), "before"),
        intended("save", old="Old name"),
        act_failed("save", dispatched=False),
        retried("save"),
        intended("save", attempt=2),
        acted("save", 2),
        pictured("save", artefacts.put(PIXEL + b"2", ".png"), "after"),
        variable("save", "id", "C-7"),
        verified("save", "a message says “Contact saved.”"),
        left("save", millis=2310),
        left("form"),
    ]


def test_the_outcome_stands_on_top_and_every_fact_of_a_step_below(artefacts: Artefacts) -> None:
    entries = run(artefacts, saved(artefacts), ended("done"), inputs={"name": "Ada", "email": "a@b.c"})
    text = page(entries, artefacts).text
    expected = [
        "done",
        "Every step was done and verified.",
        "Add a contact",
        "Version 3",
        "Steps verified 1 of 1",
        "Retries 1",
        "Inputs name Ada email a@b.c password •••",
        "Results id C-7",
        "Done, and not to be repeated Press “Save”",
        "Fill in the form",
        "Press “Save” done 2.3 s",
        "Click the button “Save contact”",
        "Asked. Save this contact? — “allow” by ann. Why: checked",
        "Attempt 1 failed. The page did not answer within 5 s. (transient; nothing was sent to the app)",
        "a message says “Contact saved.”",
        "Before",
        "After",
        "Element button “Save contact”",
        "Found exact, confidence 100%: role and name fit; 3 of 3 locators agree",
        "Gate allowed by rule “domains”: The host is in the list.",
        "Value before Old name",
        "Took 32 ms",
        f"The chain of all {len(entries)} entries holds",
        f"Hash of the last entry: {entries[-1].hash}",
    ]
    places = [text.find(fact) for fact in expected]
    assert -1 not in places, expected[places.index(-1)]
    assert places[:2] == sorted(places[:2])
    assert places[0] < places[2]


def test_the_file_needs_nothing_from_outside_and_no_script(artefacts: Artefacts) -> None:
    for html in (
        report_html(run(artefacts, saved(artefacts), ended("done")), artefacts, SOP),
        batch_report_html([run(artefacts, saved(artefacts), ended("done"))], artefacts, SOP),
    ):
        read = Page(html)
        assert not {tag for tag, _ in read.elements} & {"script", "link", "iframe", "object", "base"}
        for _, attributes in read.elements:
            for name, value in attributes.items():
                assert not name.startswith("on")
                if name in ("src", "href"):
                    assert (value or "").startswith(("data:image/png;base64,", "#"))
        assert not re.search(r"url\(|@import", html)
        policy = next(a for tag, a in read.elements if a.get("http-equiv") == "Content-Security-Policy")
        assert policy["content"] == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def evil_session(artefacts: Artefacts) -> tuple[Entry, ...]:
    element = ElementSnapshot(tag=EVIL, role=EVIL, name=EVIL)
    criterion = Criterion(text=EVIL, held=False, seen=EVIL)
    return run(
        artefacts,
        [
            entered("form", EVIL),
            entered("save", EVIL),
            proposed("save", action=EVIL, element=element).model_copy(
                update={"reasons": (EVIL,), "host": EVIL}
            ),
            judged("save").model_copy(update={"rule": EVIL, "reason": EVIL, "verdict": "block"}),
            asked("save").model_copy(update={"question": EVIL}),
            answered("save").model_copy(update={"answer": EVIL, "by": EVIL, "why": EVIL}),
            intended("save", old=EVIL).model_copy(update={"action": EVIL}),
            act_failed("save", dispatched=True).model_copy(update={"message": EVIL}),
            retried("save").model_copy(update={"reason": EVIL}),
            missed("save").model_copy(update={"criteria": (criterion,), "why": EVIL}),
            variable("save", EVIL, EVIL),
            entered("note", EVIL),
            unverified("note").model_copy(update={"why": EVIL}),
        ],
        ended("failed", "save", EVIL, EVIL),
        title=EVIL,
        sop_version=EVIL,
        inputs={EVIL: EVIL, "name": EVIL},
        user=EVIL,
        machine=EVIL,
        browser=EVIL,
    )


def test_nothing_from_a_page_or_a_person_becomes_markup(artefacts: Artefacts) -> None:
    entries = evil_session(artefacts)
    for html in (report_html(entries, artefacts, SOP), batch_report_html([entries], artefacts, None)):
        read = Page(html)
        assert not [tag for tag, _ in read.elements if tag in ("script", "img")]
        assert not [name for _, attributes in read.elements for name in attributes if name.startswith("on")]
        assert EVIL in "".join(read.texts)
        assert "<script" not in html


def test_references_to_secrets_are_masked_wherever_they_stand(artefacts: Artefacts) -> None:
    secret = "{{ secret:password }}"
    entries = run(
        artefacts,
        [
            entered("fill", f"Type {secret}"),
            proposed("fill", action=f"fill “Password” with “{secret}”"),
            intended("fill", "repeatable"),
            acted("fill"),
            Verified(kind="verified", node="fill", criteria=(Criterion(text=f"holds {secret}", held=True),)),
        ],
        ended("done"),
        inputs={"password": "never here", "hint": secret},
    )
    html = report_html(entries, artefacts, SOP)
    assert "secret:" not in html
    assert "never here" not in html
    assert "Fill “Password” with “•••”" in Page(html).text


def test_what_was_read_back_is_shown_as_the_evidence(artefacts: Artefacts) -> None:
    criterion = Criterion(text="the database gives one row", held=True, seen="1 row: stage = Lead")
    verified = Verified(kind="verified", node="save", criteria=(criterion,))
    entries = run(
        artefacts, [entered("save", "Save"), intended("save", "once"), acted("save"), verified], ended("done")
    )
    assert "Read back: 1 row: stage = Lead" in Page(report_html(entries, artefacts, SOP)).text


def test_a_changed_journal_says_so(artefacts: Artefacts) -> None:
    entries = run(artefacts, saved(artefacts), ended("done"))
    changed = entries[5]._replace(at="2026-11-21T09:00:00.000000Z")
    text = page((*entries[:5], changed, *entries[6:]), artefacts).text
    assert "This journal does not hold" in text
    assert "Entry 6 was changed" in text


def test_a_cut_end_is_seen_with_the_head(artefacts: Artefacts) -> None:
    entries = run(artefacts, saved(artefacts), ended("done"))
    head = Head(entries[-1].seq, entries[-1].hash)
    assert "This journal does not hold" not in page(entries, artefacts, head).text
    assert "missing at the end" in page(entries[:-1], artefacts, head).text


def test_changed_missing_and_strange_pictures_are_told_and_not_shown(artefacts: Artefacts) -> None:
    changed, strange = artefacts.put(PIXEL, ".png"), artefacts.put(b"<svg onload='alert(1)'/>", ".svg")
    artefacts.path(changed).write_bytes(PIXEL + b"!")
    missing = Artefact("sha256:" + "0" * 64)
    pictures: list[Event] = [pictured("save", picture) for picture in (changed, missing, strange)]
    read = page(run(artefacts, [entered("save"), intended("save"), *pictures], ended("failed")), artefacts)
    assert "this picture was changed after it was taken" in read.text
    assert "this picture is missing" in read.text
    assert "not a picture that can be shown" in read.text
    assert "This journal does not hold" in read.text
    assert "img" not in {tag for tag, _ in read.elements}


def test_the_same_journal_gives_the_same_bytes(artefacts: Artefacts) -> None:
    entries = run(artefacts, saved(artefacts), ended("done"))
    assert report_html(entries, artefacts, SOP) == report_html(entries, artefacts, SOP)


def test_an_interrupted_session_says_so(artefacts: Artefacts) -> None:
    entries = run(artefacts, [entered("save", "Save it"), proposed("save"), intended("save")])
    text = page(entries, artefacts).text
    assert text.count("needs reconciliation") >= 1
    assert "The journal has no end" in text
    assert "In doubt." in text
    assert "not finished" in text


def test_steps_can_be_reached_from_the_strip(artefacts: Artefacts) -> None:
    steps = [event for number in range(5) for event in done(f"n{number}")]
    read = page(run(artefacts, steps, ended("done")), artefacts)
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    links = [(attributes["href"] or "")[1:] for tag, attributes in read.elements if tag == "a"]
    assert links == ids == [f"step-{number}" for number in range(1, 6)]


def test_a_table_of_rows(artefacts: Artefacts) -> None:
    good = run(artefacts, done("save", "once"), ended("done"), inputs={"name": "Ada"}, row=1, batch="b")
    bad = run(
        artefacts,
        [entered("save"), intended("save"), acted("save"), missed("save")],
        ended("needs reconciliation", "save", "It was not seen."),
        inputs={"name": "Grace"},
        row=2,
        batch="b",
    )
    read = Page(batch_report_html([good, bad], artefacts, SOP))
    assert "Rows: 1 done; 1 needs reconciliation." in read.text
    assert "Rows done 1 of 2" in read.text
    assert read.text.index("Ada") < read.text.index("Grace")
    rows = [attributes for tag, attributes in read.elements if tag == "details" and "id" in attributes]
    assert [(row["id"], "open" in row) for row in rows] == [("row-1", False), ("row-2", True)]
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for written in (read, Page(report_html(good, artefacts, SOP))):
        levels = [int(tag[1]) for tag, _ in written.elements if tag in ("h1", "h2", "h3", "h4")]
        assert all(level <= before + 1 for before, level in itertools.pairwise(levels)), "none is left out"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 ms"),
        (0.24, "240 ms"),
        (4.21, "4.2 s"),
        (59.99, "60.0 s"),
        (185, "3 min 05 s"),
        (7260, "2 h 01 min"),
    ],
)
def test_lengths_of_time_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words


async def test_a_printed_table_loses_no_column(artefacts: Artefacts, launched: LaunchedBrowser) -> None:
    """On paper nothing scrolls; on a screen a long value is no column of one word in a line."""
    inputs = {f"number_{n}": "of the customer" for n in range(10)} | {"notes": "long " * 40}
    html = batch_report_html([run(artefacts, ended("done"), inputs=inputs)], artefacts, SOP)
    assert launched.browser is not None
    page = await launched.browser.new_page(viewport={"width": 720, "height": 900})
    await page.set_content(html)
    assert await page.locator("td .cell", has_text="long").evaluate("one => one.clientWidth") > 200
    await page.emulate_media(media="print")
    assert await page.locator("table").evaluate("one => one.getBoundingClientRect().right") <= 720
    await page.close()
