"""Results that are packed: many files' samples in Parquet, by benchmark and month, and their figures in one index.

`results/packed/` holds them. A pack never changes once it is written; the index says which packs count, with the
SHA-256 of each. From both, every file comes back to the byte. Nothing here knows what a result means.
"""
