"""What an SOP's own words grant: the categories that whoever reads the step sees it belongs to.

Someone recorded or accepted the step with these words in it. What the live page adds was not granted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

from pydantic import BaseModel

from handrail.policy.categories.accounts import lets_somebody_in
from handrail.policy.categories.categorising import (
    categorise,
    of_operation,
    of_request,
    said_among_others,
    strange,
)
from handrail.policy.categories.said_around import final_phrase
from handrail.policy.deeds.addresses import path_categories, spoken_in_path
from handrail.policy.deeds.deed import Deed
from handrail.policy.deeds.facts import Proposal
from handrail.policy.deeds.operations import meant_method, operation_of
from handrail.policy.names.unfamiliar_verbs import unfamiliar_verb
from handrail.policy.names.weighing import fills_in_a_sum, holds_a_sum, says_more_than_it_keeps
from handrail.policy.words.acting import acts_in, says_yes
from handrail.policy.words.comparing import line, tokens
from handrail.policy.words.verbs import ANY_LANGUAGE
from handrail.policy.words.vocabulary import CATEGORIES, Category, vocabulary
from handrail.sop import action as sop
from handrail.sop.condition import UrlIs
from handrail.sop.node import Task
from handrail.sop.target import Neighbourhood, Target
from handrail.targeting.snapshot import ElementSnapshot, FormFacts, LeadFacts

_SECRET: Final = re.compile(r"\{\{\s*secret:([\w.-]+)")
_QUOTED: Final = re.compile(r"['\"“‘«„]\s*([^'\"”’»“‘]{2,80})")
_TEMPLATE: Final = re.compile(r"\{\{.*?\}\}")
_ANY_VALUE: Final = "Abc Xyz"
_COMMANDS: Final = frozenset({"button", "menuitem"})
_SENT: Final = re.compile(r"\b(POST|PUT|PATCH|DELETE) (\S+)(?: \(([\w.:$/, -]+)\))?")
_SENT_OR_ASKED: Final = re.compile(_SENT.pattern.replace("POST", "GET|POST", 1))
"""A request as evidence tells it, with what its body calls: "POST /graphql (deleteDraft)"."""


def is_named(proposal: Proposal, sure_from: float) -> bool:
    """Whether this is what the SOP names: its own step, on the element that it means beyond doubt."""
    if not proposal.named:
        return False
    if proposal.rung == "exact" or proposal.chosen_by:
        return True
    return proposal.rung == "candidates" and proposal.confidence >= sure_from


def covers_category(granted: tuple[Category, ...], category: Category) -> bool:
    """Whether the grant reaches so far: what is granted to be destroyed, paid or sent may be final."""
    if category in granted:
        return True
    final = {"destructive", "financial", "system", "sharing", "credential"}
    return category == "irreversible" and bool(final & set(granted))


@lru_cache(maxsize=512)
def _granted(node: str) -> tuple[Category, ...]:
    task = Task.model_validate_json(node)
    named = {evidence.category for evidence in categorise(deed_of(task))}
    named |= {evidence.category for evidence in said_among_others(deed_of(task))}
    named |= set(_sent(task.effect_reason))
    for path in _led_to(task):
        named |= path_categories(path) | spoken_in_path(path)
    texts = (task.label, task.intent, task.risk or "")
    for text in texts:
        named |= set(_spoken(text))
    deeds = (deed_of(task), deed_of(_with_any_value(task)))
    if any(strange(deed) is not None for deed in deeds) or any(map(_speaks_of_a_deed, texts)):
        named.add("unfamiliar")
    if _picks_by_data(task):
        named.add("unfamiliar")
    if not named and _sends_by_its_name(task):
        named.add("unfamiliar")
    if vocabulary().with_a_file & {*tokens(task.target.name or "" if task.target else "")}:
        # "Add" sends a file where the form of the page holds one, which the step's words cannot tell.
        named.add("file_system")
    if task.target is not None and lets_somebody_in(task.target.name or "", task.target.near):
        named.add("credential")
    if _stands_by_a_final_phrase(task):
        named.add("irreversible")
    if questions_of(task) and not covers_category(tuple(named), "irreversible"):
        # Whoever recorded it was asked, and said yes.
        named.add("irreversible")
    if _answers_about_a_sum(task):
        named.add("financial")
    if vocabulary().with_a_message & {*tokens(task.target.name or "" if task.target else "")}:
        named.add("sharing")
    return tuple(category for category in CATEGORIES if category in named)


def _sent(reason: str) -> Iterator[Category]:
    """The categories of the requests that were seen when the step was shown."""
    for method, path, called in _SENT_OR_ASKED.findall(reason):
        yield from (evidence.category for evidence in of_request(method, f"http://host{path}"))
        for name in filter(None, called.split(", ")):
            yield from (evidence.category for evidence in of_operation(operation_of(name)))


def _led_to(task: Task) -> Iterator[str]:
    """Where the press led when it was shown, and did nothing yet: a page may ask there before it cancels."""
    if task.effect == "none" and isinstance(task.action, sop.Click):
        yield from (one.path for one in task.done_when if isinstance(one, UrlIs) and one.path is not None)


def _with_any_value(task: Task) -> Task:
    """The step with an unknown name for each template: "Call {{ name }}" speaks of calling somebody."""
    target = task.target
    if target is None:
        return task
    texts = {key: getattr(target, key) for key in ("name", "label", "text")}
    filled = {key: _TEMPLATE.sub(_ANY_VALUE, text) for key, text in texts.items() if text}
    return task.model_copy(update={"target": target.model_copy(update=filled)})


def _picks_by_data(task: Task) -> bool:
    """Whether it picks what the data name, and nothing else: an entry of a list is no deed, be it a name that
    is a verb, too ("Bob Stone"). A button, or a menu's entry, may well be one, unless it was seen to show
    something and no more."""
    target = task.target
    if target is None or (target.role in _COMMANDS and task.effect != "none"):
        return False
    called = target.name or target.text or ""
    return _TEMPLATE.fullmatch(called) is not None


def _stands_by_a_final_phrase(task: Task) -> bool:
    """Whether the recorded page said beside it that there is no way back."""
    near = task.target.near if task.target is not None else Neighbourhood()
    texts = (near.heading, near.section, near.before, near.dialog)
    return any(final_phrase(line(tokens(text))) is not None for text in texts if text)


def _sends_by_its_name(task: Task) -> bool:
    """Whether its button says what it does, though the step does not know that it sends a form."""
    name = task.target.name if task.target is not None else None
    return task.effect == "once" and bool(name and tokens(name)) and says_more_than_it_keeps(name or "")


def _answers_about_a_sum(task: Task) -> bool:
    """Whether the step says yes, and a sum of money stands around what it presses."""
    words = tokens(task.target.name or "") if task.target is not None else ()
    if task.target is None or not says_yes(words):
        return False
    near = task.target.near
    around = (near.heading, near.section, near.before, near.dialog)
    return any(map(holds_a_sum, filter(None, around))) or fills_in_a_sum(near.dialog or "")


def granted(task: Task) -> tuple[Category, ...]:
    """The categories that a step of an SOP names, by its target, its action, its evidence and its words."""
    return _granted(task.model_dump_json(by_alias=True))


def granted_by_address(url: str) -> tuple[Category, ...]:
    """The categories that an address names which the SOP itself opens, whatever its templates stand for."""
    written = _TEMPLATE.sub("1", url)
    return tuple(evidence.category for evidence in categorise(Deed(kind="open", url=written)))


def _spoken(text: str) -> Iterator[Category]:
    """Categories that a person's sentence about the step speaks of: "Deletes the book." """
    words = tuple(_infinitive(word) for word in tokens(text))
    if not words:
        return
    yield from (category for category, _ in acts_in(words))
    said = f" {' '.join(words)} "
    yield from (category for category in CATEGORIES if f" {category.replace('_', ' ')} " in said)


def _speaks_of_a_deed(text: str) -> bool:
    """Whether a sentence about the step says, or quotes, a deed of no category: "Drains the node"."""
    said = (text, " ".join(map(_third_person, text.split())), *_QUOTED.findall(text))
    return any(unfamiliar_verb(part, ANY_LANGUAGE) is not None for part in said)


def _third_person(word: str) -> str:
    return word.removesuffix("s")


def _infinitive(word: str) -> str:
    bare = word.removesuffix("s")
    return bare if bare in _all_verbs() else word


@cache
def _all_verbs() -> frozenset[str]:
    return frozenset(word for acts in vocabulary().acts.values() for word in acts.verbs)


def deed_of(task: Task) -> Deed:
    """The step as far as its document tells it."""
    action = task.action
    url = action.url if isinstance(action, sop.Open | sop.Request) else None
    values = tuple(_values(action))
    return Deed(
        kind=action.do,
        element=_element(task),
        url=url,
        method=_meant(action),
        keys=action.keys if isinstance(action, sop.Press) else None,
        values=values,
        questions=questions_of(task),
        # On which page it stood is not written down: a link with a command may have been one to its own.
        page_url=(_href(task.target) or "").partition("?")[0] if task.target is not None else "",
        once=task.effect == "once",
    )


def _meant(action: sop.Action) -> str | None:
    """The method of a request, also where it says in a header or a field that it means another one."""
    if not isinstance(action, sop.Request):
        return None
    return meant_method(action.method, action.headers, " ".join(_values(action))).upper()


def questions_of(task: Task) -> tuple[str, ...]:
    """The page's questions that the step answers with yes."""
    return tuple(
        dialog.message for dialog in task.dialogs if dialog.answer == "accept" and dialog.message is not None
    )


def _values(action: sop.Action) -> Iterator[str]:
    match action:
        case sop.Fill():
            yield action.value
        case sop.PickDate():
            yield action.date
        case sop.Type() | sop.Paste():
            yield action.text
        case sop.Select():
            yield from action.options
        case sop.Upload():
            yield from action.files
        case sop.Request():
            if action.form:
                yield "&".join(f"{name}={value}" for name, value in action.form.items())
            elif action.body is not None:
                text = action.body if isinstance(action.body, str) else None
                yield json.dumps(action.body, ensure_ascii=False) if text is None else text


def named_by(step: Task, shown: Task) -> dict[str, Any]:
    """What a proposal knows by its step: `step` as the SOP writes it, `shown` with its values."""
    action = shown.action
    return {
        "named": True,
        "dialog_known": step.target is not None and step.target.near.dialog is not None,
        "granted": granted(step),
        "undoable": step.compensation is not None,
        "method": _meant(action),
        "keys": action.keys if isinstance(action, sop.Press) else None,
        "values": tuple(_values(action)),
        "secrets": _secrets(shown.action),
        "secrets_answered": _secrets(*shown.dialogs),
        "questions": questions_of(shown),
    }


def _secrets(*parts: BaseModel) -> tuple[str, ...]:
    """The secrets that parts of a step refer to, wherever in them."""
    told = "".join(part.model_dump_json() for part in parts)
    return tuple(dict.fromkeys(_SECRET.findall(told)))


def _element(task: Task) -> ElementSnapshot | None:
    target = task.target
    if target is None:
        return None
    sent = _SENT.search(task.effect_reason)
    return ElementSnapshot(
        tag=target.tag or _tag(target),
        role=target.role,
        name=target.name or "",
        label=target.label,
        text=target.text or "",
        input_type=target.input_type,
        # A page that shows the password that it proposes has made its field one of plain text.
        masked=target.input_type == "password"
        or target.attributes.get("autocomplete", "").endswith("-password"),
        test_id=target.test_id,
        attributes=target.attributes,
        near=target.near,
        href=_href(target),
        form=FormFacts(method=sent[1].lower(), action=sent[2]) if sent else None,
        # In which language the page was, nobody wrote down.
        leads=LeadFacts(
            dialog=target.near.dialog,
            method=sent[1].lower() if sent else None,
            url=sent[2] if sent else None,
            lang=ANY_LANGUAGE,
        ),
    )


def _tag(target: Target) -> str:
    return {"link": "a", "textbox": "input", "button": "button"}.get(target.role or "", "div")


def _href(target: Target) -> str | None:
    path = target.attributes.get("href")
    if path is None or path.startswith(("#", "javascript:")):
        return None
    return path if path.startswith(("http:", "https:")) else f"http://host/{path.lstrip('/')}"
