"""Days of a calendar: what is clicked is a number on this month's sheet, and what is meant is a date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from handrail.compile.reading.acts import LEAVING_KEYS, Act
from handrail.compile.reading.elements import field_called, is_form_control, name_of
from handrail.compile.reading.known import Known, Slot
from handrail.compile.reading.located import mentions, row_of
from handrail.compile.reading.requests import sent_by
from handrail.compile.reading.steps import Draft, date_picked
from handrail.compile.reading.stripped import without_own_text
from handrail.recording.event import Click, Input, Keys, RecordedEvent, SelectOption
from handrail.sop import action as sop
from handrail.sop.condition import AnyOf, Condition, Not, TextIs, ValueIs
from handrail.sop.dates import write_date
from handrail.sop.locator import CssLocator, Locator, RowLocator
from handrail.sop.target import Neighbourhood, Target

_DATE: Final = re.compile(r"\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}([./-])\d{1,2}\1\d{2,4}\b|\b\d{1,2},? \d{4}\b")
_TIME: Final = re.compile(r"(?<!\d)\d{1,2}:\d\d(?!\d)")
_MONTH: Final = re.compile(r"\b\d{4}-(\d{1,2})\b(?!-)")
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_WORDS: Final = re.compile(r"[^\W\d]{3,}")
_MONTH_OF_YEAR: Final = re.compile(r"[^\W\d]{3,10}\.? (?:19|20)\d\d")
_DAY: Final = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_WHOLE_YEAR: Final = r"(?<!\d)(?:19|20)\d\d(?!\d)"
_SMALLER: Final = r"(?<!\d)\d{1,2}(?!\d)"
_SAID_DATE: Final = re.compile(f"{_WHOLE_YEAR}.*{_SMALLER}|{_SMALLER}.*{_WHOLE_YEAR}|{_DATE.pattern}")
"""In whatever language: a year and a smaller number."""
_MOST_TURNS: Final = 60
_SHEET: Final = frozenset(str(day) for day in range(10, 29))
_DAY_OF_YEAR: Final = re.compile(r"\D*?(\d{1,2})\D+(?:19|20)\d\d\D*")
_ENOUGH: Final = 12
"""So many numbers of days that come up at once are a sheet."""
_CHOSEN_MONTH: Final = re.compile(
    r"\D*\b(19|20)\d\d\D*"
    r"|(jan|feb|mar|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz]|ene|abr|ago|dic|f[ée]v|avr|ao[uû]|d[ée]c|m[äa]r)"
    r"[^\W\d]*\.?",
    re.IGNORECASE,
)
"""What one clicks on to choose a year or a month, before its days are shown."""
_LONGEST: Final = 40
"""A text that shows the date, and not only mentions it, is no longer."""

_FORMATS: Final = (
    *("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%d-%m-%Y", "%m-%d-%Y"),
    *("%d/%m/%y", "%m/%d/%y", "%d.%m.%y", "%b %d, %Y", "%B %d, %Y", "%d %b %Y", "%d %B %Y", "%d. %B %Y"),
    *("%d-%b-%Y", "%d %b, %Y", "%d %B, %Y", "%b %d %Y", "%B %d %Y"),
    *("%b %o, %Y", "%B %o, %Y", "%o %b %Y", "%o %B %Y", "%o of %B %Y"),
)


def without_turning(acts: Sequence[Act]) -> list[Act]:
    """The acts without those that opened a calendar and turned it to the month of the day picked next: the
    step that picks the day does so by itself. A key that leaves the calendar then goes to no certain day."""
    kept: list[Act] = []
    for act in acts:
        if isinstance(act.event, Keys) and kept and _leaves_calendar(act.event, kept[-1]):
            act.event = act.event.model_copy(update={"target": None})
        if date_picked(act) is not None and (opened := _opening_before(act, kept)) is not None:
            act.opener = kept[opened].target
            act.began = kept[opened].event.seq
            act.follows[:0] = [event for one in kept[opened:] for event in one.follows]
            del kept[opened:]
        kept.append(act)
    return kept


def _leaves_calendar(event: Keys, before: Act) -> bool:
    """Whether the keys only leave the day that was picked just before, which has the focus still."""
    day = date_picked(before)
    if day is None or event.target is None or event.page != before.event.page:
        return False
    of_day = event.target.attributes.get("datetime") == day or _is_part(event.target, before.target)
    return of_day and LEAVING_KEYS.issuperset(event.keys)


def _is_part(target: Target, whole: Target | None) -> bool:
    """Whether the target stands within the other one: a kit may give the focus to a part of the day."""
    around = _places(whole) if whole is not None else []
    return any(css.startswith(f"{place} > ") for css in _places(target) for place in around)


def _places(target: Target) -> list[str]:
    return [locator.css for locator in target.locators if isinstance(locator, CssLocator)]


def _opening_before(picked: Act, acts: Sequence[Act]) -> int | None:
    """The place of the click that brought the calendar up; none where it was not seen to come up."""
    for place in range(len(acts) - 1, max(-1, len(acts) - _MOST_TURNS), -1):
        act = acts[place]
        turns = isinstance(act.event, Click) or _chooses_month(act.event)
        only_shows = turns and act.leads_to is None and sent_by(act) is None
        if act.event.page != picked.event.page or date_picked(act) is not None or not only_shows:
            return None
        if _chooses_month(act.event):
            continue
        if _brings_up_days(act) and not (_turns_away(act) or _CHOSEN_MONTH.fullmatch(name_of(act.target))):
            return place
    return None


def _chooses_month(event: RecordedEvent) -> bool:
    """Whether a month or a year is chosen in a list, or a year written."""
    if isinstance(event, Input):
        return _CHOSEN_MONTH.fullmatch(event.value) is not None
    chosen = event.options if isinstance(event, SelectOption) else ()
    return len(chosen) == 1 and _CHOSEN_MONTH.fullmatch(chosen[0]) is not None


def _brings_up_days(act: Act) -> bool:
    texts = {text for change in act.changes for text in change.state.texts}
    # A sheet that says the whole date of each day, too, fills up what is kept of a page's new texts.
    return len(texts & _SHEET | _days_of_year(texts)) >= _ENOUGH


def _turns_away(act: Act) -> bool:
    """Whether the days of another month were there before, which say their whole dates."""
    gone = {text for change in act.changes for text in change.state.gone}
    return len(_days_of_year(gone)) >= _ENOUGH


def _days_of_year(texts: Iterable[str]) -> set[str]:
    return {found[1] for text in texts if (found := _DAY_OF_YEAR.fullmatch(text)) is not None}


def field_of_day(draft: Draft) -> tuple[str, str] | None:
    """Label and value of the field that shows the picked date; not of one that is called by it."""
    found = date_picked(draft.act)
    if found is None:
        return None
    for view in draft.act.views:
        for label, value in view.after.values.items():
            changed = view.before.values.get(label) != value and value not in label
            if changed and forms_of(value, date.fromisoformat(found)):
                return label, value
    return None


def name_in_words(target: Target | None) -> str:
    """What opens a calendar is called: a mere sign ("📅") after the line of the form in which it stands."""
    name = name_of(target)
    if target is None or any(map(str.isalpha, name)):
        return name
    lines = (row.text for row in map(row_of, target.locators) if row is not None and row.role == "card")
    return next(lines, "")


def without_date_said(opener: Target) -> Target | None:
    """What opens a calendar, without the date that it says was chosen before ("Choose date, selected date is
    Jun 16, 2025"), where anything else leads to it: another record has another one, or none. It is called by
    the words before it then. None where it says no date."""
    said = next((words for words in (opener.name, opener.text) if words and _says_date(words)), None)
    if said is None or is_form_control(opener):
        return None
    silent = without_own_text(opener, said)
    locators = (*_by_first_words(opener, said), *silent.locators)
    if not locators:
        return None
    attributes = {key: value for key, value in silent.attributes.items() if said not in value}
    update: dict[str, object] = {"locators": locators, "attributes": attributes}
    if silent.label and said in silent.label:
        # What it stands under may say which record it is of, and need not be the whole of its name.
        before = silent.near.before if not _says_date(silent.near.before or "") else None
        update.update(label=before, near=Neighbourhood(before=before))
    return silent.model_copy(update=update)


def _by_first_words(opener: Target, said: str) -> Iterator[Locator]:
    """By the words before what was chosen, which are all that it says where nothing is chosen yet."""
    begins = said.partition(",")[0]
    told = begins != said and len(begins.split()) > 1 and not any(map(str.isdigit, begins))
    if told and opener.tag is not None and any(mentions(one, "[aria-label=") for one in opener.locators):
        escaped = begins.replace("\\", r"\\").replace('"', r"\"")
        yield CssLocator(by="css", css=f'{opener.tag}[aria-label^="{escaped}"]')


def _says_date(words: str) -> bool:
    return _SAID_DATE.search(words) is not None


def shown_before(draft: Draft, day: str) -> str:
    """Label of the one field that shows the picked date, and did so while the pointer rested on the day: some
    fields do. Good enough for a name, and not to make sure of anything."""
    after = draft.act.after
    values = after.values if after is not None else {}
    labels = [label for label, value in values.items() if forms_of(value, date.fromisoformat(day))]
    return labels[0] if len(labels) == 1 else ""


def forms_of(text: str, day: date) -> tuple[str, ...]:
    """The formats in which the text may hold the date; of those that write it alike, all."""
    found = []
    for form in _FORMATS:
        for one in (form, form.replace("%d", "%-d").replace("%m", "%-m")):
            written = re.escape(write_date(day, one))
            if one not in found and re.search(rf"(?<!\d){written}(?!\d)", text):
                found.append(one)
    return tuple(found)


def is_date_given(text: str, known: Known) -> bool:
    """Whether the text is one of the dates that were given, and nothing else."""
    days = [date.fromisoformat(slot.value) for slot in known.dates()]
    return any(write_date(day, form) == text for day in days for form in forms_of(text, day))


class Dates:
    """The dates that were given so far."""

    def __init__(self) -> None:
        self._names: dict[date, str] = {}
        """Each with the variable that holds it."""

    def learn(self, slot: Slot) -> None:
        """From now on this date is recognised where an element is called by it, or stands in its row."""
        if slot.type == "date":
            self._names.setdefault(date.fromisoformat(slot.value), slot.name)

    def told(self, target: Target) -> Target:
        """The target with the variable in the place of a date that its row shows in other words than it was
        given in: "November 18th, 2026". A form that may be another one on other data stays."""
        for row in filter(None, map(row_of, target.locators)):
            told = {text for day in self._names for text in _templates(row.text, day, self._names)}
            if len(told) == 1:
                (text,) = told
                locators = tuple(_in_row(locator, row.text, text) for locator in target.locators)
                target = target.model_copy(update={"locators": locators})
        return target

    def unsaid(self, target: Target) -> Target | None:
        """The target without what says one of the dates, where it is called by it and anything else leads to
        it: a button that shows the date that was picked in its calendar."""
        shown = next((words for words in (target.name, target.text) if words and self._in(words)), None)
        by_place = without_own_text(target, shown) if shown is not None else None
        if shown is None or by_place is None or not by_place.locators:
            return None
        around = target.near.model_dump()
        silent = {key: None for key, text in around.items() if isinstance(text, str) and shown in text}
        return by_place.model_copy(update={"near": target.near.model_copy(update=silent)})

    def _in(self, text: str) -> bool:
        """Whether the text tells one of them, in whatever words."""
        numbers = {int(number) for number in re.findall(r"\d+", text)}
        return any(forms_of(text, day) or {day.day, day.year} <= numbers for day in self._names)


def _in_row(locator: Locator, row: str, text: str) -> Locator:
    """The locator that looks into the row with this text instead of that one."""
    if isinstance(locator, RowLocator) and locator.text == row:
        return locator.model_copy(update={"text": text})
    within = None if locator.within is None else _in_row(locator.within, row, text)
    return locator.model_copy(update={"within": within})


def shows_day(
    draft: Draft, name: str, known_fields: Mapping[str, Target], known: Known
) -> Iterator[Condition]:
    """What tells that the date that the variable `name` holds was picked, where the page shows it.

    The end of a time is often shown behind its beginning: that is `known`, and another one on other data.
    """
    found = date_picked(draft.act)
    if found is None:
        return
    day = date.fromisoformat(found)
    names = {date.fromisoformat(slot.value): slot.name for slot in known.dates()} | {day: name}
    field = field_of_day(draft)
    if field is not None:
        label, value = field
        target = known_fields.get(label) or field_called(label, draft.act.target)
        conditions = [
            ValueIs(kind="value", equals=text, target=target) for text in _templates(value, day, names)
        ]
        empty = ValueIs(kind="value", equals="", target=target)
        yield _any(conditions) if conditions else Not(kind="not", condition=empty)
        return
    for text in (text for view in draft.act.views for text in view.after.texts):
        shown = [TextIs(kind="text", contains=one) for one in _templates(text, day, names)]
        if shown and len(text) <= _LONGEST:
            yield _any(shown)
            return


def _templates(text: str, day: date, names: Mapping[date, str]) -> list[str]:
    """The text with variables in the place of the date and of others that have one, in each of the forms that
    they may have; none where these do not agree which number is the month."""
    forms = forms_of(text, day)
    if len({form.replace("%-", "%") for form in forms}) != 1:
        return []
    return [_with_variables(text, form, names) for form in forms]


def _with_variables(text: str, form: str, names: Mapping[date, str]) -> str:
    for day, name in names.items():
        # A time that is a single day until its end is picked is shown as from that day to that day.
        parts = re.split(rf"(?<!\d){re.escape(write_date(day, form))}(?!\d)", text)
        if len(parts) > 1:
            text = f'{{{{ {name} | date("{form}") }}}}'.join(_with_weekday(part, day, name) for part in parts)
    return text


def _with_weekday(text: str, day: date, name: str) -> str:
    for code in ("%A", "%a"):
        text = re.sub(rf"\b{write_date(day, code)}\b", f'{{{{ {name} | date("{code}") }}}}', text)
    return text


def _any(conditions: Sequence[Condition]) -> Condition:
    return conditions[0] if len(conditions) == 1 else AnyOf(kind="any", of=tuple(conditions))


def names_the_day(draft: Draft, value: str) -> bool:
    """Whether a day was clicked, and the field's value is its date: next month's same day is another."""
    if not isinstance(draft.action, sop.Click) or _DATE.search(value) is None:
        return False
    return not _days(_clicked_words(draft)).isdisjoint(_days(value))


def picked_day(criteria: Iterable[Condition], draft: Draft) -> str | None:
    """The date, month or time that the step picks, where it can pick no other one: of a field that the step
    is checked by, or of one that nobody pointed at, as where a button beside it opens the calendar."""
    if date_picked(draft.act) is not None:
        return None
    checked = (one.equals for one in criteria if isinstance(one, ValueIs) and one.target is not None)
    changed = (
        value
        for view in draft.act.views
        for label, value in view.after.values.items()
        if view.before.values.get(label) != value
    )
    picked = next((value for value in (*checked, *changed) if _is_picked(draft, value)), None)
    # A button that stands for a field says it in its words.
    shown = (text for view in draft.act.views for text in view.after.texts if _MONTH_OF_YEAR.fullmatch(text))
    return picked or next((text for text in shown if _is_picked_month(draft, text)), None)


def _is_picked(draft: Draft, value: str) -> bool:
    """Whether a day, a month or a part of a time was clicked that the value tells."""
    if names_the_day(draft, value):
        return True
    words = _clicked_words(draft) if isinstance(draft.action, sop.Click) else ""
    if _TIME.search(value) is not None and not _days(words).isdisjoint(_days(value)):
        return True
    return _is_picked_month(draft, value)


def _is_picked_month(draft: Draft, value: str) -> bool:
    words = _clicked_words(draft) if isinstance(draft.action, sop.Click) else ""
    months = [int(number) for number in _MONTH.findall(value) if 1 <= int(number) <= 12]
    told = {f"{date(2000, month, 1):%b}".casefold() for month in months}
    if _YEAR.search(value) is not None:
        told |= {word[:3].casefold() for word in _WORDS.findall(value)}
    return any(word[:3].casefold() in told for word in _WORDS.findall(words) if _CHOSEN_MONTH.fullmatch(word))


def _clicked_words(draft: Draft) -> str:
    """What a clicked cell says; its label is the head of its column, the weekday."""
    target = draft.target
    words = (name_of(target), *((target.name, target.text) if target is not None else ()))
    return " ".join(word for word in words if word)


def _days(text: str) -> set[int]:
    return {int(number) for number in _DAY.findall(text)}
