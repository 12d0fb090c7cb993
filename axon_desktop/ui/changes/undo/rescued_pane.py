"""RescuedPane: a rescued text compared with the file as it is now."""

from __future__ import annotations

from functools import partial

from axon_desktop.text.file_names import is_note
from axon_desktop.ui.changes.file_pane import FilePane, line_counts
from axon_desktop.ui.changes.queries import Comparison, read_rescued
from axon_desktop.ui.changes.wording import when
from axon_desktop.vault.history.records import RescuedVersion


class RescuedPane(FilePane):
    """Shows one rescued text at a time, or why it cannot be shown."""

    def show_rescued(self, version: RescuedVersion) -> None:
        """Show how a rescued text differs from its file."""
        self._show(
            version.path, partial(read_rescued, self._vault, version), partial(self._describe_rescued, version)
        )

    def _describe_rescued(self, version: RescuedVersion, found: Comparison) -> str:
        line = " · ".join([when(version.time), *line_counts(found)])
        if found.alone:
            note, file = self.tr("The note no longer exists."), self.tr("The file no longer exists.")
            return f"{line}\n{note if is_note(version.path) else file}"
        if found.diff is not None and found.diff.hunks:
            words = self.tr("Left: as it is now. Right: the rescued text.")
            return f"{line}\n{words}"
        return line

    def _words(self, found: Comparison) -> str:
        if found.alone and not found.why:
            return self.tr("The rescued text is empty.")
        return {
            "": self.tr("The file contains exactly this text."),
            "gone": self.tr("This text is no longer kept."),
            "binary": self.tr("This is not text, but you can save it as a new file."),
            "large": self.tr("This text is too large to compare here. You can still copy and save it."),
        }[found.why]
