"""Whether the intervals of comparisons keep what they promise, and what it brings that both sides share their luck."""
