"""What of the rules is reached by scenarios, and by simulated games: each line an author wrote is one item."""
