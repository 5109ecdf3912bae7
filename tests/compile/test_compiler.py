"""The document as a whole: usable on other data, whole under `handrail check`, the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.compile import compile_recording
from handrail.compile.reading.addresses import app_name
from handrail.errors import RecordingError
from handrail.sop.document import Sop
from handrail.sop.format import sop_bytes
from handrail.sop.locator import CssLocator, Locator, RoleLocator, RowLocator
from handrail.sop.target import FrameStep, Neighbourhood, Target
from handrail.sop.template import names_in_model
from handrail.sop.validate import problems

from .recordings import APP, Show, button, element, field, ids, in_row, link, node, tasks


def made() -> bytes:
    """What the compiler writes of it."""
    return sop_bytes(compile_recording(new_contact().recording()))


def new_contact() -> Show:
    """Sign in, add a contact, find it again."""
    password = field("Password", "password")
    show = Show(f"{APP}/login", title="Sign in · Practice CRM", headings=("Sign in",))
    show.type(field("Email", "email"), "demo@example.com").type(password, "hunter2", masked=True)
    show.led(show.key("Enter", password), "/contacts", send="post", headings=("Contacts",))
    show.goes(link("New contact", "/contacts/new"), "/contacts/new", headings=("New contact",))
    show.type(field("First name"), "Ada").type(field("Last name"), "Lovelace")
    show.choose(field("Stage", tag="select"), "Customer").tick(field("Newsletter", "checkbox"))
    show.goes(
        button("Save"), "/contacts/17", send="post", headings=("Ada Lovelace",), alerts=("Contact saved",)
    )
    show.goes(link("Contacts", "/contacts"), "/contacts", headings=("Contacts",))
    return show.goes(
        in_row("link", "Ada Lovelace", "Ada Lovelace", "Ada Lovelace Customer"),
        "/contacts/17",
        headings=("Ada Lovelace",),
    )


def errors(sop: Sop) -> list[str]:
    return [str(problem) for problem in problems(sop) if problem.severity == "error"]


def test_a_whole_procedure_holds_together() -> None:
    sop = new_contact().sop()
    assert errors(sop) == []
    assert ids(sop) == [
        "fill-email",
        "fill-password",
        "press-enter-password",
        "click-new-contact",
        "fill-first-name",
        "fill-last-name",
        "choose-stage",
        "tick-newsletter",
        "click-save",
        "click-contacts",
        "click-first-name-last-name",
    ]
    assert all(task.done_when and task.intent and task.effect_reason for task in tasks(sop))


def test_nothing_of_the_recorded_record_is_left_outside_of_the_defaults() -> None:
    sop = new_contact().sop()
    text = "".join(task.model_dump_json() for task in tasks(sop))
    for value in ("Ada", "Lovelace", "17", "demo@example.com", "hunter2"):
        assert value not in text
    used = {name for task in tasks(sop) for name in names_in_model(task)}
    assert used == set(sop.variables)


def test_the_same_recording_gives_the_same_bytes_in_every_process() -> None:
    code = f"import sys; from {__name__} import made; sys.stdout.buffer.write(made())"
    # The order of a set is chance, and another one in each process.
    for seed in ("1", "2"):
        told = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        )
        assert told.stdout == made()


def test_the_steps_follow_each_other_to_the_end() -> None:
    sop = new_contact().sop()
    assert sop.nodes[-1].type == "end"
    assert [(edge.source, edge.target) for edge in sop.edges] == [
        (one.id, other.id) for one, other in zip(sop.nodes, sop.nodes[1:], strict=False)
    ]


def test_the_environment_is_where_it_was_shown() -> None:
    show = Show("http://localhost:8000/", title="Home")
    show.goes(link("Sign in"), "https://login.example.com/in")
    show.goes(link("Back"), "http://localhost:8000/contacts")
    environment = show.click(button("Go"), texts=("x",)).sop().environment
    assert environment.start[0].url == "http://localhost:8000/"
    assert environment.domains == ("localhost:8000", "login.example.com")
    assert (environment.viewport.width, environment.viewport.height) == (1280, 720)


def test_a_link_to_another_host_is_within_the_domains() -> None:
    show = Show().click(link("Docs", "https://docs.example.com/x"), texts=("x",))
    assert "docs.example.com" in show.sop().environment.domains


def test_a_frame_of_another_host_is_within_the_domains() -> None:
    frame = FrameStep(locators=field("Card").locators, url="https://pay.example.net/f")
    inside = button("Pay", frame=(frame,))
    assert "pay.example.net" in Show().click(inside, texts=("x",)).sop().environment.domains


def test_the_saved_sign_in_state_is_named() -> None:
    recording = new_contact().recording()
    manifest = recording.manifest.model_copy(update={"sign_in": "crm"})
    assert compile_recording(replace(recording, manifest=manifest)).environment.sign_in == "crm"


def test_a_title_can_be_given() -> None:
    meta = new_contact().sop("Add a contact").meta
    assert (meta.id, meta.title) == ("add-a-contact", "Add a contact")


@pytest.mark.parametrize(
    ("around", "section"), [("div[toolbar]", "Contacts"), ("div[region]", "Application toolbar")]
)
def test_a_title_does_not_say_in_which_toolbar_a_command_stands(around: str, section: str) -> None:
    near = Neighbourhood(section="Application toolbar")
    delete = button("Delete", near=near, ancestors=("ul", around, "body"))
    title = Show().goes(delete, "/x", send="post", headings=("X",)).sop().meta.title
    assert title == f"Delete '{section}' in Practice CRM"


@pytest.mark.parametrize(
    ("show", "title"),
    [
        (lambda: Show().goes(button("Save"), "/x", send="post", headings=("X",)), "Save 'Contacts'"),
        (lambda: Show().click(button("Send invoice"), texts=("x",)), "Send invoice"),
        (lambda: Show().goes(link("Reports"), "/reports", headings=("Reports",)), "Go to 'Reports'"),
    ],
)
def test_a_title_says_what_it_comes_to(show: Any, title: str) -> None:
    assert show().sop().meta.title == f"{title} in Practice CRM"


def test_a_title_says_what_page_it_was_where_the_button_is_called_as_on_all() -> None:
    show = Show(f"{APP}/options", headings=(), title="General settings ‹ Acme — Practice CRM")
    show.change(url=f"{APP}/more", title="More ‹ Acme — Practice CRM")
    show.change(url=f"{APP}/options", title="General settings ‹ Acme — Practice CRM")
    sop = show.goes(button("Save Changes"), "/options", send="post").sop()
    assert sop.meta.title == "Save Changes 'General settings' in Practice CRM"


def test_a_title_names_what_was_asked_about_and_not_the_yes() -> None:
    asked = Show().click(button("Delete ticket"), dialogs=("Please confirm",))
    sure = button("Yes, delete", near={"dialog": "Please confirm. Are you sure?"})
    assert asked.goes(sure, "/tickets", send="post").sop().meta.title == "Delete ticket in Practice CRM"


@pytest.mark.parametrize(
    ("titles", "app"),
    [
        (("Log in", "Tickets — Desk", "New ticket — Desk"), "Desk"),
        (("start [Handbook]", "coffee [Handbook]"), "Handbook"),
        (("Desk: Users | Add", "Desk: Users | List", "Desk: Home"), "Desk"),
        (("Users | Add | Desk", "Users | List | Desk"), "Desk"),
        (("Log in", "Tickets", "New ticket"), ""),
        (("Tickets",), "Tickets"),
        (("Webmail :: Welcome to Webmail",), "Webmail"),
        (("Sign in :: Powered by Desk", "New ticket :: Powered by Desk"), "Desk"),
        (("Desk - 127.0.0.1:8000",), "Desk"),
        (("Log in - 127.0.0.1:8000", "Users - 127.0.0.1:8000"), ""),
    ],
)
def test_the_app_is_called_as_its_titles_have_it_in_common(titles: tuple[str, ...], app: str) -> None:
    assert app_name("http://127.0.0.1:8000/", titles[0], titles) == app


@pytest.mark.parametrize(("heading", "held"), [("Squeaky door", False), ("#12: Squeaky door", True)])
def test_a_record_is_told_by_its_heading_without_the_app_s_own_number(heading: str, held: bool) -> None:
    show = Show().type(field("Subject"), "Squeaky door").goes(button("Create"), "/t/12", send="post")
    show.change(headings=(heading,)).goes(button("Resolve"), "/t/12/done", send="post")
    (told,) = tasks(show.sop())[-1].identity
    assert told.kind == "element" and told.target is not None
    (locator,) = told.target.locators
    text = "{{ subject }}"
    assert locator == (
        RowLocator(by="row", role="heading", text=text)
        if held
        else RoleLocator(by="role", role="heading", name=text)
    )


def test_of_a_task_in_a_project_the_heading_that_names_the_task_tells_it() -> None:
    show = Show(f"{APP}/projects")
    show.goes(in_row("link", "Depot move", "Depot move", "7 Depot move"), "/projects/7/tasks")
    show.change(headings=("Depot move",))
    show.goes(in_row("link", "Book lift", "Book lift", "3 Book lift"), "/tasks/3")
    show.change(headings=("Depot move", "Book lift"))
    show.goes(button("Close"), "/tasks", send="post")
    sop = show.sop()
    (told,) = tasks(sop)[-1].identity
    assert told.kind == "element" and told.target is not None
    named = {f"{{{{ {name} }}}}": one.default for name, one in sop.variables.items()}
    assert (*named.values(),) == ("Depot move", "Book lift")
    assert named[told.target.name or ""] == "Book lift"


def test_dialogs_are_answered_as_they_were() -> None:
    show = Show().type(field("Company"), "Acme Ltd")
    seq = show.press(button("Delete"))
    show.add("dialog", dialog="confirm", message="Delete Acme Ltd?", accepted=True)
    show.add("dialog", dialog="alert", message="Order 4711 is gone", accepted=True)
    show.change(cause=seq, alerts=("Deleted",))
    first, second = node(show.sop(), "click-delete").dialogs
    assert (first.kind, first.answer, first.message) == ("confirm", "accept", "Delete {{ company }}?")
    assert (second.kind, second.message) == ("alert", None)


def test_a_question_on_leaving_belongs_to_the_leaving() -> None:
    show = Show().type(field("Name"), "Ada")
    show.add("dialog", dialog="beforeunload", message="", accepted=True)
    show.add("navigated", to=f"{APP}/other", cause="address")
    show.change(url=f"{APP}/other")
    sop = show.sop()
    assert node(sop, "fill-name").dialogs == ()
    assert tasks(sop)[-1].dialogs[0].kind == "beforeunload"


def test_the_address_is_opened_that_was_gone_to_not_the_one_it_led_on_to() -> None:
    show = Show(f"{APP}/contacts", asked_for=f"{APP}/lang/fr")
    show.click(button("Refresh"))
    assert show.sop().environment.start[0].url == f"{APP}/lang/fr"
    assert ids(show.sop()) == ["click-refresh"]


def test_a_start_that_led_on_is_a_step_where_another_page_is_opened_in_its_place() -> None:
    show = Show(f"{APP}/contacts", asked_for=f"{APP}/lang/fr")
    show.add("navigated", to=f"{APP}/login", cause="address", status=200)
    show.change(url=f"{APP}/login")
    opened = [task.action.url for task in tasks(show.sop()) if task.action.do == "open"]
    assert opened == [f"{APP}/lang/fr", f"{APP}/login"]


def test_a_dialog_of_the_start_page_makes_its_opening_a_step() -> None:
    show = Show()
    show.add("dialog", dialog="alert", message="Welcome", accepted=True)
    show.click(button("Go"), texts=("x",))
    first = tasks(show.sop())[0]
    assert (first.action.do, len(first.dialogs)) == ("open", 1)


@pytest.mark.parametrize("kind", ["raw", "interrupted"])
def test_what_could_not_be_recorded_is_asked(kind: str) -> None:
    show = Show().click(button("One"), texts=("x",))
    show.add(kind, what="a drawing on a canvas")
    sop = show.click(button("Two"), texts=("y",)).sop()
    (question,) = sop.clarifications
    assert (question.required, question.node) == (True, "click-one")
    assert "a drawing on a canvas" in question.question
    assert errors(sop) == []


def test_what_could_not_be_recorded_is_asked_even_before_the_first_step() -> None:
    show = Show()
    show.add("raw", what="a closed shadow root")
    sop = show.click(button("One"), texts=("x",)).sop()
    assert [(question.required, question.node) for question in sop.clarifications] == [(True, None)]


def test_a_drag_that_is_no_drop_is_asked() -> None:
    show = Show()
    show.add("mouse_down", target=element("img", "Map"), x=5, y=5)
    show.add("mouse_up", target=element("img", "Map"), x=95, y=5)
    show.change(texts=("Berlin",))
    (question,) = show.sop().clarifications
    assert question.required


def test_columns_of_a_row_that_one_drags_over_are_asked_about() -> None:
    """A stretch of hours: the row is an input, and the hours stayed as recorded, without a question."""
    start, end = (in_row("cell", hour, "Truck 2", "Truck 2") for hour in ("09:00", "11:00"))
    show = Show()
    show.add("drag_drop", target=start, onto=end)
    sop = show.change(texts=("Truck 2 09–11",)).sop()
    (question,) = (one for one in sop.clarifications if one.id == "which-stretch")
    assert not question.required and "from '09:00' to '11:00'" in question.question


@pytest.mark.parametrize(("onto", "asked"), [("Won", True), ("Ada Lovelace", False)])
def test_what_every_record_is_dragged_onto_is_asked_about(onto: str, asked: bool) -> None:
    show = Show().type(field("Company"), "Acme Ltd").type(field("Owner"), "Ada Lovelace")
    show.goes(button("Save"), "/contacts", send="post")
    show.add("drag_drop", target=element("link", "Acme Ltd"), onto=element("link", onto))
    show.change(texts=("Moved",))
    questions = [one for one in show.sop().clarifications if one.id == "which-place"]
    assert [one.required for one in questions] == ([False] if asked else [])


@pytest.mark.parametrize(
    ("css", "ancestors", "asked"),
    [
        ("#rate > i:nth-of-type(4)", ("div#rate", "form"), [False]),
        ("#rate > i:nth-of-type(2)", ("div#rate", "form"), []),
        ("#rate > i:nth-of-type(4)", ("div#rate", "main"), []),
    ],
)
def test_which_of_a_form_s_signs_without_words_is_asked(
    css: str, ancestors: tuple[str, ...], asked: list[bool]
) -> None:
    near = Neighbourhood(before="Satisfaction")
    sign = Target(tag="i", locators=(CssLocator(by="css", css=css),), ancestors=ancestors, near=near)
    questions = [
        one for one in Show().click(sign).sop().clarifications if "number 4 behind 'Satis" in one.question
    ]
    assert [one.required for one in questions] == asked


BY_PLACE = CssLocator(by="css", css="main > div:nth-of-type(4) > button")
IN_ROW = BY_PLACE.model_copy(update={"within": RowLocator(by="row", text="Ada")})


@pytest.mark.parametrize(
    ("locators", "asked"),
    [((BY_PLACE,), ["which-record"]), ((IN_ROW,), []), ((*button("Delete").locators, BY_PLACE), [])],
)
def test_one_of_several_that_only_its_place_tells_apart_is_asked_about_before_it_is_done_for_good(
    locators: tuple[Locator, ...], asked: list[str]
) -> None:
    target = button("Delete").model_copy(update={"locators": locators})
    sop = Show().click(target, alerts=("Deleted",)).sop()
    assert tasks(sop)[0].effect == "once"
    assert [one.id for one in sop.clarifications if one.required] == asked


@pytest.mark.parametrize(
    ("before", "asked"),
    [("Edit", ["which-record"]), ("Bearbeiten", ["which-record"]), ("Cancel", []), ("Acme Ltd", [])],
)
def test_another_command_before_one_of_several_does_not_tell_whose_it_is(
    before: str, asked: list[str]
) -> None:
    """As where each row of a list is drawn in a shadow root of its own, and nothing is seen to be a row."""
    facts = {"locators": (BY_PLACE,), "near": Neighbourhood(before=before)}
    sop = Show().click(button("Delete").model_copy(update=facts), alerts=("Deleted",)).sop()
    assert [one.id for one in sop.clarifications if one.required] == asked


@pytest.mark.parametrize(
    ("form", "attributes", "filled", "asked"),
    [
        ("form#order", {"type": "submit"}, True, []),
        ("form#order", {"type": "submit"}, False, ["which-record"]),
        ("form#order", {"type": "submit", "name": "line-3"}, True, ["which-record"]),
        ("form", {"type": "submit"}, True, ["which-record"]),
    ],
)
def test_buttons_that_send_the_same_form_and_say_nothing_else_are_one(
    form: str, attributes: dict[str, str], filled: bool, asked: list[str]
) -> None:
    place = CssLocator(by="css", css="#order > div:nth-of-type(2) > input")
    facts = {"input_type": "submit", "attributes": attributes, "ancestors": ("div", form, "body")}
    target = button("Delete", **facts).model_copy(update={"locators": (place,)})
    name = field("Name").model_copy(update={"ancestors": ("div", form, "body")})
    show = Show().type(name, "Ada") if filled else Show()
    sop = show.click(target, alerts=("Saved",)).sop()
    assert tasks(sop)[-1].effect == "once"
    assert [one.id for one in sop.clarifications if one.required] == asked


def test_a_click_on_something_unknown_is_asked_and_not_guessed() -> None:
    show = Show().click(None, texts=("x",)).click(button("Go"), texts=("y",))
    sop = show.sop()
    assert ids(sop) == ["click-go"]
    assert sop.clarifications[0].required
    assert errors(sop) == []


def test_an_address_that_held_a_secret_is_asked_about_before_anything_runs() -> None:
    show = Show().click(button("One"), texts=("x",))
    show.add("navigated", to=f"{APP}/invite?code=•••", cause="address", status=200)
    sop = (
        show.change(url=f"{APP}/invite?code=•••", title="Invitation").click(button("Two"), texts=("y",)).sop()
    )
    opened = next(task for task in tasks(sop) if task.action.do == "open")
    assert [one.node for one in sop.clarifications if one.required] == [opened.id]
    (question,) = Show(f"{APP}/start?code=•••").click(button("One"), texts=("x",)).sop().clarifications
    assert question.required and "code=•••' held a secret" in question.question


def test_a_recording_that_broke_off_says_so() -> None:
    recording = new_contact().recording(notes=("The last line is torn.",))
    questions = compile_recording(recording).clarifications
    (question,) = [question for question in questions if question.id == "is-it-complete"]
    assert not question.required
    assert question.question.startswith("The last line is torn.")


def test_opening_a_page_alone_is_a_procedure() -> None:
    sop = Show(f"{APP}/reports", headings=("Reports",), title="Reports").sop()
    assert [task.action.do for task in tasks(sop)] == ["open"]
    assert errors(sop) == []


def test_a_recording_of_nothing_is_refused() -> None:
    recording = Show().recording()
    manifest = recording.manifest.model_copy(update={"start_url": ""})
    with pytest.raises(RecordingError, match="Nothing was recorded"):
        compile_recording(replace(recording, manifest=manifest, events=()))


_fields = st.sampled_from([field("Name"), field("Search", "search"), field("Notes", tag="textarea")])
_buttons = st.sampled_from(
    [button("Save"), link("Acme", "/contacts/1"), in_row("button", "Edit", "Acme", "Acme Berlin"), None]
)
_texts = st.sampled_from(["Acme", "ab", "Acme Ltd", "{{ x }}", "2026-01-01", "  ", "C-4711", "ä", "'\"\\"])
_changes = st.fixed_dictionaries(
    {},
    optional={
        "headings": st.lists(_texts, max_size=2).map(tuple),
        "alerts": st.lists(_texts, max_size=2).map(tuple),
        "dialogs": st.lists(_texts, max_size=1).map(tuple),
        "texts": st.lists(_texts, max_size=3).map(tuple),
        "url": st.sampled_from([f"{APP}/a/7", f"{APP}/b?q=Acme", f"{APP}/#/c/Acme", "about:blank"]),
        "counts": st.just({"Contacts": 1}),
    },
)
_loose = st.sampled_from(
    [
        {"kind": "mouse_down", "target": button("Save")},
        {"kind": "mouse_up", "target": button("Save"), "x": 40},
        {"kind": "click", "clicks": 2, "target": field("Name")},
        {"kind": "double_click", "target": element("cell", "Acme")},
        {"kind": "context_menu", "target": link("Acme")},
        {"kind": "hover", "target": button("More")},
        {"kind": "scroll", "dy": 5, "loaded_more": True},
        {"kind": "key_down", "key": "Enter", "target": field("Name")},
        {"kind": "key_down", "key": "c", "modifiers": ["Control"]},
        {"kind": "click", "by_key": True, "target": button("Send")},
        {"kind": "select", "target": field("Stage", tag="select"), "options": ["Acme", ""]},
        {"kind": "check", "target": field("News", "checkbox"), "checked": True},
        {"kind": "upload", "target": button("Attach"), "files": [{"name": "a", "size": 1}]},
        {"kind": "drag_drop", "target": button("Save"), "onto": link("Acme")},
        {"kind": "clipboard", "what": "copy", "text": "Acme", "target": element("cell", "Acme")},
        {"kind": "clipboard", "what": "paste", "text": "Acme", "target": field("Name")},
        {"kind": "submitted", "method": "post"},
        {"kind": "navigated", "to": f"{APP}/d", "cause": "address"},
        {"kind": "navigated", "to": "about:blank", "cause": "address"},
        {"kind": "navigated", "to": f"{APP}/e", "cause": "back_forward"},
        {"kind": "tab_opened", "opener": "p1", "page": "p2"},
        {"kind": "tab_opened", "by_person": True, "page": "p3"},
        {"kind": "navigated", "to": f"{APP}/f", "cause": "address", "page": "p3"},
        {"kind": "click", "target": button("There"), "page": "p2"},
        {"kind": "tab_closed", "page": "p2"},
        {"kind": "tab_closed", "by_person": False},
        {"kind": "dialog", "dialog": "prompt", "message": "Why?", "accepted": True, "text": "Acme"},
        {"kind": "download", "from_url": APP, "file": {"name": "a-1.csv", "size": 1}},
        {"kind": "response", "method": "POST", "request_url": f"{APP}/p/9", "status": 201},
        {"kind": "raw", "what": "x"},
    ]
)
_doings = st.one_of(
    st.tuples(st.just("type"), _fields, _texts),
    st.tuples(st.just("click"), _buttons, _changes),
    st.tuples(st.just("add"), _loose),
)


def perform(doings: list[tuple[Any, ...]], observed: bool) -> Show:
    show = Show(observed=observed)
    for doing in doings:
        match doing:
            case ("type", target, text):
                show.type(target, text)
            case ("click", target, after):
                show.click(target, **after)
            case ("add", facts):
                show.add(**facts)
    return show


@given(doings=st.lists(_doings, max_size=14), observed=st.booleans())
def test_whatever_was_recorded_becomes_an_sop_that_holds_together(
    doings: list[tuple[Any, ...]], observed: bool
) -> None:
    recording = perform(doings, observed).recording()
    sop = compile_recording(recording)
    assert errors(sop) == []
    assert sop_bytes(sop) == sop_bytes(compile_recording(recording))
    assert Sop.model_validate_json(sop_bytes(sop)) == sop


@pytest.mark.parametrize(("waits", "timeout"), [(0, None), (1, 11.0), (9, 60.0)])
def test_a_step_waits_for_a_page_that_was_long_in_coming(waits: int, timeout: float | None) -> None:
    show = Show(f"{APP}/", title="Loading")
    for _ in range(waits):
        show.wait()
    show.add("navigated", to=f"{APP}/login", cause="in_page")
    show.change(url=f"{APP}/login", title="Sign in").type(field("Email"), "ann@example.com")
    assert tasks(show.sop())[0].timeout == timeout


@pytest.mark.parametrize(
    ("before", "typed", "asked"),
    [
        ("Ann wrote: Shall we meet?", "Yes.\n\nAnn wrote:\nShall we meet?", True),
        ("Called on Monday. No answer.", "Called on Monday. No answer. Once more.", True),
        ("Ann wrote: Shall we meet?", "Ann wrote (twice): Shall we meet?", True),
        ("Ann wrote: Shall we meet?", "Something else", False),
        ("Ann wrote: Shall we meet?", "Ann asked: Shall we all meet?", False),
        ("Dear Ann", "Dear Ann, yes.", False),
    ],
    ids=["a reply", "a note added", "a word put in", "written anew", "corrected", "a word or two"],
)
def test_it_is_asked_whether_what_the_app_had_put_there_is_meant(
    before: str, typed: str, asked: bool
) -> None:
    show, note = Show(), field("Note", tag="textarea")
    show.add("input", target=note, value=typed, before=before)
    questions = [
        c for c in show.change(values={"Note": typed}).sop().clarifications if "before" in c.question
    ]
    assert bool(questions) == asked
    assert not any(question.required for question in questions)


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ("content was: 'Page about it', and the only author was Ada", True),
        ("Fix the door in hall two", False),
    ],
    ids=["a sentence of the app's", "a title"],
)
def test_it_is_asked_of_a_line_that_the_app_had_written_itself(before: str, asked: bool) -> None:
    show, reason = Show(), field("Reason")
    show.add("input", target=reason, value=f"{before}, not needed", before=before)
    sop = show.change(values={"Reason": f"{before}, not needed"}).sop()
    assert ("kept-text" in [one.id for one in sop.clarifications]) is asked


@pytest.mark.parametrize("by", ["its row", "a search"])
def test_what_the_app_had_put_there_of_one_record_is_not_given_to_another_unasked(by: str) -> None:
    show, note = Show(), field("Note", tag="textarea")
    if by == "a search":
        show.type(field("Search", "search"), "Ada")
        show.led(show.key("Enter", field("Search", "search")), "/contacts/ada", title="Ada Berg")
    else:
        show.click(in_row("button", "Reply", "Ada Berg", "Ada Berg Reply"), texts=("x",))
    show.add("input", target=note, value="Yes. Ada wrote: Shall we meet?", before="Ada wrote: Shall we meet?")
    sop = show.change(values={"Note": "Yes. Ada wrote: Shall we meet?"}).sop()
    assert [one.id for one in sop.clarifications if one.required] == ["kept-text"]


def test_a_link_to_another_route_of_the_page_picks_nothing_of_what_was_pressed_before() -> None:
    show = Show(f"{APP}/#/invoices/7").click(link("Save"), texts=("Saved",))
    seq = show.press(link("Home"))
    show.add("navigated", to=f"{APP}/#/invoices", cause="in_page")
    show.change(cause=seq, url=f"{APP}/#/invoices", texts=("Invoices", "Load more"), gone=("Saved", "Save"))
    sop = show.sop()
    assert sop.clarifications == ()
    assert [task.target.name for task in tasks(sop) if task.target] == ["Save", "Home"]
