"""A private folder of the user for what can be worked out again."""
