"""A session for each row of a table."""
