"""Why the reading pane shows nothing: for the page that says what can be done, and as a sentence until then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from axon_desktop.vault import Vault

Reason: TypeAlias = Literal["no_tab", "no_vault", "empty_vault", "away"]

translate = QCoreApplication.translate


def why_nothing(vault: Vault | None, *, away: bool, without_vault: bool) -> tuple[Reason, str]:
    """Take the vault, whether its folder is gone, and whether none could be opened."""
    if away:
        words = translate(
            "PreviewPane",
            "The vault’s folder is missing. The note will be shown again as soon as the folder is back.",
        )
        return "away", words
    if vault is None and without_vault:
        return "no_vault", translate("PreviewPane", "No vault is open. Choose one with File → Open vault…")
    if vault is not None and vault.names.ready and not vault.names.paths:
        return "empty_vault", translate(
            "PreviewPane", "There are no notes here yet. Press Ctrl+Shift+N to create one."
        )
    return "no_tab", translate("PreviewPane", "Choose a note on the left to read it here.")
