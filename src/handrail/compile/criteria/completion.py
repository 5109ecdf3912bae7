"""Completion criteria: a few statements that were seen to come true, and that hold on other data.

Values, states, addresses, answers of the server and words of the app; no numbers of rows, no pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final

from handrail.compile.choices.marks.calendars import shows_day
from handrail.compile.choices.seen.picks import taken_by_name
from handrail.compile.criteria.address import (
    SETTING,
    answered,
    came_from,
    left,
    moved,
    path_told,
    response_of,
)
from handrail.compile.criteria.chosen import fields_set, says_choice, shown_beside
from handrail.compile.criteria.fields import (
    emptied,
    gave_way,
    holds_value,
    is_blank_again,
    is_field,
    names_shown,
    not_empty,
    offered_late,
    shown_value,
    shows_typed,
    still_holds,
    typed_value,
)
from handrail.compile.criteria.framed import in_other_frames, words_in_frames
from handrail.compile.criteria.in_passing import told_in_passing
from handrail.compile.criteria.next_step import is_come_to, next_came, next_is_there
from handrail.compile.criteria.opened_record import by_name, of_record, told_of, under_name
from handrail.compile.criteria.scene import Scene
from handrail.compile.criteria.searched import taken_into_address
from handrail.compile.reading import showing
from handrail.compile.reading.addresses import is_id, is_route, path_of, words_of
from handrail.compile.reading.elements import is_in_dialog, is_tickable, name_of, value_in
from handrail.compile.reading.file_names import file_pattern
from handrail.compile.reading.known import REFERENCE, fold
from handrail.compile.reading.requests import sent_by, told_at_once
from handrail.compile.reading.texts import Surroundings
from handrail.recording.event import Click, Downloaded, Navigated, Responded, TabClosed
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.template import literal

_MOST: Final = 3
_TOLD_AT_ONCE: Final = (sop.Check, sop.Uncheck, sop.Select)


def criteria_of(scene: Scene) -> tuple[Condition, ...]:
    """One to three conditions that tell that the step did what it is for; none where nothing was seen."""
    if isinstance(scene.action, sop.CloseTab):
        # A tab that is gone answers no question.
        return ()
    if _closed_itself(scene):
        return tuple(_gone_with_tab(scene))
    saved = tuple(islice(_saved(scene), 1))
    own = (*_of_kind(scene), *saved)
    if len(own) > len(saved) and (scene.act.leads_to is None or _stays(scene)):
        return own
    found = _robust(tuple(islice(_seen(scene), _MOST)), scene)
    if scene.effect == "once" and all(isinstance(part, c.ResponseWas | c.ValueIs) for part in found):
        # Apps answer what they refuse as well, and show the form with what was given.
        found = (*found, *islice(_told_besides(scene, found), 1))
    found = (*found, *saved)
    found = found or tuple(emptied(scene)) or tuple(next_came(scene))
    chosen = tuple(_chosen(scene))
    found = (*chosen, *(part for part in found if part not in chosen), *under_name(scene, found))
    return found or tuple(words_in_frames(scene, _surroundings(scene))) or tuple(is_come_to(scene))


def _told_besides(scene: Scene, found: Iterable[Condition]) -> Iterator[Condition]:
    """What tells more than the answer: a text that names the record, a box that says so, or a form that is
    left."""
    around = _surroundings(scene)
    if scene.act.leads_to is None:
        yield from told_of(scene, around)
    yield from told_in_passing(scene, around)
    if all(isinstance(part, c.ResponseWas) for part in found):
        yield from left(scene)


def _chosen(scene: Scene) -> Iterator[Condition]:
    chosen = scene.act.chosen if isinstance(scene.action, sop.Click) else None
    if chosen is not None:
        yield c.ElementIs(kind="element", state="checked" if chosen else "unchecked")


def _toggled(scene: Scene) -> Iterator[Condition]:
    """What a button of a group says of itself since it was pressed: pressed again, many are off."""
    target = scene.target
    if target is None or target.role != "button" or scene.picked is None:
        return
    among = scene.draft.among
    if among is not None and among.one_on:
        # The page draws its row anew, and says there which is on.
        yield c.ElementIs(kind="element", state="checked")
    elif target.near.group:
        yield from _turned(scene)


def before_of(scene: Scene) -> tuple[Condition, ...]:
    """A press on an entry that is chosen already would take it back, where several may be, and the other way
    round; a list that is drawn in parts may not show it yet. So it is with a box that asks first."""
    was = scene.act.event.was if isinstance(scene.act.event, Click) else None
    asks = isinstance(scene.action, sop.Click) and was is not None and scene.act.turned is None
    if asks and scene.act.chosen is None and is_tickable(scene.target):
        return (c.ElementIs(kind="element", state="checked" if was else "unchecked"),)
    already = chain(_chosen(scene), _toggled(scene))
    return tuple(c.Not(kind="not", condition=condition) for condition in already)


def _stays(scene: Scene) -> bool:
    """Whether only a script wrote another address above the page: the field that was set is still there."""
    after = scene.act.after
    came = any(event.cause == "consequence" for event in scene.act.all(Navigated))
    if after is None or came or path_of(after.url) != path_of(came_from(scene)):
        return False
    return value_in(after, scene.draft.target) is not None


def _saved(scene: Scene) -> Iterator[Condition]:
    """That the page has saved the change by itself: it is lost where the page is left before; and that the
    server took what a box or a list told it at once, which looks ticked or chosen whatever the answer is.

    By other methods lists ask for what hangs on the choice.
    """
    told = {*told_at_once(scene.act)} if isinstance(scene.action, _TOLD_AT_ONCE) else set()
    if isinstance(scene.action, sop.Select):
        told = {one for one in told if one.method in SETTING}
    answers = reversed(scene.act.all(Responded))
    return (response_of(one, scene) for one in answers if one.by_itself or one in told)


def _robust(found: tuple[Condition, ...], scene: Scene) -> tuple[Condition, ...]:
    """Not hanging on the app's wording where an address tells, nothing is lost by another word, and something
    follows."""
    if scene.effect == "once" or scene.following is None:
        return found
    sent = sent_by(scene.act) if scene.signs_in else None
    if sent is not None and not sent.document and any(isinstance(part, c.ResponseWas) for part in found):
        # The answer says whether one is in; where an app leads then hangs on where the person was last.
        return tuple(
            _supporting(part) if _is_wording(part) else part
            for part in found
            if not isinstance(part, c.UrlIs)
        )
    if not any(isinstance(part, c.UrlIs) for part in found):
        return found
    return tuple(_supporting(part) if _is_wording(part) else part for part in found)


def _is_wording(part: Condition) -> bool:
    """Whether these are nothing but words of the app, and nobody's data."""
    said = (part.contains or part.matches or "{{") if isinstance(part, c.TextIs) else "{{"
    return "{{" not in said


def _supporting(part: Condition) -> Condition:
    return part.model_copy(update={"supporting": True})


def _closed_itself(scene: Scene) -> bool:
    return any(tab.page == scene.act.event.page for tab in scene.act.all(TabClosed))


def _gone_with_tab(scene: Scene) -> Iterator[Condition]:
    """The server's answer, and that what was pressed is gone: an app that refuses leaves its tab open."""
    sent = sent_by(scene.act)
    if sent is not None:
        yield response_of(sent, scene)
    if scene.target is not None:
        yield c.ElementIs(kind="element", state="hidden")


def _of_kind(scene: Scene) -> Iterator[Condition]:
    """What the kind of action itself promises."""
    match scene.action:
        case sop.Fill(value=value) | sop.Paste(text=value):
            yield from holds_value(scene, value)
            yield from taken_into_address(scene, typed_value(scene))
            yield from offered_late(scene, value)
        case sop.Type(text=text, replaces=True) if scene.act.paragraphs:
            yield from holds_value(scene, text)
        case sop.Type(text=text) if is_field(scene.target) and shows_typed(scene):
            yield c.ValueIs(kind="value", equals=text)
        case sop.Select(options=options) if not is_blank_again(scene) and not gave_way(scene):
            yield c.ValueIs(kind="value", equals=", ".join(options))
        case sop.Check(on=on) if on is not None:
            yield c.ValueIs(kind="value", equals=on)
        case sop.Check():
            yield c.ElementIs(kind="element", state="checked")
        case sop.Uncheck():
            yield c.ElementIs(kind="element", state="unchecked")
        case sop.Upload():
            yield from _upload(scene)
        case sop.PickDate(date=written) if (named := REFERENCE.fullmatch(written)) is not None:
            yield from shows_day(scene.draft, named[1], scene.fields, scene.known)
        case sop.Download():
            files = scene.act.all(Downloaded)
            yield c.DownloadWas(
                kind="download", name=file_pattern(files[0].file.name if files else "", scene.known)
            )
        case sop.Copy(into=name) if name is not None:
            yield c.VariableIs(kind="variable", name=name, comparison="set")
        case sop.Click() if scene.target is not None and scene.target.role == "slider":
            # Where on it one clicks is a matter of its size: what it shows then says whether it was right.
            after = scene.act.after
            if after is not None and (shown := value_in(after, scene.draft.target)):
                yield c.ValueIs(kind="value", equals=literal(shown))
        case sop.Click() if scene.picked is not None and _was_taken_away(scene):
            # What is left is named by the page, at the most, and is another rest on other data.
            yield c.ElementIs(kind="element", state="hidden")
        case sop.Hover() | sop.RightClick():
            yield from next_is_there(scene)
        case sop.Press() if scene.taken is not None and scene.known.read(scene.taken).slots:
            # The field keeps what was typed where nothing is offered; what was taken is told beside it.
            yield c.TextIs(kind="text", contains=scene.known.read(scene.taken).text)
        case sop.Press() if scene.by_arrows is not None and scene.act.leads_to is None:
            # The keys come to another entry where the list is another one.
            yield c.ValueIs(kind="value", equals=scene.known.read(scene.by_arrows).text)
        case sop.Press(keys="ArrowDown" | "ArrowUp"):
            yield from still_holds(scene)


def _was_taken_away(scene: Scene) -> bool:
    """Whether the entry that the pressed sign names was seen to go: it, or one of its list."""
    entry = taken_by_name(scene.draft)
    return entry is not None and any(
        any(entry in fold(text) for text in view.after.gone)
        or any(view.after.counts.get(name, 0) == rows - 1 for name, rows in view.before.counts.items())
        for view in scene.act.views
    )


def _upload(scene: Scene) -> Iterator[Condition]:
    target = scene.draft.target
    if scene.effect == "once":
        yield from islice(_seen(scene), _MOST)
        return
    named, held = tuple(names_shown(scene)), shown_value(scene)
    # A field that was not seen to hold it may have been emptied as soon as the page had the file.
    if target is not None and target.input_type == "file" and held != "" and (held or not named):
        yield not_empty()
    yield from named


def _seen(scene: Scene) -> Iterator[Condition]:
    """What was seen to change, the strongest first."""
    around = _surroundings(scene)
    answers = list(answered(scene))
    yield from answers
    yield from _turned(scene)
    yield from moved(scene)
    known = scene.known
    views = () if _came_late(scene) else scene.act.views
    leads_on = scene.act.leads_to is not None
    own = "" if leads_on else _says_itself(scene)
    told: list[Condition] = []
    if not (leads_on and scene.effect == "none"):
        # What a page says by itself that was only gone to is what it holds.
        telling = [view for view in views if view.frame or not scene.owed]
        filling = scene.effect != "once" and not answers
        told = list(_first(showing.message(view, known, around, own, filling=filling) for view in telling))
        if scene.effect == "once":
            told = [part for part in told if not (isinstance(part, c.TextIs) and part.supporting)]
    yield from told
    if not isinstance(scene.action, sop.PickDate):  # The calendar's own closes with it, as a rule.
        yield from _first(showing.dialog(view, known, around, moved=leads_on) for view in views)
    if not isinstance(scene.action, sop.Reload):
        opens = isinstance(scene.action, sop.Open)
        kept = views if not answers or leads_on else [one for one in views if not showing.lost_a_list(one)]
        looked_up = scene.effect != "once"
        found = _first(
            showing.headings(view, known, around, first=opens, looked_up=looked_up) for view in kept
        )
        named = by_name(scene, found)
        headings = [showing.as_heading(part) if showing.says(part, own) else part for part in named]
        yield from headings
        yield from of_record(scene, (*told, *headings))
        if not told and not headings and not opens and not _offers_options(scene):
            shown = list(_first(showing.values(view, known, scene.fresh) for view in views))
            yield from shown or (told_of(scene, around) if leads_on else ())
        yield from in_other_frames(scene, around, told=bool(told or headings))
    yield from islice(fields_set(scene), 1)
    yield from islice(chain(shown_beside(scene), says_choice(scene)), 1)


def _offers_options(scene: Scene) -> bool:
    """Whether the step opens a list of which an option is picked next: that a value of other fields is among
    what it offers is chance."""
    following = scene.following[1] if scene.following is not None else None
    return following is not None and following.role == "option" and scene.act.leads_to is None


def _turned(scene: Scene) -> Iterator[Condition]:
    """A toggle button or a tab says itself that it is on now."""
    turned = scene.act.turned if isinstance(scene.action, sop.Click | sop.Press) else None
    if turned is not None and scene.act.leads_to is None:
        yield c.ElementIs(kind="element", state="checked" if turned else "unchecked")


def _says_itself(scene: Scene) -> str:
    """What stays there of what is pressed: what it is called, and the record that it is picked by."""
    picked = f" {{{{ {scene.picked.name} }}}}" if scene.picked is not None else ""
    return fold(name_of(scene.target)) + picked


def _came_late(scene: Scene) -> bool:
    """Whether the act was in a dialog that the look before had not seen: what is new came before the act."""
    before, after = scene.act.before, scene.act.after
    if before is None or after is None or before.dialogs or not after.dialogs:
        return False
    return is_in_dialog(scene.draft.target)


def _first(found: Iterable[Iterator[Condition]]) -> Iterator[Condition]:
    """The first of all: in the frame that the act was in, before the page around it."""
    return islice(chain.from_iterable(found), 1)


def _surroundings(scene: Scene) -> Surroundings:
    target = scene.draft.target
    states = [state for view in scene.act.views for state in (view.before, view.after)]
    values = {value for state in states for value in state.values.values()}
    data = {fold(value) for value in (*values, *scene.recent) if value not in {MASK, "true", "false"}}
    name = name_of(target)
    url = scene.act.leads_to or came_from(scene)
    is_constant = not scene.about_data and bool(name) and scene.known.read(name).slots == ()
    where = path_told(url, scene) + (url.partition("#")[2] if is_route(url.partition("#")[2]) else "")
    words = words_of(f"{path_of(url)} {name}" if not scene.about_data else path_of(url))
    return Surroundings(
        data=frozenset(data),
        interface=frozenset(word for word in words if not is_id(word)),
        constant=frozenset({fold(name)} if is_constant else ()),
        about_record="*" in where or scene.about_data,
    )
