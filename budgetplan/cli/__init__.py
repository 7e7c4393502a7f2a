"""The command line: thin, over the same functions that a notebook calls."""
