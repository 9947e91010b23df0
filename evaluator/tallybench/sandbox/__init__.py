"""Runs untrusted code, from outside of it; `inside/` is what runs within, the standard library only."""
