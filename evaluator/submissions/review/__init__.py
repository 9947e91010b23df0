"""Reviews a pull request: what it changes in `results/`, whether that may be taken, and what it would do there."""
