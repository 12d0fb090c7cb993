"""The index of a vault: full text, links, tags, and changes by other programs.

`vault_index.VaultIndex` is the entry point: it starts a child process (`worker`) that watches the vault and is the
only writer of the index; queries read the same files in this process.
"""
