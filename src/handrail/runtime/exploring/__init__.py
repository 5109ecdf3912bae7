"""Looking for a way where none is known, and keeping the ways that were found."""
