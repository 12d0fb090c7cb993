"""Choosing a model among those of the servers."""
