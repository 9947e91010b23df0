"""Where benchmarks come from: one module a source."""
