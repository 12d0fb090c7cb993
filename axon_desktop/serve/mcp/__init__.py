"""The vault as an MCP server over standard input and output."""
