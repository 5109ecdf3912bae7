"""Which of several a step is on: rows, entries of lists, boxes, days, cards, places."""
