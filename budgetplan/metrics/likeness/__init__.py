"""Whether a list is like the labelled sample, and what its scores promise."""
