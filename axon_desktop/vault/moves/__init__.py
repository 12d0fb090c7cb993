"""Moving notes and folders with all links to them."""
