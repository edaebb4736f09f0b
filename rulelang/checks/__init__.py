"""What can be said of rule files without playing them."""
