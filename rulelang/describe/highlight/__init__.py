"""Colours for rules in editors and on pages: every grammar is made from the words of the language."""
