"""The events of a journal, by what they tell of."""
