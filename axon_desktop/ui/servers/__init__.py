"""The user's MCP servers as the window shows them: settings page, forms, questions, notices."""
