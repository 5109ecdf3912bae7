"""What is kept and let go: personal data apart, erasure, retention, and proof that all is whole."""
