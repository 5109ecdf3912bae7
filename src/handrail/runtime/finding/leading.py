"""Where a step's own action leads, as far as that can be told before it is done."""

from __future__ import annotations

from handrail.policy import host_of
from handrail.sop import action as sop_action
from handrail.sop.node import Task
from handrail.targeting import ElementSnapshot, Match


def leads_to(node: Task, shown: Task, match: Match | None) -> str | None:
    """The address that the action itself names; where a click's own form or link goes."""
    if isinstance(node.action, sop_action.Open | sop_action.Request):
        # A person may be asked about it: without secrets, unless they decide which host it is.
        public = shown.action.url if isinstance(shown.action, type(node.action)) else node.action.url
        return public if host_of(public) == host_of(node.action.url) else node.action.url
    element: ElementSnapshot | None = match.element if match else None
    if element is None or node.action.do not in {"click", "double_click", "press", "download"}:
        return None
    if element.href:
        return element.href
    if element.form and (element.tag == "button" or node.action.do == "press"):
        return element.form.action
    return None
