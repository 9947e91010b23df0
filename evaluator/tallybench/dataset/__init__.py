"""A benchmark as a dataset for the Hugging Face Hub: tables, card, push."""
