"""Noise: acts that only led to the act beside them, or to nothing. What followed from them is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.compile.reading.acts import Act, same_element
from handrail.compile.reading.elements import (
    is_editable_region,
    keys_of,
)
from handrail.compile.tidying.between import Verdict
from handrail.compile.tidying.click_noise import Clicked, follows
from handrail.compile.tidying.key_noise import judge_keys
from handrail.recording.event import (
    CheckChange,
    Click,
    Clipboard,
    ContextMenu,
    DoubleClick,
    DragDrop,
    Hover,
    Input,
    Keys,
    Navigated,
    Scroll,
    TabClosed,
)

_SOME_TEXTS: Final = 3
"""As many as another entry of a list brings with it, and no hint that fades in at a page's end."""


def without_noise(acts: Sequence[Act], *, observed: bool) -> list[Act]:
    """The acts that make steps. `observed` says whether the recording tells what changed at all."""
    kept: list[Act] = []
    acts = _with_choices(acts)
    for place in range(len(acts) - 1, -1, -1):
        act = acts[place]
        following = kept[-1] if kept else None
        previous = acts[place - 1] if place else None
        upcoming = acts[place + 1] if place + 1 < len(acts) else None
        verdict = _Judgement(act, previous, following, upcoming, observed).verdict()
        if verdict == "into next" and following is not None:
            _hand_over(act, following)
        elif verdict != "keep" and previous is not None:
            _hand_over(act, previous)
        else:
            kept.append(act)
    kept.reverse()
    return kept


def _with_choices(acts: Sequence[Act]) -> list[Act]:
    """The acts, where the click on an entry of a list of several says whether it chose it or took it back."""
    kept: list[Act] = []
    for act in acts:
        event = act.event
        if isinstance(event, CheckChange) and event.target.role == "option":
            clicked = _click_before(event, kept)
            if clicked is not None:
                clicked.chosen = event.checked
                _hand_over(act, clicked)
                continue
        kept.append(act)
    return kept


def _click_before(event: CheckChange, acts: Sequence[Act]) -> Act | None:
    """The click that chose the entry, or took it back: a list that shows only by the second one that several
    may be chosen tells of the first then."""
    for act in reversed(acts):
        if not isinstance(act.event, Click) or act.target is None or act.target.role != "option":
            return None
        if same_element(act.target, event.target):
            return act
    return None


def _hand_over(act: Act, to: Act) -> None:
    to.follows.extend(act.follows)
    to.follows.sort(key=lambda event: event.seq)


class _Judgement(Clicked):
    """The judgement of one act."""

    def verdict(self) -> Verdict:
        match self.act.event:
            case Click():
                return self.judge_click(self.act.event)
            case DoubleClick():
                return self.judge_double_click(self.act.event)
            case ContextMenu():
                return self.judge_context_menu()
            case Hover() if self._shows_only_what_counts() or self._rests_beside():
                return "into next"
            case Hover():
                return "into next" if self.leads_to(Click, DoubleClick, Hover) else "keep"
            case Scroll():
                # What is scrolled to in the end is only looked at.
                scroll = self.act.event
                wanted = self.following is not None and (scroll.enables or self._brought_more(scroll))
                return "keep" if wanted else "into previous"
            case Keys():
                return judge_keys(self, self.act.event)
            case Clipboard():
                return self._clipboard(self.act.event)
            case DragDrop():
                # Text was selected across elements.
                return "into next" if self.selects_text() else "keep"
            case CheckChange() if self.previous is not None and follows(self.previous, self.act):
                # The page marks what its link leads to, as an entry of its menu.
                return "into previous"
            case Input() if self._is_counted_on() or self._is_empty_line(self.act.event):
                return "into next"
            case Input():
                empty = self.act.event.value == "" and not self.act.event.before
                return "into previous" if empty and self.quiet else "keep"
            case Navigated():
                return self._navigation(self.act.event)
            case TabClosed():
                return "keep" if self.following is not None else "into previous"
            case _:
                return "keep"

    def _brought_more(self, scroll: Scroll) -> bool:
        """Other content came of it; what a server is slow to give comes once the scrolling was told."""
        if scroll.loaded_more or scroll.renewed or not scroll.at_end:
            return scroll.loaded_more or scroll.renewed
        return any(
            len(change.state.texts) >= _SOME_TEXTS
            or any(
                count > change.before_state.counts.get(name, count)
                for name, count in change.state.counts.items()
            )
            for change in self.act.changes
        )

    def _is_empty_line(self, event: Input) -> bool:
        """Enter has begun a line of an editor, which tells nothing of it until something stands there."""
        before = self.previous.event if self.previous is not None else None
        enters = isinstance(before, Keys) and before.keys[-1] in {"Enter", "Shift+Enter"}
        if not enters or not is_editable_region(self.act.target) or not self.leads_to(Input):
            return False
        return isinstance(self.next_event, Input) and self.next_event.value.startswith(f"{event.value}\n")

    def _is_counted_on(self) -> bool:
        """The next act counts the same number on."""
        return isinstance(self.next_event, Input) and self.next_event.stepped and self.leads_to(Input)

    def _rests_beside(self) -> bool:
        """The pointer rested on an entry of a scrolled list, while another one came that is used."""
        over, used = self.act.target, self.following.target if self.following else None
        scrolled = self.previous is not None and isinstance(self.previous.event, Scroll)
        if not scrolled or over is None or used is None or over.role not in ("listitem", "row"):
            return False
        tags = [one.split("#")[0].split("[")[0] for one in used.ancestors]
        around = used.ancestors[tags.index(over.tag) + 1 :] if over.tag in tags else ()
        depth = min(len(around), len(over.ancestors))
        beside = depth > 0 and around[:depth] == over.ancestors[:depth]
        return beside and used.near.row is not None and over.text != used.near.row

    def _shows_only_what_counts(self) -> bool:
        """Only the buttons of a number came up, which is given without them."""
        following = self.following
        if not (following and isinstance(following.event, Input) and following.event.stepped):
            return False
        came = {label for view in self.act.views for label in view.after.values.keys() - view.before.values}
        return following.target is not None and came.isdisjoint(keys_of(following.target))

    def _clipboard(self, event: Clipboard) -> Verdict:
        if event.what == "paste" and self.leads_to(Input) and self.following is not None:
            self.following.pasted = event.text
            return "into next"
        if event.what != "paste" and (event.masked or not event.text.strip()):
            return "into next" if self.following else "into previous"
        return "keep"

    def _navigation(self, event: Navigated) -> Verdict:
        before = self.previous.event if self.previous else None
        again = isinstance(before, Navigated) and (before.page, before.to) == (event.page, event.to)
        if again and isinstance(before, Navigated) and before.cause == event.cause == "address":
            return "into previous"
        return "keep"
