"""Runs untrusted code, from outside of it."""
