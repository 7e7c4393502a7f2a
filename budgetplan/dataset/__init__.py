"""From columns to items: which rows are used, which classes there are, what the models say of each item."""
