"""Every model measured in every way that the five papers name, apart from any decision."""
