"""Runs untrusted code in a sandbox; `inside/` is what runs within it, and uses only the standard library."""
