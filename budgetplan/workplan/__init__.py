"""How a plan is carried out: packets, people, hours, dates, and what should have been found by when."""
