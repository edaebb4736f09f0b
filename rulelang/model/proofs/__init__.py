"""What can be proved of rules before anybody plays: that steps end, what they cost, which numbers come up."""
