"""Commands that publish: the site and the dataset."""
