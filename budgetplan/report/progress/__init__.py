"""The card on a review that is under way: how far, what was found and spent, whether to go on."""
