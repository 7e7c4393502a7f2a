"""From files and the command line to the plan, the items and the scores; every problem at once."""
