"""What a plan may cost, how long it may take, and which of its inputs matter."""
