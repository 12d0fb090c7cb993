"""The history of conversations, and rewinding one."""
