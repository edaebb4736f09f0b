"""The words of the language as data: blocks and their parts, functions."""
