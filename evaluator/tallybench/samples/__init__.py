"""What did the model write? Readers of sample files, and the sanitizer."""
