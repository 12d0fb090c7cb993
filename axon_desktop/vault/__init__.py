"""What there is: notes and files, and the two gateways that everything which touches them goes through."""

from axon_desktop.vault.gateway import Entry
from axon_desktop.vault.reading import Note
from axon_desktop.vault.records import Change, TurnRecord
from axon_desktop.vault.vault import Vault

__all__ = ["Change", "Entry", "Note", "TurnRecord", "Vault"]
