"""Rows and items that a step is in: whose they are, and what is done to them where they stand."""
