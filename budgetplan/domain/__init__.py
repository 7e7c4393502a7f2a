"""Frozen types: items, prices, values, goals, the user's plan and what is decided."""
