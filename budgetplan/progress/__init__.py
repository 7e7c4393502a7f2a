"""How far a review is: what came back, what the next items bring, whether to go on."""
