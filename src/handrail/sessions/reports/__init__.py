"""What happened in a session, as a page for people, and why."""
