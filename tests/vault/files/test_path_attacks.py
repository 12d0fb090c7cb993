"""Every attack of the data file against every way of reading, listing and writing."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import InvalidPathError, VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.files.atomic_rename import exchange
from axon_desktop.vault.files.folder import HAS_HANDLES
from axon_desktop.vault.files.path_gateway import PathGateway
from tests.abilities import CAN_LINK, CAN_PIPE

ATTACKS = json.loads((Path(__file__).parents[2] / "data" / "path_attacks.json").read_text())
SECRET = b"secret that no tool may show"
HERE = {"fifo": CAN_PIPE, "link": CAN_LINK, "socket": hasattr(socket, "AF_UNIX")}
"""Whether this system has them."""
POSSIBLE = [attack for attack in ATTACKS if all(HERE.get(step[0], True) for step in attack.get("setup", []))]


def make_world(base: Path) -> Path:
    files = {
        "vault/Home.md": b"# Home\n",
        "vault/Daily/2026-01-01.md": b"day\n",
        "vault/caf\u00e9.md": b"coffee\n",
        "vault/.obsidian/app.json": SECRET,
        "vault/.git/config": SECRET,
        "vault/.git/hooks/pre-commit": SECRET,
        "vault/.trash/Old.md": SECRET,
        "vault-evil/secret.md": SECRET,
        "outside/secret.md": SECRET,
        "outside/Sub/inner.md": SECRET,
    }
    for name, data in files.items():
        file = base / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return base / "vault"


def set_up(base: Path, steps: list[list[str]]) -> list[socket.socket]:
    vault = base / "vault"
    sockets = []
    for kind, at, *rest in steps:
        target = rest[0].format(outside=base / "outside", vault=vault) if rest else ""
        if kind == "link":
            (vault / at).symlink_to(target)
        elif kind == "hardlink":
            os.link(target, vault / at)
        elif kind == "fifo":
            os.mkfifo(vault / at)
        elif kind == "folder":
            (vault / at).mkdir()
        else:
            sock = socket.socket(socket.AF_UNIX)
            sock.bind(os.path.relpath(vault / at))  # the whole path may be too long
            sockets.append(sock)
    return sockets


def facts(folder: Path) -> dict[str, tuple[int, bytes | str]]:
    found: dict[str, tuple[int, bytes | str]] = {}
    places = [str(folder)]
    for place in places:
        with os.scandir(place) as entries:
            names = []
            for entry in entries:
                names.append(entry.name)
                if entry.is_dir():
                    places += [] if entry.is_symlink() else [entry.path]
                    continue
                with open(entry.path, "rb", buffering=0) as file:
                    found[entry.path] = (entry.stat(follow_symlinks=False).st_mode, file.read())
        found[place] = (os.lstat(place).st_mode, ",".join(sorted(names)))
    return found


def protected(base: Path) -> dict[str, Any]:
    folders = ("outside", "vault-evil", "vault/.obsidian", "vault/.git", "vault/.trash")
    seen: dict[str, Any] = {name: facts(base / name) for name in folders}
    seen["names"] = sorted(os.listdir(base))
    seen["dots"] = sorted(name for name in os.listdir(base / "vault") if name.startswith("."))
    return seen


def operations(vault: Vault, path: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    def write(mode: str) -> Callable[[], bytes]:
        def run() -> bytes:
            vault.apply(vault.preview(path, "overwritten", mode), turn="attack")  # type: ignore[arg-type]
            return b""

        return run

    yield "read", lambda: vault.read(path).data
    yield "attachment", lambda: vault.read_attachment(path, 1 << 20)
    yield "list", lambda: repr(vault.list_folder(path)).encode("utf-8", "surrogatepass")
    yield "link", lambda: (vault.names.resolve_link(path, "Home.md") or "").encode()
    yield "append", write("append")
    yield "overwrite", write("overwrite")


@pytest.mark.parametrize("handles", {HAS_HANDLES, False}, ids={True: "handles", False: "paths"}.get)
@pytest.mark.parametrize("category", sorted({attack["category"] for attack in POSSIBLE}))
def test_attack_reads_and_changes_nothing_outside_the_vault(
    tmp_path: Path, category: str, handles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PathGateway.__init__, "__kwdefaults__", {"handles": handles})
    for number, attack in enumerate(attack for attack in POSSIBLE if attack["category"] == category):
        base = tmp_path / str(number)
        root = make_world(base)
        monkeypatch.chdir(root)
        for file in root.rglob("*.md"):
            os.utime(file, (1e9, 1e9))
        sockets = set_up(base, attack.get("setup", []))
        before = protected(base)
        vault = Vault(root, data_dir=tmp_path / "data" / str(number))
        path = (
            attack["path"].format(outside=base / "outside", vault=root)
            if "{outside}" in attack["path"] or ("{vault}" in attack["path"])
            else attack["path"]
        )
        for name, run in operations(vault, path):
            where = f"{name} {attack}"
            refused: VaultError | None = None
            try:
                shown = run()
            except VaultError as error:
                refused, shown = error, b""
            if refused is not None:
                assert "\n" not in str(refused), where
                str(refused).encode("utf-8")
            if attack.get("reads") != "same file":
                assert SECRET not in shown, where
            assert b"secret.md" not in shown, where
            assert protected(base) == before, where
            if name in ("append", "overwrite"):
                expected = attack.get(name, attack["write"])
                if expected == "refused":
                    assert refused is not None, where
                elif expected == "inside":
                    assert refused is None, where
        vault.close()
        for sock in sockets:
            sock.close()


def test_attack_list_is_long_and_varied() -> None:
    assert len(ATTACKS) >= 200
    assert len({attack["category"] for attack in ATTACKS}) >= 20


def test_folder_swapped_for_a_link_between_check_and_open_never_leads_out(tmp_path: Path) -> None:
    root = make_world(tmp_path)
    vault = Vault(root, data_dir=tmp_path / "data")
    (tmp_path / "data").mkdir()
    before = protected(tmp_path)
    place, link = root / "Switch", root / "Link"
    place.mkdir()
    (place / "secret.md").write_bytes(b"inside")
    link.symlink_to(tmp_path / "outside")
    stop = threading.Event()

    def switch() -> None:
        while not stop.is_set():
            exchange(str(place), str(link), None)

    switcher = threading.Thread(target=switch)
    switcher.start()
    seen = {"inside": 0, "refused": 0}
    try:
        for number in range(4000):
            try:
                if number % 20 == 0:
                    vault.apply(vault.preview(f"Switch/new{number}", "x", "overwrite"), turn="race")
                data = vault.read_attachment("Switch/secret.md", 1000)
                assert data == b"inside"
                seen["inside"] += 1
            except VaultError:
                seen["refused"] += 1
    finally:
        stop.set()
        switcher.join()
    vault.close()
    assert protected(tmp_path) == before
    assert seen["inside"] > 0
    assert seen["refused"] > 0


def test_vault_that_is_itself_a_link_works(tmp_path: Path) -> None:
    make_world(tmp_path)
    (tmp_path / "door").symlink_to(tmp_path / "vault")
    vault = Vault(tmp_path / "door", data_dir=tmp_path / "data")
    assert vault.read("Home").data == b"# Home\n"
    vault.apply(vault.preview("New/Note", "text", "overwrite"), turn="t")
    assert (tmp_path / "vault/New/Note.md").read_text() == "text"
    assert vault.id == Vault(tmp_path / "vault").id
    vault.close()


def test_linked_note_is_written_at_its_real_place_and_stays_a_link(tmp_path: Path) -> None:
    root = make_world(tmp_path)
    (root / "alias.md").symlink_to("Daily/2026-01-01.md")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.apply(vault.preview("alias", "changed", "overwrite"), turn="t")
    assert (root / "alias.md").is_symlink()
    assert (root / "Daily/2026-01-01.md").read_text() == "changed"
    vault.undo_last_turn()
    assert (root / "alias.md").is_symlink()
    assert (root / "Daily/2026-01-01.md").read_text() == "day\n"
    vault.close()


def test_hard_link_keeps_its_text_under_the_other_name(tmp_path: Path) -> None:
    root = make_world(tmp_path)
    os.link(tmp_path / "outside/secret.md", root / "hard.md")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.apply(vault.preview("hard", "changed", "overwrite"), turn="t")
    assert (tmp_path / "outside/secret.md").read_bytes() == SECRET
    assert (root / "hard.md").read_text() == "changed"
    vault.close()


@pytest.mark.parametrize(
    ("existing", "new"),
    [("Home.md", "HOME"), ("caf\u00e9.md", "cafe\u0301"), ("stra\u00dfe.md", "STRASSE"), ("Sub/x.md", "sub/y")],
)
def test_new_name_that_differs_only_in_form_names_the_other(tmp_path: Path, existing: str, new: str) -> None:
    (tmp_path / "v" / existing).parent.mkdir(parents=True)
    (tmp_path / "v" / existing).write_text("x")
    vault = Vault(tmp_path / "v", data_dir=tmp_path / "data")
    if os.name == "nt" and existing.isascii():  # there it is the other
        assert vault.preview(new, "y", "overwrite").path.lower() == f"{new}.md".lower()
        return
    with pytest.raises(InvalidPathError, match=existing.split("/")[0]):
        vault.preview(new, "y", "overwrite")
