"""Plain Python values: as bytes, as literals, and as people see them."""
