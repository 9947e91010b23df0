"""Inline SVG of charts, drawn at build time."""
