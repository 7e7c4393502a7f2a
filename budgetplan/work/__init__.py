"""The work that follows a plan: how it is carried out, what came back, and whether to go on."""
