"""Nova Agent Sync in the window: reports of turns, a light for them, their settings."""
