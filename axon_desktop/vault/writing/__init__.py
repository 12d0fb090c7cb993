"""The write gateway, and everything that a write goes through."""
