"""Plain values: as bytes, as literals, as people see them."""
