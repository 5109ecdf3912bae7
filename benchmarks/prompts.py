"""What a question to a model takes: its tokens, and the time in which a page is observed for it.

`python -m benchmarks.prompts [--json]`. `page_tokens` is the whole prompt (instructions, request, form of the
answer) of one look of an exploration at a page with 500 controls; `decision_tokens` that of a decision over a
page of text longer than what a decision is shown; `observe_ms` the median time from a page at rest to its
description, and `observe_cpu_ms` the processor time that the page's main thread and Handrail took of it,
which other work on the machine does not lengthen so much. Tokens are those of the encoding o200k_base, by the
package bpe-openai, which holds its table and needs no network (`pip install "handrail[tokens]"`). Without it,
a token is taken for every three characters: the rule by which Handrail itself holds its limits. `counted_by`
says which it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import CDPSession

from handrail.actuators.browser import BrowserSession
from handrail.browser import launch_browser
from handrail.models import Evidence
from handrail.models.prompts import Prompt, filled
from handrail.runtime.by_model.classifying import question_of
from handrail.runtime.by_model.showing import Gathered
from handrail.runtime.exploring.explorer import CONTROLS, Errand, page_question
from handrail.runtime.exploring.moves import KINDS
from handrail.runtime.exploring.observing import observed
from handrail.sop.node import Decision

ROWS, CONTROLS_OF_THE_PAGE = 120, 500
PAGE_LIMIT, DECISION_LIMIT, OBSERVE_LIMIT = 6000, 800, 50.0
_LOOKS = 15
_ESTIMATE = "an estimate: a token for every three characters"
_FIRST = (
    "Aisha Bruno Carla Dmitri Elena Farid Greta Hugo Ines Jonas Keiko Liam Marta Nadia Oscar Priya".split()
)
_LAST = (
    "Adler Bianchi Costa Dubois Eriksen Fischer Garcia Haddad Ivanova Jansen Kowalski Larsen Moreau".split()
)
_STAGES = ("Introduced", "First meeting", "Due diligence", "Term sheet", "Committed", "Passed")


def page() -> str:
    """A list of records as business apps have them: navigation, filters, four controls a row, paging."""
    places = ("Contacts", "Orders", "Invoices", "Reports", "Calendar", "Settings", "Help")
    links = "".join(f"<li><a href=/{name.lower()}>{name}</a></li>" for name in places)
    fields = "".join(
        f"<label>{name} <select><option>All<option>One</select></label>"
        for name in ("Stage", "Owner", "Firm")
    )
    numbers = "".join(f"<a href=?page={number}>{number}</a> " for number in range(2, 9))
    return (
        f"<title>Contacts</title><nav aria-label=Main><ul>{links}</ul></nav><main><h1>Contacts</h1>"
        "<form role=search><input type=search aria-label='Search contacts'><button>Search</button></form>"
        f"{fields}<table aria-label=Contacts><tbody>{''.join(map(_row, range(ROWS)))}</tbody></table>"
        f"<nav aria-label=Pages>{numbers}</nav><a href=/new>New contact</a></main>"
    )


def _row(number: int) -> str:
    name = f"{_FIRST[number % len(_FIRST)]} {_LAST[number * 7 % len(_LAST)]}"
    stage = _STAGES[number % len(_STAGES)]
    return (
        f"<tr><td><input type=checkbox aria-label='Select {name}'></td>"
        f"<td><a href=/contacts/{number}>{name}</a></td><td>{stage}</td><td>2026-11-{number % 28 + 1:02}</td>"
        f"<td><button>Edit</button> <button>Delete</button></td></tr>"
    )


def counter() -> tuple[Callable[[str], int], str]:
    """What counts tokens, and its name."""
    if find_spec("bpe_openai") is None:
        return (lambda text: len(text) // 3), _ESTIMATE
    import bpe_openai

    encoding = bpe_openai.get_encoding("o200k_base")
    return (lambda text: len(encoding.encode(text))), "o200k_base"


def tokens(prompt: Prompt, count: Callable[[str], int]) -> int:
    """Of the whole question, the form of the answer among it."""
    return count(prompt.text) + count(json.dumps(prompt.schema))


async def look() -> tuple[str, str, int, float, float]:
    """The description of the page, its text, how many controls it names, and the median milliseconds: as they
    pass, and of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        async with launch_browser() as launched:
            assert launched.browser is not None
            context = await launched.browser.new_context(viewport={"width": 1280, "height": 720})
            session = BrowserSession(context, folder=Path(folder), find_seconds=5, navigation_seconds=10)
            await session.open_tab("main")
            live = context.pages[0]
            await live.set_content(page())
            thread = await context.new_cdp_session(live)
            await thread.send("Performance.enable", {"timeDomain": "threadTicks"})
            millis, busy = [], []
            for _ in range(_LOOKS):
                await session.traffic.rest("main")
                before = await _busy(thread)
                used, began = time.process_time(), time.perf_counter()
                seen = observed(
                    "http://crm.test/contacts", "Contacts", await session.gather("main", CONTROLS, brief=True)
                )
                description = seen.described(seen)
                millis.append((time.perf_counter() - began) * 1000)
                used = time.process_time() - used
                busy.append((await _busy(thread) - before + used) * 1000)
            text = await live.inner_text("body")
            await context.close()
    return description, text, len(seen.elements), statistics.median(millis), statistics.median(busy)


async def _busy(thread: CDPSession) -> float:
    """Seconds of the processor that the page's main thread has had."""
    metrics = (await thread.send("Performance.getMetrics"))["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def page_tokens(description: str, text: str, count: Callable[[str], int]) -> int:
    """Of one look of an exploration."""
    errand = Errand(
        node="find",
        page="main",
        goal="a page that shows the button 'Export to a spreadsheet'",
        context="It is needed for the step: Export the contacts. The list is sent to the board every week.",
        actions=KINDS,
        domains=(),
        steps=10,
        seconds=120,
    )
    tried = "\n".join(
        f"{number}. Click link '{name}': done, then at http://crm.test/{name.lower()}."
        for number, name in enumerate(("Reports", "Settings", "Contacts"), start=1)
    )
    return tokens(filled(page_question(errand, description, tried, text), str), count)


def decision_tokens(text: str, count: Callable[[str], int]) -> int:
    """Of a decision over the text of the page."""
    node = Decision(
        type="decision",
        id="wants",
        label="Wants a meeting",
        question="Does the sender want a meeting within the next two weeks?",
        context="Mails of investors; a meeting may be a call.",
        outcomes=("yes", "no", "later"),
        default="later",
    )
    return tokens(filled(question_of(node, Gathered((Evidence("text of the page", text),))), str), count)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    description, text, controls, millis, busy = asyncio.run(look())
    count, counted_by = counter()
    figures: dict[str, Any] = {
        "page_tokens": page_tokens(description, text, count),
        "decision_tokens": decision_tokens(text, count),
        "observe_ms": round(millis, 1),
        "observe_cpu_ms": round(busy, 1),
    }
    limits = {"page_tokens": PAGE_LIMIT, "decision_tokens": DECISION_LIMIT, "observe_ms": OBSERVE_LIMIT}
    broken = [
        f"{name} is {figures[name]}, and not under {most}"
        for name, most in limits.items()
        if figures[name] >= most
    ]
    if controls != CONTROLS_OF_THE_PAGE:
        broken.append(f"the page has {controls} controls, and not {CONTROLS_OF_THE_PAGE}")
    if options.json:
        print(json.dumps({**figures, "counted_by": counted_by}))
    else:
        for name, value in figures.items():
            under = f"   (under {limits[name]:g})" if name in limits else ""
            print(f"{name:16} {value:>8}{under}")
        print(f"tokens by {counted_by}; {controls} controls")
    for words in broken:
        print(f"not as promised: {words}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
