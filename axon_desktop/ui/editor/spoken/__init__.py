"""What somebody hears who writes in Live: the lines that the caret enters, and the ways from one to the next."""
