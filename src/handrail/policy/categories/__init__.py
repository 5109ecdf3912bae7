"""Which categories an action belongs to, with the evidence for each."""
