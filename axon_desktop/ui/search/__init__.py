"""The search in the whole vault: a page of the vault panel."""
