"""Postbox, a small webmail: folders, labels, search, reading and sending."""

from handrail_practice.webmail.app import ACCOUNT, create_app
from handrail_practice.webmail.seeds import seed

__all__ = ["ACCOUNT", "create_app", "seed"]
