"""What a result is, and what follows from it."""
