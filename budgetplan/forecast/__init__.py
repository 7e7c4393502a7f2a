"""The list in the order of its own scores: what they promise, and whether the labelled items may speak for it."""
