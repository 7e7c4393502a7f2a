"""Accepting, reviewing and leaving at once: the best cutoff and stop for every budget."""
