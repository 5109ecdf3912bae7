"""Completion criteria: a few statements that were seen to come true, and that hold on other data.

Values, states, addresses, answers of the server and words of the app; no numbers of rows, no pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final
from urllib.parse import unquote_plus

from handrail.compile import showing
from handrail.compile.addresses import is_id, is_route, new_parameters, path_of, path_pattern, words_of
from handrail.compile.calendars import shows_day
from handrail.compile.chosen import fields_set, says_choice, shown_beside
from handrail.compile.effects import of_next_page, sent_by, told_at_once
from handrail.compile.elements import is_tickable, keys_of, name_of, value_in
from handrail.compile.field_criteria import (
    emptied,
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
from handrail.compile.file_names import file_pattern
from handrail.compile.framed import in_other_frames, words_in_frames
from handrail.compile.known import REFERENCE, fold
from handrail.compile.messages import pattern_escaped
from handrail.compile.opened_record import by_name, of_record, told_of, under_name
from handrail.compile.scene import Scene
from handrail.compile.searched import taken_into_address
from handrail.compile.texts import Surroundings
from handrail.recording.event import Downloaded, Navigated, Responded, SelectOption, Submitted, TabClosed
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.locator import RoleLocator
from handrail.sop.target import Target
from handrail.sop.template import literal

_MOST: Final = 3
_MAX_PARAMETER: Final = 20
_OF_THE_BROWSER: Final = (sop.Open, sop.Back, sop.Forward, sop.Reload)
"""They lead to an address whatever was seen of the page there."""
_PAGING: Final = re.compile(r"(page|p|offset|start|cursor)=")


def criteria_of(scene: Scene) -> tuple[Condition, ...]:
    """One to three conditions that tell that the step did what it is for; none where nothing was seen."""
    if isinstance(scene.action, sop.CloseTab) or _closed_itself(scene):
        # A tab that is gone answers no question.
        return ()
    saved = tuple(islice(_saved(scene), 1))
    own = (*_of_kind(scene), *saved)
    if len(own) > len(saved) and (scene.act.leads_to is None or _stays(scene)):
        return own
    found = _robust(tuple(islice(_seen(scene), _MOST)), scene)
    if scene.effect == "once" and all(isinstance(part, c.ResponseWas) for part in found):
        # Apps answer what they refuse as well: that the form is left says more.
        found = (*found, *islice(_left(scene), 1))
    found = (*found, *saved)
    found = found or tuple(emptied(scene)) or tuple(_next_came(scene))
    found = (*_chosen(scene), *found, *under_name(scene, found))
    return found or tuple(words_in_frames(scene, _surroundings(scene)))


def _chosen(scene: Scene) -> Iterator[Condition]:
    if isinstance(scene.action, sop.Click) and scene.act.chosen is not None:
        yield c.ElementIs(kind="element", state="checked" if scene.act.chosen else "unchecked")


def before_of(scene: Scene) -> tuple[Condition, ...]:
    """A press on an entry that is chosen already would take it back, where several may be, and the other way
    round; a list that is drawn in parts may not show it yet."""
    return tuple(c.Not(kind="not", condition=already) for already in _chosen(scene))


def _stays(scene: Scene) -> bool:
    """Whether only a script wrote another address above the page: the field that was set is still there."""
    after = scene.act.after
    came = any(event.cause == "consequence" for event in scene.act.all(Navigated))
    if after is None or came or path_of(after.url) != path_of(_came_from(scene)):
        return False
    return value_in(after, scene.draft.target) is not None


def _saved(scene: Scene) -> Iterator[Condition]:
    """That the page has saved the change by itself: it is lost where the page is left before; and that the
    server took what a box told it at once, which looks ticked whatever the answer is."""
    told = {*told_at_once(scene.act)} if isinstance(scene.action, sop.Check | sop.Uncheck) else set()
    answers = reversed(scene.act.all(Responded))
    return (_response(one, scene) for one in answers if one.by_itself or one in told)


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
        case sop.Select(options=options) if not is_blank_again(scene):
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
        case sop.Hover() | sop.RightClick():
            yield from _next_is_there(scene)
        case sop.Press() if scene.taken is not None and scene.known.read(scene.taken).slots:
            # The field keeps what was typed where nothing is offered; what was taken is told beside it.
            yield c.TextIs(kind="text", contains=scene.known.read(scene.taken).text)
        case sop.Press() if scene.by_arrows is not None and scene.act.leads_to is None:
            # The keys come to another entry where the list is another one.
            yield c.ValueIs(kind="value", equals=scene.known.read(scene.by_arrows).text)
        case sop.Press(keys="ArrowDown" | "ArrowUp"):
            yield from still_holds(scene)


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
    answered = list(_answered(scene))
    yield from answered
    yield from _turned(scene)
    yield from _moved(scene)
    known = scene.known
    views = () if _came_late(scene) else scene.act.views
    moved = scene.act.leads_to is not None
    own = "" if moved else _says_itself(scene)
    told: list[Condition] = []
    if not (moved and scene.effect == "none"):
        # What a page says by itself that was only gone to is what it holds.
        told = list(_first(showing.message(view, known, around, own) for view in views))
        if scene.effect == "once":
            told = [part for part in told if not (isinstance(part, c.TextIs) and part.supporting)]
    yield from told
    if not isinstance(scene.action, sop.PickDate):  # The calendar's own closes with it, as a rule.
        yield from _first(showing.dialog(view, known, around, moved=moved) for view in views)
    if not isinstance(scene.action, sop.Reload):
        opens = isinstance(scene.action, sop.Open)
        kept = views if not answered or moved else [one for one in views if not showing.lost_a_list(one)]
        found = _first(showing.headings(view, known, around, first=opens) for view in kept)
        named = by_name(scene, found)
        headings = [showing.as_heading(part) if showing.says(part, own) else part for part in named]
        yield from headings
        yield from of_record(scene, (*told, *headings))
        if not told and not headings and not opens:
            shown = list(_first(showing.values(view, known, scene.fresh) for view in views))
            yield from shown or told_of(scene, around)
        yield from in_other_frames(scene, around, told=bool(told or headings))
    yield from islice(fields_set(scene), 1)
    yield from islice(chain(shown_beside(scene), says_choice(scene)), 1)


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
    before, after, target = scene.act.before, scene.act.after, scene.draft.target
    if before is None or after is None or target is None or before.dialogs or not after.dialogs:
        return False
    return any("dialog" in ancestor for ancestor in target.ancestors)


def _first(found: Iterable[Iterator[Condition]]) -> Iterator[Condition]:
    """The first of all: in the frame that the act was in, before the page around it."""
    return islice(chain.from_iterable(found), 1)


def _answered(scene: Scene) -> Iterator[Condition]:
    """The server's answer, where it is what tells that it was done."""
    sent = sent_by(scene.act)
    if sent is not None and of_next_page(scene.act, sent):
        # That the next page came up, it says whatever came of the step.
        sent = None
    if sent is not None and sent.status < 400 and scene.effect != "none":
        yield _response(sent, scene)
        return
    if scene.draft.opens is not None:
        page = next((e for e in scene.act.all(Navigated) if e.page != scene.act.event.page), None)
        path = None if page is None or not page.to.startswith("http") else page.to
        if path is not None:
            yield c.ResponseWas(kind="response", path=_path(path, scene))
        return
    leads_to = scene.act.leads_to
    if leads_to is None or isinstance(scene.action, sop.Open):
        return
    if path_of(leads_to) == path_of(_came_from(scene)) and not _parameters(scene):
        path = path_of(leads_to)
        pages = [r for r in scene.act.all(Responded) if r.document and path_of(r.request_url) == path]
        if pages and pages[-1].status < 400:
            yield _response(pages[-1], scene)


def _response(response: Responded, scene: Scene) -> Condition:
    path = _path(response.request_url, scene)
    return c.ResponseWas(kind="response", method=response.method, path=path)


def _moved(scene: Scene) -> Iterator[Condition]:
    leads_to = scene.act.leads_to
    if leads_to is None and isinstance(scene.action, sop.Open | sop.Back | sop.Forward):
        leads_to = getattr(scene.act.event, "to", None) or scene.act.event.url
    if not leads_to or not leads_to.startswith(("http:", "https:")):
        return
    gone_to = path_of(leads_to)
    came = [r for r in scene.act.all(Responded) if r.document and path_of(r.request_url) == gone_to]
    if came and came[-1].status >= 400:
        # Some servers give every page as one that is not found: a run would take it for an error.
        yield c.ResponseWas(kind="response", path=_path(leads_to, scene), status=came[-1].status)
    came_from = _came_from(scene)
    fragment = leads_to.partition("#")[2]
    if is_route(fragment) and fragment != came_from.partition("#")[2]:
        yield c.UrlIs(kind="url", matches=_route_pattern(fragment, scene))
    elif path_of(leads_to) != path_of(came_from) or isinstance(scene.action, _OF_THE_BROWSER):
        yield c.UrlIs(kind="url", path=_path(leads_to, scene))
    else:
        yield from islice((c.UrlIs(kind="url", contains=literal(pair)) for pair in _parameters(scene)), 1)


def _came_from(scene: Scene) -> str:
    before = scene.act.before
    return before.url if before is not None else scene.act.event.url


def _path(url: str, scene: Scene) -> str:
    return path_pattern(path_of(url), scene.own, scene.slugs, scene.nouns)


def _route_pattern(fragment: str, scene: Scene) -> str:
    path = path_pattern(fragment.split("?", 1)[0], scene.own, scene.slugs)
    # To its end: the list's address is the beginning of its records' addresses.
    parts = ("[^/?]+" if part == "*" else pattern_escaped(part) for part in path.split("/"))
    return f"#{'/'.join(parts)}" + r"(\?|$)"


def _parameters(scene: Scene) -> list[str]:
    """New query parameters that other data would give as well."""
    leads_to = scene.act.leads_to
    if leads_to is None or scene.effect == "once" or scene.about_data:
        return []
    if isinstance(scene.action, sop.Press) or scene.act.button is not None:
        return []
    found = []
    event = scene.act.event
    chosen = event.values if isinstance(event, SelectOption) else ()
    for pair in new_parameters(_came_from(scene), leads_to):
        value = unquote_plus(pair.partition("=")[2])
        if (
            len(value) <= _MAX_PARAMETER
            and MASK not in value
            and not scene.known.read(value).slots
            and value not in scene.recent
        ):
            # What a choice is called in addresses is another one on other data.
            found.append(pair if value not in chosen else f"{pair.partition('=')[0]}=")
    if scene.act.all(Submitted):
        return []
    words = set(words_of(name_of(scene.draft.target)))
    return sorted(found, key=lambda pair: (not words & set(words_of(pair)), not _PAGING.match(pair)))


def _left(scene: Scene) -> Iterator[Condition]:
    """The address says no more what it said of the page that was left, on other data, too."""
    came_from, leads_to = _came_from(scene), scene.act.leads_to
    if leads_to is None or path_of(leads_to) != path_of(came_from):
        return
    kept = {pair.partition("=")[0] for pair in new_parameters("", leads_to)}
    for pair in new_parameters(leads_to, came_from):
        key, _, value = pair.partition("=")
        if key not in kept and value.isalpha() and len(value) <= _MAX_PARAMETER and value not in scene.recent:
            yield c.Not(kind="not", condition=c.UrlIs(kind="url", contains=literal(pair)))
    yield from _form_gone(scene)


def _form_gone(scene: Scene) -> Iterator[Condition]:
    """The server has drawn another page in the form's place: what it refuses, it draws with its button, and
    with the field that Enter was pressed in."""
    sent, before, after = sent_by(scene.act), scene.act.before, scene.act.after
    if sent is None or not sent.document or before is None or after is None:
        return
    target, gone = scene.target, before.values.keys() - after.values.keys()
    if target is None or not target.name or 2 * len(gone) <= len(before.values):
        return
    if target.role != "button" and not gone.intersection(keys_of(target)):
        return
    locators = tuple(one for one in target.locators if isinstance(one, RoleLocator))
    if locators:
        own = bare(target.model_copy(update={"locators": locators}))
        yield c.ElementIs(kind="element", state="hidden", target=own)


def _next_is_there(scene: Scene) -> Iterator[Condition]:
    """What the next step needs is there: the plainest sign that this one is done."""
    if scene.following is not None:
        yield from _is_there(scene, scene.following[1])


def _next_came(scene: Scene) -> Iterator[Condition]:
    """As `_next_is_there`, unless the step was on that element itself, which was there before."""
    own = [scene.draft.target, scene.action.onto if isinstance(scene.action, sop.Drag) else None]
    following = scene.following[1] if scene.following is not None else None
    if following is None or any(
        one is not None and set(one.locators) & set(following.locators) for one in own
    ):
        return
    yield from _next_is_there(scene)


def _is_there(scene: Scene, target: Target) -> Iterator[Condition]:
    if scene.following is None or scene.following[0].page != scene.draft.page or not target.locators:
        return
    hidden = is_tickable(target) or target.input_type == "file" or _has_no_area(target)
    yield c.ElementIs(kind="element", state="present" if hidden else "visible", target=bare(target))


def _has_no_area(target: Target) -> bool:
    return target.box is not None and (target.box.width <= 1 or target.box.height <= 1)


def bare(target: Target) -> Target:
    """A target as a condition needs it: what it is called and how it is found."""
    return Target(
        role=target.role,
        name=target.name,
        label=target.label,
        tag=target.tag,
        input_type=target.input_type,
        frame=target.frame,
        shadow=target.shadow,
        locators=target.locators,
    )


def _surroundings(scene: Scene) -> Surroundings:
    target = scene.draft.target
    states = [state for view in scene.act.views for state in (view.before, view.after)]
    values = {value for state in states for value in state.values.values()}
    data = {fold(value) for value in (*values, *scene.recent) if value not in {MASK, "true", "false"}}
    name = name_of(target)
    url = scene.act.leads_to or _came_from(scene)
    is_constant = not scene.about_data and bool(name) and scene.known.read(name).slots == ()
    where = _path(url, scene) + (url.partition("#")[2] if is_route(url.partition("#")[2]) else "")
    words = words_of(f"{path_of(url)} {name}" if not scene.about_data else path_of(url))
    return Surroundings(
        data=frozenset(data),
        interface=frozenset(word for word in words if not is_id(word)),
        constant=frozenset({fold(name)} if is_constant else ()),
        about_record="*" in where or scene.about_data,
    )
