"""What people are asked, answer, decide and call to sessions."""
