"""What the SOP says in place of recorded values: variables, and texts and addresses that hold them."""

from __future__ import annotations

from handrail.compile.reading.addresses import segments_of
from handrail.compile.reading.known import Known, Slot
from handrail.compile.reading.steps import Draft
from handrail.compile.values.given import Given, Parts
from handrail.compile.values.targets import for_other_data
from handrail.privacy.pseudonyms import PSEUDONYM
from handrail.sop import action as sop
from handrail.sop.document import Variable
from handrail.sop.template import literal


def written(draft: Draft, given: Given, known: Known, start_url: str) -> sop.Action:
    """The action with variables in place of the recorded values; `start_url` is where the recording began."""
    action = draft.action
    values = tuple(text_of(parts) for parts in given.values)
    if given.into is not None:
        return action.model_copy(update={"into": given.into.name})
    match action:
        case sop.Fill() if values:
            return action.model_copy(update={"value": values[0]})
        case sop.PickDate() if values:
            return action.model_copy(update={"date": values[0]})
        case sop.Type() | sop.Paste() if values:
            return action.model_copy(update={"text": values[0]})
        case sop.Check() | sop.Uncheck() if values:
            return sop.Check(do="check", on=values[0])
        case sop.Select() if values:
            return action.model_copy(update={"options": values})
        case sop.Upload() if values:
            return action.model_copy(update={"files": values})
        case sop.Drag():
            own = next((part for parts in given.values for part in parts if isinstance(part, Slot)), None)
            return action.model_copy(update={"onto": for_other_data(action.onto, known, own=own)})
        case sop.Open():
            return action.model_copy(
                update={"url": _url_with_variables(action.url, known, segments_of(start_url))}
            )
        case _:
            return action


def variable_of(slot: Slot, recording_at: str) -> Variable:
    """The variable for a slot; `recording_at` is where the SOP finds the recording's files."""
    about: dict[str, object] = {"type": slot.type, "description": slot.description}
    if slot.origin == "secret":
        about["secret"] = True
    elif slot.origin in {"read", "downloaded"}:
        about.update(output=True, required=False)
    elif slot.carried_from is not None:
        # A default would be the recorded record's value, silently used for every other.
        about["example"] = slot.value
    elif PSEUDONYM.search(slot.value):
        # The recording was scrubbed: what was typed is not in it, and whoever runs the SOP gives it.
        about["required"] = True
    elif slot.origin == "file":
        default = f"{recording_at}/{slot.value}" if slot.value else None
        about.update(default=default, required=default is None)
    else:
        about.update(default=slot.value, required=False)
    return Variable.model_validate(about)


def text_of(parts: Parts) -> str:
    """A recorded text with variables in place of what is known."""
    return "".join(literal(part) if isinstance(part, str) else part.template for part in parts)


def _url_with_variables(url: str, known: Known, own: frozenset[str]) -> str:
    """A typed address in which a whole segment or parameter is a known value, and no segment of the app's own
    as `admin` is, whoever signs in."""
    url = literal(url)
    for slot in known.read(url).slots:
        if slot.origin == "chosen" or not slot.value.isalnum() or slot.value in own:
            continue
        for before in "/=":
            for after in ("", "/", "&", "?", "#"):
                found = f"{before}{slot.value}{after}"
                if found in url and (after or url.endswith(found)):
                    url = url.replace(found, f"{before}{slot.template}{after}")
    return url
