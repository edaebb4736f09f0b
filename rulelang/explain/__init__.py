"""Why not: the smallest condition that stands in the way of an option."""
