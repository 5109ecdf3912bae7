"""Criteria of where a step led: the address, the server's answer, and that what was there before is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import unquote, unquote_plus

from handrail.compile.criteria.scene import Scene
from handrail.compile.effects.effect_class import deed_by_address
from handrail.compile.reading.addresses import is_route, new_parameters, path_of, path_pattern, slug, words_of
from handrail.compile.reading.elements import keys_of, name_of
from handrail.compile.reading.messages import pattern_escaped
from handrail.compile.reading.requests import of_next_page, sent_by
from handrail.compile.reading.stripped import bare
from handrail.recording.event import Navigated, Responded, SelectOption, Submitted
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.locator import RoleLocator
from handrail.sop.template import literal

_MAX_PARAMETER: Final = 20
SETTING: Final = frozenset({"PUT", "PATCH"})
"""Methods that set what the server holds. By others lists ask for what hangs on the choice."""
_BEGINNING: Final = 3
_OF_THE_BROWSER: Final = (sop.Open, sop.Back, sop.Forward, sop.Reload)
"""They lead to an address whatever was seen of the page there."""
_PAGING: Final = re.compile(r"(page|p|offset|start|cursor)=")


def answered(scene: Scene) -> Iterator[Condition]:
    """The server's answer, where it is what tells that it was done."""
    sent = sent_by(scene.act)
    if sent is not None and of_next_page(scene.act, sent):
        # That the next page came up, it says whatever came of the step.
        sent = None
    if scene.effect == "once":
        # Of links that say the same, as "Confirm" of several questions, this tells which was followed.
        sent = deed_by_address(scene.draft) or sent
    if (
        sent is not None
        and not sent.is_error
        and scene.effect != "none"
        and not _hangs_on_choice(sent, scene)
    ):
        yield response_of(sent, scene)
        return
    if scene.draft.opens is not None:
        page = next((e for e in scene.act.all(Navigated) if e.page != scene.act.event.page), None)
        if page is not None and _was_served(page, scene):
            yield c.ResponseWas(kind="response", path=path_told(page.to, scene))
        return
    leads_to = scene.act.leads_to
    if leads_to is None or isinstance(scene.action, sop.Open):
        return
    if path_of(leads_to) == path_of(came_from(scene)) and not _parameters(scene):
        path = path_of(leads_to)
        pages = [r for r in scene.act.all(Responded) if r.document and path_of(r.request_url) == path]
        if pages and pages[-1].status < 400:
            yield response_of(pages[-1], scene)


def _hangs_on_choice(sent: Responded, scene: Scene) -> bool:
    """Whether a list asked for more because of the entry that was chosen: another entry asks for something
    else, or for nothing."""
    entry = scene.picked is not None and scene.target is not None and scene.target.role == "option"
    asks = scene.effect != "once" and scene.following is not None and sent.method not in SETTING
    return entry and asks and scene.act.leads_to is None


def _was_served(page: Navigated, scene: Scene) -> bool:
    """Whether a server gave the page: one that a script has written into bears the address of its opener."""
    if not page.to.startswith(("http:", "https:")):
        return False
    pages = [one for one in scene.act.all(Responded) if one.document and one.page == page.page]
    return page.status is not None or bool(pages)


def response_of(response: Responded, scene: Scene) -> Condition:
    path = path_told(response.request_url, scene)
    return c.ResponseWas(kind="response", method=response.method, path=path)


def moved(scene: Scene) -> Iterator[Condition]:
    leads_to = scene.act.leads_to
    if leads_to is None and isinstance(scene.action, sop.Open | sop.Back | sop.Forward):
        leads_to = getattr(scene.act.event, "to", None) or scene.act.event.url
    if not leads_to or not leads_to.startswith(("http:", "https:")):
        return
    gone_to = path_of(leads_to)
    came = [r for r in scene.act.all(Responded) if r.document and path_of(r.request_url) == gone_to]
    if came and came[-1].status >= 400:
        # Some servers give every page as one that is not found: a run would take it for an error.
        yield c.ResponseWas(kind="response", path=path_told(leads_to, scene), status=came[-1].status)
    here = came_from(scene)
    fragment = leads_to.partition("#")[2]
    if is_route(fragment) and fragment != here.partition("#")[2]:
        yield c.UrlIs(kind="url", matches=_route_pattern(fragment, scene))
    elif path_of(leads_to) != path_of(here) or isinstance(scene.action, _OF_THE_BROWSER):
        yield c.UrlIs(kind="url", path=path_told(leads_to, scene))
    else:
        yield from islice((c.UrlIs(kind="url", contains=literal(pair)) for pair in _parameters(scene)), 1)


def left(scene: Scene) -> Iterator[Condition]:
    """The address says no more what it said of the page that was left, on other data, too."""
    here, leads_to = came_from(scene), scene.act.leads_to
    if leads_to is None or path_of(leads_to) != path_of(here):
        return
    kept = {pair.partition("=")[0] for pair in new_parameters("", leads_to)}
    for pair in new_parameters(leads_to, here):
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
    if scene.stays or target is None or not target.name or 2 * len(gone) <= len(before.values):
        return
    if target.role != "button" and not gone.intersection(keys_of(target)):
        return
    locators = tuple(one for one in target.locators if isinstance(one, RoleLocator))
    if locators:
        own = bare(target.model_copy(update={"locators": locators}))
        yield c.ElementIs(kind="element", state="hidden", target=own)


def came_from(scene: Scene) -> str:
    before = scene.act.before
    return before.url if before is not None else scene.act.event.url


def path_told(url: str, scene: Scene) -> str:
    path = path_of(url)
    return path_pattern(path, scene.own, {*scene.slugs, *_found_by(path, scene)}, scene.nouns)


def _found_by(path: str, scene: Scene) -> Iterator[str]:
    """The slugs in a path that begin with what was sought: what a search has left is called so."""
    sought = [said for said in map(slug, scene.known.sought()) if len(said) >= _BEGINNING]
    for segment in path.split("/"):
        said = slug(unquote(segment))
        if any(said.startswith(begun) for begun in sought):
            yield said


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
    for pair in new_parameters(came_from(scene), leads_to):
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
