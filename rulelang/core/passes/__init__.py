"""Passes over the core."""
