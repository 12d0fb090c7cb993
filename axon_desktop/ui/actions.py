"""MENUS: the table of all actions of the menu bar; the palette and the shortcuts dialog read it too.

`Menus` (window/menus.py) makes a QAction for each entry. An action is connected in the code that performs it:
`window.menus.actions["file.new_note"].triggered.connect(…)`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from PySide6.QtGui import QAction, QKeySequence

from axon_desktop.errors import N_

_KEYS = re.compile(r"(?:(?:Ctrl|Alt|Shift)\+)+[A-Za-z0-9]+")
REASON = "reason"
"""Property of a QAction: the reason why it is disabled."""
Key: TypeAlias = QKeySequence.StandardKey
Role: TypeAlias = QAction.MenuRole


class Action(NamedTuple):
    """One action."""

    id: str
    """Never changes and is not translated: custom shortcuts and the last use are stored by it."""
    label: str
    """Its English label, with the mnemonic of its menu; translated in context `Menus`."""
    keys: str | Key = ""
    """Its default shortcuts in portable text, separated by `; `."""
    reason: str = ""
    """The reason why it is disabled; translated too. An action with a reason is initially disabled."""
    checkable: bool = False
    tip: str = ""
    """A tooltip; translated too."""
    dock: str = ""
    """The panel that it shows or hides: the object name of a QDockWidget."""
    role: Role = Role.NoRole
    """Its place in the menu of the program on macOS; none for its own menu, whatever its words are like."""
    elsewhere: tuple[tuple[str, str], ...] = ()
    """Other default shortcuts by `sys.platform`, where `keys` belong to the system or type a character."""

    @property
    def first_keys(self) -> list[QKeySequence]:
        """Its default shortcuts. Needs a QApplication: some depend on the system."""
        keys = dict(self.elsewhere).get(sys.platform, self.keys)
        return QKeySequence.listFromString(keys) if isinstance(keys, str) else [QKeySequence(keys)]


class Menu(NamedTuple):
    """A menu of the menu bar, or a submenu."""

    id: str
    label: str
    entries: Sequence[Entry]
    groups: bool = False
    """Whether it only shortens its parent menu: its actions are named without it elsewhere."""
    exclusive: bool = False
    """Whether exactly one of its actions is checked."""


Entry: TypeAlias = Action | Menu | None
"""None is a separator."""
LINE: Entry = None
_NO_CLOSED_TAB = N_("Menus", "There is no closed tab to reopen.")
_NOT_SAVED = N_("Menus", "Conversations are not saved here.")
_NOT_RUNNING = N_("Menus", "The agent is not running.")
_NOTHING_WAITS = N_("Menus", "Nothing waits for your answer.")
_TITLE_BARS = N_("Menus", "Show the panels’ title bars, to move, float or close them.")
_NOTHING_SAID = N_("Menus", "There are no messages in this conversation yet.")
_NO_COMMENTS = N_("Menus", "There are no comments to send.")
_NO_CURSOR = N_("Menus", "The cursor is not in editable text.")
_NO_NOTE = N_("Menus", "The cursor is not in the text of a note.")
_NO_OTHER_NOTE = N_("Menus", "There is no other note to go to.")
_NO_OTHER_TAB = N_("Menus", "There is no other tab.")
_NO_OTHER_GROUP = N_("Menus", "There is no other group of tabs.")

_FILE = Menu(
    "file",
    N_("Menus", "&File"),
    (
        Action("file.new_note", N_("Menus", "&New note…"), "Ctrl+Shift+N"),
        Action("file.new_folder", N_("Menus", "New fo&lder…")),
        Action("file.open_daily_note", N_("Menus", "Open &daily note"), "Ctrl+Shift+D"),
        Action("file.go_to_note", N_("Menus", "&Go to note…"), "Ctrl+O"),
        Action("file.rename_note", N_("Menus", "Rena&me note…"), "F2"),
        Action("file.move_note", N_("Menus", "Mo&ve note to…")),
        Action("file.duplicate_note", N_("Menus", "Dupl&icate note")),
        Action("file.bookmark", N_("Menus", "Boo&kmark")),
        Action("file.add_property", N_("Menus", "Add propert&y"), "Ctrl+;"),
        Action("file.new_tab", N_("Menus", "New &tab"), "Ctrl+T"),
        Action("file.pin_tab", N_("Menus", "Pin or unpin ta&b")),
        Action("file.close_tab", N_("Menus", "&Close tab"), "Ctrl+W"),
        Action(
            "file.reopen_closed_tab",
            N_("Menus", "Reo&pen closed tab"),
            "Ctrl+Shift+T",
            reason=_NO_CLOSED_TAB,
        ),
        LINE,
        Action("file.open_vault", N_("Menus", "&Open vault…"), "Ctrl+Shift+O"),
        Menu("recent", N_("Menus", "Open &recent"), ()),  # filled by the VaultChooser
        LINE,
        Action("file.settings", N_("Menus", "&Settings…"), "Ctrl+,", role=Role.PreferencesRole),
        LINE,
        Action("file.quit", N_("Menus", "&Quit"), "Ctrl+Q", role=Role.QuitRole),
    ),
)


def _in_note(name: str, label: str, keys: str = "", mac: str = "") -> Action:
    """Return an action on the text of a note."""
    return Action(name, label, keys, _NO_NOTE, elsewhere=(("darwin", mac),) if mac else ())


_FORMAT = Menu(
    "format",
    N_("Menus", "F&ormat"),
    (
        _in_note("format.bold", N_("Menus", "&Bold"), "Ctrl+B"),
        _in_note("format.italic", N_("Menus", "&Italic"), "Ctrl+I"),
        _in_note("format.highlight", N_("Menus", "Hi&ghlight"), "Ctrl+Shift+B"),
        _in_note("format.strikethrough", N_("Menus", "&Strikethrough"), "Ctrl+Shift+X"),
        _in_note("format.code", N_("Menus", "&Code"), "Ctrl+Shift+C"),
        _in_note("format.comment", N_("Menus", "Co&mment out"), "Ctrl+/"),
        _in_note("format.link", N_("Menus", "&Link"), "Ctrl+U"),
        LINE,
        _in_note("format.task", N_("Menus", "&Task"), "Ctrl+Shift+6"),
        _in_note("format.numbers", N_("Menus", "&Numbered list"), "Ctrl+Shift+7"),
        _in_note("format.bullets", N_("Menus", "B&ullet list"), "Ctrl+Shift+8"),
        _in_note("format.quote", N_("Menus", "&Quote"), "Ctrl+Shift+9"),
        LINE,
        *(
            _in_note(f"format.heading_{level}", label, f"Alt+{level}", f"Ctrl+Alt+{level}")
            for level, label in enumerate(
                (
                    N_("Menus", "No &heading"),
                    N_("Menus", "Heading &1"),
                    N_("Menus", "Heading &2"),
                    N_("Menus", "Heading &3"),
                    N_("Menus", "Heading &4"),
                    N_("Menus", "Heading &5"),
                    N_("Menus", "Heading &6"),
                )
            )
        ),
    ),
)
_LINES = Menu(
    "lines",
    N_("Menus", "L&ines"),
    (
        _in_note("lines.move_up", N_("Menus", "Move lines &up"), "Alt+Up"),
        _in_note("lines.move_down", N_("Menus", "Move lines &down"), "Alt+Down"),
        _in_note("lines.duplicate", N_("Menus", "Dupli&cate lines"), "Alt+Shift+Down"),
        _in_note("lines.delete", N_("Menus", "D&elete lines"), "Alt+Del", "Ctrl+Shift+Backspace"),
        _in_note("lines.join", N_("Menus", "&Join lines"), "Alt+J", "Ctrl+Alt+J"),
        LINE,
        _in_note("lines.fold", N_("Menus", "&Fold"), "Alt+PgUp"),
        _in_note("lines.unfold", N_("Menus", "U&nfold"), "Alt+PgDown"),
        _in_note("lines.fold_all", N_("Menus", "Fold &all"), "Alt+Shift+PgUp"),
        _in_note("lines.unfold_all", N_("Menus", "Unf&old all"), "Alt+Shift+PgDown"),
    ),
    groups=True,
)
_TABLE = Menu(
    "table",
    N_("Menus", "Ta&ble"),
    (
        _in_note("table.row_above", N_("Menus", "Insert row &above")),
        _in_note("table.row_below", N_("Menus", "Insert row &below")),
        _in_note("table.delete_row", N_("Menus", "Delete &row")),
        LINE,
        _in_note("table.column_left", N_("Menus", "Insert column on the &left")),
        _in_note("table.column_right", N_("Menus", "&Insert column on the right")),
        _in_note("table.delete_column", N_("Menus", "Delete &column")),
        LINE,
        _in_note("table.align", N_("Menus", "Align the &pipes")),
    ),
)
_SELECTION = Menu(
    "selection",
    N_("Menus", "Se&lection"),
    (
        Action("edit.select_all", N_("Menus", "Select &all"), Key.SelectAll),
        Action("edit.ask_about_the_selection", N_("Menus", "Ask about the s&election…"), "Ctrl+K"),
        Action("edit.comment_on_the_selection", N_("Menus", "C&omment on the selection"), "Ctrl+Shift+K"),
        Action("edit.notes_about_this", N_("Menus", "Notes about &this")),
        _in_note("edit.next_match", N_("Menus", "Add the next &match"), "Ctrl+D"),
        _in_note("edit.next_misspelled", N_("Menus", "Next misspelled &word"), "F7"),
    ),
    groups=True,
)
_GO = Menu(
    "go",
    N_("Menus", "&Go to"),
    (
        _in_note("go.next_heading", N_("Menus", "Next heading"), "F8"),
        _in_note("go.next_link", N_("Menus", "Next link"), "F9"),
        _in_note("go.next_list", N_("Menus", "Next list")),
        _in_note("go.next_task", N_("Menus", "Next task")),
        _in_note("go.next_table", N_("Menus", "Next table")),
        _in_note("go.next_quote", N_("Menus", "Next quote")),
        _in_note("go.next_code", N_("Menus", "Next code")),
        _in_note("go.next_formula", N_("Menus", "Next formula")),
        _in_note("go.next_picture", N_("Menus", "Next picture")),
        LINE,
        _in_note("go.previous_heading", N_("Menus", "Previous heading"), "Shift+F8"),
        _in_note("go.previous_link", N_("Menus", "Previous link"), "Shift+F9"),
        _in_note("go.previous_list", N_("Menus", "Previous list")),
        _in_note("go.previous_task", N_("Menus", "Previous task")),
        _in_note("go.previous_table", N_("Menus", "Previous table")),
        _in_note("go.previous_quote", N_("Menus", "Previous quote")),
        _in_note("go.previous_code", N_("Menus", "Previous code")),
        _in_note("go.previous_formula", N_("Menus", "Previous formula")),
        _in_note("go.previous_picture", N_("Menus", "Previous picture")),
    ),
    groups=True,
)
_EDIT = Menu(
    "edit",
    N_("Menus", "&Edit"),
    (
        Action("edit.undo", N_("Menus", "Un&do"), Key.Undo, _NO_CURSOR),
        Action("edit.redo", N_("Menus", "&Redo"), Key.Redo, _NO_CURSOR),
        LINE,
        Action("edit.cut", N_("Menus", "C&ut"), Key.Cut, _NO_CURSOR),
        Action("edit.copy", N_("Menus", "&Copy"), Key.Copy),
        Action("edit.paste", N_("Menus", "&Paste"), Key.Paste, _NO_CURSOR),
        Action("edit.paste_plain", N_("Menus", "Paste as plain te&xt"), "Ctrl+Shift+V", _NO_CURSOR),
        LINE,
        Action("edit.find", N_("Menus", "&Find…"), Key.Find),
        Action(
            "edit.replace",
            N_("Menus", "R&eplace…"),
            "Ctrl+H",
            elsewhere=(("darwin", "Ctrl+Alt+F"),),  # Command+H hides the program
        ),
        Action("edit.search_in_the_vault", N_("Menus", "&Search in the vault…"), "Ctrl+Shift+F"),
        Action("edit.bookmark_search", N_("Menus", "Boo&kmark the search")),
        Action("edit.filter_notes", N_("Menus", "Filter &notes"), "Ctrl+Shift+E"),
        LINE,
        _FORMAT,
        _LINES,
        _TABLE,
        _SELECTION,
        _GO,
        Action("edit.insert_template", N_("Menus", "Insert &template…")),
    ),
)
_PANELS = Menu(
    "panels",
    N_("Menus", "&Panels"),
    (
        Action("view.files", N_("Menus", "F&iles")),
        Action("view.tags", N_("Menus", "Ta&gs")),
        Action("view.bookmarks", N_("Menus", "&Bookmarks")),
        Action("view.outline", N_("Menus", "O&utline")),
        Action("view.links", N_("Menus", "Lin&ks")),
        Action("view.related_notes", N_("Menus", "Relate&d notes")),
        LINE,
        Action("view.next_panel", N_("Menus", "&Next panel"), "F6"),
        Action("view.previous_panel", N_("Menus", "Pre&vious panel"), "Shift+F6"),
        LINE,
        Action("view.arrange_panels", N_("Menus", "&Arrange panels"), checkable=True, tip=_TITLE_BARS),
        Action("view.reset_panels", N_("Menus", "Reset &panels")),
    ),
    groups=True,
)
_TABS = Menu(
    "tabs",
    N_("Menus", "Tab&s"),
    (
        Action(
            "view.next_tab",
            N_("Menus", "&Next tab"),
            "Ctrl+Tab; Ctrl+PgDown",
            _NO_OTHER_TAB,
            elsewhere=(("darwin", "Meta+Tab; Ctrl+PgDown"),),  # Command+Tab changes programs
        ),
        Action(
            "view.previous_tab",
            N_("Menus", "&Previous tab"),
            "Ctrl+Shift+Tab; Ctrl+PgUp",
            _NO_OTHER_TAB,
            elsewhere=(("darwin", "Meta+Shift+Tab; Ctrl+PgUp"),),
        ),
        LINE,
        Action("view.split_right", N_("Menus", "Split &right"), "Ctrl+\\"),
        Action("view.split_down", N_("Menus", "Split &down")),
        Action(
            "view.next_group",
            N_("Menus", "Next &group"),
            "Ctrl+Alt+Right",
            _NO_OTHER_GROUP,
            elsewhere=(("win32", "Ctrl+F6"),),
        ),
        Action(
            "view.previous_group",
            N_("Menus", "Previous gr&oup"),
            "Ctrl+Alt+Left",
            _NO_OTHER_GROUP,
            elsewhere=(("win32", "Ctrl+Shift+F6"),),
        ),
    ),
    groups=True,
)
_SORTING = Menu(
    "files_order",
    N_("Menus", "Sort f&iles"),
    (
        Action("files.name", N_("Menus", "By name, A to Z"), checkable=True),
        Action("files.name_down", N_("Menus", "By name, Z to A"), checkable=True),
        Action("files.modified", N_("Menus", "Last changed first"), checkable=True),
        Action("files.created", N_("Menus", "Last created first"), checkable=True),
    ),
    exclusive=True,
)
_TEXT_SIZE = Menu(
    "text_size",
    N_("Menus", "Te&xt size"),
    (
        Action("view.larger_text", N_("Menus", "&Larger text"), "Ctrl++; Ctrl+="),
        Action("view.smaller_text", N_("Menus", "&Smaller text"), "Ctrl+-"),
        Action("view.normal_text", N_("Menus", "&Normal text"), "Ctrl+0"),
    ),
    groups=True,
)
_THEME = Menu(
    "theme",
    N_("Menus", "&Theme"),
    (
        Action("theme.same_as_the_system", N_("Menus", "Same as the system"), checkable=True),
        Action("theme.light", N_("Menus", "Light"), checkable=True),
        Action("theme.dark", N_("Menus", "Dark"), checkable=True),
    ),
    exclusive=True,
)
_WRITING = Menu(
    "writing",
    N_("Menus", "&Writing"),
    (
        Action("writing.zen", N_("Menus", "&Zen mode"), "Shift+F11", checkable=True),
        LINE,
        Action("writing.typewriter", N_("Menus", "&Typewriter scrolling"), checkable=True),
        Action("writing.line_numbers", N_("Menus", "&Line numbers"), checkable=True),
        Action("writing.spelling", N_("Menus", "&Check spelling"), checkable=True),
    ),
    groups=True,
)
_VIEW = Menu(
    "view",
    N_("Menus", "&View"),
    (
        Action("view.command_palette", N_("Menus", "Comman&d palette…"), "Ctrl+P"),
        LINE,
        Action("view.vault_panel", N_("Menus", "V&ault panel"), "Ctrl+Shift+1", dock="vault_dock"),
        Action("view.chat_panel", N_("Menus", "C&hat panel"), "Ctrl+Shift+2", dock="chat_dock"),
        Action("view.note_panel", N_("Menus", "Out&line and links"), "Ctrl+Shift+3", dock="note_dock"),
        _PANELS,
        _TABS,
        LINE,
        _SORTING,
        Action("view.collapse_folders", N_("Menus", "&Fold all folders")),
        LINE,
        Action("view.reading_or_source", N_("Menus", "Toggle readin&g view"), "Ctrl+E"),
        Action("view.preview_the_link", N_("Menus", "Pre&view link"), "Ctrl+Shift+I"),
        Action("view.open_in_obsidian", N_("Menus", "Op&en in Obsidian")),
        LINE,
        Action(
            "view.back",
            N_("Menus", "&Back"),
            "Alt+Left",
            _NO_OTHER_NOTE,
            elsewhere=(("darwin", "Ctrl+["),),  # Option+Left goes to the word before
        ),
        Action(
            "view.forward",
            N_("Menus", "F&orward"),
            "Alt+Right",
            _NO_OTHER_NOTE,
            elsewhere=(("darwin", "Ctrl+]"),),
        ),
        Action("view.refresh", N_("Menus", "&Refresh"), "F5"),
        LINE,
        _TEXT_SIZE,
        _THEME,
        _WRITING,
    ),
)
_AGENT = Menu(
    "agent",
    N_("Menus", "&Agent"),
    (
        Action("agent.new_conversation", N_("Menus", "&New conversation"), "Ctrl+N"),
        Action(
            "agent.history",
            N_("Menus", "&History…"),
            "Ctrl+Shift+Y",
            reason=_NOT_SAVED,
            elsewhere=(("darwin", "Ctrl+Y"),),
        ),
        Action("agent.write_a_message", N_("Menus", "&Write a message"), "Ctrl+L"),
        Action(
            "agent.make_a_plan_first",
            N_("Menus", "Make a &plan first"),
            "Ctrl+Shift+M",
            checkable=True,
        ),
        Action("agent.stop", N_("Menus", "&Stop"), reason=_NOT_RUNNING),
        Action(
            "agent.answer_what_waits",
            N_("Menus", "&Answer what waits"),
            "Ctrl+J",
            reason=_NOTHING_WAITS,
        ),
        Action("agent.send_the_comments", N_("Menus", "Sen&d comments"), "Ctrl+Shift+Return", reason=_NO_COMMENTS),
        Action("agent.sum_up_the_conversation", N_("Menus", "Su&mmarize conversation")),
        LINE,
        Action(
            "agent.edit_the_last_request",
            N_("Menus", "&Edit the last request"),
            "Ctrl+Shift+L",
            _NOTHING_SAID,
        ),
        Action(
            "agent.go_back_to_a_message",
            N_("Menus", "Go &back to a message…"),
            reason=_NOTHING_SAID,
        ),
        Action(
            "agent.rename_the_conversation",
            N_("Menus", "&Rename conversation"),
            reason=_NOTHING_SAID,
        ),
        Action(
            "agent.fork_go_on_with_a_copy",
            N_("Menus", "&Fork: continue in a copy"),
            reason=_NOTHING_SAID,
        ),
        Action("agent.export_as_markdown", N_("Menus", "E&xport as Markdown…"), "", _NOTHING_SAID),
        Action("agent.save_to_a_note", N_("Menus", "Save &to a note…"), "", _NOTHING_SAID),
        LINE,
        Action(
            "agent.undo_last_change",
            N_("Menus", "&Undo last change"),
            "Ctrl+Alt+Z",
            elsewhere=(("win32", "Ctrl+Shift+Backspace"),),  # Ctrl+Alt is AltGr, with which some type ż
        ),
        Action("agent.changes", N_("Menus", "&Changes…"), "Ctrl+Shift+H"),
    ),
)
_HELP = Menu(
    "help",
    N_("Menus", "&Help"),
    (
        Action("help.user_guide", N_("Menus", "&User guide"), "Shift+F1"),
        Action("help.keyboard_shortcuts", N_("Menus", "&Keyboard shortcuts"), "F1"),
        Action("help.what_s_new", N_("Menus", "What’s &new")),
        Action("help.welcome", N_("Menus", "&Welcome…")),
        LINE,
        Action("help.save_diagnostics", N_("Menus", "Save &diagnostics…")),
        Action("help.open_the_log_folder", N_("Menus", "Open &log folder")),
        LINE,
        Action("help.about_axon_desktop", N_("Menus", "&About Axon Desktop"), role=Role.AboutRole),
    ),
)
MENUS: tuple[Menu, ...] = (_FILE, _EDIT, _VIEW, _AGENT, _HELP)
"""The menu bar, from left to right."""


def by_id() -> dict[str, Action | Menu]:
    """Return the menus and actions of the table by their ids."""
    return {entry.id: entry for menu in MENUS for entry in (menu, *_within(menu))}


def _within(menu: Menu) -> Iterator[Action | Menu]:
    for entry in menu.entries:
        if entry is not None:
            yield entry
        if isinstance(entry, Menu):
            yield from _within(entry)


def native(keys: str) -> str:
    """Return keys in the notation of this system."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def with_native_keys(text: str) -> str:
    """Return a text in which each combination of keys, such as Shift+Enter, is in the notation of this system."""
    return _KEYS.sub(lambda keys: native(keys[0]), text)
