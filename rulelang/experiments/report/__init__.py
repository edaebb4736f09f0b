"""A comparison as one page of HTML: nothing to fetch, light and dark, fit to be printed."""
