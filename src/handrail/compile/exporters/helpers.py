"""Small functions that an exported script holds where it uses them, in the order of their needs."""

from __future__ import annotations

import ast
from typing import Final, NamedTuple


class Helper(NamedTuple):
    """A function or class of the script; `uses` names other helpers, `imports` what it needs from modules."""

    source: str
    uses: tuple[str, ...] = ()


IMPORTS: Final = {
    "Any": "typing",
    "APIRequestContext": "playwright.sync_api",
    "Browser": "playwright.sync_api",
    "BrowserContext": "playwright.sync_api",
    "Callable": "collections.abc",
    "Dialog": "playwright.sync_api",
    "Error": "playwright.sync_api",
    "Iterator": "collections.abc",
    "Locator": "playwright.sync_api",
    "NamedTuple": "typing",
    "Page": "playwright.sync_api",
    "Path": "pathlib",
    "Response": "playwright.sync_api",
    "Sequence": "collections.abc",
    "contextmanager": "contextlib",
    "dataclass": "dataclasses",
    "date": "datetime",
    "datetime": "datetime",
    "expect": "playwright.sync_api",
    "field": "dataclasses",
    "suppress": "contextlib",
    "timedelta": "datetime",
    "sync_playwright": "playwright.sync_api",
}
"""Name → the module that a script imports it from."""

MODULES: Final = ("argparse", "csv", "json", "os", "re", "sys", "time")

RESERVED: Final = (
    *IMPORTS,
    *MODULES,
    *("DOWNLOADS", "HERE", "answer", "args", "chooser", "context", "download", "main", "page", "pages"),
    *("parser", "playwright", "popup", "problem", "response", "secret", "turn"),
)
"""Names that steps and variables of a script must not take."""


def imports_of(source: str) -> list[str]:
    """The import lines that the source needs."""
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    lines = [f"import {module}" for module in MODULES if module in used]
    modules: dict[str, list[str]] = {}
    for name, module in IMPORTS.items():
        if name in used:
            modules.setdefault(module, []).append(name)
    standard = [module for module in sorted(modules) if not module.startswith("playwright")]
    lines += [f"from {module} import {', '.join(_sorted(modules[module]))}" for module in standard]
    ours = [f"from {m} import {', '.join(_sorted(modules[m]))}" for m in sorted(modules) if m not in standard]
    return [*lines, "", *ours] if ours else lines


def _sorted(names: list[str]) -> list[str]:
    """As import sorters want them: classes before functions."""
    return sorted(names, key=lambda name: (name[0].islower(), name))


HELPERS: Final[dict[str, Helper]] = {
    "Finished": Helper(
        '''
class Finished(Exception):
    """The procedure has come to an end inside of a part of it."""
'''
    ),
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
def showing(page: Page, words: str) -> Locator:
    """What shows these words on the page, whatever white space stands between them."""
    pattern = re.compile(r"\\s+".join(re.escape(word) for word in words.split()))
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
    """The value of a field, of a select the text of its option; empty where there is no such field."""
    script = "e => e.selectedOptions ? [...e.selectedOptions].map(o => o.text).join(', ') : e.value"
    return " ".join(element.first.evaluate(script).split()) if element.count() else ""
'''
    ),
    "text_of": Helper(
        '''
def text_of(value: Any) -> str:
    """A value as it is written into a text."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)
'''
    ),
    "compare": Helper(
        '''
def compare(left: str, right: str) -> int:
    """Less than, equal to or more than 0: as numbers, as dates, else as texts."""
    for reading in (float, datetime.fromisoformat):
        with suppress(ValueError, TypeError):
            one, other = reading(left), reading(right)
            return (one > other) - (one < other)  # type: ignore[operator]
    return (left > right) - (left < right)
'''
    ),
    "read": Helper(
        '''
def read(element: Locator, attribute: str = "", pattern: str = "", required: bool = True) -> str:
    """The text of an element, the value of a field, or an attribute; what the pattern finds in it."""
    script = """(e, name) => {
      if (!name) return e.selectedOptions
        ? [...e.selectedOptions].map(option => option.text).join(", ")
        : "value" in e && !["LI", "BUTTON"].includes(e.tagName) ? e.value : e.innerText;
      const value = (e.hasAttribute(name) ? e : e.querySelector(`[${name}]`))?.getAttribute(name) ?? "";
      return ["href", "src", "action"].includes(name) ? new URL(value, document.baseURI).href : value;
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
    "search": Helper(
        '''
def search(pattern: str, text: str) -> str:
    """What the pattern finds in the text: its first group, else all that it matches; empty for nothing."""
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        return ""
    return (found[1] or "") if found.re.groups else found[0]
'''
    ),
    "number": Helper(
        '''
def number(text: str, decimal: str = ".") -> float | None:
    """The number in a text such as "1,234.50 EUR"; none for an empty one."""
    if not text.strip():
        return None
    digits = re.sub(rf"[^\\d{re.escape(decimal)}+-]", "", text).replace(decimal, ".")
    value = float(digits)
    return int(value) if value.is_integer() else value
'''
    ),
    "boolean": Helper(
        '''
def boolean(text: str) -> bool | None:
    """Whether a text says yes; none for an empty one."""
    return text.strip().lower() == "true" if text.strip() else None
'''
    ),
    "moment": Helper(
        '''
def moment(text: str, form: str = "") -> datetime:
    """The date in a text: ISO 8601, or with an English month's name, else in the form that is given."""
    text = " ".join(text.split())
    forms = [form] if form else ["%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%Y/%m/%d"]
    with suppress(ValueError):
        if not form:
            return datetime.fromisoformat(text)
    for one in forms:
        with suppress(ValueError):
            return datetime.strptime(text, one)
    raise ValueError(f"'{text}' is not a date that is understood.")
'''
    ),
    "date_as": Helper(
        '''
def date_as(text: str, form: str = "%Y-%m-%d", reading: str = "") -> str:
    """A date in another form; empty for an empty text."""
    return moment(text, reading).strftime(form) if text.strip() else ""
''',
        uses=("moment",),
    ),
    "days_from": Helper(
        '''
def days_from(text: str, days: int) -> str:
    """The day so many days after a date, or before it."""
    return (moment(text) + timedelta(days=days)).date().isoformat() if text.strip() else ""
''',
        uses=("moment",),
    ),
    "title_case": Helper(
        '''
def title_case(text: str) -> str:
    """The first letter of each word as a capital, the others as they are."""
    return re.sub(r"(?<![\\w\'’])\\w", lambda letter: letter[0].upper(), text)
'''
    ),
    "or_else": Helper(
        '''
def or_else(value: Any, other: Any) -> Any:
    """The value, or the other one in place of nothing."""
    return other if value is None or value == "" else value
'''
    ),
    "this_run": Helper(
        '''
def this_run() -> dict[str, str]:
    """What the procedure knows of its own run."""
    now = datetime.now().astimezone()
    stamp = now.isoformat(timespec="seconds")
    return {"id": f"{now:%Y%m%d-%H%M%S}", "now": stamp, "today": stamp[:10]}
'''
    ),
    "at_most": Helper(
        '''
def at_most(bound: int, items: Sequence[Any]) -> Sequence[Any]:
    """The items, of which there must not be more than the bound."""
    assert len(items) <= bound, f"There are {len(items)} items, and the bound is {bound}."
    return items
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
    """Every element once, found anew at each turn: the list may shrink or be sorted anew meanwhile."""
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
    "rows": Helper(
        '''
def rows(file: str) -> list[dict[str, str]]:
    """The rows of a table: CSV, or JSON Lines."""
    with Path(file).open(encoding="utf-8-sig", newline="") as lines:
        if file.endswith(".jsonl"):
            return [json.loads(line) for line in lines if line.strip()]
        return list(csv.DictReader(lines))
'''
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
    "ask": Helper(
        '''
def ask(request: str) -> str:
    """Ask the person at the terminal, who does it and presses Enter."""
    return input(f"{request}\\n> ").strip()
'''
    ),
    "choose": Helper(
        '''
def choose(question: str, choices: Sequence[str], default: str) -> str:
    """A person's answer at the terminal."""
    given = input(f"{question} [{' / '.join(choices)}; {default}]\\n> ").strip()
    return given if given in choices else default
'''
    ),
    "paste": Helper(
        '''
def paste(field: Locator, text: str) -> None:
    """Paste text: an editor of its own takes the event, any other field takes the text."""
    script = """(element, text) => {
      element.focus();
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const how = {clipboardData: data, bubbles: true, cancelable: true, composed: true};
      return element.dispatchEvent(new ClipboardEvent("paste", how));
    }"""
    if field.evaluate(script, text):
        field.page.keyboard.insert_text(text)
'''
    ),
    "secret": Helper(
        '''
def secret(variable: str) -> str:
    """A secret, from the environment."""
    if variable not in os.environ:
        sys.exit(f"Set the environment variable {variable}.")
    return os.environ[variable]
'''
    ),
}
