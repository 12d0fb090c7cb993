"""Dialogs and widgets that many folders use."""
