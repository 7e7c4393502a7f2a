"""How sure numbers are: paired resamples of everything, exact bounds, differences of all pairs."""
