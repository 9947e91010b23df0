"""The tables of COFFE's paper, measured again: the paper's figure and ours side by side, each with its denominator."""
