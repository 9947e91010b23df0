"""Tools for writing a benchmark: audit, generated tests, stressful inputs."""
