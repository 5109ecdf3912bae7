"""What the body of a request calls: apps that ask their server everything by one address (GraphQL, JSON-RPC,
XML-RPC, SOAP, requests within a request) name there what is done. Names are kept, values never.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.policy.words.comparing import tokens

Json = dict[str, object]

_MOST: Final = 40
"""Operations of one request; more are not looked at."""
_NAME: Final = re.compile(r"[\w.:/$-]{1,80}")
_ACTION_FIELDS: Final = frozenset({"action", "cmd", "op", "operation"})
_ADDRESS_FIELDS: Final = ("url", "path", "relative_url")
_HTTP: Final = SAFE_METHODS | {"POST", "PUT", "PATCH", "DELETE"}
_READS: Final = frozenset(
    "get list fetch find search load read count query is has check view show describe lookup preview".split()
)
"""First words of a name that only asks for something, whatever it asks for: `getDeletedUsers`."""
_SURELY_READS: Final = frozenset(
    "get list fetch find search read count query has describe lookup autocomplete".split()
)
"""Those of them that have no second meaning: a guest is checked in, and a file is loaded into a table."""
_WRITES: Final = frozenset(
    "save create update set add insert write edit change move mark assign remove delete send approve".split()
)
"""First words of a name that leaves something else behind on the server: `savePolicy`."""
_AND_MORE: Final = frozenset({"and", "or", "set", "create", "update", "delete", "add", "remove", "mark"})
"""What a name does besides: `get_or_create`."""
_SEGMENT: Final = re.compile(r"[.:/]+")
"""What parts the object that is called from its method: `model.party.search`."""
_METHOD_HEADERS: Final = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})
_METHOD_FIELD: Final = re.compile(
    r'(?:^|&)_method=(\w+)|"_method"\s*:\s*"(\w+)"|name="_method"\r?\n\r?\n(\w+)', re.IGNORECASE
)
"""In a form, in JSON, in a part of a multipart body."""
_PART: Final = re.compile(r'name="?operations"?[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n(.*?)\r?\n--', re.DOTALL)
"""The part of a multipart body that holds the operations of a GraphQL request with files."""
_CALLED_IN_XML: Final = re.compile(
    r"<methodName>\s*([\w.:/-]+)|<(?:[\w-]+:)?Body\b[^>]*>\s*<(?:[\w-]+:)?([\w-]+)", re.IGNORECASE
)
_IGNORED: Final = re.compile(r'"""(?:\\"""|.)*?"""|"(?:\\.|[^"\\\n])*"|#[^\r\n]*', re.DOTALL)
_TOKEN: Final = re.compile(r"\.\.\.|[A-Za-z_]\w*|[{}()@:\[\]]")
_BEGINS_GRAPHQL: Final = re.compile(r"(?:mutation|query|subscription|fragment)\b(?!=)|[{#]")
_KINDS: Final = frozenset({"query", "mutation", "subscription"})


class Operation(NamedTuple):
    """One thing that a request asks to be done."""

    name: str
    """As the app calls it: `deleteAccount`."""
    method: str = ""
    """Of a request within the request; its `name` is a path then."""

    @property
    def words(self) -> str:
        """ "deleteAccount", or "DELETE /users/3" """
        return f"{self.method.upper()} {self.name}" if self.method else self.name


def meant_method(method: str, headers: Mapping[str, str], body: str) -> str:
    """The method that a request is meant to have, in small letters: frameworks send a DELETE as a POST that
    says so in a header or a field."""
    named = next((value for name, value in headers.items() if name.lower() in _METHOD_HEADERS), None)
    if named is None and (found := _METHOD_FIELD.search(body)) is not None:
        named = found[1] or found[2] or found[3]
    return (named or method).strip().lower()


def operation_of(words: str) -> Operation:
    """The operation that `Operation.words` tells of."""
    method, _, name = words.rpartition(" ")
    return Operation(name, method.lower())


def operations(body: str) -> tuple[Operation, ...]:
    """What a body asks to be done, as far as it says so; what only reads is left out."""
    found: dict[Operation, None] = {}
    for operation in _called(body):
        if _may_change(operation):
            found.setdefault(operation)
        if len(found) == _MOST:
            break
    return tuple(found)


def only_asks(body: str) -> bool:
    """Whether all that a body calls reads, in a protocol that sends everything by POST."""
    return only_queries(body) or only_reading_calls(body)


def only_queries(body: str) -> bool:
    """Whether a body is GraphQL's and holds queries alone, which have no effect (GraphQL specification of
    October 2021, section 2.3: a query is "a read-only fetch")."""
    asked = _parts(body)
    return bool(asked) and all(isinstance(one, dict) and _is_query(one) for one in asked)


def only_reading_calls(body: str) -> bool:
    """Whether a body is JSON-RPC's and calls nothing but methods whose names say that they read."""
    called = _parts(body)
    return bool(called) and all(isinstance(one, dict) and _is_reading_call(one) for one in called)


def is_told_within(body: str) -> bool:
    """Whether the answer to such a body tells within itself that it failed, whatever its status: that of a
    call by JSON-RPC, or by GraphQL."""
    return any(isinstance(one, dict) and (_is_call(one) or _is_of_graphql(one)) for one in _parts(body))


def says_failed(answer: str) -> bool:
    """Whether an answer to a call says that it failed (JSON-RPC 2.0, section 5; GraphQL specification of
    October 2021, section 7.1)."""
    return any(
        isinstance(one, dict) and bool(one.get("error") or one.get("errors")) for one in _parts(answer)
    )


def _parts(body: str) -> list[Json]:
    """What a JSON body holds: all of a batch, or the one; nothing where it is no JSON."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return []
    return value if isinstance(value, list) else [value]


def _is_call(value: Json) -> bool:
    """Some other record may have a method as well: one that it is paid by."""
    has_params = isinstance(value.get("params"), list | dict)
    return bool({"id", "jsonrpc"} & value.keys()) and has_params and _is_name(value.get("method"))


def _is_of_graphql(value: Json) -> bool:
    query = value.get("query")
    return (isinstance(query, str) and "{" in query) or _is_name(value.get("operationName"))


def _is_reading_call(value: Json) -> bool:
    if not _is_call(value):
        return False
    called = tuple(_of_json(value))
    return bool(called) and all(not one.method and _says_it_reads(one.name) for one in called)


def _says_it_reads(name: str) -> bool:
    """Whether a method is called after reading, or after working out what a form shows besides:
    `default_get`, `on_change_party`."""
    words = tokens(method_of(name))
    if not words or _AND_MORE.intersection(words):
        return False
    computes = words[0] == "onchange" or words[:2] == ("on", "change")
    return computes or words[0] in _SURELY_READS or words[-1] == "get"


def says_it_writes(operation: Operation) -> bool:
    """Whether a call is named after something that it changes. Most names say neither."""
    words = tokens(method_of(operation.name))
    return not operation.method and bool(words) and words[0] in _WRITES


def method_of(name: str) -> str:
    """The last part of a name, which says what is done to the parts before it."""
    return next((part for part in reversed(_SEGMENT.split(name)) if part), "")


def _is_query(value: Json) -> bool:
    query, chosen = value.get("query"), value.get("operationName")
    wanted = _parsed(query).wanted(str(chosen or "")) if isinstance(query, str) else []
    return bool(wanted) and all(one.kind == "query" for one in wanted)


def _may_change(operation: Operation) -> bool:
    if operation.method:
        return operation.method.upper() not in SAFE_METHODS
    words = tokens(operation.name)
    return bool(words) and words[0] not in _READS and not _says_it_reads(operation.name)


def _called(body: str) -> Iterator[Operation]:
    text = body.lstrip("\ufeff \t\r\n")
    if text.startswith("--") and (part := _PART.search(text)) is not None:
        text = part[1].lstrip()
    if text[:1] in ("{", "["):
        try:
            yield from _of_json(json.loads(text))
            return
        except (ValueError, RecursionError):
            pass
    if text.startswith("<"):
        yield from (Operation(found[1] or found[2]) for found in _CALLED_IN_XML.finditer(text))
    elif _BEGINS_GRAPHQL.match(text):
        yield from map(Operation, _of_graphql(text))
    elif "=" in text:
        yield from _of_form(dict(parse_qsl(text)))


def _of_json(value: object) -> Iterator[Operation]:
    if isinstance(value, list):
        for item in value:
            yield from _of_json(item)
    if not isinstance(value, dict):
        return
    inner = value.get("requests")
    if isinstance(inner, list):
        yield from _of_json(inner)
    query, chosen = value.get("query"), value.get("operationName")
    if isinstance(query, str) and any(sign in query for sign in "{ "):
        yield from map(Operation, _of_graphql(query, chosen if isinstance(chosen, str) else ""))
    elif _is_name(chosen) and tokens(str(chosen))[-1:] != ("query",):
        # A document that the server knows already: its name alone tells what it does.
        yield Operation(str(chosen))
    yield from _of_call(value)


def _of_call(value: Json) -> Iterator[Operation]:
    """A call of a method by its name, or a request within the request."""
    method, params = value.get("method"), value.get("params")
    address = next((value[name] for name in _ADDRESS_FIELDS if isinstance(value.get(name), str)), None)
    if isinstance(method, str) and method.upper() in _HTTP and address is not None:
        yield Operation(urlsplit(str(address)).path or "/", method.lower())
        return
    if isinstance(params, dict) and _is_name(params.get("method")):
        # The outer one only says "call".
        yield Operation(str(params["method"]))
    elif _is_name(method):
        yield Operation(str(method))
    if address is None:
        # With a path beside it, as in a JSON Patch, it is done to a part of a record that is being saved.
        yield from (Operation(str(value[name])) for name in _ACTION_FIELDS if _is_name(value.get(name)))


def _of_form(fields: dict[str, str]) -> Iterator[Operation]:
    if (query := fields.get("query", "")) and "{" in query:
        yield from map(Operation, _of_graphql(query, fields.get("operationName", "")))
    yield from (Operation(fields[name]) for name in _ACTION_FIELDS if _is_name(fields.get(name)))


def _is_name(value: object) -> bool:
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def _of_graphql(document: str, chosen: str = "") -> Iterator[str]:
    """The fields that the mutations of a document call: of the chosen one, where there is one."""
    parsed = _parsed(document)
    for operation in parsed.wanted(chosen):
        if operation.kind == "mutation":
            yield from parsed.called(operation.fields)


def _parsed(document: str) -> _Document:
    return _Document(_TOKEN.findall(_IGNORED.sub(" ", document)))


class _Definition(NamedTuple):
    kind: str
    name: str
    fields: tuple[str, ...]
    """Those at its top; a fragment that is spread there with its dots: `...Parts`."""


class _Document:
    """The definitions of a GraphQL document; one that ends too early is read as far as it goes."""

    def __init__(self, said: list[str]) -> None:
        self._said = said
        self._at = 0
        self.operations: list[_Definition] = []
        self._fragments: dict[str, tuple[str, ...]] = {}
        while self._at < len(said):
            self._define()

    def wanted(self, chosen: str) -> list[_Definition]:
        """The operation that was chosen by its name, or all where none was."""
        return [one for one in self.operations if one.name == chosen] or self.operations

    def called(self, fields: tuple[str, ...], depth: int = 0) -> Iterator[str]:
        for field in fields:
            if not field.startswith("..."):
                yield field
            elif depth < _MOST:
                yield from self.called(self._fragments.get(field[3:], ()), depth + 1)

    def _define(self) -> None:
        kind = self._next()
        if kind == "{":
            self.operations.append(_Definition("query", "", self._selected()))
            return
        if kind not in _KINDS and kind != "fragment":
            return
        name = self._next() if self._peek() not in ("{", "(", "@") else ""
        while self._peek() not in ("{", ""):
            self._skip()
        self._next()
        fields = self._selected()
        if kind == "fragment":
            self._fragments[name] = fields
        else:
            self.operations.append(_Definition(kind, name, fields))

    def _selected(self) -> tuple[str, ...]:
        """The fields up to the closing brace; those of inline fragments are among them."""
        fields: list[str] = []
        depth = 1
        while depth and (said := self._next()):
            if said == "}":
                depth -= 1
            elif said == "...":
                depth += self._spread(fields)
            elif said not in "()@:[]{":
                if self._peek() == ":":
                    self._next()
                    said = self._next()
                fields.append(said)
                self._skip_the_rest()
        return tuple(fields)

    def _spread(self, fields: list[str]) -> int:
        """Whether an inline fragment begins, as a number; one with a name is noted."""
        if self._peek() not in ("on", "@", "{"):
            fields.append(f"...{self._next()}")
            self._skip_the_rest(braces=False)
            return 0
        while self._peek() not in ("{", ""):
            self._skip()
        self._next()
        return 1

    def _skip_the_rest(self, *, braces: bool = True) -> None:
        """The arguments, directives and own fields of what was read last."""
        while self._peek() in ("(", "@", "{" if braces else "("):
            if self._peek() == "@":
                self._next()
                self._next()
            else:
                self._skip()

    def _skip(self) -> None:
        """The next sign, with all that it encloses."""
        depth = 0
        while said := self._next():
            depth += (said in "({[") - (said in ")}]")
            if depth <= 0:
                return

    def _peek(self) -> str:
        return self._said[self._at] if self._at < len(self._said) else ""

    def _next(self) -> str:
        said = self._peek()
        self._at += 1
        return said
