"""What is noted goes along with the next write, and by itself where none comes."""

from __future__ import annotations

import asyncio
from random import Random
from typing import cast

import pytest

from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Event, NodeLeft, Tab
from handrail.runtime.recovery.restoring import is_same_page
from handrail.runtime.walk.scribe import Scribe


class _Writer:
    """Keeps what is written, one list for each transaction."""

    def __init__(self) -> None:
        self.written: list[list[Event]] = []
        self.wrote = asyncio.Event()

    def write(self, *events: Event, durable: bool = False) -> None:
        self.written.append(list(events))
        self.wrote.set()


def left(node: str, why: str | None = None) -> Event:
    return NodeLeft(kind="node_left", node=node, outcome="next", millis=1, why=why)


async def test_notes_go_with_the_next_write_in_one_transaction() -> None:
    writer = _Writer()
    scribe = Scribe(cast(JournalWriter, writer))
    scribe.note(left("one"))
    # The loop turns, as it does while the browser works.
    await asyncio.sleep(0)
    scribe.note(left("two"))
    assert writer.written == []
    scribe.write(left("three"))
    assert writer.written == [[left("one"), left("two"), left("three")]]


async def test_a_note_that_no_write_follows_is_written_all_the_same() -> None:
    writer = _Writer()
    scribe = Scribe(cast(JournalWriter, writer))
    scribe.note(left("one"))
    await writer.wrote.wait()
    assert writer.written == [[left("one")]]


async def test_what_a_watcher_does_not_let_pass_is_not_written() -> None:
    def watcher(event: Event) -> None:
        if event == left("two"):
            raise RuntimeError("not this one")

    writer = _Writer()
    scribe = Scribe(cast(JournalWriter, writer), watcher=watcher)
    scribe.note(left("one"))
    with pytest.raises(RuntimeError):
        scribe.write(left("two"))
    scribe.write()
    assert writer.written == [[left("one")]]


@pytest.mark.parametrize(
    "text",
    [
        "p@ss word!9/ü&<x>",
        "http://app.test/found?q=p%40ss+word%219%2F%C3%BC%26%3Cx%3E",
        "http://app.test/found?q=p%40ss%20word!9%2f%c3%bc%26%3cx%3e&page=2",
        "http://app.test/p@ss%20word!9/%C3%BC&%3Cx%3E",
        "<input value='p@ss word!9/ü&amp;&lt;x&gt;'>",
        "Authorization: cEBzcyB3b3JkITkvw7wmPHg+",
    ],
)
def test_a_secret_stands_nowhere_however_it_is_written(text: str) -> None:
    writer = _Writer()
    scribe = Scribe(cast(JournalWriter, writer), ("p@ss word!9/ü&<x>",))
    assert "•••" in scribe.scrubbed(text) and "word" not in scribe.scrubbed(text).replace("password", "")
    scribe.write(left("use", text))
    assert "•••" in writer.written[0][0].model_dump_json()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Your key: p@ss wor-d!9/ ü&<x> is new", "Your key: ••• is new"),
        ("Key p@ss\u200bword!9/\u00adü&<x>", "Key •••"),
        ("p@ss word!9/u\u0308&<x>", "•••"),
        ("P@Ss Word!9/Ü&<X>", "•••"),
        ("Value: p@ss word!9&#47;&#xfc;&amp;&lt;x&gt;\nOne more line", "•••\nOne more line"),
        (r'{"said": "{\\"key\\": \\"p@ss word!9\\\/\\\u00fc&<x>\\"}"}', "•••"),
        ("p&amp;#64;ss word!9/ü&amp;amp;&amp;lt;x&amp;gt;", "•••"),
        ("Your key is p@ss wor d!9…", "Your key is •••…"),
        ("Led to /?k=p%40ss%20word%219%2…", "•••"),
        ("Led to /?k=p%2540ss%2520word%2…", "•••"),
        ("Key &#112;&#64;&#115;&#115;&#32;&#119;&#111;&#114;&#100;&#3…", "•••"),
        (r"{\"k\": \"p\u0040ss word!\u00…", "•••"),
        ("Basic dXNlcjpwQHNzIHdvcmQhOS/DvC…", "Basic dXNlcjp•••…"),
        ("/found?key=p@ss+word!9/+ü&<x>", "/found?key=•••"),
        ("/find?q=p@ss%20word%219%2F%FC%26%3Cx%3E", "•••"),
        (r"\x70\x40\x73\x73\x20\x77\x6f\x72\x64\x21\x39\x2f\xfc\x26\x3c\x78\x3e", "•••"),
        ("cEBzcyB3b3JkITkv/CY8eD4=", "•••="),
        ("p@ss the word!9 on & on 100 % of &#47;", "p@ss the word!9 on & on 100 % of &#47;"),
    ],
    ids=(
        "groups|unseen|combining|capitals|entities|JSON twice|HTML twice|cut|cut address|cut twice|"
        "cut numbers|cut JSON|cut btoa|form|latin|hex|btoa|other"
    ).split("|"),
)
def test_nor_in_a_disguise_that_no_list_holds(text: str, kept: str) -> None:
    writer = _Writer()
    scribe = Scribe(cast(JournalWriter, writer), ("p@ss word!9/ü&<x>",))
    assert scribe.scrubbed(text) == kept
    scribe.write(left("use", text))
    assert writer.written == [[left("use", kept)]]


WHOLE = "ABCDEFGHIJKLMNOP"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Key ABCD-EFGH\nIJKL-MNOP.", "Key •••."),
        ("Key ABCD\tEFGH\r\nIJKL\fMNOP.", "Key •••."),
        ("Path C:\\new ABCD\\nEFGH", "Path C:\\new ABCD\\nEFGH"),
        ("".join(f"%{ord(sign):x}" for sign in WHOLE), "•••"),
        ("".join(f"&amp;#{ord(sign)};" for sign in WHOLE), "•••"),
        ("".join(f"&#{ord(sign):05000};" for sign in WHOLE), "•••"),
        (f"&#1;&#2;&#{'9' * 5000};", f"&#1;&#2;&#{'9' * 5000};"),
    ],
    ids=["lines", "tabs", "backslashes", "percents", "twice", "zeros", "no sign"],
)
def test_nor_in_groups_over_lines_or_sign_by_sign(text: str, kept: str) -> None:
    writer = _Writer()
    scribe = Scribe(cast(JournalWriter, writer), (WHOLE,))
    assert scribe.scrubbed(text) == kept
    scribe.write(left("use", text))
    assert writer.written == [[left("use", kept)]]


def test_a_long_secret_is_kept_out_as_a_short_one_is() -> None:
    long = "".join(Random(7).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=3000))
    scribe = Scribe(cast(JournalWriter, _Writer()), (long,))
    for text in (long, long.upper(), f"{long[:1500]}\u200b{long[1500:]}", f"{long[:30]}\n{long[30:]}"):
        assert scribe.scrubbed(f"Token {text}.") == "Token •••."
    for begun in (long[:20], long[:2000], f"{long[:30]} {long[30:2000]}"):
        assert scribe.scrubbed(f"Token {begun}… and so on") == "Token •••… and so on"


@pytest.mark.parametrize("secret", ["next", "node", "node_left", "fill-password", "outcome"])
def test_a_secret_that_is_a_word_of_the_journals_own_spoils_no_event(secret: str) -> None:
    writer = _Writer()
    scribe = Scribe(cast(JournalWriter, writer), (secret,))
    scribe.write(left("fill-password", f"the page says {secret}"))
    assert writer.written == [[left("fill-password", "the page says •••")]]


def test_words_that_begin_as_a_secret_does_stay() -> None:
    writer = _Writer()
    scribe = Scribe(cast(JournalWriter, writer), ("practice-2026",))
    scribe.write(left("use", "http://crm.practice"), left("use", "Welcome to pract…"))
    assert writer.written == [[left("use", "http://crm.practice"), left("use", "Welcome to •••…")]]


def test_an_address_out_of_the_journal_is_filled_with_the_one_secret_that_stood_in_it() -> None:
    scribe = Scribe(cast(JournalWriter, _Writer()), ("p@ss word!9", "other-secret"))
    was = "https://crm.test/reset?token=p%40ss%20word%219&step=2"
    kept = scribe.scrubbed(was)
    assert kept == "https://crm.test/reset?token=•••&step=2"
    # Which of two it was is not known; one is opened as it was.
    assert scribe.filled(kept) is None
    assert Scribe(cast(JournalWriter, _Writer()), ("p@ss word!9",)).filled(kept) == was
    assert scribe.filled("https://crm.test/") == "https://crm.test/"


@pytest.mark.parametrize(
    ("title", "same"),
    [
        ("Key hunter2! was made (3)", True),
        ("Key 881204 was made (4)", True),
        ("Sign in", False),
        ("Key hunter2! was removed", False),
    ],
)
def test_a_page_whose_title_held_a_secret_is_known_again(title: str, same: bool) -> None:
    tab = Tab(url="https://crm.test/keys/•••", title="Key ••• was made (3)")
    scribe = Scribe(cast(JournalWriter, _Writer()), ("hunter2!",))
    assert is_same_page(tab, scribe.scrubbed("https://crm.test/keys/hunter2!"), title) is same
    assert not is_same_page(tab, "https://crm.test/keys/7", "Key ••• was made (3)")
