"""Amendments to data, merged into the blocks that they amend before anything else is read."""
