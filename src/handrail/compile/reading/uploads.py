"""Fields of files: what they are called. Most are hidden, and a button stands for them."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.reading.acts import Act
from handrail.compile.reading.known import fold
from handrail.sop.target import Target

_WORD: Final = re.compile(r"[^\W\d_]+")
_OF_ANY_FILE: Final = frozenset(
    "choose browse select pick upload add attach open change replace drop drag click file files document "
    "image picture photo computer here a an the your from or to datei dateien bild dokument wählen auswählen "
    "durchsuchen hochladen hinzufügen anhängen archivo seleccionar elegir examinar subir fichier choisir "
    "parcourir ajouter".split()
)


def file_field(act: Act) -> Target | None:
    """The field as a person calls it: not by what only stands there until a file is chosen, and rather by the
    button that was pressed for it than by what stands before the place where it is hidden."""
    target = act.target
    if target is None or target.input_type != "file":
        return target
    own = target.label or target.name
    stays = own is not None and fold(own) not in _gone(act)
    called = None if stays else pressed_for(act)
    if stays or (own is None and called is None):
        return target
    near = target.near.model_copy(update={"before": called})
    return target.model_copy(update={"label": None, "name": None, "near": near})


def pressed_for(act: Act) -> str | None:
    """What the button is called that was pressed for the file, if it tells which file."""
    if act.opener is None:
        return None
    called = fold(act.opener.label or act.opener.name or "")
    telling = {word.casefold() for word in _WORD.findall(called)} - _OF_ANY_FILE
    return called if telling and called not in _gone(act) else None


def _gone(act: Act) -> set[str]:
    return {fold(text) for view in act.views for text in view.after.gone}
