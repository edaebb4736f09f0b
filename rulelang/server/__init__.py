"""Matches for people with browsers: rooms, links to seats, and the page that draws the table."""
