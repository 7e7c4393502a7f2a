"""What every kind of plan is made of: places in an order, and what is read from them."""
