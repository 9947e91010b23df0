"""What did the model write? Samples, and the programs that are taken from them."""
