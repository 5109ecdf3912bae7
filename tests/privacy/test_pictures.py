"""Pictures: what is blacked out, by itself and by the labels beside it; one is really read."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageDraw

from handrail.privacy import Book, Memory, Scrubber
from handrail.privacy.builtin import BuiltIn
from handrail.privacy.pictures import Box, Text, Word, blackened, read_texts, redacted, regions


@pytest.fixture
def scrubber() -> Scrubber:
    return Scrubber(BuiltIn(), Book(Memory()))


def text(words: str, left: float, top: float) -> Text:
    made, start = [], 0
    for word in words.split():
        at = words.index(word, start)
        start = at + len(word)
        made.append(Word(at, start, Box(left + 10 * at, top, left + 10 * start, top + 20)))
    return Text(words, Box(left, top, left + 10 * len(words), top + 20), tuple(made))


def test_only_the_words_that_are_personal_are_blacked_out(scrubber: Scrubber) -> None:
    found = regions([text("Write to jane@mail.example.com today", 0, 0)], scrubber)
    assert [(one.kind, one.box) for one in found] == [("EMAIL", Box(86, 0, 304, 20))]


def test_a_first_name_that_is_read_as_one_word_with_its_label_goes_too(scrubber: Scrubber) -> None:
    scrubber.book.name("PERSON", "Ada Lovelace")
    (whole,) = regions([text("NameAda Lovelace", 0, 0)], scrubber)
    assert whole.box == Box(0, 0, 160, 20)
    (alone,) = regions([text("Write to Lovelace", 0, 0)], scrubber)
    assert alone.box.left > 80


@pytest.mark.parametrize(
    "texts",
    [
        [text("Date of birth", 0, 0), text("14.03.1971", 200, 0)],
        [text("Date of birth", 0, 0), text("14.03.1971", 0, 30)],
        [text("Date of birth", 0, 0), text("12.01.1980", 0, 60), text("14.03.1971", 0, 200)],
        [
            text("All 12 people", 0, -60),
            text("Date of birth", 0, 0),
            *(text("14.03.1971", 0, 30 * row) for row in range(1, 6)),
        ],
    ],
    ids=["beside it", "above it", "at the head of its column", "at the head of a table below a title"],
)
def test_a_label_tells_what_a_value_is(scrubber: Scrubber, texts: list[Text]) -> None:
    found = regions(texts, scrubber)
    assert texts[-1].box in [one.box for one in found]
    assert {one.kind for one in found} == {"BIRTHDATE"}


def test_a_label_knows_better_than_the_form_of_a_number(scrubber: Scrubber) -> None:
    table = [text("Patient ID", 0, 0), text("04-6694-4591", 0, 30), text("01-7557-1287", 0, 60)]
    assert [one.kind for one in regions(table, scrubber)] == ["MEDICAL_RECORD"] * 2


def test_a_label_that_is_beside_a_label_makes_no_name_of_it(scrubber: Scrubber) -> None:
    form = [
        text("Name", 0, 0),
        text("Firm", 600, 0),
        text("Click 'New contact'", 0, 100),
        text("Fill", 0, 130),
    ]
    assert regions(form, scrubber) == []


def test_what_a_label_told_is_found_elsewhere_without_one(scrubber: Scrubber) -> None:
    page = [text("saved Quillfeather again", 0, 200), text("Customer", 0, 0), text("Quillfeather", 120, 0)]
    assert [one.kind for one in regions(page, scrubber)] == ["PERSON", "PERSON"]


def test_what_the_session_knows_is_found_without_a_label(scrubber: Scrubber) -> None:
    page = [text("Xandra Quillfeather", 0, 0)]
    scrubber.text("Patient: Xandra Quillfeather")
    assert [one.kind for one in regions(page, scrubber)] == ["PERSON"]


def test_text_whose_words_are_not_placed_goes_whole(scrubber: Scrubber) -> None:
    line = Text("Mail jane@mail.example.com", Box(0, 0, 300, 20), ())
    assert [one.box for one in regions([line], scrubber)] == [line.box]


def test_blackened_places_hold_nothing(scrubber: Scrubber) -> None:
    image = Image.new("RGB", (100, 50), "white")
    out = io.BytesIO()
    image.save(out, "PNG")
    made = Image.open(io.BytesIO(blackened(out.getvalue(), [Box(10, 10, 40, 30)])))
    assert made.convert("L").getpixel((25, 20)) == 0
    assert made.convert("L").getpixel((80, 40)) == 255


def test_a_real_picture_is_read_and_redacted(scrubber: Scrubber) -> None:
    image = Image.new("RGB", (460, 50), "white")
    ImageDraw.Draw(image).text((10, 10), "jane.doe@mail.example.com", fill="black", font_size=24)
    out = io.BytesIO()
    image.save(out, "PNG")
    made, found = redacted(out.getvalue(), scrubber)
    assert [one.kind for one in found] == ["EMAIL"]
    assert "example" not in " ".join(one.text for one in read_texts(made))
