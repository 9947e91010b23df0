"""Further correctness tests: generated inputs, checked by contract and ground truths, and reduced to a few."""
