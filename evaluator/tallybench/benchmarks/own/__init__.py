"""Users' own benchmarks: a folder with `benchmark.toml`, `problems/` and, once there are any, `results/`."""
