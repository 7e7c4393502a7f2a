"""Plan annotation budgets: which model, how many items, where to stop, and how sure that is."""

__version__ = "0.1.0"
