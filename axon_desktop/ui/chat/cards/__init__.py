"""Cards of tool calls and plans in the conversation."""
