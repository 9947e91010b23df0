"""The site's tables, each a list of columns: what a column is called, what it shows, and how it sorts."""

from generator.tables.column import Column, Links, columns_with_values

__all__ = ["Column", "Links", "columns_with_values"]
