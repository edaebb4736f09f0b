"""The rules as one small typed program."""
