"""The main job in a real window, by keys alone, and a conversation in each theme, language and width; pictures.

Run by `make screenshots`; tests/flows/test_desktop.py plays the main job.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from desktop import (
    APPROVAL_IN,
    approve,
    ask,
    choose_language,
    close,
    copy_sample,
    main_job,
    maximise,
    open_window,
    wait_turns,
)
from picture_taking import make_pictures
from screen import Screen, wait_until

from axon_desktop.theme.colors import DARK, LIGHT


@dataclass(frozen=True)
class Look:
    """How the program looks in one run, and what is asked beside which note."""

    prefix: str
    size: str = "1440x900"
    theme: str = "light"
    language: str = "en"
    note: str = ""
    request: str = ""
    """Empty: the main job is done."""
    writes: bool = False
    """Whether the request is one that has to be approved."""


_BUBBLE = 1000
"""Pixels that the ground of a short request has at least."""
CHINESE = "知识/知识图谱.md"
LOOKS = (
    Look("main-light-", note="Projects/Axon Desktop"),
    Look("main-dark-", theme="dark", note="Projects/Axon Desktop.md", request="list Projects"),
    Look("main-chinese-", language="zh_CN", note=CHINESE, request="读取 知识/卡片笔记法"),
    Look(
        "main-darkchinese-",
        theme="dark",
        language="zh_CN",
        note=CHINESE,
        request="创建笔记 Inbox/想法：记住 这件事",
        writes=True,
    ),
    Look("main-narrow-", "1000x700", note="Projects/Lisbon in spring.md", request="read People/Mei Tanaka"),
    Look("main-darknarrow-", "1000x700", "dark", note="How to/Reading a note.md", request="list How to"),
    Look("main-wide-", "1600x1000", note="Projects/Garden/Herb spiral.md", request="list How to"),
)


def ask_once(desk: Screen, vault: Path, home: Path, look: Look) -> None:
    """Ask beside a note, and look at the answer."""
    choose_language(home, look.language)
    open_window(desk, vault, home, "--theme", look.theme, "--note", look.note)
    maximise(desk, look.size)
    bubble = {"light": LIGHT, "dark": DARK}[look.theme].accent_soft
    before = desk.pixels(bubble)
    ask(desk, look.request)
    if look.writes:
        desk.wait_window(APPROVAL_IN[look.language])
        desk.shot(f"{look.prefix}approval")
        approve(desk, APPROVAL_IN[look.language])
    wait_turns(home, 1)
    wait_until("the request over its answer", lambda: desk.pixels(bubble) > before + _BUBBLE)
    desk.shot(f"{look.prefix}answer")
    close(desk)


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Do the main job, or ask once."""
    vault, home = copy_sample(folder), folder / "home"
    home.mkdir()
    if look.request:
        ask_once(desk, vault, home, look)
    else:
        main_job(desk, vault, home, look.note, look.prefix, look.size)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
