"""The rules as Python source, cut at decisions."""
