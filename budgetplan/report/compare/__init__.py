"""The report that compares several plans."""
