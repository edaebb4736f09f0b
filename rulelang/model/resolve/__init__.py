"""From syntax to typed declarations: a reader for each concern, in the order in which `from_syntax` calls them."""
