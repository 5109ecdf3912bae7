"""What other data say in place of recorded values: variables, and texts and targets that hold them."""
