"""Options for writing Parquet files: the same table and the same version of PyArrow give the same bytes."""

OPTIONS = {
    "version": "2.6",
    "data_page_version": "1.0",
    "compression": "zstd",
    "compression_level": 9,
    "use_dictionary": True,
    "write_statistics": True,
    "write_page_index": True,
    "store_schema": True,
}
ROWS = 10_000  # per row group, if a table is written in one go
