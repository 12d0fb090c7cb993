"""MCP servers in the window."""
