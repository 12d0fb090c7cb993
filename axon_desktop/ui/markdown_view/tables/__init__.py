"""Tables, also those wider than the text."""
