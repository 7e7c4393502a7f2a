"""A model answers part of the items, people review part of the rest, on one budget."""
