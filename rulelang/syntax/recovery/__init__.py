"""After a mistake: how the line could be mended, and which messages only follow from it."""
