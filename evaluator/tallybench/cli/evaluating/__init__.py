"""Commands that evaluate: samples, this machine, a paper's claims."""
