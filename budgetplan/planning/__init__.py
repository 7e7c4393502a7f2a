"""From items and prices to a decision: pure functions over the domain types, no files and no formats."""
