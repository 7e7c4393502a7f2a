"""Tables put together, widened, and voted on: from rows as they stand to a row an item."""
