"""`handrail audit anchor` and `stream`: telling places outside of the home."""

from __future__ import annotations

from handrail.cli.home import opened_service
from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say
from handrail.errors import ExitCode, HandrailError, UsageError


def anchor(as_json: AsJson = False) -> int:
    """Sign what is unsigned, and tell the end of the audit log to the places that `audit.yaml` names.

    `handrail serve` does it every hour, or as `anchor_every` says. Exit 0 when all places took it, 1 when one
    did not.
    """
    from handrail.sessions.audit.anchoring import anchor_all
    from handrail.sessions.audit.audit_settings import NAME, audit_settings

    with opened_service() as service:
        settings = audit_settings(service.place.home)
        if not settings.anchors:
            place = service.place.home / NAME
            raise UsageError("There is no place to anchor to.", mend=f"Write 'anchors:' into {place}.")
        told, failed = anchor_all(service.place, settings)
    if as_json:
        anchors = [event.model_dump(mode="json", exclude_none=True) for event in told]
        give_json({"anchored": anchors, "failed": [str(error) for error in failed]})
    for event in () if as_json else told:
        give(f"entry {event.at_seq} of the audit log is anchored: {event.where}")
    for error in failed:
        say(f"not anchored: {error}")
    return ExitCode.FAILED if failed else ExitCode.DONE


def stream(as_json: AsJson = False) -> int:
    """Send what is new to the streams of `audit.yaml`, once; `handrail serve` goes on doing it.

    Each goes on from where it was; one that another process is sending is left to it. Exit 0 when all is
    sent, 1 when a place did not take it.
    """
    from handrail.journal.database.journals import DatabaseStore
    from handrail.sessions.audit.audit_settings import NAME, audit_settings
    from handrail.sessions.audit.streaming import Streamer, target_of
    from handrail.sessions.beginning.vaulting import channel_secret

    sent: dict[str, int | None] = {}
    failed: dict[str, str] = {}
    with opened_service() as service:
        settings = audit_settings(service.place.home)
        if not settings.streams:
            place = service.place.home / NAME
            raise UsageError("No stream is set up.", mend=f"Write 'streams:' into {place}.")
        store = DatabaseStore(service.database)
        for one in settings.streams:
            try:
                target = target_of(one, lambda name: channel_secret(service.place.home, name))
                sent[one.name] = Streamer(store, one, target).look()
            except HandrailError as error:
                failed[one.name] = str(error)
    if as_json:
        give_json({"sent": sent, "failed": failed})
    for name, count in () if as_json else sent.items():
        give(f"{name}: another process is sending it" if count is None else f"{name}: {count} entries")
    for name, why in failed.items():
        say(f"{name}: {why}")
    return ExitCode.FAILED if failed else ExitCode.DONE
