"""A paper's tables again, the solutions of people, how stable counts are."""
