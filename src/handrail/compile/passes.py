"""From a recording to acts, and to the steps made of them: each pass is pure, and the order matters."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from handrail.compile.choices.alike.drags import with_drags_named
from handrail.compile.choices.alike.entries_named import with_entries_named
from handrail.compile.choices.alike.options_called import with_options_called
from handrail.compile.choices.alike.sought_alone import with_items_called_as_sought
from handrail.compile.choices.marks.calendars import without_turning
from handrail.compile.choices.rows.in_place import with_edits_in_place
from handrail.compile.choices.rows.pointed import with_rows_pointed_at
from handrail.compile.choices.rows.unfolded_rows import with_unfolded_rows
from handrail.compile.environment import address_of
from handrail.compile.reading.acts import Act
from handrail.compile.reading.steps import Draft, drafts_of
from handrail.compile.tidying.attribution import acts_of
from handrail.compile.tidying.autosaving import with_autosaves
from handrail.compile.tidying.begun import begun_elsewhere, with_begun_texts, with_drawn_texts
from handrail.compile.tidying.continued import with_continued_texts
from handrail.compile.tidying.counted import with_counted
from handrail.compile.tidying.detours import without_detours
from handrail.compile.tidying.filled_rows import with_filled_rows
from handrail.compile.tidying.gestures import without_presses
from handrail.compile.tidying.joining import joined_choices, joined_edits, joined_letters
from handrail.compile.tidying.label_presses import with_label_presses
from handrail.compile.tidying.marked import with_marked_entries
from handrail.compile.tidying.noise import without_noise
from handrail.compile.tidying.own_lists import with_choices
from handrail.compile.tidying.tries import without_refused_tries
from handrail.compile.values.given import Given
from handrail.errors import RecordingError
from handrail.recording.event import Changed
from handrail.recording.merging import merge
from handrail.recording.store import Recording


def acts_in(recording: Recording) -> list[Act]:
    """What the person did, without what leads to nothing. Raises RecordingError where nothing was done."""
    merged = merge(recording.events)
    acts = with_autosaves(joined_choices(acts_of(merged, recording.manifest.start_url)))
    observed = any(isinstance(event, Changed) for event in merged)
    acts = with_begun_texts(
        without_presses(with_choices(with_marked_entries(with_label_presses(acts)))),
        begun_elsewhere(recording.events),
    )
    acts = without_noise(with_counted(with_drawn_texts(acts)), observed=observed)
    acts = joined_letters(joined_edits(without_turning(without_refused_tries(acts))))
    acts = with_filled_rows(without_detours(with_continued_texts(acts, recording.events)))
    if not urlsplit(address_of(acts[0])).scheme:
        raise RecordingError(
            "Nothing was recorded: there is neither a page nor a step.",
            place=str(recording.folder),
            mend="Record the work again.",
        )
    return acts


def drafts_in(acts: Sequence[Act]) -> list[Draft]:
    """The steps of the acts, each on what is called as its record is."""
    drafts = with_options_called(with_edits_in_place(with_drags_named(drafts_of(acts))))
    named = with_items_called_as_sought(with_entries_named(with_unfolded_rows(drafts)))
    return with_rows_pointed_at(named)


def without_dropped(acts: list[Act], drafts: Sequence[Draft], given: Sequence[Given]) -> list[Act]:
    """The acts without those of steps that need not be done; what followed from them is kept."""
    dropped = {draft.act for draft, what in zip(drafts, given, strict=True) if what.dropped}
    kept: list[Act] = []
    for act in acts:
        if act in dropped:
            kept[-1].follows.extend(act.follows)
        else:
            kept.append(act)
    return kept
