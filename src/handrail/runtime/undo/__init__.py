"""Taking back what a session has done."""
