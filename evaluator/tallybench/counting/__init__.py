"""Counts instructions and memory: workers, references, and the stores of what was measured."""
