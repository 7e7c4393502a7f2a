"""What each of 21 budgets buys, from nothing to twice the budget."""
