"""The report on a joint plan."""
