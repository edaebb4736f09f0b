"""Information-set Monte-Carlo tree search: a tree over what a player can know, grown by games played in the head."""
