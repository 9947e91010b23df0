"""The nouns: problem, benchmark, verdict, count, result."""
