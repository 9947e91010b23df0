"""Stressful inputs by search, without a model: growing inputs that are changed step by step, as long as counts rise."""
