"""Count instructions and memory: workers, references, and stores of measurements."""
