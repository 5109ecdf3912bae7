"""Helpers of a script that work on values: texts, numbers, dates, files, and answers of a person."""

from __future__ import annotations

from typing import Final

from handrail.compile.exporters.helper import Helper

VALUE_HELPERS: Final[dict[str, Helper]] = {
    "Finished": Helper(
        '''
class Finished(Exception):
    """The procedure has come to an end inside of a part of it."""
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
    "search": Helper(
        '''
def search(pattern: str, text: str) -> str:
    """What the pattern finds: its first group, else all that it matches; empty for nothing."""
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
    """The date in a text: ISO 8601, with an English month's name, or in the form given."""
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
    "in_any_order": Helper(
        '''
def in_any_order(text: str) -> list[str]:
    """What a list for several holds, which it says in an order of its own."""
    return sorted(one.strip() for one in text.split(", ") if one.strip())
'''
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
    "part": Helper(
        '''
def part(value: Any, place: str) -> Any:
    """What stands at a place such as `data.items.0.id`."""
    for key in place.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value
'''
    ),
    "kept": Helper(
        '''
def kept(
    name: str,
    contains: str = "",
    pattern: re.Pattern[str] | None = None,
    at_least_bytes: int = 0,
    rows: int | None = None,
) -> bool:
    """Whether there is such a file among the downloads."""
    for file in DOWNLOADS.glob(name):
        text = file.read_text(encoding="utf-8-sig", errors="replace")
        counted = rows is None or len(list(csv.reader(text.splitlines()))) == rows + 1
        found = contains in " ".join(text.split()) and (pattern is None or pattern.search(text))
        if file.stat().st_size >= at_least_bytes and counted and found:
            return True
    return False
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
