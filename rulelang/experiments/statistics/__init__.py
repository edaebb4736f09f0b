"""What games show, reckoned: intervals that hold whenever one stops, families of them, verdicts. Pure functions."""
