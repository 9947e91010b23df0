"""A run on the nodes of a Ray cluster: the same jobs, by the same workers, with the same outcomes."""
