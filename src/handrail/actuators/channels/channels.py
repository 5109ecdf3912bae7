"""The second channels of one session, and which of them answers a condition."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from handrail.actuators.channels.database import read_database
from handrail.actuators.channels.files import read_files
from handrail.actuators.channels.http import Fetch, read_http
from handrail.actuators.seen import Finding
from handrail.sop import condition as c
from handrail.sop.template import SECRET_PREFIX, Lookup
from handrail.sop.values import text_of


class Channels:
    """Files in `folder`; HTTP by `fetch`, at addresses that `judge` lets pass; databases and mailboxes at the
    addresses that `lookup` gives for the names of secrets. A mail counts if it came since `since`."""

    def __init__(
        self,
        *,
        folder: Path,
        fetch: Fetch,
        judge: Callable[[str], None],
        lookup: Lookup,
        since: datetime,
    ) -> None:
        self._folder = folder
        self._fetch = fetch
        self._judge = judge
        self._lookup = lookup
        self._since = since

    async def read(self, condition: c.ChannelCondition, *, seconds: float) -> Finding:
        """Read once; at most about `seconds` are spent. Raises RunError where nothing could be read.

        Drivers of databases and mailboxes wait in a thread of their own, each with its own time limit.
        """
        match condition:
            case c.FileIs():
                return read_files(self._folder, condition)
            case c.HttpReads():
                return await read_http(self._fetch, self._judge, condition, seconds)
            case c.SqlReads():
                address = text_of(self._lookup(f"{SECRET_PREFIX}{condition.database}"))
                return await asyncio.to_thread(read_database, address, condition, seconds)
            case c.MailReads():
                # Few SOPs read mail: what speaks IMAP comes with the first one.
                from handrail.actuators.channels.mail import read_mailbox

                address = text_of(self._lookup(f"{SECRET_PREFIX}{condition.mailbox}"))
                return await asyncio.to_thread(read_mailbox, address, condition, self._since, seconds)
