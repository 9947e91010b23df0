"""Generating: a model's name in, samples out; and all the way to a result."""
