"""`handrail privacy`: what is kept of personal data, where it is, and copies without it."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.home import opened_home
from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say
from handrail.errors import ExitCode
from handrail.home import handrail_home

if TYPE_CHECKING:
    from handrail.privacy.configuration import PrivacyConfig
    from handrail.privacy.copies import Copying

app = typer.Typer(no_args_is_help=True, help="See, scrub and forget personal data.")


@app.command()
def check(as_json: AsJson = False) -> None:
    """Say what privacy.yaml wants, and whether everything that it needs is here.

    Exit 2 for a faulty file, 6 where a library, a language model or the key is missing.
    """
    from handrail.privacy.configuration import read_config

    home = handrail_home()
    config = read_config(home)
    facts: dict[str, object] = {"file": str(home / "privacy.yaml"), "there": config is not None}
    if config is not None:
        facts |= {"keep": config.keep.model_dump(), "values": config.values.model_dump(), **_needed(config)}
    if as_json:
        give_json(facts)
    elif config is None:
        give(f"There is no {home / 'privacy.yaml'}: everything is kept as it was seen.")
    else:
        for what, how in config.keep.model_dump().items():
            give(f"{what:<12}{how}")
        days = f", {config.values.days:g} days" if config.values.keep == "encrypted" else ""
        give(f"{'values':<12}{config.values.keep}{days}")
        for name in ("provider", "engine", "key"):
            if name in facts:
                give(f"{name:<12}{facts[name]}")


@app.command()
def scan(
    subject: Annotated[
        str, typer.Argument(metavar="DIR|FILE|SESSION|-", help="A recording, a text, a picture, a session.")
    ],
    as_json: AsJson = False,
) -> None:
    """Say how much personal data of which kind something holds; never the data."""
    from handrail.privacy.copies import copying

    copy = copying(handrail_home())
    _read_through(subject, copy)
    counts = {str(kind): number for kind, number in sorted(copy.scrubber.counts.items())}
    if as_json:
        give_json({"subject": subject, "found": counts})
    elif not counts:
        give("Nothing personal was found.")
    else:
        for kind, number in counts.items():
            give(f"{kind:<16}{number:>6}")


@app.command()
def redact(
    subject: Annotated[
        Path, typer.Argument(metavar="DIR|FILE", help="A recording, a picture, an SOP, or a text file.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="PATH", help="Where the copy goes.")
    ] = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Put the copy in its place; what it held is gone.")
    ] = False,
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Of a recording: with redacted pictures.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Make a copy without personal data. A redacted recording still compiles.

    A recording that was made with --scrub and was cut short is finished where it is.
    """
    from handrail.cli.redacting import redact_file, redact_recording
    from handrail.errors import UsageError
    from handrail.recording.store import SEALED_NAME

    sealed = (subject / SEALED_NAME).is_file()
    if not sealed and in_place == (output is not None):
        raise UsageError("Say where the copy goes.", mend="Give -o PATH or --in-place.")
    found = (
        redact_recording(subject, output, pictures=pictures)
        if subject.is_dir()
        else redact_file(subject, output or subject)
    )
    place = str(output or subject)
    counts = {str(kind): number for kind, number in sorted(found.items())}
    if as_json:
        give_json({"path": place, "found": counts})
    else:
        say(", ".join(f"{number} {kind}" for kind, number in counts.items()) or "Nothing personal was found.")
        give(place)


@app.command()
def explain(
    text: Annotated[str, typer.Argument(metavar="TEXT|-", help="A text; - reads stdin.")],
    field: Annotated[str, typer.Option("--field", metavar="NAME", help="The field that it stands in.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say what is found in a text, where, how surely and why, and what would be kept of it."""
    from handrail.privacy.copies import copying

    copy = copying(handrail_home())
    told = sys.stdin.read() if text == "-" else text
    findings = copy.scrubber.find(told, field)
    kept = copy.scrubber.text(told, field)
    if as_json:
        give_json({"findings": [one._asdict() for one in findings], "kept": kept})
        return
    for one in findings:
        give(f"{one.start}-{one.end}  {one.kind:<15} {one.score:.2f}  {one.why}")
    give(kept)


@app.command()
def reveal(
    session: Annotated[
        str, typer.Argument(metavar="ID|DIR", help="A session's id, or 'last'; or a recording.")
    ],
    pictures: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write a session's pictures as they were into a folder."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Write a recording as it was into a new folder."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the values behind a session's pseudonyms, while they are kept.

    They are printed and written nowhere. Pictures and recordings as they were are there only if 'raw' in
    privacy.yaml keeps them; a picture has the name of its redacted copy.
    """
    if output is not None:
        from handrail.cli.redacting import reveal_recording

        events = reveal_recording(Path(session), output)
        if as_json:
            give_json({"recording": session, "path": str(output), "events": events})
        else:
            give(f"{events} events in {output}")
        return
    from handrail.errors import UsageError
    from handrail.journal.keeping.private import household_behind
    from handrail.sessions.service.listing import find_session

    with opened_home() as (store, _):
        found = find_session(store, session)
        household = household_behind(store)
        known = dict(household.scrubber(found).book.known()) if household is not None else {}
    if pictures is not None:
        _reveal_pictures(found, pictures, as_json=as_json)
        return
    if not known:
        raise UsageError(
            f"No values are kept for '{found}'.", mend="It was not scrubbed, or they were forgotten."
        )
    if as_json:
        give_json({"session": found, "values": known})
    else:
        for pseudonym, value in known.items():
            give(f"{pseudonym:<22}{value}")


@app.command()
def forget(
    session: Annotated[str, typer.Argument(metavar="[ID]", help="A session's id, or 'last'.")] = "",
    value: Annotated[
        str,
        typer.Option(
            "--value", metavar="TEXT|-", help="What holds this text, of all sessions; - reads stdin."
        ),
    ] = "",
    as_json: AsJson = False,
) -> int:
    """Remove the values behind a session's pseudonyms, or a person's value from all sessions.

    A session whose values are gone can not be resumed; its journal holds as before. Sessions under a hold
    are left alone and named; then the exit code is 1.
    """
    from handrail.errors import UsageError
    from handrail.journal.chain.log import held_in, hold_on
    from handrail.journal.keeping.private import household_behind
    from handrail.sessions.service.listing import find_session

    if bool(session) == bool(value):
        raise UsageError("Say what to forget.", mend="Give a session, or --value.")
    with opened_home() as (store, _):
        found = find_session(store, session) if session else None
        household = household_behind(store)
        gone: tuple[str, ...] = ()
        held: tuple[str, ...] = ()
        if found is not None:
            hold = hold_on(store, found)
            if hold is not None:
                raise UsageError(
                    f"The hold {hold.hold} keeps it: {hold.why}.",
                    place=f"session {found}",
                    mend=f"Release it first: handrail audit hold release {hold.hold} --why TEXT",
                )
            gone = (found,) if household is not None and household.forget(found) else ()
        elif household is not None:
            wanted = (sys.stdin.read() if value == "-" else value).strip()
            gone, held = household.forget_value(wanted, held_in(store))
    if as_json:
        give_json({"sessions": gone, "held": held})
    else:
        if gone or not held:
            give(f"The values are gone from: {', '.join(gone)}." if gone else "There were none.")
        for one in held:
            give(f"{one}: left, because a hold keeps it (`handrail audit hold list`)")
    return ExitCode.FAILED if held else ExitCode.DONE


@app.command()
def schema(as_json: AsJson = False) -> None:
    """Print the JSON Schema of privacy.yaml, for editors and other programs."""
    from handrail.privacy.configuration import config_schema

    give_json(config_schema())


def _needed(config: PrivacyConfig) -> dict[str, object]:
    from handrail.privacy.household import provider_of
    from handrail.privacy.pictures import check_engine, engine_name
    from handrail.secrets.keys import KeyRing
    from handrail.secrets.sealed import cipher

    facts: dict[str, object] = {"provider": provider_of(config).name}
    if "scrub" in (config.keep.pictures, config.keep.recordings, config.keep.reports):
        check_engine()
        facts["engine"] = engine_name()
    if config.keep.journal == "scrub" and config.values.keep != "memory":
        cipher()
        facts["key"] = f"'privacy' in {KeyRing(handrail_home()).words('privacy')}"
    return facts


def _reveal_pictures(session: str, folder: Path, *, as_json: bool) -> None:
    from handrail.named_file import folder_of_results, write_named
    from handrail.privacy.raw import RawStore

    folder_of_results(folder)
    written = []
    for name, content in RawStore(handrail_home()).opened(session):
        write_named(folder / f"{name}.jpg", content, what="The picture", mode=0o600)
        written.append(str(folder / f"{name}.jpg"))
    if as_json:
        give_json({"session": session, "pictures": written})
    else:
        give(f"{len(written)} pictures in {folder}")


def _read_through(subject: str, copy: Copying) -> None:
    from handrail.cli.redacting import is_picture, picture_without, text_of
    from handrail.recording.store import load_recording
    from handrail.sessions.service.listing import find_session

    path = Path(subject)
    if subject == "-":
        copy.text(sys.stdin.read())
    elif path.is_dir():
        for event in load_recording(path).events:
            copy.scrubber.tree(event.model_dump(mode="json", exclude_defaults=True))
    elif path.is_file() and is_picture(path):
        _, regions = picture_without(path, copy)
        copy.scrubber.counts = Counter(region.kind for region in regions)
    elif path.is_file():
        copy.text(text_of(path))
    else:
        with opened_home() as (store, _):
            for entry in store.read(find_session(store, subject)):
                copy.knows(entry.body)
