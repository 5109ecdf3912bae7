"""The compiler: from a recording to an SOP, pass by pass, without a model, the same bytes every time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from handrail.compile.choices.lists.menus import state_offered
from handrail.compile.choices.seen.picks import chosen_by_arrows, entry_taken
from handrail.compile.choices.seen.seen_next import look_since, pressed_again
from handrail.compile.choices.seen.turned import brought_up, goes_through_list
from handrail.compile.clarifying import unrecorded, which_value
from handrail.compile.clarifying.as_shown import stays_as_shown, turned_to
from handrail.compile.clarifying.clarifications import Questions
from handrail.compile.clarifying.left_alone import LeftAlone
from handrail.compile.clarifying.of_step import StepMade, ask_about
from handrail.compile.clarifying.put_away import asked_first, put_away, without_dialog
from handrail.compile.course import (
    context_of,
    fields_of,
    is_on_given_record,
    only_jumps,
    own_segments,
    settled_after,
    start_is_a_step,
)
from handrail.compile.criteria.completion import before_of, criteria_of
from handrail.compile.criteria.framed import page_owes_word
from handrail.compile.criteria.opened_record import found_by
from handrail.compile.criteria.scene import Scene
from handrail.compile.effects.effect_class import effect_of, signs_in
from handrail.compile.effects.sent import sent_with
from handrail.compile.effects.sums import risk_of
from handrail.compile.environment import environment_of
from handrail.compile.passes import acts_in, drafts_in, without_dropped
from handrail.compile.reading.acts import Act
from handrail.compile.reading.addresses import segments_of, slug
from handrail.compile.reading.elements import (
    form_of,
)
from handrail.compile.reading.identities import identity_of
from handrail.compile.reading.known import Slot
from handrail.compile.reading.located import row_of
from handrail.compile.reading.naming import name_slots, unique
from handrail.compile.reading.narrowing import Narrowing
from handrail.compile.reading.steps import Draft, lacks_target, patience
from handrail.compile.reading.texts import Surroundings, dependable
from handrail.compile.values.aimed import target_on_other_data
from handrail.compile.values.given import Given
from handrail.compile.values.memory import Memory
from handrail.compile.values.targets import depends_on_data
from handrail.compile.values.variables import find_inputs
from handrail.compile.values.written import text_of, variable_of, written
from handrail.compile.wording import Said, Spoken, app_of, title_of, words_for
from handrail.recording.event import PageState
from handrail.recording.store import Recording
from handrail.sop import action as sop
from handrail.sop.condition import Condition
from handrail.sop.document import Meta, Sop
from handrail.sop.node import Effect, End, Task
from handrail.sop.target import FrameStep, Target

_END = "end"


def compile_recording(
    recording: Recording, *, title: str | None = None, recording_at: str | None = None
) -> Sop:
    """The SOP that does on other data what the recording shows.

    `recording_at` is the recording folder as seen from where the SOP will be saved; by default it lies
    beside it. Raises RecordingError for a recording in which nothing was done.
    """
    return _compilation(recording, recording_at).document(title)


def _compilation(recording: Recording, recording_at: str | None) -> _Compilation:
    return _Compilation(recording, acts_in(recording), recording_at or recording.folder.name)


def step_pictures(recording: Recording) -> dict[str, str]:
    """Step → the picture that the recording holds of the page before it. Raises as `compile_recording`."""
    compilation = _compilation(recording, None)
    compilation.document(None)
    return compilation.pictures


class _Compilation:
    """One recording on its way: what is known so far, and the nodes made of it."""

    def __init__(self, recording: Recording, acts: list[Act], recording_at: str) -> None:
        self._recording = recording
        self._recording_at = recording_at.rstrip("/")
        self._drafts = drafts_in(acts)
        self._given, self._slots = find_inputs(self._drafts, recording.events)
        while any(given.dropped for given in self._given):
            acts = without_dropped(acts, self._drafts, self._given)
            self._drafts = drafts_in(acts)
            self._given, self._slots = find_inputs(self._drafts, recording.events)
        name_slots(self._slots)
        self._app = app_of(self._drafts)
        self._filled = set[str | None]()
        self._looked_for_forms = 0
        self._questions = Questions()
        self._beside: dict[tuple[FrameStep, ...], PageState] = {}
        """What other frames of the page show than those that were acted in."""
        self._memory = Memory(own_segments(recording.manifest.start_url, self._drafts))
        self._nouns = frozenset(
            segment for draft in self._drafts for segment in segments_of(draft.act.event.url)
        )
        self._fields = fields_of(self._drafts)
        self._worked_in = [draft.target.frame for draft in self._drafts if draft.target is not None]
        self._narrowing = Narrowing()
        self._left_alone: defaultdict[str, LeftAlone] = defaultdict(LeftAlone)
        """Tab → what a search left in its list."""
        self._put_away = put_away(self._drafts)
        self._putting_away: set[str] = set()
        """The nodes that put away what came by itself."""
        self._said: list[tuple[Said, Spoken]] = []
        self._nodes: dict[int, Task] = {}
        """Place of a draft → the node that it became."""
        self._ids = {_END}
        self._first_use: dict[Slot, str] = {}
        self._identified: set[str] = set()
        """Tabs whose record was made sure of since their document came."""
        self.pictures: dict[str, str] = {}
        """Node → the picture of the page before it."""

    def document(self, title: str | None) -> Sop:
        """The whole SOP, of the nodes that the walk over the drafts makes."""
        self._walk()
        self._ask_about_all()
        heading = title or title_of(self._said, self._app)
        end = End(type="end", id=_END, label="Done")
        nodes, edges = asked_first(list(self._nodes.values()), self._putting_away, end)
        environment = environment_of(self._recording, self._drafts)
        written = "".join(node.model_dump_json(by_alias=True) for node in self._nodes.values())
        unrecorded.about_masked(self._questions, None, environment.start[0].url)
        return Sop(
            meta=Meta(id=slug(heading)[:80].strip("-") or "procedure", title=heading),
            environment=environment,
            variables={
                slot.name: variable_of(slot, self._recording_at)
                for slot in self._slots
                if slot in self._first_use and _goes_by(written, slot)
            },
            clarifications=self._questions.asked,
            nodes=nodes,
            edges=edges,
        )

    def _walk(self) -> None:
        """Walk over the drafts, each with what is known when it comes."""
        target = self._target_of(0)
        for place, draft in enumerate(self._drafts):
            about_data = self._memory.is_about_data(draft.target, self._given[place].picked)
            lost = lacks_target(draft)
            if not lost:
                self._memory.learn(self._given[place])
            self._narrowing.see(draft.act, self._given[place].learned)
            following = self._target_of(place + 1)
            if lost:
                unrecorded.about_lost_step(self._questions, draft, self._last())
            elif (place > 0 or start_is_a_step(self._drafts)) and not self._leads_to_record(place):
                self._add(place, target, following, about_data)
            unrecorded.about_what_followed(self._questions, draft, self._last())
            self._left_alone[draft.page].see(draft, self._given[place].learned)
            if draft.act.leads_to is not None:
                self._memory.fresh.clear()
                if not only_jumps(draft.act):
                    self._beside.clear()
                self._identified.clear()
            target = following

    def _ask_about_all(self) -> None:
        """Questions that no single step of the walk raised."""
        for slot in self._slots:
            which_value.about_origin(self._questions, slot, self._first_use.get(slot))
        for note in self._recording.notes:
            unrecorded.about_recording(self._questions, note)
        for node in self._nodes.values():
            unrecorded.about_pseudonyms(
                self._questions, node.id, unrecorded.what_counts(node.model_dump(mode="json"))
            )
            for value in _values_of(node.action):
                unrecorded.about_masked(self._questions, node.id, value)

    def _last(self) -> str | None:
        """The id of the node that was made last."""
        return next((task.id for task in reversed(self._nodes.values())), None)

    def _leads_to_record(self, place: int) -> bool:
        """Whether one scrolled, or turned the pages of a list, to what the data name, which a run looks for
        wherever it stands."""
        following = next(
            (at for at, draft in enumerate(self._drafts[place:], place) if not goes_through_list(draft)),
            place,
        )
        if following == place or following >= len(self._drafts):
            return False
        target, picked = self._drafts[following].target, self._given[following].picked
        if target is None:
            return False
        in_list = picked is not None or target.role == "option" or any(map(row_of, target.locators))
        in_list = in_list and brought_up(self._drafts[place:following], target)
        return in_list and depends_on_data(target, self._memory.known, picked)

    def _filled_before(self, place: int) -> set[str | None]:
        """The ids of the forms in which something was filled in or chosen before."""
        for one in self._drafts[self._looked_for_forms : place]:
            if isinstance(one.action, sop.Fill | sop.Select) and one.target is not None:
                self._filled.add(form_of(one.target))
        self._looked_for_forms = place
        return self._filled

    def _target_of(self, place: int) -> Target | None:
        if place >= len(self._drafts):
            return None
        draft, given, narrowed = self._drafts[place], self._given[place], self._narrowing.holds
        self._memory.meet(given)
        upcoming = self._given[place + 1].replaced if place + 1 < len(self._given) else None
        following = self._drafts[place + 1] if place + 1 < len(self._drafts) else None
        state = state_offered(draft, following)
        return target_on_other_data(
            draft, given, self._memory, narrowed=narrowed, upcoming=upcoming, state=state
        )

    def _add(self, place: int, target: Target | None, following: Target | None, about_data: bool) -> None:
        draft, given = self._drafts[place], self._given[place]
        action = written(draft, given, self._memory.known, self._recording.manifest.start_url)
        effect, reason = effect_of(self._drafts, place)
        if effect == "once":
            self._memory.known.finish()
        scene = self._scene(place, action, target, effect)
        if following is not None and place + 1 not in self._put_away and not self._leads_to_record(place + 1):
            scene = replace(scene, following=(self._drafts[place + 1], following))
        enters = signs_in(self._drafts, place)
        said = self._words(scene, enters)
        spoken = words_for(said)
        self._said.append((said, spoken))
        node = self._named(spoken.id, draft, given)
        scene = replace(scene, about_data=about_data)
        self._memory.learn_way(scene, self._drafts[: place + 1])
        turned = turned_to(self._drafts, place)
        criteria = (*criteria_of(scene), *stays_as_shown(turned))
        if place in self._put_away.values():
            criteria = without_dialog(criteria)
        if place in self._put_away:
            self._putting_away.add(node)
        identity = self._identity(place, effect) or self._alone(place, target, effect)
        self._memory.opened.update(found_by(scene))
        self._beside.update({view.frame: view.after for view in draft.act.views_elsewhere})
        upcoming = self._given[place + 1].replaced if place + 1 < len(self._given) else None
        made = StepMade(
            node=node,
            drafts=self._drafts,
            place=place,
            scene=scene,
            criteria=criteria,
            identity=identity,
            turned=turned,
            opens_list=upcoming is not None and upcoming.opener is draft.target and not upcoming.goes,
            filled_before=self._filled_before(place),
            of_record=is_on_given_record(self._given, place),
            slots=self._slots,
            app=self._app,
        )
        ask_about(made, self._questions)
        self._nodes[place] = Task(
            type="task",
            id=node,
            label=spoken.label,
            intent=spoken.intent,
            context=context_of(draft.act),
            action=action,
            target=target,
            page=draft.page,
            opens=draft.opens,
            dialogs=tuple(self._answers(draft, given, target)),
            before=before_of(scene),
            identity=identity,
            effect=effect,
            effect_reason=reason,
            risk=risk_of(draft),
            sends=sent_with(self._drafts, place, self._nodes) if effect == "once" else (),
            timeout=patience(self._drafts, place),
            done_when=criteria,
        )

    def _named(self, words: str, draft: Draft, given: Given) -> str:
        """The id of a new node, by which its picture and the first use of its values are known."""
        node = unique(words, self._ids, joint="-")
        self._ids.add(node)
        if draft.act.event.picture is not None:
            self.pictures[node] = draft.act.event.picture
        for slot in given.learned:
            self._first_use.setdefault(slot, node)
        return node

    def _identity(self, place: int, effect: Effect) -> tuple[Condition, ...]:
        """Which record the page is about: before its first effect, and before each that happens once."""
        draft = self._drafts[place]
        if effect == "none" or (effect != "once" and draft.page in self._identified):
            return ()
        if signs_in(self._drafts, place):
            return ()
        beside = self._beside if effect == "once" else {}
        found = identity_of(
            draft.act,
            settled_after(self._drafts, place),
            self._memory.known,
            self._memory.fresh,
            self._memory.opened,
            beside,
            self._memory.words_of_rows,
        )
        if found:
            self._identified.add(draft.page)
        return found

    def _alone(self, place: int, target: Target | None, effect: Effect) -> tuple[Condition, ...]:
        """That it is the record which a search left alone, where a heading does not say so."""
        draft = self._drafts[place]
        return self._left_alone[draft.page].identity(draft, target, once=effect == "once")

    def _scene(self, place: int, action: sop.Action, target: Target | None, effect: Effect) -> Scene:
        return Scene(
            draft=self._drafts[place],
            action=action,
            target=target,
            effect=effect,
            known=self._memory.known,
            fields=self._fields,
            worked_in=self._worked_in,
            own=self._memory.own,
            nouns=self._nouns,
            slugs=self._memory.slugs,
            recent=self._memory.words_of_data(self._drafts[place].target),
            signs_in=signs_in(self._drafts, place),
            picked=_picked(self._given[place].picked, target, action),
            replaced=self._given[place].replaced,
            looked_at=look_since(self._drafts, place),
            owed=page_owes_word(self._drafts, place),
            closes=self._given[place].closes,
            stays=pressed_again(self._drafts, place),
            taken=entry_taken(self._drafts, place),
            by_arrows=chosen_by_arrows(self._drafts, place),
            settled=settled_after(self._drafts, place),
            fresh=frozenset() if signs_in(self._drafts, place) else frozenset(self._memory.fresh),
        )

    def _words(self, scene: Scene, signing_in: bool) -> Said:
        around = Surroundings(data=scene.recent)
        return Said(
            draft=scene.draft,
            action=scene.action,
            target=scene.target,
            effect=scene.effect,
            signs_in=signing_in,
            app=self._app,
            dependable=lambda text: dependable(text, self._memory.known, around),
        )

    def _answers(self, draft: Draft, given: Given, target: Target | None) -> Iterator[sop.ExpectedDialog]:
        """The dialogs' real answers; what they said only where other data give the same words."""
        row = target.near.row if target is not None and target.near.row else ""
        around = Surroundings(data=self._memory.words_of_row(row))
        for dialog, answer in zip(draft.dialogs, given.answers, strict=True):
            yield sop.ExpectedDialog(
                kind=dialog.dialog,
                answer="accept" if dialog.accepted else "dismiss",
                text=None if answer is None or not dialog.accepted else text_of(answer),
                message=dependable(dialog.message, self._memory.known, around),
            )


def _values_of(action: sop.Action) -> Iterator[str]:
    """The texts of an action: where it leads, what is typed or chosen."""
    for value in action.model_dump(mode="json").values():
        yield from (text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str))


def _picked(picked: Slot | None, target: Target | None, action: sop.Action) -> Slot | None:
    """What the step picks, where it goes by that: a choice that only its place tells stays as it was."""
    if picked is None or target is None:
        return picked
    return picked if _goes_by(f"{target.model_dump_json()} {action.model_dump_json()}", picked) else None


def _goes_by(written: str, slot: Slot) -> bool:
    """Whether what is written goes by the value. A choice that only its place tells is made as it was
    recorded, which is asked about: an input would promise more."""
    return slot.origin != "chosen" or f"{{{{ {slot.name}" in written
