"""The JSON Schema of policy files."""

from __future__ import annotations

from typing import Any

from handrail.policy.documents import document
from handrail.policy.documents.document import PolicyDocument
from handrail.sop.schema import schema_of


def policy_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of what `reading.read_policy` reads, for editors and other programs."""
    return schema_of(PolicyDocument, (document,), "Handrail policy")
