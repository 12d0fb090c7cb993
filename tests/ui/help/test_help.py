"""The guide and the news are shown in the program, wherever it is installed; the news once after an update."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from axon_desktop import __version__, paths
from axon_desktop.ui.actions import Action, by_id
from axon_desktop.ui.help.feature import HelpFeature
from axon_desktop.ui.help.reader import HelpReader
from axon_desktop.ui.help.texts import (
    GUIDES,
    NEWS,
    help_folder,
    newest_part,
    read_help,
    read_news,
    read_picture,
    version_of,
)
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.quick_open.palette_commands import name_of
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run, until

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def make_window(qapp: QApplication, tmp_path: Path) -> Callable[[], MainWindow]:
    def make() -> MainWindow:
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        Theme(qapp, "light")
        window = MainWindow(QIcon(), state)
        HelpFeature(window)
        return window

    return make


def reader(window: MainWindow) -> HelpReader | None:
    found = window.findChild(HelpReader)
    return found if found is not None and found.isVisible() else None


@pytest.mark.parametrize("guide", sorted(set(GUIDES.values())))
def test_every_picture_of_a_guide_is_there_and_packaged(guide: str) -> None:
    text = read_help(guide)
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)
    assert len(pictures) == 4
    for picture in pictures:
        assert picture.startswith("screenshots/guide/")  # the folder that goes into a build
        assert (read_picture(picture) or b"").startswith(b"\x89PNG")


def test_guides_have_the_same_parts() -> None:
    english, chinese = (read_help(name) for name in ("guide.md", "guide.zh_CN.md"))
    for pattern in (r"^## ", r"^\| ", r"^- ", r"^axon", r"!\["):
        counts = [len(re.findall(pattern, text, re.MULTILINE)) for text in (english, chinese)]
        assert counts[0] == counts[1], pattern


def test_no_sentence_stands_twice_on_a_page() -> None:
    for page in (*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"):
        lines = (line for line in page.read_text("utf-8").split("\n") if line[:1] not in ("|", "{", " "))
        sentences = (one for line in lines for one in re.split(r"(?<=。)|(?<=\.)\s+", line))
        counted = Counter(one for one in sentences if len(one) > (60 if one.isascii() else 25))
        assert [one for one, count in counted.items() if count > 1] == [], page.name


def test_guide_names_only_menus_that_there_are() -> None:
    words = {name_of(entry.label) for entry in by_id().values()}
    named = re.findall(r"\*(?:File|Edit|View|Agent|Help) → ([^*]+)\*", read_help("guide.md"))
    assert len(named) > 8
    assert "Panels → Outline" in named
    assert {step.rstrip("…") for name in named for step in name.split(" → ")} <= words


@pytest.mark.parametrize("guide", sorted(set(GUIDES.values())))
def test_guide_names_the_keys_that_actions_have(guide: str, qapp: QApplication) -> None:
    keys = {key.toString() for entry in by_id().values() if isinstance(entry, Action) for key in entry.first_keys}
    named = set(
        re.findall(r"\b(?:(?:Ctrl|Alt|Shift)\+)*(?:F\d\d?)\b|\bCtrl\+(?:(?:Alt|Shift)\+)+\w\b", read_help(guide))
    )
    assert len(named) > 6
    assert named <= keys


def test_pictures_outside_the_help_are_not_read(tmp_path: Path) -> None:
    assert read_picture("../README.md") is None
    assert read_picture("guide.md") is None
    assert read_picture("no such.png") is None


def test_newest_part_is_the_first() -> None:
    assert newest_part("# News\n\n## 2\n\nnew\n\n## 1\n\nold\n") == "## 2\n\nnew\n"
    assert newest_part("# News\n\n## 1\n\n- all\n") == "## 1\n\n- all\n"
    assert newest_part("nothing") == ""
    assert newest_part(read_help(NEWS)).startswith("## ")


@pytest.mark.parametrize("language", ["zh-CN", "zh-TW"])
def test_newest_version_has_its_news_in_every_language(language: str) -> None:
    newest, shown = newest_part(read_help(NEWS)), read_news(language)
    news = paths.resources_dir() / "news" / f"{language.replace('-', '_')}.md"
    assert version_of(newest_part(news.read_text("utf-8"))) == version_of(newest) != ""
    assert shown != read_news("en")
    assert shown.count("\n- ") >= newest.count("\n- ") * 0.8, "many changes are not translated yet"
    assert read_news("en").partition("\n")[2] == newest.partition("\n")[2]
    assert not any("Unreleased" in text.partition("\n")[0] for text in (shown, read_news("en")))


def test_news_that_nobody_has_translated_are_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("help/CHANGELOG.md", "## 3 - 2026\n\nthree\n"), ("news/zh_CN.md", "## 2\n\n二\n")):
        file = tmp_path / "resources" / name
        file.parent.mkdir(parents=True)
        file.write_text(text, "utf-8")
    monkeypatch.setattr(paths, "resources_dir", lambda: tmp_path / "resources")
    assert read_news("zh-CN") == read_news("zh-TW") == read_news("en") == "## 3 - 2026\n\nthree\n"
    (tmp_path / "resources" / "news" / "zh_CN.md").write_text("## [3]（新）\n\n三\n", "utf-8")
    assert read_news("zh-CN") == "## [3]（新）\n\n三\n"


def test_news_of_what_is_not_released_say_so_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (
        ("help/CHANGELOG.md", "## Unreleased\n\n- Unreleased\n"),
        ("news/zh_CN.md", "## Unreleased（开发中）\n\n- 一\n"),
    ):
        file = tmp_path / "resources" / name
        file.parent.mkdir(parents=True)
        file.write_text(text, "utf-8")
    monkeypatch.setattr(paths, "resources_dir", lambda: tmp_path / "resources")
    assert read_news("en") == "## In development\n\n- Unreleased\n"
    assert read_news("zh-CN") == "## 开发中\n\n- 一\n"


def test_packaged_texts_are_found_beside_the_resources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = tmp_path / "resources" / "help"
    packaged.mkdir(parents=True)
    (packaged / NEWS).write_text("## 9\n", "utf-8")
    monkeypatch.setattr(paths, "resources_dir", lambda: tmp_path / "resources")
    assert help_folder() == packaged
    assert read_help(NEWS) == "## 9\n"


def test_guide_and_news_open_from_the_menu(make_window: Callable[[], MainWindow], run_async: Run) -> None:
    async def body() -> None:
        window = make_window()
        assert reader(window) is None
        window.menus.actions["help.user_guide"].trigger()
        await until(lambda: reader(window) is not None)
        shown = reader(window)
        assert shown is not None
        assert shown.windowTitle() == "User guide — Axon Desktop"
        await until(lambda: "Using Axon Desktop" in shown.view.to_plain_text())
        window.status.set_language("zh-TW")
        window.menus.actions["help.user_guide"].trigger()
        await until(lambda: "用户指南" in shown.view.to_plain_text())
        window.menus.actions["help.what_s_new"].trigger()
        await until(lambda: shown.windowTitle().startswith("What’s new"))
        await until(lambda: "Keep a Changelog" not in shown.view.to_plain_text())
        shown.close()
        window.close_for_good()
        window.deleteLater()

    run_async(body())


def test_news_are_shown_once_after_an_update_and_not_at_the_first_start(
    make_window: Callable[[], MainWindow], run_async: Run
) -> None:
    async def body() -> None:
        first = make_window()
        assert first.state.value("version_seen") == __version__
        first.state.setValue("version_seen", "0.0.1")
        first.state.sync()
        second = make_window()
        await until(lambda: reader(second) is not None)
        assert reader(first) is None
        third = make_window()
        assert reader(third) is None
        for window in (first, second, third):
            window.close_for_good()
            window.deleteLater()

    run_async(body())
