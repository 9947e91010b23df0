"""Further inputs that tell wrong programs from right ones: generated, checked by contract and truths, reduced."""
