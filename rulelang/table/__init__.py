"""The table as people see it, made from the rules and from what a player may know."""
