"""What a problem is, and what a benchmark is."""
