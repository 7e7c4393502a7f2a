"""Numbers with their intervals: from resamples, and exact where few items say little."""
