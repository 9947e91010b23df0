"""Further correctness tests: inputs are generated, checked by contract and ground truths, and reduced to a few."""
