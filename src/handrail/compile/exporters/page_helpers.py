"""Helpers of a script that look at pages: texts, fields, lists, dialogs, and what a server answers."""

from __future__ import annotations

from typing import Final

from handrail.compile.exporters.helper import Helper

PAGE_HELPERS: Final[dict[str, Helper]] = {
    "path": Helper(
        '''
def path(wanted: str) -> re.Pattern[str]:
    """Addresses with this path; `*` stands for one part of it."""
    parts = re.escape(wanted).replace(r"\\*", "[^/?#]+")
    return re.compile(rf"^[a-z]+://[^/]*{parts}([?#].*)?$")
'''
    ),
    "showing": Helper(
        '''
def showing(page: Page, words: str, any_case: bool = False) -> Locator:
    """What shows these words on the page, whatever white space stands between them."""
    flags = re.IGNORECASE if any_case else 0
    pattern = re.compile(r"\\s+".join(re.escape(word) for word in words.split()), flags)
    return page.get_by_text(pattern).filter(visible=True)
'''
    ),
    "answered": Helper(
        '''
def answered(method: str, wanted: str, status: int | None = None) -> Callable[[Response], bool]:
    """The app answers such a request: with this status, else without an error."""

    def fits(response: Response) -> bool:
        right = response.status < 400 if status is None else response.status == status
        asked = response.request.method == method and path(wanted).search(response.url)
        return right and asked is not None

    return fits
''',
        uses=("path",),
    ),
    "Answer": Helper(
        '''
class Answer(NamedTuple):
    """How a dialog of the page is answered; with another message it is not the one."""

    kind: str
    message: str | None = None
    accept: bool = True
    text: str = ""

    def fits(self, dialog: Dialog) -> bool:
        same = self.message is None or self.message.split() == dialog.message.split()
        return dialog.type == self.kind and same
'''
    ),
    "answering": Helper(
        '''
@contextmanager
def answering(page: Page, *answers: Answer) -> Iterator[None]:
    """Answer the dialogs that come meanwhile, in order; any other is dismissed, and an error."""
    expected = list(answers)
    others: list[str] = []

    def answer(dialog: Dialog) -> None:
        if not expected or not expected[0].fits(dialog):
            others.append(dialog.message)
            dialog.dismiss()
        elif (now := expected.pop(0)).accept:
            dialog.accept(now.text)
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    try:
        yield
    finally:
        page.remove_listener("dialog", answer)
    assert not others, f"The page asked what was not expected: {others[0]}"
''',
        uses=("Answer",),
    ),
    "settled": Helper(
        '''
def settled(page: Page, holds: Callable[[], bool] = lambda: True) -> None:
    """Wait until the page is at rest, and up to five seconds for what is asked.

    Before a page is at rest, what is missing on it may be on its way.
    """
    with suppress(Error):
        page.wait_for_load_state("networkidle", timeout=3_000)
    end = time.monotonic() + 5
    while not holds() and time.monotonic() < end:
        page.wait_for_timeout(100)
'''
    ),
    "eventually": Helper(
        '''
def eventually(page: Page, holds: Callable[[], bool], what: str, seconds: float = 10) -> None:
    """Wait until it holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"It did not come true in time: {what}"
        page.wait_for_timeout(100)
'''
    ),
    "text_in": Helper(
        '''
def text_in(element: Locator) -> str:
    """The text that an element shows; empty where there is none."""
    return " ".join(" ".join(element.all_inner_texts()[:1]).split())
'''
    ),
    "value_in": Helper(
        '''
def value_in(element: Locator) -> str:
    """The value of a field, of a select the text of its option; empty where there is none."""
    script = "e => e.selectedOptions ? [...e.selectedOptions].map(o => o.text).join(', ') : e.value"
    return " ".join(element.first.evaluate(script).split()) if element.count() else ""
'''
    ),
    "choose_in": Helper(
        '''
def choose_in(element: Locator, *wanted: str, timeout: float = 30_000) -> None:
    """Choose in a list, by what the options say, else by their values.

    Playwright's own way takes the first option whose text or value fits: maybe another one.
    """
    script = """(list, words) => {
      const options = [...list.options];
      const fold = (text) => text.replace(/[\\\\s\\\\u200b]+/g, " ").trim();
      const clip = (text) => (text.length > 80 ? text.slice(0, 79) + "…" : text);
      const group = (one) => fold(one.closest("optgroup")?.label ?? "");
      const called = (one) => {
        const others = options.filter((o) => o.label === one.label && o.value !== one.value);
        if (!others.length) return fold(one.label);
        const alone = group(one) && others.every((o) => group(o) !== group(one));
        const label = fold(one.label);
        return alone ? `${group(one)} › ${label}` : `${label} (${clip(one.value)})`;
      };
      let found = options.filter((one) => called(one) === fold(words));
      if (found.length) found = [found.find((one) => !one.matches(":disabled")) ?? found[0]];
      else found = options.filter((one) => fold(one.label) === fold(words));
      if (!found.length) found = options.filter((one) => one.value === words).slice(0, 1);
      return found.map((one) => one.index);
    }"""

    def places(words: str) -> list[int]:
        found = element.evaluate(script, words)
        assert len(found) < 2, f"The list has {len(found)} options {words!r}"
        return list(found)

    # Other data has fewer of several.
    words = [one for one in wanted if one or len(wanted) == 1]
    for one in words:
        shown = f"The list has an option {one!r}"
        eventually(element.page, lambda one=one: bool(places(one)), shown, timeout / 1000)
    chosen = [place for one in words for place in places(one)]
    element.select_option(index=chosen, timeout=timeout)
''',
        uses=("eventually",),
    ),
    "read": Helper(
        '''
def read(element: Locator, attribute: str = "", pattern: str = "", required: bool = True) -> str:
    """The text of an element, the value of a field, an attribute; what a pattern finds in it."""
    script = """(e, name) => {
      if (!name) return e.selectedOptions
        ? [...e.selectedOptions].map(option => option.text).join(", ")
        : "value" in e && !["LI", "BUTTON"].includes(e.tagName) ? e.value : e.innerText;
      const holder = e.hasAttribute(name) ? e : e.querySelector(`[${name}]`);
      const value = holder?.getAttribute(name) ?? "";
      const address = ["href", "src", "action"].includes(name);
      return address ? new URL(value, document.baseURI).href : value;
    }"""
    there = required or element.count() > 0
    text = str(element.first.evaluate(script, attribute)).strip() if there else ""
    if pattern:
        text = search(pattern, text)
    assert text or not required, "There is nothing to read."
    return text
''',
        uses=("search",),
    ),
    "cell": Helper(
        '''
def cell(row: Locator, header: str) -> Locator:
    """The cell of a table's row under this header."""
    table = row.locator("xpath=ancestor::table[1]")
    headers = [" ".join(text.split()).lower() for text in table.locator("th").all_inner_texts()]
    return row.locator("td, th").nth(headers.index(header.lower()))
'''
    ),
    "key_of": Helper(
        '''
def key_of(element: Locator) -> str:
    """What tells an element of a list from the others: its link, else its text."""
    script = "e => (e.matches('a[href]') ? e : e.querySelector('a[href]'))?.href || e.innerText"
    return " ".join(element.evaluate(script).split())
'''
    ),
    "each": Helper(
        '''
def each(
    elements: Locator, bound: int, key: Callable[[Locator], str] = key_of
) -> Iterator[Locator]:
    """Every element once, found anew at each turn: the list may shrink or be sorted anew."""
    done: set[str] = set()

    def left() -> Locator | None:
        return next((one for one in elements.all() if key(one) not in done), None)

    while True:
        following = left()
        if following is None:
            settled(elements.page)
            following = left()
        if following is None:
            return
        assert len(done) < bound, f"There are more than {bound} elements, the bound."
        done.add(key(following))
        yield following
''',
        uses=("key_of", "settled"),
    ),
    "still": Helper(
        '''
def still(page: Page, holds: Callable[[], bool]) -> bool:
    """Whether it holds; that it does not counts only once the page is at rest."""
    if not holds():
        settled(page)
    return holds()
''',
        uses=("settled",),
    ),
    "paste": Helper(
        '''
def paste(element: Locator, text: str) -> None:
    """Paste text: an editor of its own takes the event, any other field takes the text."""
    script = """(element, text) => {
      element.focus();
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const how = {clipboardData: data, bubbles: true, cancelable: true, composed: true};
      return element.dispatchEvent(new ClipboardEvent("paste", how));
    }"""
    if element.evaluate(script, text):
        element.page.keyboard.insert_text(text)
'''
    ),
    "reads": Helper(
        '''
def reads(
    response: APIResponse,
    status: int | None = None,
    fields: dict[str, str] | None = None,
    contains: str = "",
) -> bool:
    """Whether the app's interface reads back what is said."""
    if not (response.ok if status is None else response.status == status):
        return False
    with suppress(KeyError, IndexError, ValueError, TypeError):
        found = response.json() if fields else None
        same = all(text_of(part(found, place)) == value for place, value in (fields or {}).items())
        return same and contains in " ".join(response.text().split())
    return False
''',
        uses=("part", "text_of"),
    ),
}
