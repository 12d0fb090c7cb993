"""The list of conversations, and going back in one."""
