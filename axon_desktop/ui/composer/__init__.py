"""The message box and the widgets around it."""
