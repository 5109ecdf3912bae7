"""What is seen of a choice: what a step picks and opens, and what a page says of it before and since."""
