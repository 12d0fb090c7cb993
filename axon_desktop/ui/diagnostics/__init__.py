"""The diagnostics bundle in the window: what is in it is shown before it is saved."""
