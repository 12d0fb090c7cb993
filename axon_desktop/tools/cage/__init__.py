"""The ways to keep a command in its place, one file each; `tools.sandbox` chooses among them."""
