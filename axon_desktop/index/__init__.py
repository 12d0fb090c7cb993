"""What is known of a vault without reading it again: full text, links, tags, and what other programs change.

`vault_index.VaultIndex` is the door: it starts a child process (`worker`) that watches the vault and is the one
writer of the index; searching and asking read the same files in this process.
"""
