"""The benchmark itself."""
