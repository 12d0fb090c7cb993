"""The settings page of MCP servers."""
