"""COFFE (Peng et al., FSE 2025): tables 1, 2, 4, 5 and 6."""
