"""A review that is carried out: what becomes of each item, what was declared, what came back."""
