"""A benchmark as the site shows it: what is public of it, its texts where they may be shown, results and boards."""
