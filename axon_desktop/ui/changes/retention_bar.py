"""RetentionBar: how much history is stored, its size, its limits, and how many texts were rescued."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from axon_desktop.errors import AxonError
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.formats import format_size
from axon_desktop.ui.look.parts import push_button, text_label, vbox
from axon_desktop.ui.look.sizes import fit_beside_fields
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.widgets.flow_layout import FlowLayout
from axon_desktop.ui.widgets.form_fields import NumberBox
from axon_desktop.vault import Vault
from axon_desktop.vault.history.retention import (
    LEAST_TURNS,
    MAX_BYTES,
    MAX_DAYS,
    MIN_BYTES,
    JournalSize,
    Retention,
)

_MB = 1 << 20


class RetentionBar(QWidget):
    """A line below the list; its button unfolds the limits."""

    freed = Signal()
    """Old turns were deleted."""
    rescued_requested = Signal()
    """The rescued texts are to be shown."""

    def __init__(self, vault: Vault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = WidgetTasks(self)
        self._vault = vault
        self.label = text_label("", self, tone="muted")
        self.more = push_button(self.tr("&Storage…"), self, auto_default=False, kind="link")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._unfold)
        self.rescued = push_button("", self, self.rescued_requested, auto_default=False, kind="link")
        self.rescued.hide()
        line = FlowLayout(8)
        for widget in (self.label, self.more, self.rescued):
            line.addWidget(widget)
        vbox(line, self._build_form(), parent=self, spacing=6)
        self.refresh()

    def _build_form(self) -> QWidget:
        self._form = QWidget(self)
        self.days = NumberBox(self)
        self.days.setRange(1, MAX_DAYS)
        self.days.valueChanged.connect(self._name_days)
        self._name_days(self.days.value())
        self.days.setAccessibleName(self.tr("Days to keep changes"))
        self.size_mb = NumberBox(self)
        self.size_mb.setRange(MIN_BYTES // _MB, MAX_BYTES // _MB)
        self.size_mb.setSuffix(self.tr(" MB"))
        self.size_mb.setAccessibleName(self.tr("Maximum size of kept texts in megabytes"))
        self.keep_button = push_button(
            self.tr("Save &limits"), self, lambda: self._tasks.start(self._keep(), name="keep changes")
        )
        self.free_button = push_button(
            self.tr("&Free space now"),
            self,
            lambda: self._tasks.start(self._free(), name="free space"),
            tip=self.tr("Delete what is beyond these limits and free the disk space"),
        )
        self.message = text_label("", self, wraps=True, tone="muted", kind="small")
        for button in (self.keep_button, self.free_button):
            button.setAutoDefault(False)
            fit_beside_fields(button)
        fields = FlowLayout(8)
        for words, box in ((self.tr("&Keep for"), self.days), (self.tr("at &most"), self.size_mb)):
            label = QLabel(words, self)
            label.setBuddy(box)
            fields.addWidget(label)
            fields.addWidget(box)
        fields.addWidget(self.keep_button)
        fields.addWidget(self.free_button)
        vbox(fields, self.message, parent=self._form, margins=(0, 0, 0, 12), spacing=4)
        self._form.hide()
        return self._form

    def _name_days(self, days: int) -> None:
        self.days.setSuffix(self.tr(" day") if days == 1 else self.tr(" days"))

    def refresh(self) -> None:
        """Read the figures again, in the background."""
        self._tasks.start(self._refresh(), name="space of changes")

    async def _refresh(self) -> None:
        journal = self._vault.journal
        try:
            space, kept, rescued = await asyncio.to_thread(
                lambda: (journal.space(), journal.retention, journal.count_rescued())
            )
        except AxonError:
            self.hide()  # the list shows the error
            return
        self._show(space, kept)
        self._show_rescued(rescued)

    def _show(self, space: JournalSize, kept: Retention) -> None:
        words = self.tr("{size} of {limit} used. Kept for {days} days.")
        if kept.days == 1:
            words = self.tr("{size} of {limit} used. Kept for one day.")
        self.label.setText(
            words.format(size=format_size(space.texts), limit=format_size(kept.size), days=f"{kept.days:,}")
        )
        words = self.tr("{turns} turns, {disk} on disk. The newest {least} are always kept.").format(
            turns=f"{space.turns:,}", disk=format_size(space.disk), least=LEAST_TURNS
        )
        self.label.setToolTip(plain_tip(words))
        if not self._form.isVisible():
            self.days.setValue(kept.days)
            self.size_mb.setValue(kept.size // _MB)

    def _show_rescued(self, count: int) -> None:
        words = self.tr("1 &rescued text…") if count == 1 else self.tr("{count} &rescued texts…")
        self.rescued.setText(words.format(count=f"{count:,}"))
        self.rescued.setVisible(count > 0)

    def _unfold(self, shown: bool) -> None:
        self._form.setVisible(shown)
        words = self.tr("For this vault. The newest {least} turns are always kept.")
        self._say(words.format(least=LEAST_TURNS))
        if shown:
            self.days.setFocus()

    async def _keep(self) -> None:
        try:
            kept = Retention(self.days.value(), self.size_mb.value() * _MB)
            await asyncio.to_thread(self._vault.journal.set_retention, kept)
        except AxonError as error:
            self._say(error_text(error), bad=True)
            return
        self._say(
            self.tr(
                "Limits saved. Anything beyond them is deleted at the next cleanup, or when you free space now."
            )
        )
        await self._refresh()

    async def _free(self) -> None:
        self.free_button.setEnabled(False)
        journal = self._vault.journal
        try:
            before = await asyncio.to_thread(journal.space)
            await asyncio.to_thread(self._vault.open)  # otherwise unfinished changes would not be deleted
            await asyncio.to_thread(journal.free)
            after = await asyncio.to_thread(journal.space)
        except AxonError as error:
            self._say(error_text(error), bad=True)
            return
        finally:
            self.free_button.setEnabled(True)
        gone = before.turns - after.turns
        if gone:
            words = self.tr("{turns} older turns deleted, {size} of disk space freed.")
            if gone == 1:
                words = self.tr("One older turn deleted, {size} of disk space freed.")
            size = format_size(max(0, before.disk - after.disk))
            self._say(words.format(turns=f"{gone:,}", size=size))
            self.freed.emit()
        else:
            self._say(self.tr("Nothing is beyond the limits."))
        await self._refresh()

    def _say(self, text: str, *, bad: bool = False) -> None:
        self.message.setText(text)
        mark(self.message, tone="err" if bad else "muted")
