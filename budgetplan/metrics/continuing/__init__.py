"""Whether to go on after some reviewing: what may be left, what the next items bring, how sure that is."""
