"""The report on a ranked list."""
