"""Commands about a benchmark: its problems, and what is known of them."""
