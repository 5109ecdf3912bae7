"""The listed words, in every language: how they are compared, and the deeds that they are by themselves."""
