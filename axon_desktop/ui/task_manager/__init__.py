"""What the window shows and does of Nova Agent Sync: reports of its turns, a light for them, their settings."""
