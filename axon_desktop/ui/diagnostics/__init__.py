"""The diagnostics bundle: its content is shown before it is saved."""
