"""What other tools load or read: Inspect AI, lm-evaluation-harness, lighteval, Judge0."""
