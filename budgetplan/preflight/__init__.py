"""Before a report: a draft of the plan file, and what looks wrong in a plan and its data."""
