"""Review queues: order, path, gain, what a budget buys, where to stop."""
