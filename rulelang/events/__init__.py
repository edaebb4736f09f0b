"""What happened in a match, as data."""
