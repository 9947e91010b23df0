"""The place of samples among human solutions, as LeetCode shows it for submissions."""
