"""Rules, values and conditions as sentences."""
