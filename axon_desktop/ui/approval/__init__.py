"""The dialogs that ask before the agent changes something."""
