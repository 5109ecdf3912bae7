"""What people are asked, answer, and do themselves in the middle of a run."""
