"""What the answers of a classifier are worth, and which of them to accept."""
