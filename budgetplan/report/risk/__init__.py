"""What a plan may cost, and whether it is done in time."""
