"""Bots against each other: who is how strong, and in which time."""
