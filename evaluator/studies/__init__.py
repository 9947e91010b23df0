"""The studies of papers measured again: published figures beside ours, and the reason for each difference."""
