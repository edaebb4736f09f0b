"""Sets of rules against each other: pairs of games with the same luck, intervals, verdicts in words."""
