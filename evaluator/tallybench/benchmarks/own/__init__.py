"""Benchmarks of the user's own: a folder with `benchmark.toml`, `problems/` and, once there are some, `results/`."""
