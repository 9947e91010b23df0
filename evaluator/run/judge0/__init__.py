"""A run on a Judge0 server: samples in, a report out, which is no result."""
