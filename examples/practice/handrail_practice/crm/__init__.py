"""Rolodesk, a small CRM: contacts, notes, files, firm profiles, orders and a JSON readback."""

from handrail_practice.crm.app import ACCOUNT, create_app
from handrail_practice.crm.seeds import seed

__all__ = ["ACCOUNT", "create_app", "seed"]
