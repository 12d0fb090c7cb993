"""Conversations: as data, as JSON, and in the store."""
