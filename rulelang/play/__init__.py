"""A position being played: advance, outcome, audit, save."""
