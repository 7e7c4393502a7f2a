"""Inputs that are known as ranges, and what follows from them."""
