"""Refinement: further rounds, in which a model writes its program anew (ECCO, EMNLP 2024, section 4.2)."""
