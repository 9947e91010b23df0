"""ECCO's tables, as far as they can be made again."""
