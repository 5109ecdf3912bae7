"""A deed: what is known of an action, be it a step of an SOP or a live proposal, to judge its category."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from handrail.policy.deeds.addresses import commands, is_of_page, is_on_host
from handrail.policy.words.comparing import tokens
from handrail.targeting.snapshot import ElementSnapshot, LeadFacts

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Of requests that only ask for something (RFC 9110, 9.2.1)."""
_TELLING: Final = 4
"""Letters of a word that tells by itself what a command is."""


@dataclass(frozen=True)
class Deed:
    """One action on one element, and where it leads."""

    kind: str
    """The action's name in the SOP: `click`, `fill`, …"""
    element: ElementSnapshot | None = None
    url: str | None = None
    """The address that the action itself names, as an `open` or a `request` does."""
    method: str | None = None
    """Of a request."""
    keys: str | None = None
    """Of a `press`."""
    values: tuple[str, ...] = ()
    """What is typed, chosen, pasted or sent, without secrets."""
    questions: tuple[str, ...] = ()
    """Questions of the page that the step answers with yes."""
    page_url: str = ""
    once: bool = False
    """Whether the step says that repeating it would do it a second time."""
    recorded: bool = False
    """Whether a step of the SOP means just this element, found beyond doubt, and does not say what its dialog
    said: then a page that asks whether one is sure of what is harmless elsewhere ("Are you sure you want to
    save?") adds nothing to it."""

    @property
    def leads(self) -> LeadFacts:
        return self.element.leads if self.element is not None else LeadFacts()

    @property
    def name(self) -> str:
        """What the button says: for Enter in a field, the button that it presses."""
        element = self.element
        if element is None:
            return ""
        if self.kind == "press" and self.leads.submit:
            return self.leads.submit
        shown = element.attributes.get("value", "") if element.tag == "input" else ""
        title = element.attributes.get("title", "")
        return element.name or element.label or element.text or shown or self.leads.drawn or title

    def called(self, name: str) -> Deed:
        """The same press of a button with another name, which sends nothing."""
        element = self.element
        if element is None:
            return self
        leads = element.leads.model_copy(update={"submit": None, "url": None, "method": None})
        renamed = element.model_copy(update={"name": name, "form": None, "leads": leads})
        return replace(self, element=renamed)

    @property
    def shown(self) -> str:
        """What a button shows, where that is another text than the one that it is called by; else empty.

        The name may come from an attribute that only a screen reader tells.
        """
        element = self.element
        if element is None or self.is_field or self.kind == "press":
            return ""
        value = element.attributes.get("value", "") if element.tag == "input" else ""
        texts = (self.leads.drawn, element.text, value)
        return next((text for text in texts if text and text != self.name), "")

    @property
    def is_field(self) -> bool:
        """Whether it is a field to write into, which says by its name what it holds, not what is done.

        A drawn list shows what is chosen in it, and often a sign that takes that away.
        """
        element = self.element
        if element is None:
            return False
        if element.role == "combobox" and not element.href and not self.submits:
            return True
        if element.tag == "input":
            return element.input_type not in {"submit", "button", "image", "reset"}
        return element.tag in {"textarea", "select"} or element.editable

    @property
    def is_plain_link(self) -> bool:
        """A link that only asks for another page, as far as its attributes tell."""
        element = self.element
        if element is None or element.tag != "a" or not element.href or element.role not in {"link", None}:
            return False
        if self.leads.method not in {None, "get"} or self.leads.confirm or self._looks_like_a_button:
            return False
        if self.commands_its_page:
            return False
        return element.href.startswith(("http:", "https:")) and not element.href.endswith("#")

    @property
    def asks_for_a_page(self) -> bool:
        """A link to another page, whatever it looks like; what scripts make of it is not known."""
        element = self.element
        if element is None or element.tag != "a" or not element.href or self.leads.confirm:
            return False
        if self.commands_its_page:
            return False
        plain = element.href.startswith("http") and "#" not in element.href
        return plain and self.leads.method in {None, "get"}

    @property
    def commands_its_page(self) -> bool:
        """A link that does something itself: a script answers one without an address, and the server one that
        adds to the page's own what is to be done (`?action=take`), or says so in the words of its name. The
        command that has shown the page only shows it again."""
        element = self.element
        if element is None or element.tag != "a" or not element.href:
            return False
        told = commands(element.href) - commands(self.page_url)
        if not is_of_page(element.href, self.page_url):
            return is_on_host(element.href, self.page_url) and self._is_called_by(told)
        # Of attributes, a snapshot keeps those that say something.
        empty = "href" not in element.attributes and element.href == self.page_url.partition("#")[0]
        return empty or bool(told)

    def _is_called_by(self, told: Iterable[str]) -> bool:
        """Whether a command begins with a word of the name: "Approve", `?action=approvecomment`."""
        words = [word for word in tokens(self.name) if len(word) >= _TELLING]
        return any(command.startswith(word) for command in told for word in words)

    @property
    def _looks_like_a_button(self) -> bool:
        classes = self.element.attributes.get("class", "").lower().split() if self.element else ()
        return any(name in {"btn", "button"} or name.startswith(("btn-", "button-")) for name in classes)

    @property
    def submits(self) -> bool:
        """Whether it sends its form."""
        element = self.element
        if element is None or element.form is None:
            return False
        if self.kind == "press":
            return (self.keys or "Enter") == "Enter" and element.tag == "input"
        if element.tag == "button":
            return element.attributes.get("type", "submit") == "submit"
        return element.tag == "input" and element.input_type in {"submit", "image"}

    @property
    def posts(self) -> bool:
        """Whether it sends more than a question: its form, or what its own attributes say."""
        sends_itself = self.leads.url is not None and self.leads.method is not None
        return (self.submits or sends_itself) and self.sends[0] != "get"

    @property
    def sends(self) -> tuple[str, str]:
        """Method, in small letters, and address of what it sends; empty where that is not known."""
        if self.kind in {"open", "request"}:
            return (self.method or "get").lower(), self.url or ""
        leads, element = self.leads, self.element
        if element is None:
            return "", ""
        if leads.url is not None or (leads.method and element.href):
            return leads.method or "get", leads.url or element.href or ""
        if self.submits and element.form is not None:
            return leads.method or element.form.method, element.form.action
        if element.tag == "a" and element.href and not element.href.startswith("javascript:void"):
            return "get", element.href
        return "", ""
