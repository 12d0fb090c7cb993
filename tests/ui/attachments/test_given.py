from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.attachments.given import given_in, note_mime, png_of
from axon_desktop.vault.links.link_text import web_link

CASES = json.loads((Path(__file__).parents[2] / "data/given.json").read_text(encoding="utf-8"))


def png() -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImage(3, 2, QImage.Format.Format_RGB32).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["given"])
def test_is_recognized(case: dict[str, object], qapp: QApplication) -> None:
    mime, written = QMimeData(), case["mime"]
    assert isinstance(written, dict)
    for kind, content in written.items():
        if content == "PNG":
            mime.setData("image/png", QByteArray(png()))
            mime.setImageData(QImage.fromData(png()))
        elif content == "IMAGE":
            mime.setImageData(QImage(3, 2, QImage.Format.Format_RGB32))
        elif content.startswith("UTF16:"):
            mime.setData(kind, QByteArray(content[6:].encode("utf-16-le")))
        else:
            mime.setData(kind, QByteArray(content.encode()))
    given = given_in(mime)
    if given is None:
        assert case["is"] is None
    elif given.picture is not None:
        assert case["is"] == "picture"
        assert png_of(given.picture)
    elif given.files:
        assert [part for file in given.files for part in (str(file.path), file.heading)] == case["is"]
    else:
        assert web_link(given.address, given.title) == case["is"]


@pytest.mark.parametrize("heading", ["", "One", "Two #3: 100 % 你好?"])
def test_dragged_heading_is_recognized(heading: str, tmp_path: Path) -> None:
    given = given_in(note_mime(tmp_path / "A #1.md", heading))
    assert given is not None
    assert [(file.path, file.heading) for file in given.files] == [(tmp_path / "A #1.md", heading)]
