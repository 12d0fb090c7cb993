"""The notes of a base: filtered, sorted, cut; in a real vault."""

import json
import os
from pathlib import Path

import pytest

from axon_desktop.vault import Vault
from axon_desktop.vault.bases import query
from axon_desktop.vault.bases.base_file import Sorting, read_base
from axon_desktop.vault.bases.notes import BIRTH_KNOWN, VaultNotes
from axon_desktop.vault.bases.query import CancelledError, Table, run_view

BOARDS = Path(__file__).parents[2] / "data" / "boards"
NOTES = {
    "Books/Winter.md": '---\ntags: [book]\ntitle: Winter\nauthor: "[[Mei]]"\nprice: 12\npages: 300\n---\n',
    "Books/Snow.md": "---\ntags: book\ntitle: Snow\nauthor: Ann\nprice: 8.50\npages: 100\nstatus: lost\n---\n",
    "Books/Ice.md": "---\ntitle: Ice\nprice: 9\n---\n#book/thin [[Plan]]\n",
    "Archive/Old.md": "---\ntags: book\nprice: 1\n---\n",
    "Projects/Plan.md": "# Plan\nBy [[Mei]].\n",
    "Mei.md": "Nothing.\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    for name, text in NOTES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / "leaf.png").write_bytes(b"1234")
    os.utime(root / "Mei.md", (1_600_000_000, 1_600_000_000))
    made = Vault(root, data_dir=tmp_path / "data")
    made.names.scan()
    return made


def table(vault: Vault, name: str, view: int = 0, sorting: tuple[Sorting, ...] | None = None) -> Table:
    return run_text(vault, (BOARDS / f"{name}.base").read_text(encoding="utf-8"), view, sorting)


def run_text(vault: Vault, text: str, view: int = 0, sorting: tuple[Sorting, ...] | None = None) -> Table:
    base = read_base(text.encode())
    return run_view(base, base.views[view], vault, VaultNotes(vault), this="x.base", sorting=sorting)


def names(found: Table) -> list[str]:
    return [row.path.rpartition("/")[2].rpartition(".")[0] for row in found.rows]


def test_filter_and_order_choose_the_rows(vault: Vault) -> None:
    found = table(vault, "books")

    assert names(found) == ["Winter", "Ice", "Snow"]
    assert (found.total, found.unsure) == (3, 0)


def test_cells_show_values_as_the_notes_write_them_and_links_lead_somewhere(vault: Vault) -> None:
    winter, _, snow = table(vault, "books").rows

    assert [cell.text for cell in winter.cells] == ["Winter", "Mei", "12", "0.04", "winter (Mei)"]
    assert [cell.text for cell in snow.cells] == ["Snow", "Ann", "8.50", "0.085", "snow (Ann)"]
    assert [cell.path for cell in winter.cells[:3]] == ["Books/Winter.md", "Mei.md", ""]


def test_filters_of_the_view_come_on_top_and_the_limit_cuts_after_sorting(vault: Vault) -> None:
    found = table(vault, "books", 1)
    sorted_found = run_text(
        vault, 'filters: file.hasTag("book")\nviews: [{limit: 2, sort: [{property: price, direction: ASC}]}]'
    )

    assert (names(found), found.total) == (["Ice"], 1)
    assert (names(sorted_found), sorted_found.total) == (["Old", "Snow"], 4)


def test_another_order_takes_the_place_of_the_views_own(vault: Vault) -> None:
    up = table(vault, "books", sorting=(Sorting("note.author"),))
    down = table(vault, "books", sorting=(Sorting("note.author", descending=True),))

    assert names(up) == ["Snow", "Winter", "Ice"]
    assert names(down) == ["Winter", "Snow", "Ice"]


def test_groups_stand_together(vault: Vault) -> None:
    found = table(vault, "week")

    assert [row.cells[0].text for row in found.rows] == ["Projects", "Books", "Books", "Books", "Archive", ""]
    assert "Mei" not in names(found)


def test_links_are_compared_by_what_they_lead_to(vault: Vault) -> None:
    assert sorted(names(table(vault, "links"))) == ["Ice", "Plan", "Winter"]


def test_base_without_filters_has_every_file(vault: Vault) -> None:
    found = table(vault, "everything")

    assert found.total == len(NOTES) + 1
    assert "leaf" in names(found)


def test_what_cannot_be_decided_is_shown_and_counted(vault: Vault) -> None:
    found = table(vault, "unsupported")

    assert found.total == len(NOTES) + 1
    assert found.unsure == found.total - 4  # books are sure: one of the parts of `or` says so
    assert sum(row.unsure for row in found.rows) == found.unsure
    assert not any(cell.known for row in found.rows for cell in row.cells[1:])


def test_undecided_part_of_and_leaves_out_what_another_part_rules_out(vault: Vault) -> None:
    found = run_text(vault, "filters:\n  and:\n    - unknown()\n    - file.inFolder('Books')\n")
    none = run_text(vault, "filters:\n  not:\n    - unknown()\n    - file.inFolder('Books')\n")

    assert (sorted(names(found)), found.unsure) == (["Ice", "Snow", "Winter"], 3)
    assert sorted(names(none)) == ["Mei", "Old", "Plan", "leaf"]


def test_more_rows_than_can_be_shown_are_counted(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "MAX_ROWS", 3)
    found = table(vault, "everything")

    assert (len(found.rows), found.total) == (3, len(NOTES) + 1)


def test_search_can_be_ended(vault: Vault) -> None:
    base = read_base(b"")

    with pytest.raises(CancelledError):
        run_view(base, base.views[0], vault, VaultNotes(vault), this="", watch=lambda done, total: False)


def test_time_of_making_is_said_to_be_guessed_where_the_system_does_not_know(vault: Vault) -> None:
    found = run_text(vault, "filters: file.ctime > now() - '1 year'\n")

    assert found.ctime_guessed is not BIRTH_KNOWN
    assert not table(vault, "books").ctime_guessed


def test_missing_note_says_nothing(vault: Vault) -> None:
    (vault.root / "Books" / "Snow.md").unlink()

    assert names(table(vault, "books")) == ["Winter", "Ice"]


def test_missing_target_of_a_link_is_reported(vault: Vault) -> None:
    (vault.root / "Books" / "Snow.md").write_text('---\ntags: book\nauthor: "[[Nobody]]"\n---\n', encoding="utf-8")
    row = next(row for row in table(vault, "books").rows if row.path.endswith("Snow.md"))

    assert (row.cells[1].text, row.cells[1].path, row.cells[1].missing) == ("Nobody", "", "Nobody")


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ('image("leaf.png")', ("leaf.png", "leaf.png", "leaf.png")),
        ('image("[[leaf.png|Leaf]]")', ("leaf.png", "leaf.png", "leaf.png")),
        ('image(file("leaf.png"))', ("leaf.png", "leaf.png", "leaf.png")),
        ('image("none.png")', ("none.png", "", "")),
        ('image("Mei")', ("Mei", "Mei.md", "")),
        ('image("https://example.org/a.png")', ("https://example.org/a.png", "", "https://example.org/a.png")),
        ('image("data:image/png;base64,AAAA")', ("data:image/png;base64,AAAA", "", "data:image/png;base64,AAAA")),
        ('image("file:///etc/passwd.png")', ("file:///etc/passwd.png", "", "")),
        ('image("../../leaf.png")', ("../../leaf.png", "", "")),
        ("image(nothing)", ("", "", "")),
    ],
)
def test_image_is_a_picture_of_the_vault_or_the_address_of_one(
    vault: Vault, formula: str, shown: tuple[str, str, str]
) -> None:
    text = json.dumps({"formulas": {"p": formula}, "views": [{"type": "table", "order": ["formula.p"]}]})
    cell = run_text(vault, text).rows[0].cells[0]
    assert (cell.text, cell.path, cell.picture) == shown


def test_distance_of_time_is_in_the_users_language(vault: Vault) -> None:
    formulas = {"p": '(now() - "3 days").relative() + now().format(" MMMM")'}
    text = json.dumps({"formulas": formulas, "views": [{"type": "table", "order": ["formula.p"]}]})
    base = read_base(text.encode())
    found = run_view(base, base.views[0], vault, VaultNotes(vault), this="x.base", language="zh-CN")
    assert found.rows[0].cells[0].text.startswith("3 天前 ")
    assert found.rows[0].cells[0].text.endswith("月")
