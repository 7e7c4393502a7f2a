"""What the labelled items say of each order of review: paths, resamples of them, and rates along them."""
