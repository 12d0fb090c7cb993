"""The history of changes to the vault: shown, undone and redone."""
