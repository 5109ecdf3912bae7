"""Where Handrail keeps its state on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def handrail_home() -> Path:
    """`HANDRAIL_HOME`, else the platform's folder for an application's data. It may not exist yet."""
    named = os.environ.get("HANDRAIL_HOME")
    if named:
        return Path(named).expanduser().resolve()
    from platformdirs import user_data_dir

    return Path(user_data_dir("handrail", appauthor=False))
