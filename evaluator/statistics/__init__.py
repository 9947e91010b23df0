"""What tells the models apart: results as data frames, and the statistics that are computed from them."""
