"""Check boxes and switches: which of them are a yes or no of the record, for other data to say."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence

from handrail.compile.reading.elements import is_in_dialog, is_in_form, keys_of, undecorated, value_in
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import told_at_once
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Changed, PageState, Responded
from handrail.recording.merging import element_key
from handrail.sop import action as sop
from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import Target, tag_of

_CHOOSING = frozenset(
    "select selected selection choose mark pick all auswahl auswählen ausgewählt wählen markieren alle "
    "seleccionar selección elegir marcar sélection sélectionner choisir".split()
)
"""What the column of boxes that choose rows is called."""
_FILLING = sop.Fill | sop.Select | sop.PickDate
_MOMENT_MILLIS = 1000
_TICKS = frozenset({"true", "false", "mixed"})
"""What a box is told to hold."""
_FEW = 2
_SENTENCE = 4
"""Words, at least."""
_OPENED_STEPS = 3
"""What comes up over a page is opened, chosen from and left in so many steps."""


def own_boxes(drafts: Sequence[Draft]) -> dict[int, str]:
    """Place of a step → the name of the box that it ticks or unticks for good, which is the record's own."""
    forms = {(draft.page, draft.act.event.url) for draft in drafts if isinstance(draft.action, sop.Fill)}
    lines = {row for draft in drafts if isinstance(draft.action, _FILLING) and (row := _line(draft))}
    own = {}
    hints = set[str]()
    used = {key for draft in drafts if draft.target is not None for key in keys_of(draft.target)}
    for place, draft in enumerate(drafts):
        if isinstance(draft.action, sop.Check | sop.Uncheck):
            others = used.difference(keys_of(draft.target) if draft.target is not None else ())
            opened = _Opened(drafts[max(0, place - _OPENED_STEPS) : place], hints=hints, used=others)
            in_form = (draft.page, draft.act.event.url) in forms
            before = _shortly_before(drafts, place)
            own[place] = _own_box(draft, before, opened, in_form=in_form, in_line=_line(draft) in lines)
        hints.update(_hints(draft))
    found = {place: name for place, name in own.items() if name is not None}
    keys = [(draft.page, element_key(draft.target)) for draft in drafts]
    # One that is ticked and unticked again leads somewhere in between.
    return {place: name for place, name in found.items() if keys.count(keys[place]) == 1}


def _line(draft: Draft) -> tuple[str, str] | None:
    """The row that the step's field stands in, by all that it says: of a form that came up in a list."""
    row = draft.target.near.row if draft.target is not None else None
    return (draft.page, fold(row)) if row else None


def _shortly_before(drafts: Sequence[Draft], place: int) -> list[Draft]:
    """The step before, and those of the last moment: what comes of them, pages are slow to show."""
    begun = drafts[place].act.event.t
    return [
        draft
        for at, draft in enumerate(drafts[:place])
        if at == place - 1 or begun - draft.act.event.t < _MOMENT_MILLIS
    ]


def _hints(draft: Draft) -> Iterator[str]:
    """What was said while a field was filled, as kits do beside the one in use: it goes when that is left."""
    if isinstance(draft.action, sop.Fill | sop.Type | sop.Press | sop.Select | sop.PickDate):
        for change in draft.act.all(Changed):
            yield from change.state.texts


def _closes_list(draft: Draft) -> bool:
    picks = isinstance(draft.action, sop.Click) and draft.target is not None and draft.target.role == "option"
    return (
        picks
        or isinstance(draft.action, sop.PickDate)
        or (isinstance(draft.action, sop.Press) and draft.action.keys == "Escape")
    )


def row_chosen(target: Target | None) -> str | None:
    """What the row is called that the box chooses, where its own name says that it does: "Select Office
    chair" in the row that says "Office chair". Such a box says nothing of a record for itself."""
    if target is None or target.role != "checkbox" or not target.name or not target.label:
        return None
    label, said = fold(target.label), fold(target.near.row or "")
    besides = f" {fold(target.name)} ".replace(f" {label} ", " ", 1).casefold().split()
    chooses = bool(besides) and _CHOOSING.issuperset(besides) and len(besides) < len(target.name.split())
    return label if chooses and f" {label} " in f" {said} " else None


def ticks_record(draft: Draft, row: RowLocator) -> bool:
    """Whether a box chooses the row of a table, whose first cell is its label, for what is done then: the row
    says more than that, and no server was told of it yet."""
    target = draft.target
    ticks = isinstance(draft.action, sop.Check | sop.Uncheck) and target is not None
    if not ticks or target is None or target.role != "checkbox" or row.role != "row":
        return False
    said = {fold(cell) for cell in target.near.cells} - {fold(row.text), ""}
    return bool(said) and not told_at_once(draft.act)


class _Opened:
    """What came up in a page by the last steps, as a calendar does over it: it goes away by itself,
    or when anything beside it is pressed, and a box that is ticked meanwhile has no part in that."""

    def __init__(self, earlier: Sequence[Draft], *, hints: Collection[str], used: Collection[str]) -> None:
        self._used = frozenset(used)
        views = [view for draft in earlier for view in draft.act.views]
        self._texts = {*hints, *(text for view in views for text in view.after.texts)}
        self._headings = {text for view in views for text in {*view.after.headings} - {*view.before.headings}}
        self._counts = {name for view in views for name in {*view.after.counts} - {*view.before.counts}}
        self._fields = {name for view in views for name in {*view.after.values} - {*view.before.values}}

    def left_out(
        self, before: PageState, after: PageState, *, in_form: bool = False
    ) -> tuple[PageState, PageState]:
        """The two states without what of it is gone in the second."""
        before, after = self._without_unused(before, after)
        if in_form:
            before, after = self._without_followers(*self._without_parts(before, after))
        headings = tuple(one for one in before.headings if one in after.headings or one not in self._headings)
        counts = _without_gone(before.counts, after.counts, self._counts)
        values = {
            name: v for name, v in before.values.items() if name in after.values or name not in self._fields
        }
        gone = tuple(text for text in after.gone if text not in self._texts)
        changed = {"headings": headings, "counts": counts, "values": values}
        return before.model_copy(update=changed), after.model_copy(update={"gone": gone})

    def _without_parts(self, before: PageState, after: PageState) -> tuple[PageState, PageState]:
        """The same without a tab or heading or two of a part of the form that the box unfolds or folds away,
        if no step is on any of them. A count, as of what is chosen, is none."""
        told = {*after.texts, *after.gone}
        plain = len(told) <= _FEW and not any(map(str.isdigit, "".join(told)))
        if not plain or not {*map(fold, told)}.isdisjoint(self._used):
            return before, after
        headings = tuple(one for one in before.headings if one not in told)
        shown = tuple(one for one in after.headings if one not in told)
        changed = {"headings": shown, "texts": (), "gone": ()}
        return before.model_copy(update={"headings": headings}), after.model_copy(update=changed)

    def _without_unused(self, before: PageState, after: PageState) -> tuple[PageState, PageState]:
        """The same without the fields that the box itself unfolds or folds away, as a further right, if no
        step of the recording is on any of them: whoever leaves the box out needs none of them either."""
        came, went = after.values.keys() - before.values.keys(), before.values.keys() - after.values.keys()
        if (came | went) & self._used:
            return before, after
        held = {name: value for name, value in before.values.items() if name not in went}
        holds = {name: value for name, value in after.values.items() if name not in came}
        texts = tuple(text for text in after.texts if text not in came)
        gone = tuple(text for text in after.gone if text not in went)
        changed = {"values": holds, "texts": texts, "gone": gone}
        return before.model_copy(update={"values": held}), after.model_copy(update=changed)

    def _without_followers(self, before: PageState, after: PageState) -> tuple[PageState, PageState]:
        """The same without the boxes that follow this one, as the one over a group does that says whether all
        of it is ticked, if no step of the recording is on any of them."""
        held = before.values
        follows = {
            name
            for name, now in after.values.items()
            if now != held.get(name, now) and {now, held[name]} <= _TICKS and name not in self._used
        }
        left = {name: value for name, value in held.items() if name not in follows}
        leaves = {name: value for name, value in after.values.items() if name not in follows}
        return before.model_copy(update={"values": left}), after.model_copy(update={"values": leaves})


def _without_gone(
    before: Mapping[str, int], after: Mapping[str, int], passing: Collection[str]
) -> Mapping[str, int]:
    """The lists and tables of the first state without those of `passing` that are gone in the second. What
    has no name goes by its place, and moves up as one before it goes."""
    left = deque(map(_unnumbered, after.items()))
    gone = set()
    for name, rows in before.items():
        if left and left[0] == _unnumbered((name, rows)):
            left.popleft()
        else:
            gone.add(name)
    if not left and gone.issubset(passing):
        return after
    return {name: rows for name, rows in before.items() if name in after or name not in passing}


def _unnumbered(counted: tuple[str, int]) -> tuple[str, int]:
    name, rows = counted
    return name.rstrip("0123456789"), rows


def _own_box(
    draft: Draft, earlier: Sequence[Draft], opened: _Opened, *, in_form: bool, in_line: bool
) -> str | None:
    """Not one that chooses a row, nor one by which more than itself is seen to change or a server is told."""
    target = draft.target
    if target is None or row_chosen(target) is not None:
        return None
    name = fold(target.label or target.name or "") or (_only_words(target) if in_form else "")
    if target.role not in {"checkbox", "switch"} or not name or draft.act.leads_to is not None:
        return None
    rows = (row_of(locator) for locator in target.locators)
    # Of a form, a row says no more than the box's own label, and what stands as the label before the box.
    around = {
        "" if in_line else fold(target.near.row or ""),
        *(fold(row.text) for row in rows if row is not None),
    }
    caption = _caption(target, name) if in_form else ""
    plain = {"", name, caption, f"{caption} {name}", *(_group(draft, target, name) if in_form else ())}
    if in_form and (_is_called_alone(target, name) or _is_labelled_line(target, name)):
        # What stands behind it then, as a sentence does, explains the box.
        around.discard(fold(target.near.row or ""))
    if in_form and _is_alone_in_fieldset(target, name):
        around = set()
    if around - plain and not _is_of_a_column(target):
        return None
    changed = any(
        not _is_alike(*opened.left_out(before, after, in_form=in_form), target, earlier)
        for before, after in _looks(draft, target)
    )
    return None if changed or _is_answered(draft) else caption or _in_captioned_row(target, name)


def _looks(draft: Draft, target: Target) -> Iterator[tuple[PageState, PageState]]:
    """What was seen as the box was set. What the page shows later of its own accord, as how long ago it was
    loaded, has nothing to do with the box."""
    event = draft.act.event
    for view in draft.act.views:
        looks = [one for one in draft.act.all(Changed) if one.page == event.page and one.frame == view.frame]
        held = value_in(view.before, target)
        came = (at for at, one in enumerate(looks) if value_in(one.state, target) != held)
        at = next(came, len(looks) - 1)
        soon = [one.state for one in looks[at + 1 :] if one.t - event.t < _MOMENT_MILLIS]
        yield view.before, soon[-1] if soon else looks[at].state


def _is_answered(draft: Draft) -> bool:
    """Whether the app was asked something as the box was set. What was sent before belongs to the field that
    was left as the box was pressed, as what looks into its text does; what a page sends by itself after each
    change says nothing of this one."""
    answers = (one for one in draft.act.all(Responded) if not one.by_itself)
    return any(one.took is None or one.t - one.took >= draft.act.event.t for one in answers)


def _in_captioned_row(target: Target, name: str) -> str:
    """A box that is called by its column, with the caption of its row: `Creator Display` in `Creator:`."""
    texts = [row.text for row in map(row_of, target.locators) if row is not None and row.role == "row"]
    row = next((undecorated(text) for text in texts if text.endswith(":")), "")
    return f"{row} {name}" if row and row != undecorated(name) else name


def _is_called_alone(target: Target, name: str) -> bool:
    """Whether its line of a form, no row of a table, begins with its label and goes by nothing else."""
    rows = [row for row in map(row_of, target.locators) if row is not None]
    by_label = bool(rows) and all(row.role == "card" and fold(row.text) == name for row in rows)
    return by_label and tuple(map(fold, target.near.cells[:1])) == (name,)


def _is_alone_in_fieldset(target: Target, name: str) -> bool:
    """Whether it is the only box so called, in a part of a form with a heading: several of those look like
    cards, each of which would have such a box."""
    rows = [row.role for row in map(row_of, target.locators) if row is not None]
    in_fieldset = any(tag_of(around) == "fieldset" for around in target.ancestors)
    return in_fieldset and set(rows) == {"card"} and _is_called_so_alone(target, name)


def _is_called_so_alone(target: Target, name: str) -> bool:
    return any(
        isinstance(one, RoleLocator) and fold(one.name or "") == name and one.within is None
        for one in target.locators
    )


def _is_labelled_line(target: Target, name: str) -> bool:
    """Whether it is the only box so labelled, and its line ends with that and names no record: settings have
    the word before it that their file calls them by. Or begins with that, and goes on with a sentence: forms
    explain their boxes behind them."""
    line = fold(target.near.row or "")
    of_record = any(row_of(locator) is not None for locator in target.locators)
    labelled = _is_called_so_alone(target, name) and not of_record and fold(target.label or "") == name
    return labelled and (line.endswith(f" {name}") or _is_explained(target, name, line))


def _is_explained(target: Target, name: str, line: str) -> bool:
    """Whether a sentence follows its label in its line, behind the box or, where the label stands before
    that as in a form that is laid out as a table, right behind the box alone."""
    rest = line.removeprefix(f"{name} ") if line.startswith(f"{name} ") else ""
    before, after = fold(target.near.before or ""), fold(target.near.after or "")
    behind = before == name and after != "" and _begins_alike(after, rest)
    return len(rest.split()) >= _SENTENCE and (after == name or behind)


def _begins_alike(one: str, other: str) -> bool:
    """Whether they say the same, as far as what was clipped tells."""
    shorter, longer = sorted((text.removesuffix("…") for text in (one, other)), key=len)
    return longer.startswith(shorter)


def _only_words(target: Target) -> str:
    """What a form's line says that holds a box without a name, where it says nothing else."""
    rows = {fold(row.text) for row in map(row_of, target.locators) if row is not None and row.role == "card"}
    said = fold(target.near.row or "")
    return undecorated(said) if rows == {said} else ""


def _caption(target: Target, name: str) -> str:
    """What a form's line says before the box, where it says nothing else: "Rush [x] Enabled"."""
    entries = [row for row in map(row_of, target.locators) if row is not None and row.role != "card"]
    before = undecorated(target.near.before or "")
    line = " ".join(undecorated(target.near.row or "").split())
    return before if not entries and before and line == f"{fold(target.near.before or '')} {name}" else ""


def _group(draft: Draft, target: Target, name: str) -> tuple[str, ...]:
    """What a form's line says that holds several boxes under the name of their group, and that name."""
    caption, *boxes = map(fold, target.near.cells) if target.near.cells else ("",)
    called = {fold(target.near.section or ""), _form_line(target)} - {""}
    line = fold(target.near.row or "")
    apart = caption in called and name in boxes and line == " ".join((caption, *boxes))
    in_one = caption != "" and not boxes and _says_boxes(draft, caption, line, name)
    return (caption, line) if apart or in_one else ()


def _says_boxes(draft: Draft, caption: str, line: str, name: str) -> bool:
    """Whether the line says its caption and the names of boxes, this one's and others', and nothing else:
    kits put the boxes into an element of their own beside the caption."""
    values = (view.before.values for view in draft.act.views)
    boxes = {fold(label) for held in values for label, value in held.items() if value in {"true", "false"}}
    rest, found = line.removeprefix(caption).strip(), set[str]()
    while rest != line:
        box = max((one for one in boxes if one and f"{rest} ".startswith(f"{one} ")), key=len, default="")
        if not box:
            break
        found.add(box)
        rest = rest.removeprefix(box).strip()
    # Of a long line only the beginning is told.
    cut = rest.endswith("…") and any(one.startswith(rest.removesuffix("…")) for one in boxes)
    return (cut or (rest == "" and name in found)) and len(found) > 1


def _form_line(target: Target) -> str:
    """What the line of a form or a dialog goes by that holds a box which is the only one of its name there:
    lines of records have boxes of the same names each."""
    alone = any(isinstance(one, RoleLocator) and one.name and one.within is None for one in target.locators)
    lines = {fold(row.text) for row in map(row_of, target.locators) if row is not None and row.role == "card"}
    return lines.pop() if alone and len(lines) == 1 and (is_in_form(target) or is_in_dialog(target)) else ""


def _is_of_a_column(target: Target) -> bool:
    """Whether the box is called by its column's heading alone, as a right in a table of users and rights."""
    label = target.label or ""
    chooses = set(fold(label).casefold().split()) & _CHOOSING
    return not (target.name or chooses or label in (target.near.row or "")) and any(map(str.isalpha, label))


def _is_alike(before: PageState, after: PageState, target: Target, earlier: Sequence[Draft]) -> bool:
    """Whether two states of a page differ in what the box holds and says of itself at the most."""
    list_goes = any(map(_closes_list, earlier))
    targets = (target, *(draft.target for draft in earlier if draft.target is not None))
    own = {key for one in targets for key in keys_of(one)}
    # A switch may say "off", and "on" afterwards, be it in the label right behind it.
    beside = fold(target.near.after or "").removeprefix(fold(target.name or "")).strip()
    words = {fold(target.text or ""), beside} - {""}
    gone = set(map(fold, after.gone))
    # That the word went is left out where it had come just before, with the page.
    swapped = bool(words) and gone <= words and len(after.texts) <= 1
    told = ("url", "headings") if list_goes else ("url", "headings", "dialogs")
    counts = _without_gone(before.counts, after.counts, before.counts if list_goes else ())
    return (
        all(getattr(before, part) == getattr(after, part) for part in told)
        and {*after.alerts} <= {*before.alerts}  # What was told before is over at some time.
        and counts == after.counts
        and {*after.dialogs} <= {*before.dialogs}
        and (swapped or not (after.texts or (after.gone and not list_goes)))
        and _besides(before, own) == _besides(after, own)
    )


def _besides(state: PageState, own: Collection[str]) -> dict[str, str]:
    return {label: held for label, held in state.values.items() if label not in own}
