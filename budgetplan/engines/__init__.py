"""The list where it is: queries that count it, and the engines that answer them."""
