"""Secrets: values that are kept apart, typed where they belong, and told nowhere."""

from handrail.secrets.book import SecretBook, open_book
from handrail.secrets.stored import StoredSecret
from handrail.secrets.value import SecretValue

__all__ = ["SecretBook", "SecretValue", "StoredSecret", "open_book"]
