"""Axon Desktop: a desktop agent for Obsidian vaults."""

__version__ = "0.1.0"
