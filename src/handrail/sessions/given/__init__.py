"""What a session is given: variables, secrets, rows of a table."""
