"""What is known of a list: its orders, what they hold, its strata and types, and whether it is like the sample."""
