"""ClassEval: tables 3, 4, 5 and 7, figures 7 to 9, and its published pass@k."""
