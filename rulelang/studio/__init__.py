"""Rules written in a browser, with the table that they make beside them."""
