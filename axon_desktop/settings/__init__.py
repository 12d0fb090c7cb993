"""What the user can set: the settings file, the command line, and API keys."""
