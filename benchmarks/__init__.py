"""Measures, each against a baseline of the same run; every one prints a table, and JSON with `--json`."""
