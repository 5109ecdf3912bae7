"""Where workers come from: each is a process of its own, forked from one that has loaded the product already.

A worker that is killed leaves nothing behind in another; only the second or two that loading takes is shared.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import NamedTuple

from benchmarks.chaotic.worker import work_by_plan

_LOADED_LATER = ("keyring.core", "secretstorage", "cryptography.hazmat.primitives.ciphers.aead")
"""What a worker loads with its first session."""


class Life(NamedTuple):
    """How a worker's life went."""

    pid: int
    came_to: int
    """What it ended with, -9 where it was killed."""
    too_long: bool
    """It was killed because its time was over."""


class Nursery:
    """Makes the workers of one home, one after the other."""

    def __init__(self, home: Path, environment: Mapping[str, str]) -> None:
        """`environment` is what the workers have beside this process's."""
        self._home = home
        self._environment = dict(environment)
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([work_by_plan.__module__, *_LOADED_LATER])
        self.log = home / "worker.log"
        """What the workers say."""

    async def work(self, plan: str, seconds: float) -> Life:
        """Have a worker meet with the plan. One that takes longer than `seconds` is killed, too."""
        process: ForkServerProcess = self._context.Process(
            target=_work, args=(self._home, plan, self._environment, self.log)
        )
        process.start()
        too_long = not await _has_ended(process.sentinel, seconds)
        if too_long:
            process.kill()
        process.join()
        pid, came_to = process.pid, process.exitcode
        process.close()
        assert pid is not None and came_to is not None
        return Life(pid, came_to, too_long)


async def _has_ended(sentinel: int, seconds: float) -> bool:
    """Whether a process ends in this time; other workers are looked after meanwhile."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sentinel, ended.set)
    try:
        async with asyncio.timeout(seconds):
            await ended.wait()
    except TimeoutError:
        return False
    finally:
        loop.remove_reader(sentinel)
    return True


def _work(home: Path, plan: str, environment: Mapping[str, str], log: Path) -> None:
    os.environ.update(environment)
    with log.open("a") as file:
        # What the browser's driver says goes there as well.
        os.dup2(file.fileno(), sys.__stdout__.fileno() if sys.__stdout__ else 1)
        os.dup2(file.fileno(), sys.__stderr__.fileno() if sys.__stderr__ else 2)
    work_by_plan(home, plan)
