"""What a file is turned into before it is put into the index."""
