"""Run untrusted code in a sandbox; `inside/` runs within it, and uses only the standard library."""
