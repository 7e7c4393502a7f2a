"""Pages of a browser on this computer: forms over the same functions that the command line calls."""
