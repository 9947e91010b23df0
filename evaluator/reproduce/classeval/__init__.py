"""ClassEval's tables, its published pass@k, dependencies and errors, measured again."""
