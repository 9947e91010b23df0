"""Plain values: as bytes, as literals, and as shown to people."""
