"""From files and arrays to columns of cells, each with its place; nothing here knows what a model is."""
