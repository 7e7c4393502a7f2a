"""The report on a ranked list of which so many entries of each stratum are wanted."""
