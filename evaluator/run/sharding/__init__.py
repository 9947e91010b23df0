"""A run in shares, on machines that know nothing of each other: each writes a shard, `merge` makes the result."""
