"""Stressful inputs by search, without a model: inputs are changed step by step, to tell programs apart better."""
