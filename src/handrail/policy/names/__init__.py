"""What the name of a button, or the question that it answers, says is done."""
