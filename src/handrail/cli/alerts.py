"""`handrail alerts`: rules over the journal, and who is told."""

from __future__ import annotations

from typing import Annotated

import typer

from handrail.cli.home import opened_service
from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say
from handrail.errors import ExitCode, HandrailError

app = typer.Typer(no_args_is_help=True, help="Send alerts about what the journal shows, by rules.")


@app.command()
def check(as_json: AsJson = False) -> int:
    """Look through what was journaled since the last time, and tell each finding once.

    `handrail serve` does it every five seconds. The first look raises nothing: it learns what is usual.
    Exit 0 when every channel took what it was told, 1 when one did not; that is tried again with the next.
    """
    from handrail.journal.database.alerts import AlertTable
    from handrail.journal.database.journals import DatabaseStore
    from handrail.sessions.audit.alert_rules import alert_settings
    from handrail.sessions.audit.alerting import Teller, Watch
    from handrail.sessions.beginning.vaulting import channel_secret

    with opened_service() as service:
        settings = alert_settings(service.place.home)
        table = AlertTable(service.database)
        for channel in settings.channels:
            table.skip(channel.name)
        raised = Watch(DatabaseStore(service.database), settings).look()
        told: dict[str, int] = {}
        failed: dict[str, str] = {}
        for channel in settings.channels:
            try:
                teller = Teller(table, channel, lambda name: channel_secret(service.place.home, name))
                told[channel.name] = teller.tell()
            except HandrailError as error:
                failed[channel.name] = str(error)
    if as_json:
        alerts = [alert.model_dump(mode="json") for alert in raised]
        give_json({"raised": alerts, "told": told, "failed": failed})
    for alert in () if as_json else raised:
        give(f"{alert.rule}: {alert.title}")
    for name, why in failed.items():
        say(f"{name} was not told: {why}")
    if not as_json and not raised:
        say("Nothing new.")
    return ExitCode.FAILED if failed else ExitCode.DONE


@app.command()
def rules(as_json: AsJson = False) -> None:
    """List the rules and channels of `alerts.yaml` in the home, as they are understood.

    Exit 2, with the line, where the file cannot be understood.
    """
    from handrail.home import handrail_home
    from handrail.sessions.audit.alert_rules import NAME, alert_settings

    settings = alert_settings(handrail_home())
    if as_json:
        give_json(settings.model_dump(mode="json", exclude_defaults=True))
        return
    if not settings.rules:
        say(f"There is no rule: write some into {handrail_home() / NAME}.")
    for rule in settings.rules:
        facts = rule.model_dump(exclude_defaults=True, exclude={"name", "when"})
        more = ", ".join(
            f"{name.replace('_', ' ')} {' or '.join(value) if isinstance(value, tuple) else f'{value:g}'}"
            for name, value in facts.items()
        )
        give(f"{rule.name}: {rule.when}" + (f" ({more})" if more else ""))
    for channel in settings.channels:
        where = channel.webhook or (", ".join(channel.email.to) if channel.email else "")
        say(f"told to {channel.name}: {where.partition('?')[0]}")


@app.command("list")
def list_(
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="How many, the newest first.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List the alerts that were raised."""
    from handrail.journal.database.alerts import AlertTable

    with opened_service() as service:
        found = AlertTable(service.database).all(limit)
    if as_json:
        give_json([alert.model_dump(mode="json") for alert in found])
        return
    if not found:
        say("There was no alert yet.")
    for alert in found:
        give(f"{alert.at[:19]}Z  {alert.rule}: {alert.title}")


@app.command()
def test(as_json: AsJson = False) -> int:
    """Send a test message over every channel. Exit 0 when all took it, 1 when one did not."""
    from handrail.errors import UsageError
    from handrail.home import handrail_home
    from handrail.sessions.audit.alert_rules import NAME, alert_settings
    from handrail.sessions.audit.alerting import deliver, sample
    from handrail.sessions.beginning.vaulting import channel_secret

    channels = alert_settings(handrail_home()).channels
    if not channels:
        raise UsageError("There is no channel to test.", mend=f"Write one into {handrail_home() / NAME}.")
    failed: dict[str, str] = {}
    for channel in channels:
        try:
            deliver(sample(), channel, lambda name: channel_secret(handrail_home(), name))
        except HandrailError as error:
            failed[channel.name] = str(error)
    if as_json:
        give_json({"channels": [channel.name for channel in channels], "failed": failed})
    for channel in () if as_json else channels:
        give(f"{channel.name}: {failed.get(channel.name, 'it took the message')}")
    return ExitCode.FAILED if failed else ExitCode.DONE
