"""What was changed in the vault: shown, taken back, and taken back again."""
