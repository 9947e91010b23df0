"""What runs within the sandbox, or as the measuring interpreter: the standard library only, nothing of the project."""
