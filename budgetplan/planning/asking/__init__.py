"""Who answers between a model and people, for a price."""
