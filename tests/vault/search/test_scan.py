"""The search that keeps texts finds what the search that reads them finds, always as the files are now."""

import os
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.text.fold import fold
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Query
from axon_desktop.vault.search.ripgrep import Ripgrep
from axon_desktop.vault.search.scan import FileSearch

TEXTS = {
    "Home.md": "# Home\n\nalpha beta\nalpha again\n",
    "Straße/Größe.md": "---\ntags: [Idee/Neu]\n---\nDie GRÖSSE der Straße\n",
    "Notes/里程碑.md": "第一个里程碑 #idee\n",
    "Notes/beta.txt": "gamma\n",
    "Board.canvas": '{"nodes":[{"text":"alpha"}]}',
    "picture.png": "alpha",
}
WORDS = st.sampled_from(
    ["alpha", "beta", "ALPHA", "größe", "GRÖSSE", "里程碑", "strasse", "none", '"alpha again"']
)


def make(root: Path) -> Vault:
    old = time.time() - 60
    for path, text in TEXTS.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
        os.utime(root / path, (old, old))
    return Vault(root, data_dir=root.parent / "data")


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return make(tmp_path / "vault")


@pytest.fixture(scope="module")
def searches(tmp_path_factory: pytest.TempPathFactory) -> tuple[FileSearch, FileSearch]:
    vault = make(tmp_path_factory.mktemp("cache") / "vault")
    return FileSearch(vault), FileSearch(vault, budget=0)


def found(search: FileSearch, text: str) -> set[str]:
    return {hit.path for hit in search.find(Query(text)).hits}


@given(
    words=st.lists(WORDS, max_size=3),
    folder=st.sampled_from(["", "Notes", "Straße/"]),
    tag=st.sampled_from(["", "idee", "Idee/neu", "none"]),
    limit=st.integers(1, 5),
)
@settings(max_examples=100, deadline=None)
def test_results_are_those_of_the_search_that_reads_the_files(
    searches: tuple[FileSearch, FileSearch], words: list[str], folder: str, tag: str, limit: int
) -> None:
    query = Query(" ".join(words), folder=folder, tag=tag, limit=limit)
    if words or tag:
        cached, scan = searches
        assert cached.find(query) == scan.find(query)


def test_second_search_reads_only_what_it_shows(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axon_desktop.vault.search.scan._YOUNG", -60.0)  # files made just now are settled too
    search = FileSearch(vault)
    assert found(search, "gamma") == {"Notes/beta.txt"}
    kept = dict(search._cache)
    assert kept.keys() == TEXTS.keys() - {"picture.png"}
    assert found(search, "gamma") == {"Notes/beta.txt"}
    assert all(search._cache[path] is text for path, text in kept.items())


def test_note_that_another_program_changed_is_found_at_once(vault: Vault) -> None:
    search = FileSearch(vault)
    assert found(search, "delta") == set()
    note = vault.root / "Home.md"
    before = note.stat()
    note.write_text(note.read_text().replace("alpha", "delta"))  # as long as before
    os.utime(note, ns=(before.st_atime_ns, before.st_mtime_ns))  # and its time set back
    assert found(search, "delta") == {"Home.md"}
    note.write_text(note.read_text().replace("delta", "omega"))
    assert found(search, "omega") == {"Home.md"}


def test_note_that_went_is_forgotten(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axon_desktop.vault.search.scan._YOUNG", -60.0)
    search = FileSearch(vault)
    assert "Home.md" in found(search, "alpha")
    (vault.root / "Home.md").unlink()
    vault.names.scan()
    assert "Home.md" not in found(search, "alpha")
    assert "Home.md" not in search._cache
    assert search._size == sum(text.size for text in search._cache.values())


def test_texts_beyond_the_budget_are_found_too(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axon_desktop.vault.search.scan._YOUNG", -60.0)
    search = FileSearch(vault, budget=90)
    for _ in range(2):
        assert found(search, "alpha") == {"Home.md", "Board.canvas"}
        assert 0 < search._size <= 90


def test_link_to_a_note_is_read_each_time(vault: Vault) -> None:
    (vault.root / "Link.md").symlink_to("Notes/beta.txt")
    search = FileSearch(vault)
    assert found(search, "gamma") == {"Notes/beta.txt", "Link.md"}
    (vault.root / "Notes/beta.txt").write_text("epsilon\n")
    assert found(search, "epsilon") == {"Notes/beta.txt", "Link.md"}
    assert "Link.md" not in search._cache


def test_search_reports_its_progress_and_can_be_stopped(vault: Vault) -> None:
    reported: list[tuple[int, int]] = []
    search = FileSearch(vault, watcher=lambda done, total: reported.append((done, total)))
    search.find(Query("alpha"))
    assert reported[-1] == (5, 5)
    assert [done for done, _ in reported] == sorted(done for done, _ in reported)
    assert search.find(Query("alpha"), cancelled=lambda: True).hits == ()


# What ripgrep names: never a file less than folding finds.
_ODD = [
    *(
        "cafe",
        "café",
        "cafe\u0301",
        "CAFÉ",
        "\uff43\uff41\uff46\uff45",
        "\ufb01nish",
        "finish",
        "Straße",
        "STRASSE",
    ),
    *("İstanbul", "istanbul", "\u212a4", "K4", "æther", "aether", "ёлка", "ЕЛКА", "мой", "мои", "σοφός", "ΣΟΦΟΣ"),
    *(
        "ガラス",
        "\uff76\uff9e\uff97\uff7d",
        "カ\u3099ラス",
        "知识",
        "\u2f79",
        "网",
        "\u1100\u1161",
        "가가",
        "x-ray.",
    ),
    *(
        "a b",
        "a\xa0b",
        "2²",
        "½",
        "№ 5",
        "naïve — “x”",
        "🎉 fin",
        "हिन्दी",
        "ไทย",
        "שָׁלוֹם",
        "שלום",
        "a[b]c",
        "tab\there",
    ),
    *("\u0140", "\u0133", "\ufdfa", "\xb5", "\u03bc", "a&&b", "~x~", "c++ #x", "{y}$^|\\"),
]


@pytest.mark.skipif(shutil.which("rg") is None, reason="ripgrep is not installed")
def test_ripgrep_names_every_file_that_may_match(tmp_path: Path) -> None:
    for number, text in enumerate(_ODD):
        (tmp_path / f"{number}.md").write_text(f"- so {text}, ends\n", "utf-8")
    (tmp_path / ".gitignore").write_text("*.md\n")
    named = 0
    for word in dict.fromkeys(map(fold, _ODD)):
        found = Ripgrep(tmp_path, [word]).found()
        assert found is not None
        holding = {f"{number}.md" for number, text in enumerate(_ODD) if word in fold(f"- so {text}, ends\n")}
        assert holding
        assert holding <= found, word
        named += len(found)
    assert named < len(_ODD) ** 2 / 2
