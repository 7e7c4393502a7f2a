"""What models say, measured: calibration, cutoffs, value, and draws of labelled items for the papers' metrics."""
