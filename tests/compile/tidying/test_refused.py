"""A step that the app refused when it was shown: somebody has to say what is to be done."""

from __future__ import annotations

import pytest

from handrail.compile import compile_recording
from handrail.sop.document import Clarification
from tests.compile.recordings import APP, Show, button, field, tasks


def asked(
    *alerts: str,
    status: int = 200,
    document: bool = True,
    redirected: bool = False,
    refusals: tuple[str, ...] = (),
) -> bool:
    show = Show(f"{APP}/users/7")
    show.type(field("First name"), "Anna")
    seq = show.press(button("Update user"))
    show.add("submitted", method="post")
    answer = 302 if redirected else status
    show.add("response", method="POST", request_url=f"{APP}/users/7", status=answer, document=document)
    if document:
        show.add("navigated", to=f"{APP}/users/7", cause="consequence", status=200 if redirected else status)
    show.change(cause=seq, alerts=alerts, refusals=refusals)
    questions: tuple[Clarification, ...] = compile_recording(show.recording()).clarifications
    return any(one.required and one.question.startswith("Was this done?") for one in questions)


@pytest.mark.parametrize(
    ("alert", "refused"),
    [
        ("Error: Please enter a nickname.", True),
        ("Title is required", True),
        ("Der Name ist erforderlich.", True),
        ("Veuillez saisir un nom", True),
        ("Must provide all City/State/Zip/Country", True),
        ("There is a session scheduled in this room. It cannot be deleted.", True),
        ("Oops! We found some errors - please check the error messages below", True),
        ("2 errors prohibited this address from being saved:", True),
        ("Addresses in Germany require a valid postcode", True),
        ("Something is amiss, please try again", True),
        ("Die Passwörter stimmen nicht überein.", True),
        ("Imported with 0 errors.", False),
        ("User updated.", False),
        ("Saved. Please check your inbox.", False),
    ],
)
def test_a_form_that_came_back_with_its_mistakes_was_not_saved(alert: str, refused: bool) -> None:
    assert asked(alert) is refused


def test_a_form_that_came_back_with_fields_marked_as_refused_was_not_saved_in_whatever_words() -> None:
    assert asked("Täytä kaikki kentät", refusals=("City: Täytä kaikki kentät",))
    assert asked(refusals=("City: Täytä kaikki kentät",))
    assert not asked("Tallennettu")


@pytest.mark.parametrize(
    ("alert", "refused"),
    [
        ("You cannot reply to a comment on a draft post.", True),
        ("Sorry, you are not allowed to edit this item.", True),
        ("Sie dürfen diesen Beitrag nicht bearbeiten.", True),
        ("Permission denied", True),
        ("You can't undo this.", False),
        ("You can now reply.", False),
    ],
)
def test_a_script_that_is_told_that_one_may_not_did_not_do_it(alert: str, refused: bool) -> None:
    assert asked(alert, document=False) is refused
    assert not asked(alert, redirected=True)


def test_a_page_that_was_led_to_says_nothing_of_mistakes() -> None:
    assert not asked("Two fields of older users are required now.", redirected=True)
    assert asked("Error: the name is taken.", redirected=True)
    assert asked("time data '24.12.' does not match format '%Y-%m-%d'", redirected=True)
    assert not asked("Error fetching projects", redirected=True)


@pytest.mark.parametrize(
    ("status", "refused"), [(422, True), (400, True), (409, True), (429, True), (500, True), (201, False)]
)
def test_an_answer_that_says_so_is_a_refusal_whatever_the_page_shows(status: int, refused: bool) -> None:
    assert asked("Name", status=status, document=False) is refused


@pytest.mark.parametrize(
    ("alert", "last", "refused"),
    [
        ("Warning: 'Party' is required.", True, True),
        ("Warning: 'Party' is required.", False, False),
        ("A new version is there.", True, False),
    ],
)
def test_a_page_that_refused_by_itself_what_was_to_be_sent_last_did_not_do_it(
    alert: str, last: bool, refused: bool
) -> None:
    show = Show(f"{APP}/users/7").type(field("First name"), "Anna")
    show.click(button("Quote"), alerts=(alert,), dialogs=("dialog",))
    if not last:
        show.click(button("OK"), alerts=(), dialogs=())
    questions = compile_recording(show.recording()).clarifications
    assert any(one.required and one.question.startswith("Was this done?") for one in questions) is refused


@pytest.mark.parametrize(("status", "refused"), [(401, True), (429, True), (200, False)])
def test_who_was_not_let_in_is_asked_though_a_sign_in_may_be_repeated(status: int, refused: bool) -> None:
    show = Show(f"{APP}/login").type(field("E-mail"), "anna@example.test")
    show.type(field("Password", "password"), "x", masked=True)
    seq = show.press(button("Sign in"))
    show.add("response", method="POST", request_url=f"{APP}/api/login", status=status)
    show.change(cause=seq, texts=("Something went wrong",))
    questions = compile_recording(show.recording()).clarifications
    assert any(one.required and one.question.startswith("Was this done?") for one in questions) is refused


@pytest.mark.parametrize("again", [200, 500])
def test_what_is_sent_again_as_it_was_after_the_server_failed_is_one_sending(again: int) -> None:
    show = Show(f"{APP}/users/new").type(field("First name"), "Anna")
    for status in (500, again):
        seq = show.press(button("Create"))
        show.add("response", method="POST", request_url=f"{APP}/users", status=status, document=False)
        show.change(cause=seq, alerts=() if status == 200 else ("Could not save, try again",))
    sop = show.sop()
    assert len(tasks(sop)) == 2
    assert any(one.required for one in sop.clarifications) is (again == 500)


def test_a_value_that_the_page_did_not_take_is_corrected_and_no_input_of_its_own() -> None:
    mail = field("E-mail")
    show = Show(f"{APP}/users/new").type(mail, "anna")
    show.change(cause=show.key("Tab", mail), alerts=("Not a mail address",), texts=("Not a mail address",))
    seq = show.add("input", target=mail, value="anna@x.example", before="anna")
    show.change(cause=seq, values={"E-mail": "anna@x.example"}, alerts=())
    sop = show.goes(button("Create"), "/users", send="post").sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"e_mail": "anna@x.example"}
    assert not any("Not a mail" in task.model_dump_json() for task in tasks(sop))
