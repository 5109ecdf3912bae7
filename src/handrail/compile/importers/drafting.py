"""The SOP of an import while it is made: nodes in order, variables, open questions, domains."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from handrail.compile.effects.unseen import effect_unseen
from handrail.compile.reading.addresses import path_pattern, slug
from handrail.compile.reading.elements import name_of, undecorated
from handrail.compile.reading.naming import unique, variable_name
from handrail.compile.wording import label_for
from handrail.sop import action as a
from handrail.sop import condition as c
from handrail.sop.action import Action
from handrail.sop.condition import Condition
from handrail.sop.document import (
    Clarification,
    Environment,
    Meta,
    Sop,
    StartPage,
    Trigger,
    Variable,
    VariableType,
    Viewport,
)
from handrail.sop.domains import host_of
from handrail.sop.graph import children
from handrail.sop.node import MAIN_PAGE, Edge, End, Explore, Extract, Human, Node, Task
from handrail.sop.target import Target
from handrail.sop.template import literal

MAX_LABEL: Final = 80
DEFAULT_BOUND: Final = 100
"""How often a loop goes round at most, where the source says nothing."""

_NO_DOMAIN: Final = "example.invalid"
"""A host that is never there (RFC 2606), where the file names none."""

_SECRET_WORDS: Final = re.compile(
    r"pass(word|wort|code|phrase|wd)|\bpass\b|\bpwd\b|kennwort|contrase|mot.?de.?passe|\botp\b|one.?time.?code"
    r"|secret|api.?key|access.?token|\bcvv\b|\bcvc\b|\bpin\b"
    # A file does not say of which type a field is, so its words have to, in whichever language.
    r"|senha|palavra.?passe|wachtwoord|l[öo]senord|adgangskode|passord|salasana|\bhas[łl]o\b|\bheslo\b"
    r"|jelsz[óo]|parol[aăe]?\b|[şs]ifre\b|парол|密码|密碼|パスワード|비밀번호|암호|كلمة.?(?:المرور|السر)|סיסמ",
    re.IGNORECASE,
)
_TELLING: Final = 3
"""Shorter values stand in titles and texts by chance."""


def is_secret_name(*words: str) -> bool:
    """Whether a field with these words holds a secret."""
    return any(_SECRET_WORDS.search(re.sub(r"[_\-.]+", " ", word)) for word in words)


def clipped(text: str, length: int = MAX_LABEL) -> str:
    """A text on one line, not longer than a label may be."""
    folded = " ".join(text.split())
    return folded if len(folded) <= length else f"{folded[: length - 1]}…"


class Drafting:
    """Everything of the document but the order of its nodes."""

    def __init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self.edges: list[Edge] = []
        self.start: list[StartPage] = []
        self.triggers: list[Trigger] = []
        self.viewport: Viewport | None = None
        self.notes: list[str] = []
        self.hidden: list[str] = []
        """Values of secrets in the file."""
        self.after_secret = False
        """A secret field of the page was set: the next click may be the sign-in."""
        self._questions: list[Clarification] = []
        self._ids = {"end"}
        self._domains: dict[str, None] = {}
        self._typed: dict[tuple[str, str], str] = {}
        self._holding: dict[str, str] = {}
        """Value → the variable that was typed last with it."""
        self._secrets: dict[tuple[str, str], str] = {}

    def free_id(self, wish: str) -> str:
        """An id that no node has; made of words where the wish is no id."""
        plain = re.sub(r"[^a-z0-9_-]+", "-", wish.lower()).strip("-_")[:70].strip("-_")
        if not plain or not plain[0].isalpha():
            plain = f"step-{plain}".strip("-")
        found = unique(plain, self._ids, joint="-")
        self._ids.add(found)
        return found

    def ask(
        self,
        name: str,
        question: str,
        node: str | None,
        *,
        required: bool = True,
        answer: str | None = None,
    ) -> str:
        """An open question; a required one blocks every run."""
        taken = {known.id for known in self._questions}
        id = unique(name, taken, joint="-")
        self._questions.append(
            Clarification(id=id, question=question, node=node, required=required, answer=answer)
        )
        return id

    @property
    def questions(self) -> tuple[Clarification, ...]:
        return tuple(self._questions)

    def visit(self, url: str) -> None:
        """The procedure takes place there as well."""
        host = host_of(re.sub(r"\{\{.*?\}\}", "x", url)) if _fixed_host(url) else ""
        if host and host != "invalid":
            self._domains.setdefault(host)

    def declare(self, name: str, **about: Any) -> str:
        """A variable under the first free name of this kind; its name is given back."""
        found = unique(variable_name(name), self.variables, joint="_")
        self.variables[found] = Variable.model_validate(about)
        return found

    def typed(self, value: str, target: Target, *, type: VariableType = "text") -> str:
        """What a field is set to, as a template: an input with the file's value as default, or a secret."""
        label = name_of(target)
        if self.is_secret(target):
            return f"{{{{ {self.secret(label or 'password', label, value)} }}}}"
        if value == "":
            return ""
        key = (label, value)
        if key not in self._typed:
            about = f"Goes into '{label}'." if label else ""
            self._typed[key] = self.declare(
                label or "value", type=type, default=value, required=False, description=about
            )
        self._holding[value] = self._typed[key]
        return f"{{{{ {self._typed[key]} }}}}"

    def begin_anew(self) -> None:
        """Another test begins: what was typed in the ones before says nothing of what it shows."""
        self._holding = {}

    def secret(self, name: str, field: str = "", value: str = "") -> str:
        """The secret variable of this name; `field` is what it goes into.

        Another `value` in the file, which is told nowhere, makes it another secret: two people's passwords.
        """
        self.after_secret = True
        self.hidden += [value] if value else []
        if (name, value) not in self._secrets:
            about = f"Goes into '{field}'." if field else ""
            self._secrets[name, value] = self.declare(name, secret=True, description=about)
        return self._secrets[name, value]

    @staticmethod
    def is_secret(target: Target) -> bool:
        """Whether what goes into the field is a secret."""
        if target.input_type == "password":
            return True
        words = (name_of(target), target.placeholder or "", *target.attributes.values())
        return is_secret_name(*(undecorated(word) for word in words))

    def make_secret(self, name: str) -> None:
        """What goes into a secret field is a secret; the value that the file gives it is told nowhere."""
        variable = self.variables[name]
        self.hidden += [value for value in (variable.default, variable.example) if value]
        changes = {"secret": True, "default": None, "example": None, "output": False, "required": True}
        self.variables[name] = variable.model_copy(update=changes)

    def rename(self, old: str, new: str) -> None:
        """Questions about a node follow it to its new id."""
        self._questions = [
            question.model_copy(update={"node": new}) if question.node == old else question
            for question in self._questions
        ]

    def known(self, text: str) -> str:
        """A text of the file as a template, with variables where it holds values that are typed."""
        filled = literal(text)
        for value, name in sorted(self._holding.items(), key=lambda item: -len(item[0])):
            if len(value) >= _TELLING and "{{" not in filled:
                reference = f"{{{{ {name} }}}}"
                filled = reference.join(re.split(rf"(?<!\w){re.escape(value)}(?!\w)", filled, maxsplit=1))
        return filled

    def address_is(self, url: str) -> Condition | None:
        """The page is at this address, whatever record it is about; none for what is no address."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or "{{" in parts.path:
            return None
        return c.UrlIs(kind="url", path=path_pattern(parts.path or "/", (), self._slugs()))

    def _placed(self, nodes: Iterator[Node]) -> Iterator[Clarification]:
        """The questions; one about a step that became no node is about the whole."""
        ids = {node.id for node in nodes}
        for question in self._questions:
            yield question if question.node in ids else question.model_copy(update={"node": None})

    def _begin_somewhere(self, nodes: Sequence[Node]) -> None:
        """Where the file opens no page, an input says where the walk starts, and a question asks for it."""
        inner = list(_walk(nodes))
        acting = [node for node in inner if isinstance(node, Task | Extract | Explore)]
        opens = any(isinstance(node, Task) and isinstance(node.action, a.Open) for node in acting)
        on_main = any(node.page == MAIN_PAGE for node in acting)
        lost = on_main and not opens and not any(page.name == MAIN_PAGE for page in self.start)
        if lost:
            name = self.declare("start page", description="The address of the page that the work starts on.")
            self.start.insert(0, StartPage(url=f"{{{{ {name} }}}}"))
        if acting and not self._domains:
            self._domains.setdefault(_NO_DOMAIN)
        if lost or _NO_DOMAIN in self._domains:
            self.ask(
                "where-does-it-start",
                "The file opens no page. On which page does the work start? Correct 'start' and 'domains' of "
                f"the environment{f': {_NO_DOMAIN} stands for none' if _NO_DOMAIN in self._domains else ''}.",
                None,
            )

    def _slugs(self) -> frozenset[str]:
        return frozenset(slug(value) for _, value in self._typed if len(value) >= _TELLING) - {""}

    def document(self, level: Level, meta: Meta) -> Sop:
        """The whole SOP; the level is its top one."""
        level.end()
        self._begin_somewhere(level.nodes)
        return Sop(
            meta=meta,
            environment=Environment(
                start=tuple(self.start),
                viewport=self.viewport or Viewport(),
                domains=tuple(self._domains),
            ),
            triggers=tuple(self.triggers),
            variables=self.variables,
            clarifications=tuple(self._placed(_walk(level.nodes))),
            nodes=tuple(level.nodes),
            edges=tuple(self.edges),
        )


def is_address(url: str) -> bool:
    """Whether this is a whole address, which may be opened."""
    return re.match(r"(https?://[^/\s]|file:///|about:|data:|\{\{)", url, re.IGNORECASE) is not None


def _walk(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _walk(children(node))


def _fixed_host(url: str) -> bool:
    return re.match(r"(https?|wss?)://[^/?#{}]+(?=[/?#]|$)|file://", url, re.IGNORECASE) is not None


class Level:
    """The nodes of one level in order; what is added follows all ends that are open."""

    def __init__(self, drafting: Drafting) -> None:
        self.drafting = drafting
        self.nodes: list[Node] = []
        self._open: list[tuple[str, str]] = []

    def add(self, node: Node) -> Node:
        """The node, after what came before it."""
        for source, when in self._open:
            self.drafting.edges.append(Edge(source=source, target=node.id, when=when))
        self._open = [(node.id, "next")]
        self.nodes.append(node)
        return node

    def fork(self, source: str, when: str) -> None:
        """What is added next follows this outcome alone."""
        self._open = [(source, when)]

    def resume(self, ends: Sequence[tuple[str, str]]) -> None:
        """What is added next follows these ends."""
        self._open = list(ends)

    @property
    def open_ends(self) -> list[tuple[str, str]]:
        return list(self._open)

    def last_task(self) -> Task | None:
        """The task that has just been added, if nothing but it leads on."""
        last = self.nodes[-1] if self.nodes else None
        return last if isinstance(last, Task) and self._open == [(last.id, "next")] else None

    def amend(self, **changes: Any) -> None:
        """Change the node that was added last."""
        self.nodes[-1] = self.nodes[-1].model_copy(update=changes)

    def end(self) -> None:
        """The end node, where all open ends lead; none is needed where the file's own ends take them all."""
        if not self._open and any(isinstance(node, End) for node in self.nodes):
            return
        self.add(End(type="end", id="end", label="Done"))

    def task(
        self,
        action: Action,
        target: Target | None = None,
        *,
        page: str = MAIN_PAGE,
        label: str = "",
        id: str = "",
        leads_on: bool = False,
        done_when: Sequence[Condition] = (),
        **more: Any,
    ) -> Task:
        """One action as a node, with words and with the effect that its own words tell."""
        words, wish = label_for(action, target, page if isinstance(action, a.CloseTab) else "")
        effect, reason = effect_unseen(
            action, target, leads_on=leads_on, after_secret=self.drafting.after_secret
        )
        if isinstance(action, a.Open | a.Click):
            self.drafting.after_secret = False
        node = Task(
            type="task",
            id=self.drafting.free_id(id or wish),
            label=clipped(label) or words,
            action=action,
            target=target,
            page=page,
            effect=effect,
            effect_reason=reason,
            done_when=(*_promised(action), *done_when),
            **more,
        )
        self.add(node)
        return node

    def person(self, label: str, request: str, question: str, *, id: str = "", **more: Any) -> Human:
        """A step that could not be mapped: a person does it, once the question about it is answered."""
        node = Human(
            type="human",
            id=self.drafting.free_id(id or slug(label)[:48]),
            label=clipped(label),
            request=request,
            **more,
        )
        self.add(node)
        self.drafting.ask(f"how-{node.id}", question, node.id)
        return node

    def expect(self, condition: Condition, *, page: str = MAIN_PAGE, timeout: float | None = None) -> Task:
        """What must hold now: a criterion of the step before on the same tab, or else a wait of its own."""
        before = self.last_task()
        if before is None or before.page != page or isinstance(before.action, a.CloseTab):
            return self.task(a.Wait(do="wait"), page=page, done_when=(condition,), timeout=timeout)
        changes: dict[str, Any] = {}
        if isinstance(condition, c.ElementIs | c.ValueIs) and condition.target == before.target:
            condition = condition.model_copy(update={"target": None})
        if condition not in before.done_when:
            changes["done_when"] = (*before.done_when, condition)
        if timeout is not None:
            changes["timeout"] = max(timeout, before.timeout or 0)
        self.amend(**changes)
        return before


def _promised(action: Action) -> tuple[Condition, ...]:
    """What the kind of action itself promises."""
    match action:
        case a.Fill(value=value):
            return (c.ValueIs(kind="value", equals=value),)
        case a.Select(options=options):
            return (c.ValueIs(kind="value", equals=", ".join(options)),)
        case a.Check():
            return (c.ElementIs(kind="element", state="checked"),)
        case a.Uncheck():
            return (c.ElementIs(kind="element", state="unchecked"),)
        case _:
            return ()
