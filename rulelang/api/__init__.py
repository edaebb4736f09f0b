"""The public names: a game by its name, a match, a decision and its options."""
