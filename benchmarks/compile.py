"""How long 10,000 recorded events take to become an SOP: load, merge, compile, write.

`python benchmarks/compile.py [--json] [--events N]`; `seconds` is the median of five whole ways, from the
folder on the disk to the bytes of the document. The recording is a long day's work: sign in, then filling
in, saving, searching and opening records, each with other values.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from handrail.compile import compile_recording
from handrail.recording.event import PageState, RecordedEvent
from handrail.recording.manifest import Manifest
from handrail.recording.merging import merge
from handrail.recording.store import RecordingWriter, load_recording
from handrail.sop.document import Sop
from handrail.sop.format import sop_bytes

APP = "https://crm.example.com"
FIRST = ("Ada", "Grace", "Edsger", "Barbara", "Alan", "Katherine", "Donald", "Radia", "Niklaus", "Frances")
LAST = ("Lovelace", "Hopper", "Dijkstra", "Liskov", "Turing", "Johnson", "Knuth", "Perlman", "Wirth", "Allen")
_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)

Facts = dict[str, Any]


class Day:
    """A person's events, numbered as they come."""

    def __init__(self) -> None:
        self.facts: list[Facts] = []
        self._state = PageState(url=f"{APP}/contacts", title="Contacts · CRM", headings=("Contacts",))

    def add(self, kind: str, **facts: Any) -> int:
        seq = len(self.facts)
        head = {"seq": seq, "t": seq * 20.0, "url": self._state.url, "title": self._state.title}
        self.facts.append({"kind": kind, **head, **facts})
        return seq

    def changed(self, after: int, **update: Any) -> None:
        before = self._state
        self._state = before.model_copy(update={"texts": (), **update})
        self.add("changed", after=after, before_state=before, state=self._state)

    def press(self, target: Facts) -> int:
        for x in range(4):
            self.add("mouse_move", x=x, y=x)
        self.add("mouse_down", x=3, y=3, target=target)
        self.add("mouse_up", x=3, y=3, target=target)
        return self.add("click", x=3, y=3, target=target)

    def fill(self, label: str, text: str) -> None:
        target = described("textbox", label, tag="input", label=label)
        self.press(target)
        for end in range(1, len(text) + 1):
            self.add("key_down", key=text[end - 1], target=target)
            self.add("input", target=target, value=text[:end], before=text[: end - 1])
            self.add("key_up", key=text[end - 1])
        seq = self.add("key_down", key="Tab", target=target)
        self.changed(seq, values={**self._state.values, label: text})

    def follow(self, target: Facts, path: str, method: str = "GET", **update: Any) -> None:
        seq = self.press(target)
        if method != "GET":
            self.add("submitted", method=method)
            self.add("response", method=method, request_url=self._state.url, status=302, document=True)
        self.add("navigated", to=f"{APP}{path}", cause="consequence")
        self.add("response", method="GET", request_url=f"{APP}{path}", status=200, document=True)
        self.changed(seq, url=f"{APP}{path}", values={}, alerts=(), **update)


def described(role: str, name: str, *, tag: str, label: str | None = None, row: str | None = None) -> Facts:
    """An element with as many facts as the recorder keeps."""
    locators: list[Facts] = [{"by": "role", "role": role, "name": name}]
    if label:
        locators.append({"by": "label", "text": label})
    locators.append({"by": "css", "css": f"main > div:nth-of-type(2) > {tag}:nth-of-type({len(name)})"})
    return {
        "role": role,
        "name": name,
        "tag": tag,
        "label": label,
        "attributes": {"class": "wide field", "id": name.lower().replace(" ", "-")},
        "ancestors": ["div", "form#contact", "main[main]", "body"],
        "near": {"heading": "New contact", "section": "New contact", "row": row},
        "box": {"x": 10, "y": 20, "width": 120, "height": 24},
        "locators": locators,
    }


def day_of_work(count: int) -> tuple[RecordedEvent, ...]:
    """At least so many events."""
    day = Day()
    day.add("navigated", to=f"{APP}/contacts", cause="address")
    for number in records(count, day):
        first, last = FIRST[number % 10], f"{LAST[number // 10 % 10]}{number}"
        day.follow(
            described("link", "New contact", tag="a"), "/contacts/new", title="New contact · CRM",
            headings=("New contact",),
        )  # fmt: skip
        day.fill("First name", first)
        day.fill("Last name", last)
        day.fill("E-mail", f"{last.lower()}@example.com")
        day.follow(
            described("button", "Save", tag="button"), f"/contacts/{number}", "POST",
            title=f"{first} {last} · CRM", headings=(f"{first} {last}",), texts=(f"{first} {last}", "Saved"),
        )  # fmt: skip
        row = f"{first} {last} {last.lower()}@example.com Customer"
        day.follow(
            described("link", "Contacts", tag="a"),
            "/contacts",
            title="Contacts · CRM",
            headings=("Contacts",),
        )
        day.follow(
            described("link", f"{first} {last}", tag="a", row=row), f"/contacts/{number}",
            title=f"{first} {last} · CRM", headings=(f"{first} {last}",),
        )  # fmt: skip
        day.follow(described("link", "Contacts", tag="a"), "/contacts", headings=("Contacts",))
    return tuple(_EVENT.validate_python(facts) for facts in day.facts[:count])


def records(count: int, day: Day) -> Iterator[int]:
    number = 0
    while len(day.facts) < count:
        yield number
        number += 1


def write(folder: Path, events: tuple[RecordedEvent, ...]) -> None:
    manifest = Manifest(
        id="bench",
        started="2026-11-21T08:00:00Z",
        start_url=f"{APP}/contacts",
        viewport=(1280, 720),
        browser="chromium",
        handrail_version="0",
    )
    with RecordingWriter(folder, manifest) as writer:
        for event in events:
            writer.append(event)


def one_way(folder: Path) -> tuple[dict[str, float], Sop]:
    """From the folder on the disk to the document's bytes: the seconds of each part."""
    marks = [time.perf_counter()]
    recording = load_recording(folder)
    marks.append(time.perf_counter())
    sop = compile_recording(recording)
    marks.append(time.perf_counter())
    sop_bytes(sop)
    marks.append(time.perf_counter())
    merge(recording.events)
    marks.append(time.perf_counter())
    load, compiling, write, merging = (after - before for before, after in pairwise(marks))
    # Merging is a part of compiling, and shown beside it for information only.
    parts = {"load": load, "compile": compiling, "write": write, "merge_alone": merging}
    return {"": load + compiling + write, **parts}, sop


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--events", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "recording"
        events = day_of_work(options.events)
        write(folder, events)
        ways = [one_way(folder) for _ in range(5)]
    sop = ways[0][1]
    result: dict[str, float] = {
        f"{name}_seconds".lstrip("_"): round(statistics.median(times[name] for times, _ in ways), 4)
        for name in ways[0][0]
    }
    result |= {"events": len(events), "nodes": len(sop.nodes), "variables": len(sop.variables)}
    if options.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:20} {value}")


if __name__ == "__main__":
    main()
