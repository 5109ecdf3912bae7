"""Which policy holds for a session: the organisation's, the SOP's and the session's own, put together."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from pathlib import Path
from typing import Final, get_args

from handrail.errors import PolicyError
from handrail.named_file import read_named
from handrail.policy import Policy, PolicyDocument
from handrail.policy.documents.document import FileRules, Mode
from handrail.policy.documents.reading import read_policy
from handrail.policy.rules.layers import Layer, LayerName, layered
from handrail.sop.document import Sop

POLICY_FILE: Final = "policy.yaml"
"""The organisation's policy in a home; HANDRAIL_POLICY names another file."""
POLICY_VARIABLE: Final = "HANDRAIL_POLICY"
_LARGEST: Final = 1_000_000


def policy_in_force(
    sop: Sop,
    home: Path,
    *,
    folder: Path | None = None,
    files_from: Collection[str] | None = None,
    wanted: str | Layer | None = None,
    allow_disabled: bool = False,
    ask_every_step: bool = False,
) -> Policy:
    """The policy for a session of the SOP, whose file lies in `folder`.

    `files_from` are the folders that the SOP's own policy may lie in, where somebody asks over HTTP: the
    service can read what they cannot. `wanted` is a mode or a policy file for this session, or its layer as
    `session_layer` read it. Raises
    PolicyError for a file that cannot be read, an SOP whose policy is not there, and the mode `disabled`
    without `allow_disabled`.
    """
    layers = [*_organisation(home), *_of_sop(sop, folder, files_from), *_of_session(wanted)]
    policy = layered(layers, domains=sop.environment.domains, ask_every_step=ask_every_step)
    if policy.mode == "disabled" and not allow_disabled:
        raise PolicyError(
            "The mode 'disabled' lets everything pass unasked.",
            place=policy.source_of("mode"),
            mend="Choose another mode, or say --allow-disabled; it is marked in every report.",
        )
    return policy


def organisation_file(home: Path) -> Path:
    """Where the organisation's policy is, or would be."""
    named = os.environ.get(POLICY_VARIABLE)
    return Path(named).expanduser() if named else home / POLICY_FILE


def _organisation(home: Path) -> list[Layer]:
    path = organisation_file(home)
    # One that was named must be there.
    return [_layer("organisation", path)] if os.environ.get(POLICY_VARIABLE) or path.is_file() else []


def _of_sop(sop: Sop, folder: Path | None, files_from: Collection[str] | None) -> list[Layer]:
    name = sop.environment.policy
    if name is None:
        return []
    if folder is None:
        raise PolicyError(
            f"The SOP names its own policy '{name}', and the folder of its file is not known.",
            mend="Run it from its file.",
        )
    path = folder / name
    try:
        real = path.resolve()
        if files_from is not None and not any(real.is_relative_to(one) for one in files_from):
            raise PolicyError(
                "The SOP's policy lies in none of the folders whose files are used over HTTP.",
                place=repr(name),
                mend="Put it beside the SOP in the library, or name its folder in access.yaml (files_from).",
            )
        told = path.stat()
    except FileNotFoundError:
        return [_layer("SOP", path)]
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "that is no name of a file"
        raise PolicyError(f"The SOP's policy cannot be read: {why}.", place=repr(name)) from error
    # An SOP comes from anywhere: a device is read without an end, and a pipe waited for.
    if not stat.S_ISREG(told.st_mode) or told.st_size > _LARGEST:
        raise PolicyError(
            f"The SOP names as its policy what is no file of at most {_LARGEST // 1_000_000} MB.",
            place=str(path),
            mend="Name a policy file beside the SOP.",
        )
    return [_layer("SOP", path)]


def session_layer(wanted: str) -> Layer:
    """What a session's own wish says: a mode, or a policy file. Raises PolicyError."""
    if wanted in get_args(Mode):
        mode: Mode = wanted  # type: ignore[assignment]
        return Layer("session", PolicyDocument(mode=mode), wanted)
    return _layer("session", Path(wanted))


def _of_session(wanted: str | Layer | None) -> list[Layer]:
    if wanted is None:
        return []
    return [session_layer(wanted) if isinstance(wanted, str) else wanted]


def _layer(name: LayerName, path: Path) -> Layer:
    modes = ", ".join(get_args(Mode))
    mend = (
        f"Name a file, or a mode: {modes}." if name == "session" else "Put it there, or take its name away."
    )
    text = read_named(path, what="The policy", error=PolicyError, mend=mend)
    return Layer(name, _resolved(read_policy(text, str(path))), str(path))


def _resolved(document: PolicyDocument) -> PolicyDocument:
    """With its folders' real paths: files are judged by theirs."""
    named = document.files.folders
    if named is None:
        return document
    folders = tuple(str(Path(folder).resolve()) for folder in named)
    return document.model_copy(update={"files": FileRules.model_validate({"from": folders})})
