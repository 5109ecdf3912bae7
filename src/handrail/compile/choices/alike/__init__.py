"""One of several entries, cards or rows that are alike: which record is meant, and what it is called."""
