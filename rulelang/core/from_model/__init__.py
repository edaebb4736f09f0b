"""From the typed model to the core."""
