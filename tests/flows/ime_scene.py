"""Chinese is written in a real window with Pinyin: no key of the input method sends, stops or closes.

With fcitx the desktop says QT_IM_MODULE=fcitx, as those of Chinese users do; the bundled Qt has no plugin of that
name. For ibus it has one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from desktop import APPROVAL, ROOT, close, copy_sample
from engine_script import CountingServer
from ime import Area, FcitxPinyin, Pinyin, changed
from scene import Look, Scene
from screen import Screen, wait_until

from tests.llm.deepseek_server import Reply

LETTERS, WORD = "zhongwen", "中文"
LINES = json.loads((ROOT / "tests" / "data" / "live_composition.json").read_text(encoding="utf-8"))
"""What stands before and behind the caret in each kind of line; a table is aligned once it is left."""
MANY = 5
"""Words that are written at one go."""
NOTE, OF_LINES = "Home.md", "Lines.md"
WIDTH, HEIGHT = 1440, 900
HEAD = 106
"""Rows of the menu bar, the tabs and the header of a note."""
LONG = "One line after another, while somebody writes the next request.\n\n" * 400
_NEAR = 26
"""Pixels between what is composed and its candidates, shadow and frame included."""


class Writer:
    """Somebody who writes Chinese."""

    def __init__(self, scene: Scene, pinyin: Pinyin) -> None:
        self.scene = scene
        self.desk = scene.desk
        self.pinyin = pinyin
        self.end = "End"
        """What leads behind all text of a field."""
        self.top = 0
        """Rows of the screen in which something else changes: tabs and headers say what is saved."""

    def text(self) -> str:
        """Return all that is written in the field with the keyboard, and leave the caret behind it."""
        text = self.desk.copied()
        self.desk.keys(self.end)
        return text

    def expect(self, text: str, what: str) -> None:
        """Wait for a text in the field: what is composed comes when the candidates may be gone already."""
        wait_until(what, lambda: self.text() == text)

    def ask(self, text: str) -> int:
        """Send a request that was copied; return what `Scene.ended` needs to know."""
        before = self.scene.newest()
        self.desk.keys("ctrl+l")
        self.desk.paste(text)
        self.scene.keys("Return")
        return before

    def write_word(self, name: str) -> None:
        """Compose a word, look where its candidates are, and choose the first of them."""
        self.desk.settle()
        before = self.desk.grab(f"{name}-before")
        self.pinyin.compose(LETTERS)
        self.desk.settle()
        candidates = self.pinyin.candidates()
        assert candidates is not None
        after = self.desk.grab(f"{name}-composed")
        assert_beside(candidates, changed(before, after, candidates, self.top), name)
        self.pinyin.end("space")

    def try_field(self, name: str, text: str = "") -> None:
        """Try Enter and Escape in a composition, then choose a word; the field holds `text` before."""
        self.pinyin.compose(LETTERS)
        self.pinyin.end("Return")  # the input method takes the letters as they are
        self.expect(text + LETTERS, f"{name}: Enter did no more")
        self.pinyin.compose(LETTERS)
        self.pinyin.end("Escape")
        self.expect(text + LETTERS, f"{name}: Escape did no more")
        self.write_word(name)
        self.expect(text + LETTERS + WORD, f"{name}: the word is there")

    def write_on(self, name: str, text: str = "") -> None:
        """Write word after word without a look at the candidates; the field holds `text` before."""
        self.desk.type(f"{LETTERS} " * MANY)
        wait_until(f"{name}: all that was written", lambda: self.text() == text + WORD * MANY)


def assert_beside(candidates: Area, word: Area, name: str) -> None:
    """Check that candidates are right below or above the word, and not away to a side."""
    gap = max(candidates.top - word.bottom, word.top - candidates.bottom)
    said = f"{name}: candidates at {candidates}, the word at {word}"
    assert -_NEAR / 2 <= gap <= _NEAR, said
    at_the_edge = candidates.right >= WIDTH - 10 and candidates.left <= word.left
    assert at_the_edge or word.left - _NEAR <= candidates.left <= word.right + _NEAR, said


def chat_act(writer: Writer) -> None:
    """Write a request; only Enter outside a composition sends it."""
    scene = writer.scene
    scene.server.script(Reply("好的。"))
    scene.keys("ctrl+l")
    writer.try_field("chat")
    writer.write_on("chat", LETTERS + WORD)
    assert not scene.server.requests, "it was sent while it was composed"
    before = scene.newest()
    scene.keys("Return")
    scene.ended(before)
    assert scene.server.said()[-1] == LETTERS + WORD + WORD * MANY


def stop_act(writer: Writer) -> None:
    """Escape in a composition leaves the running turn alone; the next one stops it."""
    scene = writer.scene
    scene.server.script(Reply(LONG, pace=0.02, piece=12))
    before = writer.ask("Tell me about lines")
    wait_until("the request", lambda: scene.server.left == 0)
    scene.desk.wait_changes(3)
    writer.pinyin.compose(LETTERS)
    writer.pinyin.end("Escape")
    scene.desk.wait_changes(5)
    assert not scene.server.wait_for_disconnects(1, 0.5), "Escape in a composition stopped the turn"
    scene.desk.keys("Escape")
    assert scene.server.wait_for_disconnects(1), "Escape did not stop the turn"
    scene.ended(before, "cancelled")


def field_act(name: str, *keys: str, leave: tuple[str, ...] = ("Escape",)) -> Callable[[Writer], None]:
    """Return an act that tries the field to which keys lead."""

    def act(writer: Writer) -> None:
        writer.scene.keys(*keys)
        writer.desk.settle()
        writer.try_field(name)
        writer.write_on(name, LETTERS + WORD)
        writer.scene.keys(*leave)

    return act


def settings_act(writer: Writer) -> None:
    """The search of the settings, in their own window."""
    scene = writer.scene
    scene.keys("ctrl+comma")
    scene.dialog()
    scene.keys("ctrl+f")
    writer.try_field("settings")
    scene.keys("Escape")
    scene.leave("Escape")


def rename_act(writer: Writer) -> None:
    """The new name of a note: Enter in a composition renames nothing."""
    scene = writer.scene
    before = sorted(file.name for file in scene.vault.rglob("*.md"))
    scene.keys("F2")
    scene.dialog()
    writer.try_field("rename")
    scene.leave("Escape")
    assert sorted(file.name for file in scene.vault.rglob("*.md")) == before


def approval_act(writer: Writer) -> None:
    """The note to the model in an approval: Enter in a composition answers nothing."""
    scene, desk = writer.scene, writer.desk
    call = ("create_note", {"path": "Inbox/Idea", "content": "x"})
    scene.server.script(Reply("", None, [call]), Reply("好的。"))
    before = writer.ask("Write it down")
    desk.wait_window(APPROVAL)
    scene.keys("alt+r")
    scene.keys("Down", "Down", "Return")
    desk.settle()
    writer.try_field("approval")
    assert desk.window(APPROVAL)
    scene.leave("Return")
    scene.ended(before)
    assert WORD in str(scene.server.requests[-1].body["messages"][-1]["content"])
    assert not (scene.vault / "Inbox" / "Idea.md").exists()


def source_act(writer: Writer) -> None:
    """The source of a note: candidates at the caret at its end, nothing saved but what was chosen."""
    scene = writer.scene
    note = scene.vault / NOTE
    text = note.read_text(encoding="utf-8")
    note.write_text(text + "\n" * 60, encoding="utf-8")  # longer than the window
    scene.keys("ctrl+e")
    writer.end, writer.top = "ctrl+End", HEAD
    writer.expect(text + "\n" * 60, "the longer note")  # what is written before would be in conflict with it
    writer.try_field("source", text + "\n" * 60)
    writer.write_on("source", text + "\n" * 60 + LETTERS + WORD)
    written = f"\n{LETTERS}{WORD}{WORD * MANY}"
    wait_until("the note", lambda: note.read_text(encoding="utf-8").endswith(written))
    scene.keys("Return")
    scene.desk.paste("[[")
    writer.pinyin.compose("zhishitupu")
    writer.pinyin.end("space")
    scene.shot("completion")
    scene.keys("Return")
    wait_until("the link", lambda: note.read_text(encoding="utf-8").endswith("\n[[知识图谱]]"))
    scene.keys("ctrl+e")
    writer.top = 0


def live_act(writer: Writer) -> None:
    """The rendered note that is written in: in every kind of line a word lands where the caret was."""
    scene, desk = writer.scene, writer.desk
    writer.top = HEAD
    note = scene.vault / OF_LINES
    scene.keys("ctrl+o")
    desk.paste("Lines")
    scene.keys("Return")
    scene.keys("ctrl+e")
    desk.rest()
    for case in LINES:
        scene.find(case["before"].splitlines()[-1])
        scene.keys("Right")
        if case.get("look"):
            writer.write_word(f"live-{case['line'].replace(' ', '-')}")
        else:
            writer.pinyin.compose(LETTERS)
            writer.pinyin.end("space")
    lines = [case.get("written", case["before"] + WORD + case["behind"]) for case in LINES]
    written = "\n\n".join(lines) + "\n"
    wait_until("the note", lambda: note.read_text(encoding="utf-8") == written)
    scene.keys("ctrl+e")


def float_act(writer: Writer) -> None:
    """The chat as a window of its own: candidates go with it."""
    scene, desk = writer.scene, writer.desk
    scene.keys("ctrl+p")
    desk.paste("Arrange panels")
    scene.keys("Return")
    desk.settle()
    desk.click(WIDTH - 30, 43)  # the button in the title of the chat
    desk.settle()
    scene.shot("floating")
    scene.keys("ctrl+l")
    writer.try_field("floating")
    assert desk.active() != scene.main, "the chat does not float"


ACTS = (
    chat_act,
    stop_act,
    field_act("switcher", "ctrl+o"),
    field_act("palette", "ctrl+p"),
    field_act("search", "ctrl+shift+f"),
    field_act("filter", "ctrl+shift+e"),
    field_act("find", "ctrl+l", "ctrl+f"),
    settings_act,
    rename_act,
    approval_act,
    source_act,
    float_act,
)
AT_200_PERCENT = (chat_act, source_act)
BY_IBUS = (chat_act, stop_act, field_act("filter", "ctrl+shift+e"), approval_act, source_act, live_act)


def play(
    desk: Screen,
    folder: Path,
    look: Look,
    acts: Sequence[Callable[[Writer], None]],
    kind: type[Pinyin] = FcitxPinyin,
) -> None:
    """Play acts with the program and an input method just started."""
    pinyin = kind(desk)
    pinyin.start()
    with CountingServer() as server:
        scene = Scene(desk, copy_sample(folder), folder / "home", server, look)
        lines = "\n\n".join(case["before"] + case["behind"] for case in LINES) + "\n"
        (scene.vault / OF_LINES).write_text(lines, encoding="utf-8")
        scene.open(NOTE)
        writer = Writer(scene, pinyin)
        try:
            for act in acts:
                act(writer)
        except BaseException:
            desk.grab("ime-failed")
            raise
        close(desk)
        assert server.problems == []
