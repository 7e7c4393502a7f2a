"""What may be asked of the program: the form of an option, and names that none has."""
