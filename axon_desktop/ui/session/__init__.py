"""The open conversation, its agent and its model."""
