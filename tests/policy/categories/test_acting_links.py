"""Links that do something themselves, and what the page asks before it."""

from __future__ import annotations

import pytest

from handrail.policy import Policy, Proposal, judge
from handrail.policy.judging.granting import granted
from handrail.sop.node import Task
from handrail.sop.target import Neighbourhood
from handrail.targeting.snapshot import ElementSnapshot
from tests.policy.builders import HOST, button, categories, click, link, proposal

APP = f"https://{HOST}"
USERS = f"{APP}/admin/users.php"
POLICY = Policy(domains=(HOST,))


@pytest.mark.parametrize(
    ("name", "href"),
    [
        ("Activate", f"{USERS}?action=activate&user=3"),
        ("Resync", f"{USERS}?id=3&cmd=go"),
        ("Disqualify", f"{USERS}?Op=x"),
        ("Disable", ""),
        ("Shutdown", ""),
        ("Disable", "#"),
        # Said in the words of its name, of another page of the app.
        ("Approve this comment", f"{APP}/admin/comment.php?action=approvecomment&c=1"),
    ],
)
def test_a_link_that_has_something_done_on_its_own_page_is_judged_like_a_button(name: str, href: str) -> None:
    # The snapshot leaves attributes out that say nothing.
    shown = link(name, href if "://" in href else f"{USERS}{href}", attributes={"id": "one"})
    assert categories(click(shown, page_url=f"{USERS}?page=2" if href else USERS))
    assert categories(click(shown.model_copy(update={"attributes": {}}), page_url=USERS))
    elsewhere = link(name, f"{APP}/more", attributes={"id": "one", "href": "/more"})
    assert not categories(click(elsewhere, page_url=USERS))


@pytest.mark.parametrize(
    ("name", "href"),
    [
        ("Disable", f"{USERS}?page=3"),
        ("Disable", USERS),
        ("Users", f"{USERS}?action=list"),
        ("Edit", f"{USERS}?action=edit&user=3"),
        ("Disable", f"{APP}/help/disable"),
        ("Disable", f"{APP}/admin/plugins.php?action=list"),
        ("Approve", "https://elsewhere.example/comment.php?action=approve"),
    ],
)
def test_one_that_only_goes_somewhere_is_not(name: str, href: str) -> None:
    assert not categories(click(link(name, href, attributes={"href": href}), page_url=USERS))


def test_a_command_that_shows_the_page_itself_does_nothing_and_an_index_is_its_folder() -> None:
    shown = link("Manual install", f"{USERS}?do=admin&tab=install")
    assert not categories(click(shown, page_url=f"{USERS}?do=admin"))
    assert categories(click(shown, page_url=f"{USERS}?do=show"))
    index = link("Resync", f"{APP}/index.html?action=go")
    assert categories(click(index, page_url=f"{APP}/"))
    assert not categories(click(index, page_url=f"{APP}/other/"))


def test_a_step_that_was_recorded_on_such_a_link_names_it() -> None:
    target = {"role": "link", "name": "Unlink", "attributes": {"href": "/admin/users.php?action=unlink&id=3"}}
    step = Task.model_validate(
        {
            "id": "step", "type": "task", "label": "Take 'Ada' out", "effect": "once",
            "action": {"do": "click"}, "target": target,
        }
    )  # fmt: skip
    shown = link("Unlink", f"{USERS}?action=unlink&id=3")
    named = proposal(shown, page_url=USERS, named=True, granted=granted(step))
    assert judge(named, POLICY).decision == "allow"
    assert judge(named.model_copy(update={"granted": ()}), POLICY).decision == "ask"


def test_a_link_without_words_does_what_its_address_says_of_the_record() -> None:
    assert categories(click(link("", f"{APP}/mails/125/send"))) == {"sharing"}
    assert not categories(click(link("", f"{APP}/mails/send")))
    assert not categories(click(link("", f"{APP}/mails/send/125")))
    assert not categories(click(link("Newsletter", f"{APP}/mails/125/send")))


def test_a_link_that_posts_does_what_its_single_word_says() -> None:
    posts = {"method": "post", "url": f"{APP}/my/keys"}
    assert categories(click(link("Rotate", f"{APP}/my/keys", leads=posts)))
    assert not categories(click(link("Rotate", f"{APP}/my/keys")))


def test_an_address_may_hold_a_command_that_ends_data() -> None:
    address = f"{APP}/index.php?route=/sql&sql_query=TRUNCATE+TABLE+%60books%60"
    assert categories(click(link("Empty", address))) == {"system"}
    assert not categories(click(link("Browse", address.replace("TRUNCATE+TABLE", "SELECT+*+FROM"))))


def test_a_link_that_posts_by_what_a_list_is_sorted_does_nothing_that_lasts() -> None:
    sorted_by = f"{APP}/mine?view%5Blist%5D%5Bsort%5D=tracker"
    shown = link("Tracker", sorted_by, leads={"method": "post", "url": sorted_by})
    assert not categories(click(shown))
    other = shown.leads.model_copy(update={"url": f"{APP}/mine"})
    assert categories(click(shown.model_copy(update={"leads": other})))


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Add new", "/theme-install.php"),
        ("More about it", "/plugin-install.php?tab=information"),
        ("Requester", "/erase-personal-data.php?orderby=requester"),
        ("Trash (3)", "/posts?status=trash"),
    ],
)
def test_a_link_whose_words_say_that_it_is_a_page_or_a_list_is_none(name: str, address: str) -> None:
    assert not categories(click(link(name, f"{APP}{address}")))


@pytest.mark.parametrize(
    ("name", "address"),
    [("", "/install.php"), ("Install", "/install.php"), ("Trash", "/x"), ("Drop", "/ship/drop/")],
)
def test_without_such_words_it_is(name: str, address: str) -> None:
    assert categories(click(link(name, f"{APP}{address}")))


# What the page asks first


@pytest.mark.parametrize("shown", [button("Save"), button("Go on"), link("Next", f"{APP}/next")])
def test_what_the_page_asks_about_first_has_no_way_back(shown: ElementSnapshot) -> None:
    def asked(question: str) -> set[str]:
        leads = shown.leads.model_copy(update={"confirm": question})
        return set(categories(click(shown.model_copy(update={"leads": leads}))))

    assert asked("This goes to everybody, fine?") == {"irreversible"}
    assert asked("?") == {"irreversible"}
    assert not asked("")
    for harmless in ("Leave the page with unsaved changes?", "Änderungen verwerfen?"):
        assert not asked(harmless)


def test_a_step_that_was_recorded_there_is_not_asked_again() -> None:
    shown = button("Save", leads={"confirm": "This goes to everybody, fine?"})
    # The page's own question, which the step answers.
    dialogs = [{"kind": "confirm", "message": "This goes to everybody, fine?", "answer": "accept"}]
    step = Task.model_validate(
        {
            "id": "step", "type": "task", "label": "Click 'Save'", "effect": "once",
            "action": {"do": "click"},
            "target": {"role": "button", "name": "Save", "near": {"dialog": "Edit"}}, "dialogs": dialogs,
        }
    )  # fmt: skip
    assert granted(step) == ("irreversible",)
    named = proposal(shown, named=True, dialog_known=True, granted=granted(step))
    assert judge(named, POLICY).decision == "allow"
    # One that the page draws is a step of its own.
    assert judge(proposal(shown, named=True), POLICY).decision == "allow"
    healed = proposal(shown, named=True, rung="candidates", confidence=0.8)
    assert judge(healed, POLICY).decision == "ask"


# What a link claims to be


@pytest.mark.parametrize(
    "text",
    [
        "report.pdf", "main.py", "config.yaml", "v1.2.beta", "user.created", "django.contrib.auth",
        "ada@bank.example", "999.1.2.3",
    ],
)  # fmt: skip
def test_what_is_no_host_claims_no_address(text: str) -> None:
    assert judge(_followed(text, f"{APP}/files/3"), POLICY).decision == "allow"


@pytest.mark.parametrize(
    "text",
    ["bank.example", "www.bank.photography", "bank.co.uk", "https://bank.yaml/x", "192.0.2.7", "a.py/x"],
)
def test_what_is_one_does(text: str) -> None:
    assert judge(_followed(text, f"{APP}/files/3"), POLICY).rule == "link"


def test_a_link_to_its_own_page_claims_no_address() -> None:
    assert judge(_followed("bank.example", f"{APP}/page?sort=host#top"), POLICY).decision == "allow"


def _followed(text: str, address: str) -> Proposal:
    return proposal(link(text, address), leads_to=address, effect="none")


# What the form holds


def test_a_form_that_gives_somebody_a_password_lets_somebody_in() -> None:
    form = {"method": "post", "action": f"{APP}/admin"}
    leads = {"fields": ("password", "email")}
    adds = button("Add", form=form, leads=leads, near={"heading": "Add user"})
    assert "credential" in categories(click(adds))
    for near in (Neighbourhood(heading="New note"), Neighbourhood(heading="Login to your account")):
        assert "credential" not in categories(click(adds.model_copy(update={"near": near})))
    assert "credential" not in categories(click(button("Add", form=form, near={"heading": "Add user"})))
    target = {"role": "button", "name": "Add", "near": {"heading": "Add user"}}
    given = {"id": "step", "type": "task", "label": "Add it", "effect": "once", "action": {"do": "click"}}
    assert "credential" in granted(Task.model_validate({**given, "target": target}))


def test_a_link_beside_a_file_field_sends_the_file() -> None:
    form = {"method": "get", "action": APP}
    sends = link("Upload", f"{APP}/page#upload", form=form, leads={"fields": ("file",)})
    assert categories(click(sends)) == {"file_system"}
    assert not categories(click(link("Upload", f"{APP}/page#upload", form=form)))
    assert not categories(click(button("Total upload rate")))


def test_a_script_generates_what_the_label_before_its_button_names() -> None:
    assert categories(click(button("Generate", near={"before": "API key"}))) == {"credential"}
    assert not categories(click(button("Add", near={"before": "API key"})))
    assert not categories(click(button("Generate", near={"before": "Report"})))


@pytest.mark.parametrize(
    "name", ["Insert/remove bulleted list", "Insert/remove numbered list", "Block quote"]
)
def test_what_an_editor_does_to_a_text_is_harmless(name: str) -> None:
    assert not categories(click(button(name)))
    assert not categories(click(link(name, f"javascript:void('{name}')")))
