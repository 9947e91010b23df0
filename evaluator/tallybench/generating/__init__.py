"""What a model is asked, and what it answers: from a model's name to a file of samples."""
