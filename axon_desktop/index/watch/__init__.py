"""Changes in the vault's folder, as they happen."""
