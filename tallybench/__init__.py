"""What other harnesses load of TallyBench; the evaluator itself is the package `evaluator`."""
