"""The report on a selective classifier."""
