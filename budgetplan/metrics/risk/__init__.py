"""What a plan may cost, and how long it may take, where its inputs are known as ranges."""
