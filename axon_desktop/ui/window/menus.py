"""The menu bar and the shortcuts of the window at first, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QWidget,
)

from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.quick_open.palette_commands import ENGLISH, GROUPS, REASON, id_of, name_of
from axon_desktop.ui.shortcuts.keymap import Keymap

_BAR_HEIGHT = 34
_BEFORE_KEYS = 12
"""Pixels between the longest label of a menu and its shortcuts, beside the 12 that Qt leaves."""
_BORROWS_FOCUS = "switcher_box"
"""Name of the box of the palette, which gives the focus back before it does anything."""


class Menus(QObject):
    """Builds the menus; the window connects the wishes."""

    new_note_requested = Signal()
    daily_note_requested = Signal()
    switcher_requested = Signal()
    """A note is to be opened by its name."""
    palette_requested = Signal()
    """A command is to be found by its name."""
    close_tab_requested = Signal()
    reopen_tab_requested = Signal()
    """The tab that was closed last is wanted again."""
    next_tab_requested = Signal(int)
    """+1 the tab to the right, -1 to the left."""
    panel_step_requested = Signal(int)
    """+1 the keyboard goes to the next panel, -1 to the one before."""
    rename_note_requested = Signal()
    """The note that is shown, or chosen in the tree, is to have another name."""
    open_vault_requested = Signal()
    settings_requested = Signal()
    quit_requested = Signal()
    text_requested = Signal(str)
    """`undo`, `redo`, `cut` or `paste` in the text with the focus."""
    copy_requested = Signal()
    select_all_requested = Signal()
    find_requested = Signal()
    search_requested = Signal()
    """The whole vault is to be searched."""
    insert_template_requested = Signal()
    panel_page_requested = Signal(str)
    """A page of the vault panel or the note panel: `files`, `tags`, `outline`, `links`."""
    source_toggled = Signal()
    """Between reading and source."""
    link_preview_requested = Signal()
    """What the link with the keyboard's focus leads to is to be shown beside it."""
    obsidian_requested = Signal()
    """The note is to be shown in Obsidian."""
    back_requested = Signal()
    forward_requested = Signal()
    refresh_requested = Signal()
    filter_requested = Signal()
    zoom_requested = Signal(int)
    """+1 larger, -1 smaller, 0 as it was."""
    theme_requested = Signal(str)
    """`system`, `light` or `dark`."""
    arrange_toggled = Signal(bool)
    reset_requested = Signal()
    new_conversation_requested = Signal()
    history_requested = Signal()
    mode_toggled = Signal()
    """Make a plan first, or no longer."""
    edit_last_requested = Signal()
    rename_requested = Signal()
    fork_requested = Signal()
    compact_requested = Signal()
    """The conversation shall be summed up."""
    export_requested = Signal()
    save_requested = Signal()
    """The conversation shall become a note."""
    chat_focus_requested = Signal()
    decide_requested = Signal()
    """The oldest question that waits is to be answered."""
    stop_requested = Signal()
    undo_requested = Signal()
    changes_requested = Signal()
    """What was changed is to be shown."""
    going_back_requested = Signal()
    """Files or conversation are to be as they were before a message."""
    guide_requested = Signal()
    """The user guide is to be read."""
    news_requested = Signal()
    """What the newest version brought is to be read."""
    welcome_requested = Signal()
    """The questions of the first run are to be asked again."""
    diagnostics_requested = Signal()
    """What helps to find a fault is to be put into one file."""
    shortcuts_requested = Signal()
    log_requested = Signal()
    about_requested = Signal()

    def __init__(self, window: QMainWindow, docks: Sequence[QDockWidget]) -> None:
        super().__init__(window)
        self._window = window
        self._sources: dict[str, str] = {}
        bar = window.menuBar()
        brand = QLabel(self.tr("Axon"), bar)
        brand.setObjectName("brand")
        self._brand = brand
        self.fit()

        file = self._add_menu(self.tr("&File"))
        self._add(file, self.tr("&New note…"), self.new_note_requested.emit, "Ctrl+Shift+N")
        self._add(file, self.tr("Open &daily note"), self.daily_note_requested.emit, "Ctrl+Shift+D")
        self._add(file, self.tr("&Go to note…"), self.switcher_requested.emit, "Ctrl+O")
        self._add(file, self.tr("Rena&me note…"), self.rename_note_requested.emit, "F2")
        self._add(file, self.tr("&Close tab"), self.close_tab_requested.emit, "Ctrl+W")
        self._reopen = self._add(
            file, self.tr("Reo&pen closed tab"), self.reopen_tab_requested.emit, "Ctrl+Shift+T"
        )
        file.addSeparator()
        self._add(file, self.tr("&Open vault…"), self.open_vault_requested.emit, "Ctrl+Shift+O")
        self.recent = file.addMenu(self.tr("Open &recent"))
        file.addSeparator()
        settings = self._add(file, self.tr("&Settings…"), self.settings_requested.emit, "Ctrl+,")
        settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        file.addSeparator()
        leave = self._add(file, self.tr("&Quit"), self.quit_requested.emit, "Ctrl+Q")
        leave.setMenuRole(QAction.MenuRole.QuitRole)

        edit = self._add_menu(self.tr("&Edit"))
        standard = QKeySequence.StandardKey
        undo = self._add(edit, self.tr("Un&do"), partial(self.text_requested.emit, "undo"), standard.Undo)
        redo = self._add(edit, self.tr("&Redo"), partial(self.text_requested.emit, "redo"), standard.Redo)
        edit.addSeparator()
        cut = self._add(edit, self.tr("C&ut"), partial(self.text_requested.emit, "cut"), standard.Cut)
        self._add(edit, self.tr("&Copy"), self.copy_requested.emit, standard.Copy)
        paste = self._add(edit, self.tr("&Paste"), partial(self.text_requested.emit, "paste"), standard.Paste)
        self._add(edit, self.tr("Select &all"), self.select_all_requested.emit, standard.SelectAll)
        self._of_text = [undo, redo, cut, paste]
        _explain(self._of_text, self.tr("The cursor is not in editable text."))
        self._follow_focus(None, window)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)
        edit.addSeparator()
        self._add(edit, self.tr("&Find…"), self.find_requested.emit, QKeySequence.StandardKey.Find)
        self._add(edit, self.tr("&Search in the vault…"), self.search_requested.emit, "Ctrl+Shift+F")
        self._add(edit, self.tr("Filter &notes"), self.filter_requested.emit, "Ctrl+Shift+E")
        edit.addSeparator()
        self._add(edit, self.tr("Insert &template…"), self.insert_template_requested.emit)

        view = self._add_menu(self.tr("&View"))
        self._add(view, self.tr("Comman&d palette…"), self.palette_requested.emit, "Ctrl+P")
        view.addSeparator()
        names = self.tr("V&ault panel"), self.tr("C&hat panel"), self.tr("Out&line and links")
        for number, (dock, name) in enumerate(zip(docks, names, strict=True), 1):
            toggle = dock.toggleViewAction()
            toggle.setText(name)
            toggle.setShortcut(QKeySequence(f"Ctrl+Shift+{number}"))
            toggle.setProperty(ENGLISH, dock.objectName().replace("_dock", " panel").capitalize())
            view.addAction(toggle)
        panels = self._add_group(view, self.tr("&Panels"))
        for text, page in (
            (self.tr("F&iles"), "files"),
            (self.tr("Ta&gs"), "tags"),
            (self.tr("O&utline"), "outline"),
            (self.tr("Lin&ks"), "links"),
        ):
            self._add(panels, text, partial(self.panel_page_requested.emit, page))
        panels.addSeparator()
        self._add(panels, self.tr("&Next panel"), lambda: self.panel_step_requested.emit(1), "F6")
        self._add(panels, self.tr("Pre&vious panel"), lambda: self.panel_step_requested.emit(-1), "Shift+F6")
        panels.addSeparator()
        self.arrange = QAction(self.tr("&Arrange panels"), self, checkable=True)
        self.arrange.setStatusTip(self.tr("Show the panels’ title bars, to move, float or close them."))
        self.arrange.toggled.connect(self.arrange_toggled)
        panels.addAction(self.arrange)
        self._add(panels, self.tr("Reset &panels"), self.reset_requested.emit)
        tabs = self._add_group(view, self.tr("Tab&s"))
        self._of_tabs = [
            self._add(
                tabs, self.tr("&Next tab"), lambda: self.next_tab_requested.emit(1), "Ctrl+Tab", "Ctrl+PgDown"
            ),
            self._add(
                tabs,
                self.tr("&Previous tab"),
                lambda: self.next_tab_requested.emit(-1),
                "Ctrl+Shift+Tab",
                "Ctrl+PgUp",
            ),
        ]
        _explain(self._of_tabs, self.tr("There is no other tab."))
        _explain([self._reopen], self.tr("There is no closed tab to reopen."))
        self.offer_tabs(more=False, closed=False)
        view.addSeparator()
        self._add(view, self.tr("Toggle sour&ce view"), self.source_toggled.emit, "Ctrl+E")
        self._add(view, self.tr("Pre&view link"), self.link_preview_requested.emit, "Ctrl+Shift+I")
        self._add(view, self.tr("Op&en in Obsidian"), self.obsidian_requested.emit)
        view.addSeparator()
        self._back = self._add(view, self.tr("&Back"), self.back_requested.emit, "Alt+Left")
        self._forward = self._add(view, self.tr("F&orward"), self.forward_requested.emit, "Alt+Right")
        _explain([self._back, self._forward], self.tr("There is no other note to go to."))
        self.offer_steps(back=False, forward=False)
        self._add(view, self.tr("&Refresh"), self.refresh_requested.emit, "F5")
        view.addSeparator()
        size = self._add_group(view, self.tr("Te&xt size"))
        self._add(size, self.tr("&Larger text"), lambda: self.zoom_requested.emit(1), "Ctrl++", "Ctrl+=")
        self._add(size, self.tr("&Smaller text"), lambda: self.zoom_requested.emit(-1), "Ctrl+-")
        self._add(size, self.tr("&Normal text"), lambda: self.zoom_requested.emit(0), "Ctrl+0")
        self._themes = self._add_themes(view.addMenu(self.tr("&Theme")))

        agent = self._add_menu(self.tr("&Agent"))
        self._add(agent, self.tr("&New conversation"), self.new_conversation_requested.emit, "Ctrl+N")
        self._of_store = [self._add(agent, self.tr("&History…"), self.history_requested.emit, "Ctrl+H")]
        self._add(agent, self.tr("&Write a message"), self.chat_focus_requested.emit, "Ctrl+L")
        self.plan = self._add(agent, self.tr("Make a &plan first"), self.mode_toggled.emit, "Ctrl+Shift+M")
        self.plan.setCheckable(True)
        self.stop = self._add(agent, self.tr("&Stop"), self.stop_requested.emit)
        self.stop.setEnabled(False)
        self.decide = self._add(agent, self.tr("&Answer what waits"), self.decide_requested.emit, "Ctrl+J")
        _explain([self.decide], self.tr("Nothing waits for your answer."))
        self.offer_decision(False)
        self.compact = self._add(agent, self.tr("Su&mmarize conversation"), self.compact_requested.emit)
        self._running = False
        self._at_work = self.tr("The agent is working.")
        self._not_begun = self.tr("There are no messages in this conversation yet.")
        _explain([self.stop], self.tr("The agent is not running."))
        agent.addSeparator()
        self._of_kept = [
            self._add(agent, self.tr("&Edit the last request"), self.edit_last_requested.emit, "Ctrl+Shift+L"),
            self._add(agent, self.tr("Go &back to a message…"), self.going_back_requested.emit),
            self._add(agent, self.tr("&Rename conversation"), self.rename_requested.emit),
            self._add(agent, self.tr("&Fork: continue in a copy"), self.fork_requested.emit),
            self._add(agent, self.tr("E&xport as Markdown…"), self.export_requested.emit),
            self._add(agent, self.tr("Save &to a note…"), self.save_requested.emit),
        ]
        _explain(self._of_store, self.tr("Conversations are not saved here."))
        _explain(self._of_kept, self._not_begun)
        agent.addSeparator()
        self._add(agent, self.tr("&Undo last change"), self.undo_requested.emit, "Ctrl+Alt+Z")
        self._add(agent, self.tr("&Changes…"), self.changes_requested.emit, "Ctrl+Shift+H")
        self.offer_kept(kept=False, can_keep=False)

        help_menu = self._add_menu(self.tr("&Help"))
        self._add(help_menu, self.tr("&User guide"), self.guide_requested.emit, "Shift+F1")
        self._add(help_menu, self.tr("&Keyboard shortcuts"), self.shortcuts_requested.emit, "F1")
        self._add(help_menu, self.tr("What’s &new"), self.news_requested.emit)
        self._add(help_menu, self.tr("&Welcome…"), self.welcome_requested.emit)
        help_menu.addSeparator()
        self._add(help_menu, self.tr("Save &diagnostics…"), self.diagnostics_requested.emit)
        self._add(help_menu, self.tr("Open &log folder"), self.log_requested.emit)
        help_menu.addSeparator()
        about = self._add(help_menu, self.tr("&About Axon Desktop"), self.about_requested.emit)
        about.setMenuRole(QAction.MenuRole.AboutRole)
        bar.setCornerWidget(brand, Qt.Corner.TopLeftCorner)
        for top in bar.actions():
            self._name(top, "")
        self.keymap = Keymap(window)
        """Which keys do what."""

    def tr(self, text: str, /, disambiguation: str | None = None, n: int = -1) -> str:
        """Translate a text and note what it is in English, by which commands are found too."""
        words = QCoreApplication.translate(Menus.__name__, text, disambiguation, n)
        self._sources[words] = text
        return words

    def _name(self, action: QAction, menu_name: str) -> None:
        """Give an action, and those of its menu, the English name by which it is found and remembered."""
        label = action.property(ENGLISH) or self._sources.get(action.text(), action.text())
        action.setProperty(ENGLISH, name_of(label))
        menu = action.menu()
        if isinstance(menu, QMenu):
            inside = menu_name if action.property(GROUPS) else label
            for inner in menu.actions():
                self._name(inner, inside)
        elif not action.isSeparator():
            action.setObjectName(id_of(menu_name, label))

    def _add_menu(self, text: str) -> QMenu:
        """Add a menu that Alt and its letter open; Qt would underline the letter all the time."""
        bar = self._window.menuBar()
        menu = bar.addMenu(plain(text))
        menu.menuAction().setProperty(ENGLISH, self._sources[text])
        menu.aboutToShow.connect(partial(_leave_room, menu))
        letter = text.partition("&")[2][:1]
        if letter.isascii() and letter.isalpha():
            shortcut = QShortcut(QKeySequence(f"Alt+{letter}"), self._window)
            shortcut.activated.connect(lambda: bar.setActiveAction(menu.menuAction()))
        return menu

    def _add_group(self, menu: QMenu, text: str) -> QMenu:
        """Add a menu inside of another one, to keep that short."""
        group = menu.addMenu(text)
        group.menuAction().setProperty(GROUPS, True)
        group.aboutToShow.connect(partial(_leave_room, group))
        return group

    def _add(
        self, menu: QMenu, text: str, slot: Callable[[], object], *keys: str | QKeySequence.StandardKey
    ) -> QAction:
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda _checked=False: slot())
        menu.addAction(action)
        return action

    def _add_themes(self, menu: QMenu) -> dict[str, QAction]:
        group = QActionGroup(menu)
        made = {}
        for choice, text in (
            ("system", self.tr("Same as the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
        ):
            action = QAction(text, group, checkable=True)
            action.triggered.connect(lambda _checked=False, choice=choice: self.theme_requested.emit(choice))
            menu.addAction(action)
            made[choice] = action
        return made

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Offer what changes a text while one has the focus; the menu bar and the palette only borrow it."""
        if now is None or isinstance(now, QMenuBar) or now.objectName() == _BORROWS_FOCUS:
            return
        writes = isinstance(now, QLineEdit | QPlainTextEdit) and not now.isReadOnly()
        for action in self._of_text:
            action.setEnabled(writes)

    def set_mode(self, mode: str) -> None:
        """Check whether a plan is made first."""
        self.plan.setChecked(mode == "plan")

    def set_running(self, running: bool) -> None:
        """Offer what can be done while the agent works, or while it does not."""
        self.stop.setEnabled(running)
        self._running = running
        self._offer_summing_up()

    def offer_kept(self, kept: bool, can_keep: bool) -> None:
        """Offer what can be done with a conversation that is kept, and with earlier ones."""
        for action in self._of_kept:
            action.setEnabled(kept)
        for action in self._of_store:
            action.setEnabled(can_keep)
        self._said = kept or not can_keep  # of one that is not kept nobody tells whether it has begun
        self._offer_summing_up()

    def _offer_summing_up(self) -> None:
        self.compact.setEnabled(self._said and not self._running)
        _explain([self.compact], self._at_work if self._running else self._not_begun)

    def offer_decision(self, waits: bool) -> None:
        """Offer to go to a question that waits."""
        self.decide.setEnabled(waits)

    def offer_steps(self, back: bool, forward: bool) -> None:
        """Offer the notes before and after the one that is shown."""
        self._back.setEnabled(back)
        self._forward.setEnabled(forward)

    def offer_tabs(self, more: bool, closed: bool) -> None:
        """Offer what can be done where there are more tabs than one, and where some were closed."""
        for action in self._of_tabs:
            action.setEnabled(more)
        self._reopen.setEnabled(closed)

    def fit(self) -> None:
        """Make the bar as high as the text in force needs."""
        bar, brand = self._window.menuBar(), self._brand
        brand.setFixedHeight(row_height(_BAR_HEIGHT))
        brand.setIndent(brand.indent())  # else it goes on asking for the height that it had
        bar.setFixedHeight(row_height(_BAR_HEIGHT))

    def set_theme(self, choice: str) -> None:
        """Check the theme in force."""
        self._themes[choice].setChecked(True)


def _explain(actions: Iterable[QAction], reason: str) -> None:
    """Say why these cannot be used while they are disabled."""
    for action in actions:
        action.setProperty(REASON, reason)


def _leave_room(menu: QMenu) -> None:
    """Leave more room before the shortcuts than Qt does, which no style sheet can; the labels may have changed."""
    changed = QEvent(QEvent.Type.StyleChange)  # until then a menu keeps its measures
    menu.setMinimumWidth(0)
    QApplication.sendEvent(menu, changed)
    menu.setMinimumWidth(menu.sizeHint().width() + _BEFORE_KEYS)
    QApplication.sendEvent(menu, changed)
