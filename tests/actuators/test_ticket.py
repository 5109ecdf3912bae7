"""Nothing is performed without the gate's ticket: by type, by a scan of the code, and in a browser."""

from __future__ import annotations

import ast
import inspect
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

import handrail
from handrail.actuators import Act, Actuator
from handrail.actuators.browser import BrowserSession
from handrail.actuators.browser.performing import PERFORM
from handrail.browser import LaunchedBrowser
from handrail.policy import Gate, Policy, Proposal, Ticket
from handrail.runtime.walk.crew import Crew
from handrail.sop.action import Open
from tests.app import App

SOURCE = Path(handrail.__file__).parent
INPUTS = frozenset(
    """click dblclick fill press press_sequentially type select_option set_checked check uncheck tap hover
    set_input_files set_files drag_to drag_and_drop dispatch_event insert_text go_back go_forward reload goto
    evaluate evaluate_handle""".split()
)
"""Playwright's ways to act on a page, or to run a script in it."""

MAY_ACT = {
    "actuators/browser/performing.py",
    # Reached from performing alone; see below.
    "actuators/browser/boxes.py",
    "actuators/browser/calendars.py",
    "actuators/browser/counting.py",
    "actuators/browser/direct_input.py",
    "actuators/browser/dragging.py",
    "actuators/browser/drawn_lists.py",
    "actuators/browser/editors.py",
    "actuators/browser/filling.py",
    "actuators/browser/filtering.py",
    "actuators/browser/focusing.py",
    "actuators/browser/inview.py",
    "actuators/browser/native_lists.py",
    "actuators/browser/sliders.py",
    "actuators/browser/suggesting.py",
    "actuators/browser/years.py",
    # A person's own files, whose hands are on the page.
    "actuators/browser/choosers.py",
    # The recorder opens the page on which a person is about to work; it never acts on it.
    "recording/browser.py",
}
DRIVES_PLAYWRIGHT = ("actuators", "browser", "recording", "sessions", "runtime", "approvals", "cli")


def calls_of(name: str) -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in the product of what has this name: the file, the function it stands in, and the call."""
    for path in sorted(SOURCE.rglob("*.py")):
        if name in path.read_text(encoding="utf-8"):
            for function, called, call in calls(path):
                if called == name:
                    yield str(path.relative_to(SOURCE)), function, call


def calls(path: Path) -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in a file: the function that it stands in, the name that is called, and the call."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for outer in ast.walk(tree):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(outer):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                    name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                    yield outer.name, name, node


def awaited_inputs(path: Path) -> list[str]:
    """Awaited calls of Playwright's input methods in a file: the library's are all coroutines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        node.value.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Await)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr in INPUTS
    ]


def python_files() -> list[Path]:
    return [path for part in DRIVES_PLAYWRIGHT for path in sorted((SOURCE / part).rglob("*.py"))]


def test_only_the_performing_module_acts_on_pages() -> None:
    acting = {str(path.relative_to(SOURCE)) for path in python_files() if awaited_inputs(path)}
    assert acting == MAY_ACT
    recorder = awaited_inputs(SOURCE / "recording" / "browser.py")
    assert recorder == ["goto"]


def test_input_by_the_protocol_is_given_in_known_places_alone() -> None:
    giving = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if re.search(r"[\"'](Input\.|Page\.navigateTo)\w", path.read_text(encoding="utf-8"))
    }
    assert giving == {
        "actuators/browser/performing.py",
        # Aims and presses for performing.
        "actuators/browser/direct_input.py",
        # Presses letters that have no key of their own, for performing.
        "actuators/browser/filling.py",
        # Goes back and forward for performing; see below.
        "actuators/browser/history.py",
        # Pass on what a person does in the picture of the page.
        "actuators/browser/hands.py",
        "console/picking.py",
    }


def test_the_performing_functions_are_reached_from_dispatch_alone() -> None:
    reached: dict[str, set[str]] = {}
    for path in python_files():
        text = path.read_text(encoding="utf-8")
        if "PERFORM" in text and path.name != "performing.py":
            assert path.name == "session.py", f"{path} knows the performing functions"
        for function, name, _ in calls(path):
            if path.parent.name == "browser" and path.parent.parent.name == "actuators":
                reached.setdefault(name, set()).add(function)
    assert reached["_perform"] == {"dispatch"}
    assert reached["traverse"] == {"_history"}
    assert reached["pick"] == {"_perform"}
    assert reached["choose_in_drawn"] == {"_select"}
    assert reached["drag"] == {"_drag"}
    assert reached["_take_suggestion"] == {"choose_in_drawn"}
    assert reached["fill_in"] == {"_fill", "_type", "choose_in_drawn", "_take_suggestion"}
    assert reached["press_letter"] == {"fill_in"}
    assert reached["_put_in"] == {"_put"}
    assert reached["slide_to"] == {"_fill"}
    assert reached["note_typed"] == {"_fill", "_type"}
    assert reached["wait_for_offers"] == {"_press"}
    assert reached["_request"] == {"dispatch"}


def test_dispatch_redeems_the_ticket_before_anything_else() -> None:
    tree = ast.parse(inspect.getsource(BrowserSession))
    dispatch = next(n for n in ast.walk(tree) if isinstance(n, ast.AsyncFunctionDef) and n.name == "dispatch")
    assert dispatch.args.args[1].arg == "ticket"
    first = dispatch.body[1]  # after its docstring
    assert "ticket.redeem()" in ast.unparse(first)


def test_every_dispatch_takes_a_ticket_by_its_type() -> None:
    for owner in (Actuator, BrowserSession, Crew):
        hints = typing.get_type_hints(owner.dispatch)
        assert (hints["ticket"], hints["act"]) == (Ticket, Act)
    taking_acts = {
        name
        for name, method in inspect.getmembers(Actuator, inspect.isfunction)
        if Act in typing.get_type_hints(method).values()
    }
    assert taking_acts == {"dispatch"}


def test_tickets_are_made_in_the_gate_alone() -> None:
    makers = {(file, function) for file, function, _ in calls_of("Ticket")}
    assert makers == {("policy/judging/gate.py", "admit")}
    admitting = {file for file, _, call in calls_of("admit") if isinstance(call.func, ast.Attribute)}
    # Beside runs, a person who looks for an element has pages opened, and nothing else.
    assert admitting == {"runtime/people/admission.py", "sessions/people/picking.py"}


def test_every_kind_of_action_has_one_way_to_be_performed() -> None:
    assert all(inspect.iscoroutinefunction(perform) for perform in PERFORM.values())


def proposal(url: str, **facts: object) -> Proposal:
    given = {
        "node": "x", "attempt": 1, "rung": "exact", "action": "Open", "kind": "open", "effect": "none",
        "page_url": "", "leads_to": url, "named": True, **facts,
    }  # fmt: skip
    return Proposal.model_validate(given)


async def test_a_ticket_opens_what_it_was_made_for_once_and_nothing_else(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    assert launched.browser is not None
    context = await launched.browser.new_context()
    session = BrowserSession(context, folder=tmp_path)
    with App({"/": "here", "/other": "there"}) as app, App({"/": "elsewhere"}) as foreign:
        gate = Gate(Policy(domains=(app.host,)))
        wanted = proposal(app.url)
        ticket = gate.admit(wanted, gate.judge(wanted))
        act = Act(page="main", action=Open(do="open", url=app.url))
        await session.dispatch(ticket, act)
        with pytest.raises(PermissionError):
            await session.dispatch(ticket, act)
        fresh = gate.admit(wanted, gate.judge(wanted))
        with pytest.raises(PermissionError):
            await session.dispatch(fresh, Act(page="main", action=Open(do="open", url=foreign.url)))
        assert not foreign.received
        with pytest.raises(AttributeError):
            await session.dispatch(None, act)  # type: ignore[arg-type]
    await context.close()
