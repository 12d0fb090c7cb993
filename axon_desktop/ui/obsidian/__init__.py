"""Side by side with Obsidian: its vaults, its links, and its ways to make, name, move and trash notes."""
