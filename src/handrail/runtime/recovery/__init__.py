"""What is done about errors, obstacles and actions in doubt."""
