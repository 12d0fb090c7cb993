"""The message box and what stands around it."""
