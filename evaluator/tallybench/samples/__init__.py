"""What the model wrote: readers for sample files, and the sanitizer."""
