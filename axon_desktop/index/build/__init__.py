"""Building the index: scanning files and making their documents."""
