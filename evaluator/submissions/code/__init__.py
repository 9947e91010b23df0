"""What the code of samples shows, read without running it."""
