"""SettingsDialog: all settings of the user, by pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QWidget

from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.languages import LANGUAGES
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import STRETCH, add_parts, centred_text, hbox, push_button, text_label, vbox
from axon_desktop.ui.look.sizes import NOTE_PIXELS, NOTE_SIZES, start_size
from axon_desktop.ui.look.stylesheet import wear
from axon_desktop.ui.settings.appearance_page import AppearancePage
from axon_desktop.ui.settings.editor_page import EditorPage
from axon_desktop.ui.settings.meaning_page import MeaningPage
from axon_desktop.ui.settings.model.model_page import ModelPage
from axon_desktop.ui.settings.page_list import PageList
from axon_desktop.ui.settings.page_search import Row
from axon_desktop.ui.settings.prompt_field import PromptField
from axon_desktop.ui.settings.safety_page import SafetyPage
from axon_desktop.ui.task_manager.settings_page import TaskManagerPage
from axon_desktop.ui.widgets.form_dialog import FormDialog
from axon_desktop.ui.widgets.form_fields import PAGE_EDGE, add_row, chooser, form_layout, page_layout

if TYPE_CHECKING:
    from axon_desktop.mcp_host.host import McpHost
    from axon_desktop.ui.mcp.settings.servers_page import ServersPage
    from axon_desktop.ui.meaning.window_meaning import WindowMeaning


class SettingsDialog(FormDialog):
    """Edits a copy; `new_settings` holds it once the dialog is accepted."""

    def __init__(
        self,
        settings: Settings,
        keys: KeyStore,
        parent: QWidget | None = None,
        *,
        page: str = "models",
        vault_id: str = "",
        host: McpHost | None = None,
        note_pixels: int = NOTE_PIXELS,
        meaning: WindowMeaning | None = None,
    ) -> None:
        """Take the settings to edit, and the host of MCP servers; without it there is no page for them."""
        super().__init__(parent)
        self.new_settings = settings
        """The edited settings; the old ones until Save."""
        self._old = settings
        self.setWindowTitle(self.tr("Settings"))
        wear(self, "settings.qss", "dialogs.qss", "controls.qss")
        self.models = ModelPage(settings, keys)
        self.safety = SafetyPage(settings.safety, settings.limits, vault_id=vault_id)
        self.appearance = AppearancePage(settings.general.look)
        self.editor = EditorPage(settings.editor, settings.general.default_mode, note_pixels, NOTE_SIZES)
        self.rejected.connect(self.editor.forget)
        self.meaning = MeaningPage(settings.meaning, keys, meaning)
        self.task_manager = TaskManagerPage(settings.task_manager)
        self.servers = self._build_servers(host, keys) if host is not None else None
        pages: dict[str, tuple[str, QWidget]] = {
            "general": (self.tr("General"), self._build_general()),
            "models": (self.tr("Models"), self.models),
            "safety": (self.tr("Tools & safety"), self.safety),
        }
        if self.servers is not None:
            pages["servers"] = (self.tr("MCP servers"), self.servers)
        pages["appearance"] = (self.tr("Appearance"), self.appearance)
        pages["editor"] = (self.tr("Editor"), self.editor)
        pages["meaning"] = (self.tr("Search by meaning"), self.meaning)
        pages["task_manager"] = (self.tr("Task Manager"), self.task_manager)
        self._names = tuple(pages)
        self.search = PageList(dict(pages.values()), self)
        self.list = self.search.list
        self._pages = QStackedWidget(self)
        for _, widget in pages.values():
            scroll = QScrollArea(self)
            scroll.setObjectName("settings_scroll")
            scroll.setFrameShape(QScrollArea.Shape.NoFrame)
            scroll.setWidgetResizable(True)
            scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to the contents of the page
            widget.setObjectName("settings_page")
            scroll.setWidget(widget)
            bar = scroll.verticalScrollBar()
            bar.rangeChanged.connect(partial(_keep_edge, widget, bar.sizeHint().width()))
            self._pages.addWidget(scroll)
        self._nothing = centred_text("", self, name="settings_page", tone="muted")
        self._pages.addWidget(self._nothing)
        line = QFrame(self)
        line.setObjectName("foot_line")
        line.setFixedHeight(1)
        right = vbox((self._pages, 1), line, self._build_foot(), spacing=0)
        hbox(self.search, (right, 1), parent=self, spacing=0)
        self.search.page_chosen.connect(self._show_page)
        self.search.row_chosen.connect(self._scroll_to)
        self.search.row_requested.connect(_go_to)
        self.note_entered()
        self.search.show_page(self._names.index(page))
        self._show_page(self._names.index(page))
        self.search.box.setFocus()
        self.models.form.only_now.toggled.connect(lambda: self._show_message(""))
        self.resize(start_size(self, 860, 680))

    def _build_servers(self, host: McpHost, keys: KeyStore) -> ServersPage:
        from axon_desktop.ui.mcp.settings.servers_page import ServersPage

        page = ServersPage(host, keys)
        self.finished.connect(page.leave)
        return page

    def _build_general(self) -> QWidget:
        page = QWidget()
        layout = page_layout(page, self.tr("General"))
        form = form_layout()
        self.language = chooser(
            {"system": self.tr("Same as the system"), **{info.id: info.name for info in LANGUAGES}},
            self._old.general.language,
        )
        add_row(form, self.tr("&Language"), self.language)
        add_parts(layout, form, 8)
        hint = text_label(
            self.tr("The language changes the next time Axon starts."), page, wraps=True, tone="muted"
        )
        add_parts(layout, hint, 12)
        self.notify = CheckBox(self.tr("Notif&y me when Axon is waiting or done and the window is not in front"))
        self.notify.setChecked(self._old.general.notify)
        add_parts(layout, self.notify, 12)
        self.spoken = chooser(
            {
                "all": self.tr("The whole answer"),
                "first": self.tr("Its first sentence"),
                "notice": self.tr("Only that it is there"),
            },
            self._old.general.spoken_answers,
        )
        spoken = form_layout()
        add_row(spoken, self.tr("Scr&een readers say"), self.spoken)
        add_parts(layout, spoken, 12)
        self.prompts = PromptField(self._old.prompts)
        about = text_label(
            self.tr("Your &own prompts for a selected text, one per line, each with its name before a colon"),
            page,
            wraps=True,
        )
        about.setBuddy(self.prompts)
        self.prompts.setAccessibleName(plain(about.text()))
        add_parts(layout, about, 4, self.prompts, 12)
        keys = text_label(
            self.tr("To change keyboard shortcuts, open Help → Keyboard shortcuts (F1)."),
            page,
            wraps=True,
            tone="muted",
        )
        add_parts(layout, keys, STRETCH)
        return page

    def _build_foot(self) -> QHBoxLayout:
        self.message = text_label("", self, wraps=True, tone="err")
        self.cancel = push_button("", self, self.reject)
        self.save = push_button(
            self.tr("&Save"), self, lambda: spawn(self._save(), name="save settings"), default=True, primary=True
        )
        below = Qt.AlignmentFlag.AlignBottom
        buttons = (self.cancel, 0, below), (self.save, 0, below)
        return hbox((self.message, 1), *buttons, margins=(22, 10, PAGE_EDGE, 18))

    def _show_page(self, number: int) -> None:
        """Show a page; -1 for the message that there is none."""
        self._show_message("")  # an error is about a field of its page
        if number < 0:
            query = self.search.box.text().strip()
            self._nothing.setText(self.tr("Nothing found for “{query}”.").format(query=query))
            announce(self._nothing.text(), topic="row")
        self._pages.setCurrentIndex(number if number >= 0 else self._pages.indexOf(self._nothing))
        saves_at_once = number >= 0 and self._names[number] == "servers" and not self.is_changed
        self.save.setHidden(saves_at_once)  # changes there are saved at once, and Cancel does not revert them
        self.cancel.setText(self.tr("&Close") if saves_at_once else self.tr("Ca&ncel"))

    def _scroll_to(self, row: Row) -> None:
        scroll = self._pages.currentWidget()
        page = scroll.widget() if isinstance(scroll, QScrollArea) else None
        layout = page.layout() if page is not None else None
        if isinstance(scroll, QScrollArea) and layout is not None:
            layout.activate()  # it may never have been shown
            scroll.ensureWidgetVisible(row.widgets[0])

    def showEvent(self, event: QShowEvent) -> None:
        """Look up the key when the dialog is shown."""
        super().showEvent(event)
        self.models.refresh_key()
        self.meaning.refresh_key()

    def _complain(self, text: str, page: str, field: QWidget) -> None:
        self.search.show_page(self._names.index(page))
        self._show_message(text)
        field.setFocus()

    def _show_message(self, text: str) -> None:
        self.message.setText(text)
        self.message.setAccessibleName(text)

    def entered(self) -> object:
        """Return the contents of the fields of all pages but the servers', which are saved at once."""
        return (
            self.language.currentData(),
            self.notify.isChecked(),
            self.spoken.currentData(),
            self.prompts.prompts(),
            self.models.entered(),
            self.safety.entered(),
            self.appearance.look(),
            self.editor.entered(),
            self.meaning.entered(),
            self.task_manager.settings(),
        )

    async def _save(self) -> None:
        for name, problem in (
            ("models", self.models.problem()),
            ("safety", self.safety.problem()),
            ("meaning", self.meaning.problem()),
            ("task_manager", self.task_manager.problem()),
        ):
            if problem is not None:
                self._complain(problem[0], name, problem[1])
                return
        self.busy = True
        self.save.setEnabled(False)
        try:
            wrong = await self.models.save_keys()
            lost = "" if wrong else await self.meaning.save_key()
        finally:
            self.busy = False
            self.save.setEnabled(True)
        if wrong:
            self._complain(wrong, "models", self.models.form.key)
            return
        if lost:
            self._complain(lost, "meaning", self.meaning.key)
            return
        old = self._old
        self.new_settings = msgspec.structs.replace(
            old,
            general=msgspec.structs.replace(
                old.general,
                language=self.language.currentData(),
                notify=self.notify.isChecked(),
                spoken_answers=self.spoken.currentData(),
                default_mode=self.editor.mode.currentData(),
            ),
            model=self.models.active(),
            other_models=self.models.others(),
            safety=self.safety.safety(),
            limits=self.safety.limits(old.limits),
            prompts=self.prompts.prompts(),
            editor=self.editor.editor(),
            meaning=self.meaning.settings(),
            task_manager=self.task_manager.settings(),
        )
        self.new_settings.general.look = self.appearance.look()
        self.accept()


def _keep_edge(page: QWidget, bar: int, _least: int, most: int) -> None:
    """Give the contents of a page the same right edge with and without its scroll bar."""
    layout = page.layout()
    if layout is not None:
        margins = layout.contentsMargins()
        margins.setRight(PAGE_EDGE - bar if most else PAGE_EDGE)
        layout.setContentsMargins(margins)


def _go_to(row: Row) -> None:
    """Move the focus to the field of a row."""
    field = row.widgets[-1]
    if field.focusPolicy() != Qt.FocusPolicy.NoFocus:
        field.setFocus(Qt.FocusReason.OtherFocusReason)
