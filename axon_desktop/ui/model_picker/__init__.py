"""Choosing a model among those that the servers have."""
