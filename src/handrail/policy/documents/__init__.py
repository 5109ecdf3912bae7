"""The policy as people write it, with what its file must hold."""
