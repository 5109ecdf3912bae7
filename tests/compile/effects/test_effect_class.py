"""What repeating a step would do, as the evidence of the recording says."""

from __future__ import annotations

import pytest

from handrail.compile.effects.effect_class import sign_in_fields
from handrail.compile.reading.steps import drafts_of
from handrail.compile.tidying.attribution import acts_of
from handrail.compile.tidying.noise import without_noise
from handrail.policy import granted
from handrail.recording.merging import merge
from handrail.sop.locator import CssLocator
from handrail.sop.target import Target
from tests.compile.recordings import APP, Show, button, element, field, ids, in_row, link, node, tasks


def last_effect(show: Show) -> str:
    return tasks(show.sop())[-1].effect


def asked(show: Show, target: Target, method: str, path: str, **facts: object) -> Show:
    """A click that sends a request of a script."""
    seq = show.press(target)
    url = path if path.startswith("http") else f"{APP}{path}"
    show.add("response", method=method, request_url=url, status=200, **facts)
    return show.change(cause=seq, texts=("Something",))


def test_a_form_that_was_posted_is_sent_once() -> None:
    task = tasks(Show().goes(button("Save"), "/contacts/1", send="post").sop())[-1]
    assert task.effect == "once"
    assert task.effect_reason == "the app was told: POST /contacts was answered with 302"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_request_of_a_script_with_an_effect_is_sent_once(method: str) -> None:
    assert last_effect(asked(Show(), button("Go"), method, "/api/contacts/1")) == "once"


def test_deeds_that_go_along_are_told_for_a_run_to_send_them_again() -> None:
    show = Show()
    seq = show.press(button("Save"))
    for method, path in (("PUT", "/contacts/1"), ("DELETE", "/drafts/7"), ("POST", "/seen")):
        show.add("response", method=method, request_url=f"{APP}{path}", status=200)
    task = tasks(show.change(cause=seq, texts=("Something",)).sop())[-1]
    reason = "the app was told: PUT /contacts/1 was answered with 200, besides DELETE /drafts/7"
    assert task.effect_reason == reason
    assert "destructive" in granted(task)


def test_what_goes_along_by_the_same_address_is_told_by_what_it_calls() -> None:
    show = Show()
    seq = show.press(button("Save"))
    for called in ("updateContact", "deleteUser", "markSeen"):
        url = f"{APP}/graphql"
        show.add("response", method="POST", request_url=url, status=200, operations=(called,))
    task = tasks(show.change(cause=seq, texts=("Something",)).sop())[-1]
    reason = "POST /graphql (updateContact) was answered with 200, besides POST /graphql (deleteUser)"
    assert task.effect_reason == f"the app was told: {reason}"
    assert "destructive" in granted(task)


def test_a_deed_that_is_only_asked_for_is_told_too() -> None:
    task = tasks(asked(Show(), button("Go"), "GET", "/contacts?action=delete&q=Ada").sop())[-1]
    reason = "the app was told: GET /contacts?action=delete was answered with 200"
    assert (task.effect, task.effect_reason) == ("once", reason)
    assert "destructive" in granted(task)
    beside = Show()
    seq = beside.press(button("Save"))
    beside.add("response", method="PUT", request_url=f"{APP}/contacts/1", status=200)
    beside.add("response", method="GET", request_url=f"{APP}/drafts/7/delete", status=200)
    saved = tasks(beside.change(cause=seq, texts=("Something",)).sop())[-1]
    assert saved.effect_reason.endswith("was answered with 200, besides GET /drafts/7/delete")


@pytest.mark.parametrize(
    "path", ["https://www.google-analytics.com/collect", "https://o1.ingest.sentry.io/api/1", "/metrics"]
)
def test_telemetry_is_no_effect(path: str) -> None:
    assert last_effect(asked(Show(), button("Show"), "POST", path)) == "repeatable"


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/content/collection-types/articles"), ("POST", "/biometrics/7"), ("DELETE", "/metrics/7")],
)
def test_what_is_done_to_records_is_no_telemetry(method: str, path: str) -> None:
    assert last_effect(asked(Show(), button("Go"), method, path)) == "once"


@pytest.mark.parametrize(("called", "effect"), [("heartbeat", "none"), ("dim-comment", "once")])
def test_that_the_page_is_still_open_is_no_effect_of_a_press(called: str, effect: str) -> None:
    show = Show()
    seq = show.press(link("Posts", "/posts"))
    show.add("response", method="POST", request_url=f"{APP}/ajax.php", status=200, operations=[called])
    assert last_effect(show.led(seq, "/posts")) == effect


def test_a_tab_that_asks_by_graphql_only_reads() -> None:
    assert last_effect(asked(Show(), element("tab", "Notes"), "POST", "/graphql")) == "none"


def test_a_button_that_tells_by_graphql_does() -> None:
    assert last_effect(asked(Show(), button("Archive"), "POST", "/graphql")) == "once"


def test_links_and_forms_that_only_ask_have_no_effect() -> None:
    assert last_effect(Show().goes(link("Reports"), "/reports")) == "none"
    assert last_effect(Show().goes(button("Filter"), "/contacts?stage=1", send=None)) == "none"


@pytest.mark.parametrize(("name", "effect"), [("Reply", "none"), ("Delete", "once")])
def test_what_the_next_page_sends_while_it_comes_up_is_its_own_affair(name: str, effect: str) -> None:
    show = Show()
    seq = show.press(link(name))
    show.add("navigated", to=f"{APP}/reply", cause="consequence", status=200)
    show.add("response", method="POST", request_url=f"{APP}/api/options", status=200, took=20.0)
    show.change(cause=seq, url=f"{APP}/reply", headings=("Reply",))
    assert last_effect(show) == effect


@pytest.mark.parametrize(
    ("name", "asks", "effect"),
    [
        ("Create user", ("news?s=1", "news?s=2"), "none"),
        # Another page sent nothing of the kind.
        ("Create user", ("news?s=1", "take?s=2"), "once"),
        ("Delete", ("news?s=1", "news?s=2"), "once"),
    ],
)
def test_what_every_page_tells_while_it_comes_up_is_no_effect_of_the_button_that_led_there(
    name: str, asks: tuple[str, str], effect: str
) -> None:
    show = Show()
    for pressed, path, asked in ((link("Users"), "users", asks[0]), (button(name), "edit", asks[1])):
        seq = show.press(pressed)
        show.add("navigated", to=f"{APP}/{path}", cause="consequence", status=200)
        show.add("response", method="POST", request_url=f"{APP}/api/{asked}", status=200, took=20.0)
        show.change(cause=seq, url=f"{APP}/{path}", headings=(path,))
    assert last_effect(show) == effect


def test_what_a_link_sent_before_it_led_on_is_its_effect() -> None:
    show = Show()
    seq = show.press(link("Take"))
    show.add("navigated", to=f"{APP}/mine", cause="consequence", status=200)
    show.add("response", method="POST", request_url=f"{APP}/api/take", status=200, took=150.0)
    assert last_effect(show.change(cause=seq, url=f"{APP}/mine", headings=("Mine",))) == "once"


def test_an_option_that_asks_for_a_preview_may_be_chosen_again() -> None:
    assert last_effect(asked(Show(), element("option", "Stalled"), "POST", "/ScripsPreview")) == "repeatable"


@pytest.mark.parametrize(
    ("name", "asked_for", "effect"),
    [
        ("Move to the bin", "/post?id=3&action=trash", "once"),
        ("Delete", "/go/3", "once"),
        ("Deutsch", "/language?set=de", "none"),
        ("Deleted", "/deleted/latest", "none"),
    ],
)
def test_a_link_that_ends_something_and_is_led_back_does_so_by_whatever_method(
    name: str, asked_for: str, effect: str
) -> None:
    show = Show()
    seq = show.press(link(name))
    show.add("response", method="GET", request_url=f"{APP}{asked_for}", status=302, document=True)
    assert last_effect(show.led(seq, "/posts", alerts=("Moved.",))) == effect


@pytest.mark.parametrize(
    ("target", "asked_for", "led_to", "effect"),
    [
        ("row", "/active?id=3&active=0", "/users", "once"),
        ("row", "/active?id=3&active=0", "/users?page=2", "once"),
        ("row", "/users/latest", "/users/3", "none"),
        ("row", "/users?sort=name", "/users", "none"),
        ("alone", "/", "/users", "none"),
    ],
)
def test_a_link_in_a_record_s_row_that_is_led_back_to_the_list_does_something(
    target: str, asked_for: str, led_to: str, effect: str
) -> None:
    show, url = Show(f"{APP}/users"), f"{APP}{asked_for}"
    yes = in_row("link", "Yes", "Ada Berg", "Ada Berg Yes") if target == "row" else link("Yes")
    seq = show.press(yes)
    show.add("response", method="GET", request_url=url, status=302, document=True)
    show.add("navigated", to=f"{APP}{led_to}", cause="consequence", status=200, asked_for=url)
    show.change(cause=seq, url=f"{APP}{led_to}", alerts=("Ada Berg was changed.",))
    assert last_effect(show) == effect


def test_the_deed_of_a_link_is_what_it_is_done_when_and_a_form_s_way_back_is_none() -> None:
    """Of two links called "Confirm" only the address that was asked for says which was followed."""
    for method, told in (("GET", "GET /post/3/review"), ("POST", "POST /post/3/review")):
        show = Show(f"{APP}/post/3")
        seq = show.press(link("Confirm"))
        show.add("response", method=method, request_url=f"{APP}/post/3/review", status=302, document=True)
        show.add("response", method="GET", request_url=f"{APP}/back", status=302, document=True)
        (task,) = tasks(show.led(seq, "/posts", alerts=("Not posted yet.",)).sop())
        answered = [f"{c.method} {c.path}" for c in task.done_when if c.kind == "response"]
        assert answered == [told]
        assert (task.effect_reason or "").startswith(f"the app was told: {method} /post/3/review")


def test_a_word_on_a_link_does_not_outweigh_where_it_led() -> None:
    assert last_effect(Show().goes(link("Delete"), "/contacts/1/delete")) == "none"


@pytest.mark.parametrize(
    ("answer", "effect"), [("", "none"), ("&confirm=1a2b", "once"), ("&confirm=0", "none")]
)
def test_a_link_that_answers_whether_one_is_sure_does_it(answer: str, effect: str) -> None:
    """Some apps delete by a link, and answer with the page."""
    asks = f"/user?id=3&action=delete{answer}"
    assert last_effect(Show().goes(link("Delete this calendar", asks), asks)) == effect


@pytest.mark.parametrize(
    "name", ["Send", "Pay now", "Delete", "Jetzt bestellen", "Bestätigen", "Enviar", "Réserver", "Löschen"]
)
def test_a_word_that_does_something_counts_where_nothing_says_otherwise(name: str) -> None:
    assert last_effect(Show().click(button(name), texts=("…",))) == "once"


@pytest.mark.parametrize(
    "name", ["Details", "Sort by order", "Orders", "Order 1042", "More send options", "Sender", "Next"]
)
def test_other_words_do_not(name: str) -> None:
    assert last_effect(Show().click(button(name), texts=("…",))) == "repeatable"


def test_what_a_box_is_about_says_nothing_of_pressing_it() -> None:
    box = button("Order 022").model_copy(update={"role": "checkbox"})
    assert last_effect(Show().click(box, texts=("1 selected",))) == "repeatable"


def test_a_button_that_only_asks_whether_one_is_sure_does_nothing_yet() -> None:
    show = Show().click(button("Delete"), dialogs=("Delete contact?",))
    assert last_effect(show) == "repeatable"


def test_saving_counts_where_nothing_was_observed() -> None:
    unseen = Show(observed=False)
    unseen.press(button("Save"))
    assert last_effect(unseen) == "once"
    assert last_effect(Show().click(button("Save"), texts=("Draft kept",))) == "repeatable"


@pytest.mark.parametrize(("accepted", "effect"), [(True, "once"), (False, "none")])
def test_the_answer_to_a_question_counts(accepted: bool, effect: str) -> None:
    show = Show()
    seq = show.press(button("Clear"))
    show.add("dialog", dialog="confirm", message="Clear all?", accepted=accepted)
    assert last_effect(show.change(cause=seq, texts=("x",) if accepted else ())) == effect


def test_signing_in_may_be_repeated() -> None:
    show = Show(f"{APP}/login", title="Sign in")
    show.type(field("Email", "email"), "ada@example.com")
    show.type(field("Password", "password"), "x", masked=True)
    task = tasks(show.goes(button("Continue"), "/contacts", send="post").sop())[-1]
    assert (task.effect, task.effect_reason) == ("repeatable", "signs in")


@pytest.mark.parametrize(("pressed", "effect"), [("Sign in", "repeatable"), ("Sign up", "once")])
def test_a_password_that_browsers_are_not_to_fill_in_may_sign_in(pressed: str, effect: str) -> None:
    show = Show(f"{APP}/index", title="Depot").type(field("Name"), "ada")
    new = field("Password", "password", attributes={"autocomplete": "new-password"})
    assert (
        last_effect(show.type(new, "x", masked=True).goes(button(pressed), "/board", send="post")) == effect
    )


def test_signing_in_with_enter_as_well() -> None:
    password = field("Password", "password")
    show = Show(f"{APP}/login", title="Sign in").type(password, "x", masked=True)
    seq = show.key("Enter", password)
    show.add("click", target=button("Sign in"), by_key=True)
    assert last_effect(show.led(seq, "/contacts", send="post")) == "repeatable"


@pytest.mark.parametrize(
    ("path", "effect"),
    [
        ("/api/auth/login", "repeatable"),
        ("/session", "repeatable"),
        ("/api/auth/register", "once"),
        ("/api/auth/users", "once"),
        ("/transfers/confirm", "once"),
    ],
)
def test_a_password_that_is_sent_to_where_one_signs_in_signs_in_whatever_its_button_says(
    path: str, effect: str
) -> None:
    show = Show(f"{APP}/", title="Depot").type(field("Name"), "ada")
    seq = show.type(field("Password", "password"), "x", masked=True).press(button("Go"))
    show.add("response", method="POST", request_url=f"{APP}{path}", status=200)
    assert last_effect(show.change(cause=seq, texts=("Home",))) == effect


@pytest.mark.parametrize(("second", "effect"), [("one-time-code", "repeatable"), ("cc-csc", "once")])
def test_a_code_that_is_asked_for_beside_the_password_signs_in_with_it(second: str, effect: str) -> None:
    show = Show(f"{APP}/login", title="Sign in").type(field("Email", "email"), "ada@example.com")
    show.type(field("Password", "password"), "x", masked=True)
    show.type(field("Code", attributes={"autocomplete": second}), "123456", masked=True)
    assert last_effect(show.goes(button("Sign in"), "/contacts", send="post")) == effect


@pytest.mark.parametrize(("path", "effect"), [("/login", "repeatable"), ("/checkout", "once")])
def test_who_only_says_who_signs_in_does_nothing_that_happens_once(path: str, effect: str) -> None:
    """Where a payment asks for the password once more, what was pressed before is no sign-in."""
    show = Show(f"{APP}{path}", title="Depot").type(field("Email", "email"), "ada@example.com")
    show.goes(button("Next"), "/login/password", send="post")
    show.type(field("Password", "password"), "x", masked=True)
    steps = tasks(show.goes(button("Sign in"), "/contacts", send="post").sop())
    assert [step.effect for step in steps if step.action.do == "click"] == [effect, "repeatable"]


@pytest.mark.parametrize(("called", "effect"), [("common.db.login", "repeatable"), ("common.db.pay", "once")])
def test_a_sign_in_is_known_by_what_is_called_where_an_app_has_one_address(called: str, effect: str) -> None:
    def calls(seq: int) -> None:
        show.add("response", method="POST", request_url=f"{APP}/main/", status=200, operations=[called])
        show.change(cause=seq, texts=("Next",))

    show = Show(f"{APP}/", title="Depot").type(field("Name"), "ada")
    calls(show.press(button("OK")))
    show.type(field("Password", "password"), "x", masked=True)
    calls(show.press(button("OK")))
    steps = tasks(show.sop())
    assert [step.effect for step in steps if step.action.do == "click"] == [effect, effect]


def test_what_is_saved_after_a_sign_in_of_which_nothing_was_heard_is_no_second_one() -> None:
    show = Show(f"{APP}/login.pl", title="Ledger").type(field("User"), "ada")
    show.type(field("Password", "password"), "x", masked=True).click(button("Login"), texts=("Welcome",))
    show.type(field("Note"), "hello")
    seq = show.press(button("Save"))
    show.add("response", method="POST", request_url=f"{APP}/note.pl", status=200)
    assert last_effect(show.change(cause=seq, texts=("Saved",))) == "once"


def test_making_an_account_is_no_signing_in() -> None:
    show = Show(f"{APP}/admin/auth/user/add", title="Add user")
    for label in ("Username", "First name", "Last name", "Email"):
        show.type(field(label), f"some {label}")
    show.type(field("Password", "password"), "x", masked=True)
    show.type(field("Password again", "password"), "x", masked=True)
    assert last_effect(show.goes(button("Save"), "/admin/auth/user/7", send="post")) == "once"


def test_only_what_sends_the_password_signs_in_where_an_app_draws_all_its_pages_itself() -> None:
    show = Show(f"{APP}/app#/login", title="App")
    password = field("Password", "password", attributes={"autocomplete": "current-password"})
    seq = show.type(password, "x", masked=True).press(button("Go on"))
    show.add("response", method="POST", request_url=f"{APP}/api/session", status=201, after=seq)
    show.change(cause=seq, url=f"{APP}/app#/orders", texts=("Orders",))
    seq = show.type(field("Amount"), "12").press(button("Order"))
    show.add("response", method="POST", request_url=f"{APP}/api/orders", status=201, after=seq)
    task = tasks(show.change(cause=seq, texts=("Ordered",)).sop())[-1]
    assert task.effect == "once"


@pytest.mark.parametrize(("pressed", "signing_in"), [("Next", 2), ("Save", 1)])
def test_a_name_that_is_looked_up_before_the_password_is_asked_for_signs_in_with_it(
    pressed: str, signing_in: int
) -> None:
    show = Show(f"{APP}/login", title="Sign in")
    seq = show.type(field("Email", "email"), "ada@example.com").press(button(pressed))
    show.add("response", method="POST", request_url=f"{APP}/api/lookup", status=200, after=seq)
    show.change(cause=seq, texts=("Welcome, Ada",))
    show.type(field("Password", "password"), "x", masked=True)
    show.goes(button("Sign in"), "/contacts", send="post")
    acts = acts_of(merge(show.recording().events), f"{APP}/login")
    assert len(sign_in_fields(drafts_of(without_noise(acts, observed=True)))) == signing_in


@pytest.mark.parametrize(("says", "effect"), [("#/orders/", "none"), ("#/buy/5", "once")])
def test_a_link_that_leads_where_it_says_only_looks_though_its_page_is_asked_for_first(
    says: str, effect: str
) -> None:
    show = Show(f"{APP}/app#/start")
    seq = show.press(link("Orders", says))
    show.add("response", method="POST", request_url=f"{APP}/api/counts", status=200, took=40, after=seq)
    show.add("navigated", to=f"{APP}/app#/orders", cause="in_page")
    assert last_effect(show.change(cause=seq, url=f"{APP}/app#/orders", headings=("Orders",))) == effect


def test_signing_out_may_be_repeated() -> None:
    assert last_effect(Show().goes(button("Log out"), "/login", send="post")) == "repeatable"


def test_fields_may_be_set_again_even_where_each_is_saved_at_once() -> None:
    show = Show()
    name = field("Name")
    show.press(name)
    seq = show.keys(name, "Ada")
    show.add("response", method="PATCH", request_url=f"{APP}/api/draft", status=200, after=seq)
    assert last_effect(show.change(cause=seq, values={"Name": "Ada"})) == "repeatable"


def test_a_slow_answer_is_not_that_of_a_key_which_came_after_it_was_asked_for() -> None:
    show = Show()
    text = element("textbox", "Text", tag="div", attributes={"contenteditable": "true"})
    show.add("key_down", key="Enter", target=field("Title"))
    show.waited += 1000
    show.add("key_down", key="F2", target=text)
    show.change(texts=("1 word",))
    show.keys(text, "Go")
    show.add("response", method="POST", request_url=f"{APP}/api/posts", status=201, took=1300)
    effects = {task.id: task.effect for task in tasks(show.change(values={"Text": "Go"}).sop())}
    assert [id for id, effect in effects.items() if effect == "once"] == ["press-enter-title"], effects


def test_a_slow_answer_belongs_to_the_button_and_not_to_the_field_typed_in_since() -> None:
    show = Show()
    show.press(button("Post"))
    name = field("Name")
    show.press(name)
    show.keys(name, "A")
    show.add("response", method="POST", request_url=f"{APP}/api/notes", status=201)
    show.change(values={"Name": "A"})
    assert [task.effect for task in tasks(show.sop())] == ["once", "repeatable"]


def test_who_types_on_in_a_moment_has_sent_with_the_button_and_not_with_the_tab_since() -> None:
    show = Show()
    name = field("Name")
    seq = show.press(button("Add"))
    pressed = seq * 100.0
    show.change(cause=seq, texts=("One more",))
    show.add("key_down", key="a", target=name, t=pressed + 9)
    show.add("input", target=name, value="a", before="", t=pressed + 10)
    show.add("key_down", key="Tab", target=name, t=pressed + 15)
    show.add("response", method="POST", request_url=f"{APP}/api/notes", status=201, t=pressed + 30, took=28)
    show.change(values={"Name": "a"})
    assert [task.effect for task in tasks(show.sop())] == ["once", "repeatable"]


@pytest.mark.parametrize(
    ("took", "effects"), [(170, ["repeatable", "repeatable"]), (90, ["repeatable", "once"])]
)
def test_what_a_page_asks_of_a_field_by_itself_is_not_of_the_press_a_moment_later(
    took: float, effects: list[str]
) -> None:
    """The request began 30 ms behind the last letter and 70 ms before the press, or 10 ms after the press."""
    show = Show()
    show.add("input", target=field("Name"), value="orders", before="", t=100)
    show.change(values={"Name": "orders"})
    show.add("mouse_down", x=5, y=5, target=button("Kind"), t=200)
    show.add("mouse_up", x=5, y=5, target=button("Kind"), t=200)
    seq = show.add("click", x=5, y=5, target=button("Kind"), t=200)
    show.add(
        "response", method="POST", request_url=f"{APP}/api/orders/validate", status=200, t=300, took=took
    )
    show.change(cause=seq, texts=("Parcel", "Pallet"))
    assert [task.effect for task in tasks(show.sop())] == effects


def test_what_a_page_asks_for_while_somebody_types_is_not_of_the_link_that_led_to_it() -> None:
    show = Show().goes(button("New message"), "/message/new")
    to = field("To")
    seq = show.keys(to, "Ada")
    show.add("response", method="POST", request_url=f"{APP}/offers", status=200, took=20)
    show.change(cause=seq, values={"To": "Ada"})
    assert [task.effect for task in tasks(show.sop())] == ["none", "repeatable"]


def test_a_file_that_is_sent_at_once_is_sent_once() -> None:
    show = Show()
    files = [{"name": "a.pdf", "size": 1, "stored": "files/a.pdf"}]
    show.add("upload", target=field("File", "file"), files=files)
    assert last_effect(show) == "repeatable"
    show.add("response", method="POST", request_url=f"{APP}/upload", status=201)
    assert last_effect(show) == "once"


def test_an_answer_that_is_told_before_its_file_is_none_of_the_press_before() -> None:
    show = Show()
    show.click(button("Volume"), texts=("Loud",))
    show.add("response", method="POST", request_url=f"{APP}/upload", status=201, t=1000, took=20)
    files = [{"name": "a.pdf", "size": 1, "stored": "files/a.pdf"}]
    show.add("upload", target=field("File", "file"), files=files, t=970)
    assert [task.effect for task in tasks(show.sop())] == ["repeatable", "once"]


def test_enter_takes_the_meaning_of_the_default_button() -> None:
    message = field("Message")
    show = Show().type(message, "Hello")
    show.key("Enter", message)
    show.add("click", target=button("Send"), by_key=True)
    show.change(texts=("Hello",))
    assert last_effect(show) == "once"


def test_looking_around_has_no_effect() -> None:
    show = Show()
    show.add("hover", target=button("More"))
    show.change(texts=("Archive",))
    show.add("scroll", dy=100, top=100, loaded_more=True)
    show.click(element("columnheader", "Name"), texts=("sorted",))
    body = Target(tag="body", locators=(CssLocator(by="css", css="body"),))
    show.key("Escape", body)
    assert {task.effect for task in tasks(show.sop())} == {"none"}
    assert ids(show.sop())[0] == "point-at-more"
    assert node(show.sop(), "press-escape").target is None


def socketed(target: Target, *, messages: int = 1, **after: object) -> str:
    """The effect of a click that is followed by messages over a web socket and nothing else."""
    show = Show()
    seq = show.press(target)
    before = show.state
    state = before.model_copy(update=after)
    show.add("changed", after=seq, before_state=before, state=state, messages=messages)
    return last_effect(show)


def test_what_saves_over_a_web_socket_is_done_once() -> None:
    assert socketed(button("Save"), texts=("Saved",)) == "once"
    assert socketed(button("Save"), texts=("Saved",), messages=0) == "repeatable"
    assert socketed(button("Save"), url=f"{APP}/contacts/9") == "once"


def test_a_button_that_is_answered_with_a_message_over_a_web_socket_is_done_once() -> None:
    assert socketed(button("Go"), alerts=("3 orders shipped",)) == "once"
    assert socketed(element("tab", "Notes"), alerts=("3 notes",)) == "none"


def test_over_a_web_socket_too_opening_and_going_is_no_effect() -> None:
    assert socketed(button("New order"), dialogs=("dialog",)) == "repeatable"
    assert socketed(button("Next"), texts=("Step 2",)) == "repeatable"
    assert socketed(link("Delete"), url=f"{APP}/contacts/1/delete") == "none"


def answered_over_socket(answer: str, command: str, *, back: bool = False) -> Show:
    """A command that asks, and is answered; `back` where the dialog was an entry of the history."""
    show = Show()
    show.click(button(command), dialogs=("Are you sure?",))
    seq = show.press(button(answer))
    if back:
        show.add("navigated", to=show.state.url, cause="back_forward", direction="back")
    before = show.state
    state = before.model_copy(update={"dialogs": (), "gone": ("Are you sure?",)})
    show.add("changed", after=seq, before_state=before, state=state, messages=1)
    return show


@pytest.mark.parametrize("back", [False, True])
def test_a_mere_yes_is_the_command_that_had_asked(back: bool) -> None:
    """Though the page goes back to its own address when it closes the question."""
    show = answered_over_socket("OK", "Delete", back=back)
    assert last_effect(show) == "once"
    assert tasks(show.sop())[-1].done_when
    assert last_effect(answered_over_socket("Cancel", "Delete", back=back)) == "repeatable"
    assert last_effect(answered_over_socket("OK", "Help", back=back)) == "repeatable"


def sent_by_next_page(target: Target, method: str) -> str:
    """The effect of a press that leads to a page which tells the app something while it comes up."""
    show = Show()
    seq = show.press(target)
    show.add("submitted", method=method)
    show.add("navigated", to=f"{APP}/contacts?s=Ada", cause="consequence", status=200)
    show.wait().add("response", method="POST", request_url=f"{APP}/beat", status=200, took=50)
    show.change(cause=seq, url=f"{APP}/contacts?s=Ada", texts=("Ada",))
    assert all(
        condition.kind != "response" or condition.path != "/beat"
        for condition in tasks(show.sop())[-1].done_when
    )
    return last_effect(show)


def test_what_the_next_page_tells_by_itself_makes_no_search_an_effect() -> None:
    assert sent_by_next_page(button("Search"), "get") == "none"
    assert sent_by_next_page(button("Apply"), "get") == "once"
    assert sent_by_next_page(button("Search"), "post") == "once"


def test_a_link_whose_page_the_app_draws_and_fills_by_itself_only_leads_there() -> None:
    def led_to(target: Target) -> str:
        show = Show()
        seq = show.press(target)
        show.add("navigated", to=f"{APP}/tables", cause="in_page")
        show.wait().add("response", method="POST", request_url=f"{APP}/rows", status=200, took=50)
        return last_effect(show.change(cause=seq, url=f"{APP}/tables", texts=("x",)))

    assert [led_to(link("Tables")), led_to(link("Add")), led_to(button("Tables"))] == ["none", "once", "once"]


def test_what_asks_for_lists_only_has_no_effect_whatever_was_pressed() -> None:
    def led_to(target: Target, *requests: str, url: str = f"{APP}/tables") -> str:
        show = Show()
        seq = show.press(target)
        for path in requests:
            show.add("response", method="POST", request_url=f"{APP}{path}", status=200, took=50)
        if url:
            show.add("navigated", to=url, cause="in_page")
        return last_effect(show.change(cause=seq, **({"url": url} if url else {}), texts=("x",)))

    item = element("menuitem", "Custom run")
    assert led_to(item, "/queues/filter", "/queues/count") == "none"
    assert led_to(link("Variables"), "/variables/count") == "none"
    assert led_to(button("More options"), "/queues/filter", url="") == "repeatable"
    assert led_to(item, "/queues/filter", "/runs") == "once"
    assert led_to(button("Save filter"), "/filter") == "once"
    assert led_to(button("Run"), "/query") == "once"


def test_the_request_that_created_something_is_the_one_that_tells() -> None:
    show = Show()
    seq = show.press(button("Submit"))
    show.add("response", method="POST", request_url=f"{APP}/schemas/validate", status=200, took=50)
    show.add("response", method="POST", request_url=f"{APP}/runs", status=201, took=50)
    show.change(cause=seq, url=f"{APP}/done", texts=("Saved",))
    assert [part.path for part in tasks(show.sop())[-1].done_when if part.kind == "response"] == ["/runs"]


@pytest.mark.parametrize(("took", "effect"), [(120, "repeatable"), (10, "once")])
def test_the_last_part_of_a_page_that_comes_up_is_not_of_the_press_though_it_came_behind_it(
    took: float, effect: str
) -> None:
    """The request began 100 ms before the press, beside one that was answered before, or 10 ms after it."""
    show = Show()
    seq = show.press(link("Dashboard"))
    came = seq * 100.0 + 20
    show.add("navigated", to=f"{APP}/home", cause="consequence", status=200, t=came)
    show.add("response", method="POST", request_url=f"{APP}/part?1", status=200, t=came + 160, took=60)
    show.change(cause=seq, url=f"{APP}/home", headings=("Home",))
    pressed = len(show._facts) + 3
    show.press(button("Menu"))
    show._facts[-1]["t"] = came + 200
    show.add("response", method="POST", request_url=f"{APP}/part?2", status=200, t=came + 220, took=took)
    show.change(cause=pressed, texts=("Users",))
    assert last_effect(show) == effect
