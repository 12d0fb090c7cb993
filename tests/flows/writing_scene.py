"""Somebody writes a note of two pages in a real window, with a model's help, and finds it as it was left.

All by keys and mouse, in Live. Run by `make screenshots` and by tests/flows/test_writing_scene.py.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop import close, copy_sample
from engine_script import CountingServer
from find_scene import is_indexed
from picture_taking import make_pictures
from PySide6.QtGui import QColor, QImage
from scene import Look, Scene
from screen import Screen, wait_until

from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.inline_edit.hunks import apply, compare
from tests.llm.deepseek_server import Reply

NAME = "Garden year"
COLOR = "#1f9e8f"
"""Of the picture, and of nothing else in the window."""
WIDTH, HEIGHT = 300, 120
WINTER = (
    "In November the beds were cleared and covered. What was left of the summer went onto the heap, and the heap "
    "was turned twice. The barrel is empty, the pipe is off the wall, and the tools hang where they always hang."
)
CHINESE = "植物清单在香草螺旋里：百里香和鼠尾草在上面，薄荷在下面的盆里。冬天用稻草盖住所有的床，春天再打开。"
ASKED = (
    "Due to the fact that a number of the beds have not yet been covered at this point in time, it would be "
    "appreciated if everybody could come by on Saturday with leaves and straw."
)
WRITTEN = "A number of the beds are not covered yet, so please come by on Saturday with leaves and straw."
"""What the model makes of it; the first of its changes is taken, the others are left."""
COMMENTS = (("40 flat stones", "Count again: Jonas said 52."), ("nine days", "Was it not ten?"))
EDITS = [{"old": "40 flat stones", "new": "52 flat stones"}, {"old": "nine days", "new": "ten days"}]
LAST = "Written before the lights went out."
ROW = 5_000
"""Pixels that the ground of a suggestion has at least."""
BOX = 323
"""How far from the left the boxes of tasks are."""
BESIDE = 275, 700
"""A place in the first group, at the left of the text."""
STORY = """What the garden did, **month by month**, and what comes next.

## Winter

{winter}

{asked}

## Beds

- Thyme and sage above
- Mint *in a pot* below
- Chives at the path

- [ ] Order seeds
- [x] Mend the fence

| Bed   | Plant  |
| ----- | ------ |
| North | Sage   |
| South | *Mint* |

## What it looks like

![[{picture}]]

$$
R(t) = e^{{-t/S}}
$$

More in [[Herb spiral]] and [[Reading list]].

## Open points

The path needs {stones}, which is what the old wall gives.

In a dry June the barrel lasted {days}.

{chinese}"""


def told(picture: str) -> str:
    """Return what the note is after all that is done, with the name of its picture."""
    asked = apply(ASKED, compare(ASKED, WRITTEN)[:1])
    stones, days = (edit["new"] for edit in EDITS)
    return STORY.format(winter=WINTER, asked=asked, picture=picture, stones=stones, days=days, chinese=CHINESE)


def type_lines(desk: Screen, text: str) -> None:
    """Type text with Enter between its lines."""
    first, *others = text.split("\n")
    if first:
        desk.type(first)
    for line in others:
        desk.keys("Return")
        if line:
            desk.type(line)


def link(scene: Scene, begun: str, name: str = "") -> None:
    """Write a link whose end the window suggests."""
    desk, soft = scene.desk, {"light": LIGHT, "dark": DARK}[scene.look.theme].accent_soft
    desk.settle()
    before = desk.pixels(soft)
    desk.type(f"[[{begun}")
    wait_until("suggestions", lambda: desk.pixels(soft) > before + ROW)
    if name:
        scene.shot(name)
    desk.keys("Return")
    wait_until("the end of the suggestions", lambda: desk.pixels(soft) < before + ROW)


def write(scene: Scene) -> None:
    """Write the note from its beginning to its end."""
    desk = scene.desk
    type_lines(desk, "What the garden did, **month by month**, and what comes next.\n\n## Winter\n\n")
    desk.paste(WINTER)
    type_lines(desk, "\n\n")
    desk.paste(ASKED)
    type_lines(desk, "\n\n## Beds\n\n- Thyme and sage above\nMint *in a pot* below\nChives at the path\n\n\n")
    type_lines(desk, "- [ ] Order seeds\nMend the fence\n\n\n")  # an empty item ends its list
    scene.shot("1-text")
    type_lines(desk, "| Bed | Plant |\n| --- | --- |\nNorth\tSage\tSouth\t*Mint*\n\n")
    type_lines(desk, "\n## What it looks like\n\n")
    scene.shot("2-table")
    desk.copy_picture(scene.home / "shot.png")
    desk.keys("ctrl+v")
    note = scene.vault / f"{NAME}.md"
    wait_until("the picture", lambda: "![[Pasted image" in note.read_text("utf-8"))
    type_lines(desk, "\n\n$$\nR(t) = e^{-t/S}\n$$\n\nMore in ")
    wait_until("the drawn picture", lambda: desk.pixels(COLOR) == WIDTH * HEIGHT)
    link(scene, "Herb", "3-link")
    type_lines(desk, " and ")
    link(scene, "reading li")
    type_lines(desk, ".\n\n## Open points\n\nThe path needs 40 flat stones, which is what the old wall gives.\n\n")
    type_lines(desk, "In a dry June the butt lasted nine days.\n\n")
    desk.paste(CHINESE)


def replace_word(scene: Scene) -> None:
    """Replace a word by another one."""
    scene.keys("ctrl+h")
    scene.desk.paste("butt")
    scene.keys("Tab")
    scene.desk.type("barrel")
    scene.shot("4-replace")
    scene.keys("Return", "Escape")


def tick(scene: Scene) -> None:
    """Tick the box of a task with the mouse."""
    scene.find("Mend the fence")
    scene.desk.settle()
    colors = {"light": LIGHT, "dark": DARK}[scene.look.theme]
    selected = scene.desk.place_of(colors.sel, 250, 100, 1000, 870)
    assert selected is not None
    scene.keys("Up", "Up")  # the line of the caret is shown as it is written
    scene.desk.settle()
    scene.desk.click(BOX, selected[1])


def lose(scene: Scene) -> None:
    """Let the program end as by a fault of the system."""
    assert scene.program is not None
    os.killpg(scene.program.pid, signal.SIGKILL)
    scene.program.wait()
    scene.desk.wait_gone("Axon")


def seen(desk: Screen) -> str:
    """Return the text of the first group's note."""
    desk.settle()
    desk.click(*BESIDE)
    return desk.copied()


def rewrite(scene: Scene) -> None:
    """Let the model write a paragraph, take one change and leave the others."""
    desk = scene.desk
    scene.find(ASKED[:30])
    scene.keys("Right", "ctrl+k")
    desk.type("Shorter and warmer; keep the day")
    scene.shot("6-asked")
    scene.server.script(Reply(WRITTEN))
    desk.keys("Return")
    wait_until("the answer", lambda: scene.server.left == 0)
    scene.shot("7-changes")
    desk.answer("ctrl+Return")
    for _ in compare(ASKED, WRITTEN)[1:]:
        desk.answer("ctrl+BackSpace")


def comment(scene: Scene) -> None:
    """Say at two passages what should change there, and send both."""
    desk = scene.desk
    for words, said in COMMENTS:
        scene.find(words)
        scene.keys("ctrl+shift+k")
        desk.settle()
        desk.type(said)
        scene.keys("Return")
    scene.shot("8-comments")
    scene.server.script(
        Reply("", None, [("edit_note", {"path": NAME, "edits": EDITS})]), Reply("Both passages are changed.")
    )
    before = scene.newest()
    scene.keys("ctrl+shift+Return")
    scene.go_to_question()
    desk.answer("Return")
    scene.ended(before)
    scene.shot("9-sent")


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Write, close, lose the program, and open again."""
    with CountingServer() as server:
        scene = Scene(desk, copy_sample(folder), folder / "home", server, look)
        note = scene.vault / f"{NAME}.md"
        general = {"theme": look.theme, "language": look.language, "notify": False, "default_mode": "live"}
        scene.open("Home.md", general=general)
        image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
        image.fill(QColor(COLOR))
        image.save(str(scene.home / "shot.png"))
        wait_until("the index", is_indexed(scene.home))
        scene.keys("ctrl+shift+n")
        scene.dialog()
        desk.type(NAME)
        desk.keys("Return")
        wait_until("the note", note.exists)
        desk.settle()
        write(scene)
        replace_word(scene)
        tick(scene)
        scene.keys("ctrl+backslash")
        scene.shot("5-split")
        desk.click(*BESIDE)
        rewrite(scene)
        comment(scene)
        picture = re.search(r"!\[\[(.+?)\]\]", note.read_text("utf-8"))
        assert picture is not None
        assert (scene.vault / picture[1]).read_bytes() == (scene.home / "shot.png").read_bytes()
        written = told(picture[1])
        close(desk)
        assert note.read_text("utf-8") == written
        scene.start()
        wait_until("the note", lambda: seen(desk) == written)
        scene.keys("ctrl+End")
        type_lines(desk, f"\n\n{LAST}")
        wait_until("the last words", lambda: note.read_text("utf-8") == f"{written}\n\n{LAST}")
        lose(scene)
        scene.start()
        wait_until("the note after the kill", lambda: seen(desk) == f"{written}\n\n{LAST}")
        scene.keys("ctrl+End")
        scene.shot("10-again")
        assert note.read_text("utf-8") == f"{written}\n\n{LAST}"
        close(desk)
        assert server.problems == []


LOOKS = (
    Look("writing-light-"),
    Look("writing-dark-", theme="dark"),
    Look("writing-chinese-", language="zh_CN"),
    Look("writing-darkchinese-", theme="dark", language="zh_CN"),
)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
