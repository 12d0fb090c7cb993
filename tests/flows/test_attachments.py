"""A screenshot is pasted into a note in a real window, drawn, made smaller by its edge: true keys and mouse."""

import json
import re
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

sys.path.insert(0, str(Path(__file__).parent))

import screen
from desktop import choose_language, close, maximise, open_window

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]
SIZE = "1440x900"
COLOR = "#1f9e8f"
"""Of the picture, and of nothing else in the window."""


def test_pasted_picture_is_kept_embedded_and_resized(tmp_path: Path) -> None:
    vault, home, shots = tmp_path / "Vault", tmp_path / "home", tmp_path / "shots"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / ".obsidian/app.json").write_text(json.dumps({"attachmentFolderPath": "Attachments"}))
    note = vault / "Day.md"
    note.write_text("# Day\n\n", encoding="utf-8")
    (vault / "Other.md").write_text("other\n", encoding="utf-8")
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor(COLOR))
    image.save(str(tmp_path / "shot.png"))
    choose_language(home, "en")
    with screen.screen(SIZE, shots) as desk:
        open_window(desk, vault, home, "--note", "Day.md", "--theme", "light")
        maximise(desk, SIZE)
        desk.keys("ctrl+e")
        desk.keys("ctrl+End")
        desk.copy_picture(tmp_path / "shot.png")
        desk.keys("ctrl+v")
        pattern = r"# Day\n\n!\[\[(Pasted image \d{14}\.png)\]\]"
        screen.wait_until("the embed", lambda: re.fullmatch(pattern, note.read_text("utf-8")))
        found = re.fullmatch(pattern, note.read_text("utf-8"))
        assert found is not None
        assert (vault / "Attachments" / found[1]).read_bytes() == (tmp_path / "shot.png").read_bytes()
        desk.settle()
        desk.shot("pasted")
        desk.keys("ctrl+e")
        screen.wait_until("the picture", lambda: desk.pixels(COLOR) == 300 * 200)
        place = desk.place_of(COLOR, 0, 0, 1440, 900)
        assert place is not None
        edge = place[0] + 150 - 7, place[1]
        desk.drag(edge, (edge[0] - 100, edge[1]), shot="dragged")
        screen.wait_until("the width", lambda: re.search(r"\.png\|200\]\]", note.read_text("utf-8")))
        screen.wait_until("the smaller picture", lambda: 0 < desk.pixels(COLOR) < 200 * 140)
        desk.shot("smaller")
        close(desk)
