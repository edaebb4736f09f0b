"""Many games at once: what is asked for, playing it in batches, and what it shows."""
