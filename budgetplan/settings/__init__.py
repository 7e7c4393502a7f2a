"""From the command line, the plan file and the arguments of a call to a plan; every problem at once."""
