"""Studies: a paper's tables reproduced, human solutions, and how stable counts are."""
