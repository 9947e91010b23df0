"""How instructions are counted: one module a counter."""
