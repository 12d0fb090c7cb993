"""What shows a file of Acme inside a note: its text as a heading."""

from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import EmbeddedNote, scan_embedded
from axon_desktop.vault import Vault


def load_acme(vault: Vault, _index: VaultIndex | None, key: EmbedKey) -> EmbeddedNote:
    """Read the file."""
    text = vault.read_attachment(key.path, 1_000).decode()
    return scan_embedded(key.path, f"# Acme says {text}", lambda _target: None)
