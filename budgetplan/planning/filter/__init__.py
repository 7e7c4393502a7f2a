"""The ranked list: which model to review from, and where to stop."""
