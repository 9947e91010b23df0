"""Run samples on a Judge0 server: correctness, with the time and memory that the server measures."""
