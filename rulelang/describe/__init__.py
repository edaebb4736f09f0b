"""What a game is made of, told to people who want to change it."""

from rulelang.describe.hooks import Hook, hooks, matching

__all__ = ["Hook", "hooks", "matching"]
