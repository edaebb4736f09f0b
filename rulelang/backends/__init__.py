"""What carries the core out."""
