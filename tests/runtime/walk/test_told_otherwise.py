"""What tells in another version of an app, in place of what was recorded, that an effect was done."""

from __future__ import annotations

import pytest

from handrail.actuators import Finding, Message, SeenResponse
from handrail.runtime.walk.told_otherwise import told_otherwise
from handrail.sop.condition import ResponseWas, TextIs, UrlIs

ANSWER = ResponseWas(kind="response", method="POST", path="/api/suppliers/*")
ADDRESS = UrlIs(kind="url", path="/suppliers")
WORDS = TextIs(kind="text", contains="Supplier saved")
SAME = SeenResponse("POST", "/api/suppliers/5", 200)
MOVED = SeenResponse("PUT", "/v2/vendors/5", 200)


def told(held: str, said: str, *answers: SeenResponse, words: TextIs = WORDS) -> str | None:
    """`held` names, by their first letters, those of the answer, the address and the words that came."""
    findings = [Finding(held=one in held) for one in "AUW"]
    news = [Message(text=text) for text in said.split("|") if text]
    return told_otherwise((ANSWER, ADDRESS, words), findings, answers, news)


@pytest.mark.parametrize(
    ("held", "said", "answer"),
    [
        ("AU", "Changes stored", SAME),
        ("AU", "Your supplier was updated successfully.", SAME),
        ("AU", "Lieferant gespeichert", SAME),
        ("UW", "Supplier saved", MOVED),
        ("AW", "Supplier saved", SAME),
        ("A", "Changes saved", SAME),
        ("AU", "All done!", SAME),
        ("U", "Changes stored", MOVED),
    ],
)
def test_it_is_told_in_other_words_or_elsewhere(held: str, said: str, answer: SeenResponse) -> None:
    assert told(held, said, answer)


def test_words_alone_are_not_enough() -> None:
    assert told("W", "Supplier saved", MOVED) is None


@pytest.mark.parametrize(
    "said",
    [
        "Not saved",
        "Saved as draft",
        "Supplier rejected",
        "Sent for review",
        "0 suppliers updated",
        "",
        "Hello",
        "Changes stored|Limit too high",
        "Supplier saved, but not sent",
        "Supplier archived",
        "2 of 3 done",
        "To be done",
        "Gespeichert, nicht gesendet",
    ],
)
def test_other_words_that_leave_a_doubt(said: str) -> None:
    assert told("AU", said, SAME) is None


@pytest.mark.parametrize(
    "answers",
    [
        (),
        (SeenResponse("POST", "/v2/vendors/5", 422),),
        (MOVED, SeenResponse("POST", "/v2/log", 500)),
        (SeenResponse("DELETE", "/v2/vendors/5", 200),),
        (SeenResponse("POST", "/v2/vendors", 201),),
        (SeenResponse("POST", "/v2/vendors/5/archive", 200),),
        (MOVED, SeenResponse("POST", "/v2/vendors/6", 200)),
        (SAME,),
    ],
    ids=[
        "none",
        "refused",
        "another failed",
        "deletes",
        "makes one",
        "archives",
        "two",
        "failed in its body",
    ],
)
def test_an_answer_that_is_not_to_the_same_request(answers: tuple[SeenResponse, ...]) -> None:
    assert told("UW", "Supplier saved", *answers) is None


@pytest.mark.parametrize(
    ("recorded", "now", "is_it"),
    [
        (("POST", "/bookings/*/delete"), ("DELETE", "/api/bookings/5"), True),
        (("DELETE", "/api/bookings/*"), ("POST", "/bookings/5/delete"), True),
        (("POST", "/bookings/*/archive"), ("DELETE", "/api/bookings/5"), False),
        (("DELETE", "/api/bookings/*"), ("POST", "/bookings/5/archive"), False),
        (("POST", "/bookings/*/delete"), ("DELETE", "/api/bookings"), False),
        (("DELETE", "/api/bookings/*"), ("POST", "/delete"), False),
        (("POST", "/delete"), ("DELETE", "/api/bookings/5"), False),
    ],
)
def test_a_deletion_is_told_by_the_address_or_by_the_method(
    recorded: tuple[str, str], now: tuple[str, str], is_it: bool
) -> None:
    asked = ResponseWas(kind="response", method=recorded[0], path=recorded[1])
    words = TextIs(kind="text", contains="Booking deleted")
    findings = [Finding(held=False), Finding(held=True)]
    answers, said = [SeenResponse(*now, 200)], [Message(text="Booking deleted")]
    assert (told_otherwise((asked, words), findings, answers, said) is not None) is is_it


@pytest.mark.parametrize(
    ("recorded", "now", "is_it"),
    [
        (("POST", "/graphql"), ("PUT", "/api/orders/5"), True),
        (("PUT", "/api/orders/*"), ("POST", "/rpc"), True),
        (("POST", "/graphql"), ("DELETE", "/api/orders/5"), False),
        (("POST", "/login"), ("PUT", "/api/orders/5"), False),
    ],
)
def test_an_address_that_takes_whatever_is_asked_names_no_record(
    recorded: tuple[str, str], now: tuple[str, str], is_it: bool
) -> None:
    asked = ResponseWas(kind="response", method=recorded[0], path=recorded[1])
    findings = [Finding(held=False), Finding(held=True)]
    news = [Message(text="Done")]
    told_so = told_otherwise(
        (asked, TextIs(kind="text", contains="Done")), findings, [SeenResponse(*now, 200)], news
    )
    assert (told_so is not None) is is_it


@pytest.mark.parametrize(
    ("answers", "is_it"),
    [
        ([("POST", "/orders/5")], True),
        ([("POST", "/v2/vendors/5")], False),
        ([("POST", "/orders/5/lock")], False),
        ([("POST", "/rest/v2/orders/5")], True),
        ([("POST", "/locks/orders/5")], False),
        ([("POST", "/customers/3/orders/5")], False),
        ([("POST", "/orders")], False),
        ([("DELETE", "/orders/5")], False),
        ([("POST", "/orders/5"), ("POST", "/log/5")], False),
    ],
)
def test_where_only_an_answer_was_recorded_another_is_about_a_record_of_the_same_kind(
    answers: list[tuple[str, str]], is_it: bool
) -> None:
    asked = ResponseWas(kind="response", method="PUT", path="/api/orders/*")
    seen = [SeenResponse(*one, 200) for one in answers]
    assert (told_otherwise((asked,), [Finding(held=False)], seen, []) is not None) is is_it
    led = [Finding(held=False), Finding(held=True)]
    assert (told_otherwise((asked, ADDRESS), led, seen, []) is not None) is is_it
    both, missed = (asked, WORDS), [Finding(held=False)] * 2
    assert (told_otherwise(both, missed, seen, [Message(text="Changes saved")]) is not None) is is_it
    assert told_otherwise(both, missed, seen, [Message(text="Hello")]) is None


@pytest.mark.parametrize(
    ("called", "now", "is_it"),
    [
        ("Delete", ("DELETE", "/api/orders/5"), True),
        ("Archive", ("DELETE", "/api/orders/5"), False),
        ("Delete", ("DELETE", "/api/pictures/5"), False),
    ],
)
def test_a_deletion_is_told_by_what_was_pressed(called: str, now: tuple[str, str], is_it: bool) -> None:
    """A form says in what it sends that it deletes, and a script by its method."""
    asked = ResponseWas(kind="response", method="POST", path="/orders/*")
    seen = [SeenResponse(*now, 200)]
    assert (told_otherwise((asked,), [Finding(held=False)], seen, [], called=called) is not None) is is_it
    back = ResponseWas(kind="response", method="DELETE", path=now[1].replace("5", "*"))
    seen = [SeenResponse("POST", "/orders/5", 200)]
    assert (told_otherwise((back,), [Finding(held=False)], seen, [], called=called) is not None) is is_it


def test_words_that_name_the_record_are_no_message() -> None:
    name = TextIs(kind="text", contains="Ember Coffee", as_name=True)
    assert told("AU", "Changes stored", SAME, words=name) is None
