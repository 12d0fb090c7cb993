"""Fonts are looked for by the letters that they have; what is missing is named with the package that has it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from axon_desktop.diagnostics.doctor import check_fonts
from axon_desktop.theme import fonts

SETUP = Path(__file__).parents[2] / "packaging" / "setup.sh"
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
CONFIG = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>{folders}<cachedir>{cache}</cachedir></fontconfig>
"""


def _font(name: str) -> Path:
    """Return a font file that the setup of this repository installs."""
    found = next((file for folder in FOLDERS for file in sorted(Path(folder).rglob(name))), None)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def _install(place: Path, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let fontconfig know these fonts and no others."""
    folder = place / "fonts"
    folder.mkdir()
    for name in names:
        (folder / name.replace("*", "")).symlink_to(_font(name))
    config = place / "fonts.conf"
    config.write_text(CONFIG.format(folders=f"<dir>{folder}</dir>", cache=place / "cache"), "utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(config))


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems bring their fonts")


def test_fonts_of_code_have_no_chinese_and_no_emoji(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(tmp_path, monkeypatch, "JetBrainsMono-Regular.*")
    assert fonts.find_fonts() == {"Latin": "JetBrains Mono", "Chinese": "", "emoji": ""}
    check = check_fonts(1, 1)  # whatever Qt makes of it
    assert check.state == "warning"
    assert "none with Chinese or emoji" in check.found
    assert "install" in check.advice


def test_a_text_font_with_a_few_old_emoji_is_no_emoji_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, monkeypatch, "DejaVuSans.ttf")
    found = fonts.find_fonts()
    assert found is not None
    assert found["emoji"] == ""


def test_all_is_well_with_a_font_for_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(tmp_path, monkeypatch, "JetBrainsMono-Regular.*", "NotoSansCJK-Regular.ttc", "NotoColorEmoji.ttf")
    check = check_fonts(3, 1)
    assert (check.state, check.advice) == ("good", "")


def test_without_any_font_every_script_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(tmp_path, monkeypatch)
    assert fonts.find_fonts() == {"Latin": "", "Chinese": "", "emoji": ""}


@pytest.mark.parametrize(
    ("release", "said"),
    [
        ("ID=debian\n", "On Debian or Ubuntu: sudo apt install fonts-noto-color-emoji"),
        ('ID=pop\nID_LIKE="ubuntu debian"\n', "sudo apt install fonts-noto-color-emoji"),
        ("ID=fedora\n", "sudo dnf install google-noto-color-emoji-fonts"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "sudo dnf install google-noto-color-emoji-fonts"),
        ("ID=manjaro\nID_LIKE=arch\n", "sudo pacman -S noto-fonts-emoji"),
        (
            'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n',
            "sudo zypper install google-noto-coloremoji-fonts",
        ),
        ("ID=alpine\n", "sudo apk add font-noto-emoji"),
        ("ID=nixos\n", "On Fedora: sudo dnf install"),
        ('ID="broken\n', "On Arch: sudo pacman -S noto-fonts-emoji"),
        ("", "On Debian or Ubuntu: sudo apt install fonts-noto-color-emoji"),
    ],
)
def test_the_package_is_named_that_this_system_has(release: str, said: str) -> None:
    assert said in fonts.advice(["emoji"], release)


def test_what_is_advised_is_what_the_setup_installs() -> None:
    advised = fonts.advice(["Latin", "Chinese", "emoji"], "ID=debian").partition("install ")[2].split()
    setup = SETUP.read_text("utf-8")
    assert [package for package in advised if f"={package}" not in setup] == []


def test_systems_without_fontconfig_bring_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert fonts.find_fonts() is None
    assert check_fonts(300, 12).state == "good"
    assert check_fonts(300, 0).state == "warning"


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_advice_is_for_the_system(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    advice = check_fonts(300, 0).advice
    assert advice
    assert "apt" not in advice
