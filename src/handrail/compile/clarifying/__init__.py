"""What a recording leaves open and a person is asked about."""
