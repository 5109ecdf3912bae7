"""Texts and variables of RunOps files: templates in prose, credentials, declared variables, the head."""

from __future__ import annotations

import re
from typing import Any, Final

from handrail.compile.importers.drafting import Drafting, is_secret_name
from handrail.compile.importers.source import Source
from handrail.sop.document import CronTrigger, ManualTrigger, VariableType, WebhookTrigger
from handrail.sop.template import literal
from handrail.sop.values import misfit

_PLACEHOLDER: Final = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}|\$\{\s*(\w+)\s*\}")
_TYPES: Final[dict[str, VariableType]] = {
    "string": "text",
    "text": "text",
    "number": "number",
    "integer": "number",
    "int": "number",
    "float": "number",
    "boolean": "boolean",
    "bool": "boolean",
    "date": "date",
    "file": "file",
    "list": "list",
    "array": "list",
    "object": "record",
    "record": "record",
}


class Names:
    """The variables of one file, under their own names and under those that the SOP gives them."""

    def __init__(self, drafting: Drafting) -> None:
        self._drafting = drafting
        self._names: dict[str, str] = {}
        self._items: list[str] = []

    def text(self, written: str) -> str:
        """A text with `{{ placeholders }}` as a template; what is no name stays as it is written."""
        parts: list[str] = []
        place = 0
        for found in _PLACEHOLDER.finditer(written):
            parts.append(literal(written[place : found.start()]))
            name = found[1] or found[2]
            parts.append(
                self._reference(name) if re.fullmatch(r"[A-Za-z_][\w.]*", name) else literal(found[0])
            )
            place = found.end()
        return "".join((*parts, literal(written[place:])))

    def _reference(self, written: str) -> str:
        base, dot, rest = written.partition(".")
        if base in self._items:
            return f"{{{{ {base}{dot}{rest} }}}}"
        return f"{{{{ {self.name(written.replace('.', '_'))} }}}}"

    def name(self, written: str) -> str:
        """The SOP's name of a variable; one that nothing declares is an input."""
        if written not in self._names:
            secret = is_secret_name(written)
            self._names[written] = self._drafting.declare(
                written, secret=secret, description="The file uses it and does not declare it."
            )
        return self._names[written]

    def enter(self, item: str) -> None:
        """A loop's item may be spoken of from here."""
        self._items.append(item)

    def leave(self) -> None:
        self._items.pop()

    def output(self, written: str, type: VariableType = "text") -> str:
        """The name of a variable that a step gives a value."""
        if written not in self._names:
            # A loop's item would hide a variable of its name.
            wish = f"{written} read" if written in self._items else written
            self._names[written] = self._drafting.declare(
                wish, type=type, output=True, required=False, description="Read during the run."
            )
            return self._names[written]
        name = self._names[written]
        variable = self._drafting.variables[name]
        if not variable.secret and variable.default is None:
            self._drafting.variables[name] = variable.model_copy(update={"output": True, "required": False})
        return name

    def secret(self, written: str, about: str) -> str:
        """The secret of this name, which is declared once."""
        if written not in self._names:
            self._names[written] = self._drafting.declare(written, secret=True, description=about)
        else:
            self._drafting.make_secret(self._names[written])
        return self._names[written]

    def credentials(self, source: Source, *, service: str = "") -> None:
        """Secrets of a `credentials` field: service → names, names alone, or names with their values."""
        if source.is_object():
            for key, entry in source.fields():
                if entry.is_object() or entry.is_list():
                    self.credentials(entry, service=key)
                elif isinstance(entry.value, str) and entry.there and _holds_value(key, entry.value):
                    entry.hide()
                    entry.left(f"the secret '{self._credential(service, key)}' is asked for at the run")
                else:
                    entry.mapped(f"secret '{self._credential(service, key)}'")
        elif source.is_list():
            for entry in source.entries():
                if entry.is_object():
                    name = entry.first("name", "field", "key", "id")
                    inner = entry.first("service", "app", "provider").text() or service
                    if name.there:
                        name.mapped(f"secret '{self._credential(inner, name.text())}'")
                    value = entry.first("value", "secret")
                    if value.there:
                        value.hide()
                        value.left("a secret's value does not stand in an SOP: it is asked for at the run")
                    self.credentials(entry["fields"], service=inner or name.text())
                else:
                    entry.mapped(f"secret '{self._credential(service, entry.text())}'")
        elif source.there:
            source.mapped(f"secret '{self._credential(service, source.text())}'")

    def _credential(self, service: str, field: str) -> str:
        name = f"{service}_{field}" if service and not field.startswith(service) else field
        return self.secret(re.sub(r"\W+", "_", name), f"Credential: {service} {field}".strip())

    def declare(self, variables: Source) -> None:
        """The declared variables: name → description, name → facts, or a list of facts."""
        entries = variables.fields() if variables.is_object() else ()
        pairs = [(name, source) for name, source in entries]
        if variables.is_list():
            pairs = [
                (source.first("name", "id", "key").text() if source.is_object() else source.text(), source)
                for source in variables.entries()
            ]
        for name, source in pairs:
            if name:
                self._declare(name, source)
            else:
                source.left("it has no name")

    def _declare(self, written: str, source: Source) -> None:
        facts = source if source.is_object() else None
        description = facts["description"].text() if facts else source.text()
        if source.is_list() or description == written:
            description = ""
        secret = is_secret_name(written) or bool(
            facts
            and (facts["secret"].flag() or facts["sensitive"].flag() or facts["type"].text() == "secret")
        )
        about: dict[str, Any] = {"type": "text" if secret else _type(facts, description)}
        about.update(description=description, secret=secret)
        if facts is not None:
            self._facts(facts, about)
        self._names[written] = self._drafting.declare(written, **about)
        name = self._names[written]
        if facts is None:
            source.mapped(f"variables.{name}.description" if description else f"variables.{name}")
            return
        for key, field in facts.fields():
            if key in _KNOWN_FACTS:
                field.mapped_else(f"variables.{name}")

    def _facts(self, facts: Source, about: dict[str, Any]) -> None:
        for key in ("default", "default_value", "defaultValue", "value", "example"):
            if not facts[key].there:
                continue
            text = facts[key].text() if not facts[key].is_list() else ", ".join(map(str, facts[key].value))
            if about["secret"]:
                facts[key].hide()
                facts[key].left("a secret's value does not stand in an SOP: it is asked for at the run")
            elif key == "example":
                about["example"] = text
            elif misfit(about["type"], text) is None:
                about.update(default=text, required=False)
            else:
                facts[key].left(f"it is no {about['type']}")
        if facts["required"].value is False and about["type"] == "text" and not about["secret"]:
            about.setdefault("default", "")
            about["required"] = False


_KNOWN_FACTS: Final = frozenset(
    {"name", "id", "key", "type", "description", "default", "default_value", "defaultValue", "value"}
    | {"example", "required", "secret", "sensitive"}
)


def _type(facts: Source | None, description: str) -> VariableType:
    if facts is not None and facts["type"].there:
        return _TYPES.get(facts["type"].text().lower(), "text")
    return "boolean" if re.match(r"(?i)boolean\b|whether\b", description) else "text"


def _holds_value(name: str, value: str) -> bool:
    """Whether a credential's field holds the secret itself, and not its type or another name of it."""
    known = {"string", "text", "secret", "password", "required", "optional", "email", "username", "token"}
    return value.lower() not in known and value != name and not value.startswith(("{{", "${"))


def read_triggers(triggers: Source, drafting: Drafting) -> None:
    """When the procedure starts."""
    for trigger in triggers.entries():
        kind = trigger["type"].text().lower()
        schedule = trigger.first("schedule", "cron", "cron_expression", "expression")
        if kind == "manual":
            drafting.triggers.append(ManualTrigger(kind="manual"))
        elif kind in ("cron", "schedule", "scheduled", "time") and len(schedule.text().split()) == 5:
            zone = trigger.first("timezone", "time_zone", "tz")
            drafting.triggers.append(
                CronTrigger(kind="cron", schedule=schedule.text(), timezone=zone.text() or "UTC")
            )
            schedule.kept("triggers: schedule")
            zone.kept("triggers: timezone")
        elif kind in ("webhook", "http", "api"):
            name = trigger.first("name", "path", "id")
            drafting.triggers.append(WebhookTrigger(kind="webhook", name=name.text() or "start"))
            name.mapped("triggers: name")
        else:
            trigger.left("no trigger of an SOP is like it; a question asks for it")
            drafting.ask(
                "when-does-it-start",
                f"The file starts the procedure by '{kind or 'nothing'}'. When shall it start?",
                None,
                required=False,
            )
            continue
        trigger["type"].mapped(f"triggers: {kind}")
        trigger["description"].left("an SOP's trigger has no description")


def read_clarifications(requests: Source, drafting: Drafting, ids: dict[str, str]) -> None:
    """Open questions of the file; those of high importance block a run. `ids` are the steps' new ids."""
    for request in requests.entries():
        if not request.is_object():
            drafting.ask("question", request.text(), None)
            request.mapped("clarifications: a required question")
            continue
        question = request.first("question", "text", "description")
        weight = request.first("importance", "priority", "severity")
        required = weight.text().lower() in ("high", "critical", "required", "blocking") or (
            request["required"].flag()
        )
        node = request.first("node_id", "nodeId", "node", "step", "target")
        id = drafting.ask(
            re.sub(r"[^a-z0-9-]+", "-", request["id"].text().lower()).strip("-") or "question",
            question.text(),
            ids.get(node.text()),
            required=required,
            answer=request["answer"].text() or None,
        )
        request["id"].mapped(f"clarifications: '{id}'")
        question.kept(f"clarifications: '{id}'")
        weight.mapped("required" if required else "not required")
        request["required"].mapped_else("required" if required else "not required")
        request["answer"].kept(f"clarifications: '{id}'")
        node.mapped("clarifications: node")
