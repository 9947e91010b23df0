"""May this result be published? Checks, measuring again, review."""
