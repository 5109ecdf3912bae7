"""Targets of other tools' selectors: locators, and what they tell of the element."""

from __future__ import annotations

import re
from typing import Final

from handrail.sop.locator import (
    CssLocator,
    LabelLocator,
    Locator,
    PlaceholderLocator,
    RoleLocator,
    TestIdLocator,
    TextLocator,
    XpathLocator,
)
from handrail.sop.target import FrameStep, Neighbourhood, Target
from handrail.sop.template import literal
from handrail.targeting.exact import is_weak

_ROLES: Final = {"a": "link", "button": "button", "select": "combobox", "textarea": "textbox"}
_NO_KIND: Final = frozenset({"generic", "none", "presentation"})
"""Roles that say nothing of what an element is."""
_TAG_AT_FRONT: Final = re.compile(r"^([a-zA-Z][\w-]*)")
_ATTRIBUTE: Final = re.compile(r"""\[\s*([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\]\s]+))\s*\]""")
_CSS_ID: Final = re.compile(r"#((?:[\w-]|\\.)+)")
_TEST_IDS: Final = ("data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "data-pw", "testid")
_XPATH_TAG: Final = re.compile(r"([a-zA-Z][\w-]*)(?![\w(:-])")
_XPATH_ATTRIBUTE: Final = re.compile(r"""@([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ORDER: Final = {"test_id": 0, "role": 1, "label": 1, "placeholder": 2, "css": 2, "text": 3, "xpath": 4}
_XPATH_STRING: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_PLACEHOLDER: Final = re.compile(r"\{\{.*?\}\}|\{\w+\}")
_NO_CSS: Final = re.compile(r"""["'\[\](){}@;=]|/|^[>+~,]|[>+~,]$|>\s*>""")
_CSS_STRINGS: Final = re.compile(r"\"[^\"]*\"|'[^']*'|\[[^\]]*\]|\([^()]*\)")


class Evidence:
    """What a file says of one element, gathered selector by selector."""

    def __init__(self, *, field: bool = False) -> None:
        self._field = field
        """The step sets a value: a bare name is a label then."""
        self._locators: dict[Locator, None] = {}
        self._tags: dict[str, None] = {}
        self._facts: dict[str, str] = {}
        self._attributes: dict[str, str] = {}
        self._hosts: tuple[str, ...] = ()
        self.frame: tuple[FrameStep, ...] = ()
        self.section: str | None = None

    def __bool__(self) -> bool:
        return bool(self._locators)

    def tag(self, tag: str) -> None:
        """The element's tag."""
        if re.fullmatch(r"[a-zA-Z][\w-]*", tag):
            self._tags.setdefault(tag.lower())

    def hosts(self, hosts: tuple[str, ...]) -> None:
        """CSS of the shadow hosts on the way, outermost first."""
        self._hosts = self._hosts or hosts

    def text(self, text: str, within: Locator | None = None, *, whole: bool = True) -> Locator:
        """The element has this text; not `whole`: it may go on after it."""
        if whole:
            self._facts.setdefault("text", text)
        return self._add(TextLocator(by="text", text=literal(text), within=within))

    def label(self, text: str, within: Locator | None = None) -> Locator:
        """The field has this label."""
        self._facts.setdefault("label", text)
        return self._add(LabelLocator(by="label", text=literal(text), within=within))

    def placeholder(self, text: str) -> Locator:
        """The field may have this placeholder."""
        return self._add(PlaceholderLocator(by="placeholder", text=literal(text)))

    def named(self, name: str, within: Locator | None = None) -> Locator:
        """The element has this accessible name, and the file says no role."""
        self._facts.setdefault("name", name)
        if self._field:
            return self.label(name, within)
        # Whichever of them is on the page counts; should several be, they disagree, and the run stops.
        for role in ("button", "link"):
            self._add(RoleLocator(by="role", role=role, name=literal(name), within=within))
        return self._add(LabelLocator(by="label", text=literal(name), within=within))

    def role(self, role: str, name: str | None, within: Locator | None = None) -> Locator:
        """The element has this role, and perhaps this accessible name."""
        if role not in _NO_KIND:
            self._facts["role"] = role
        if name:
            self._facts["name"] = name
        named = literal(name) if name else None
        return self._add(RoleLocator(by="role", role=role, name=named, within=within))

    def css(self, css: str, within: Locator | None = None) -> Locator:
        """The CSS selector finds the element."""
        plain = css.strip()
        end = _last_compound(plain)
        if found := _TAG_AT_FRONT.match(end):
            self.tag(found[1])
        if found := _CSS_ID.search(_CSS_STRINGS.sub("", end)):
            self._attributes.setdefault("id", found[1].replace("\\", ""))
        for name, *values in _ATTRIBUTE.findall(end):
            self._attribute(name, next((value for value in values if value), ""))
        if found := re.fullmatch(r"""\[\s*([\w-]+)\s*=\s*(?:"([^"\\]*)"|'([^'\\]*)'|([\w-]+))\s*\]""", plain):
            value = found[2] or found[3] or found[4] or ""
            if found[1] in _TEST_IDS and value:
                return self.test_id(found[1], value, within)
        return self._add(CssLocator(by="css", css=literal(plain), within=within))

    def test_id(self, attribute: str, value: str, within: Locator | None = None) -> Locator:
        """The element carries this test id."""
        self._facts.setdefault("test_id", value)
        return self._add(
            TestIdLocator(by="test_id", value=literal(value), attribute=attribute, within=within)
        )

    def xpath(self, xpath: str, within: Locator | None = None) -> Locator:
        """The XPath expression finds the element.

        `(…)[1]`, which some tools put around everything, is taken off: the first of several is no evidence.
        """
        plain = xpath.strip()
        if (found := re.fullmatch(r"\((.*)\)\[1\]", plain)) and _balanced(found[1]):
            plain = found[1]
        if re.match(r"[a-zA-Z]+(\[|/|$)", plain):
            # A path without its beginning: `body/div[2]`, `html/body/…`.
            plain = f"//{plain}"
        step = _last_step(plain)
        if found := _XPATH_TAG.match(step):
            self.tag(found[1])
        for name, *values in _XPATH_ATTRIBUTE.findall(step):
            self._attribute(name, next((value for value in values if value), ""))
        return self._add(XpathLocator(by="xpath", xpath=literal(plain), within=within))

    def target(self) -> Target:
        """The element as the SOP has it; its locators come best first."""
        tags = list(self._tags)
        tag = tags[0] if len(tags) == 1 else None
        role = self._facts.get("role") or (_ROLES.get(tag or "") if self._facts.get("name") else None)
        locators = [found for found in self._locators if not _contradicts(found, tag)]
        return Target(
            role=self._facts.get("role"),
            name=_template(self._facts.get("name")),
            label=_template(self._facts.get("label")),
            text=_template(self._facts.get("text")) if role is None else None,
            tag=tag,
            input_type=self._attributes.get("type") if tag in ("input", None) else None,
            test_id=_template(self._facts.get("test_id")),
            attributes={key: literal(value) for key, value in self._attributes.items() if key != "type"},
            near=Neighbourhood(section=_template(self.section)),
            frame=self.frame,
            shadow=tuple(literal(host) for host in self._hosts),
            locators=tuple(sorted(locators, key=lambda found: (is_weak(found), _ORDER[found.by]))),
        )

    def _attribute(self, name: str, value: str) -> None:
        if value:
            self._attributes.setdefault(name.lower(), value)

    def _add(self, locator: Locator) -> Locator:
        self._locators.setdefault(locator)
        return locator


def _contradicts(locator: Locator, tag: str | None) -> bool:
    """A guess about the role that the element's tag rules out."""
    if not isinstance(locator, RoleLocator) or tag not in _ROLES:
        return False
    return locator.role in ("button", "link") and locator.role != _ROLES[tag]


def _template(text: str | None) -> str | None:
    return literal(text) if text else None


def _last_compound(css: str) -> str:
    """The part of a selector that speaks of the element itself."""
    if "," in _CSS_STRINGS.sub("", css):
        return ""
    depth, start, quote = 0, 0, ""
    for place, letter in enumerate(css):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "[(":
            depth += 1
        elif letter in "])":
            depth -= 1
        elif depth == 0 and letter in " >+~":
            start = place + 1
    return css[start:]


def _last_step(xpath: str) -> str:
    """The last step of a path; empty for what is no plain path."""
    bare = _XPATH_STRING.sub(lambda found: "_" * len(found[0]), xpath)
    if "|" in bare or bare.startswith("("):
        return ""
    depth, start = 0, 0
    for place, letter in enumerate(bare):
        depth += (letter in "[(") - (letter in "])")
        if depth == 0 and letter == "/":
            start = place + 1
    return xpath[start:]


def _balanced(xpath: str) -> bool:
    """Whether every bracket that closes was opened in it."""
    depth = 0
    for letter in _XPATH_STRING.sub("", xpath):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0


def with_templates(target: Target) -> Target:
    """The target of evidence that was given templates: it takes what it is told for plain text."""
    document = target.model_dump_json()
    if "{{" not in document:
        return target
    return Target.model_validate_json(document.replace('{{ \\"{{\\" }}', "{{"))


def frame_number(number: int) -> FrameStep:
    """The frame at this place in its document, counted from 0."""
    return FrameStep(locators=(XpathLocator(by="xpath", xpath=f"(//iframe | //frame)[{number + 1}]"),))


def is_css(selector: str) -> bool:
    """Whether this can be CSS: brackets and quotes are closed, and it is no path and of no other language."""
    bare = re.sub(r"\\.", "", _PLACEHOLDER.sub("x", selector)).strip()
    while (shorter := _CSS_STRINGS.sub("", bare)) != bare:
        bare = shorter
    return bool(selector.strip()) and _NO_CSS.search(bare) is None


def css_string(value: str) -> str:
    """A value in quotes, for an attribute selector."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def css_id(value: str) -> str:
    """A selector for this id."""
    return f"#{value}" if re.fullmatch(r"[a-zA-Z_][\w-]*", value) else f"[id={css_string(value)}]"


def xpath_string(value: str) -> str:
    """A value as an XPath 1.0 literal; it has no escapes, so two kinds of quotes take a `concat`."""
    if "'" not in value:
        return f"'{value}'"
    if '"' not in value:
        return f'"{value}"'
    return "concat(" + ', "\'", '.join(f"'{part}'" for part in value.split("'")) + ")"
