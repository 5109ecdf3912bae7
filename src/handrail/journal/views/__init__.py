"""Folds over a journal: the state, summary, outcome and trail of a session, and what a home was told."""
