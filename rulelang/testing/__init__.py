"""Scenarios: positions, steps and what must hold after them."""
