"""Completion criteria: what was seen to come true and shows on other data that a step is done."""
