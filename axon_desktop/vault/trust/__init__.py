"""What in a note may not be trusted."""
