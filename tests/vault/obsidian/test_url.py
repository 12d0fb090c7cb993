from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.vault import Vault
from axon_desktop.vault.obsidian.daily_note import unique_path
from axon_desktop.vault.obsidian.known_vaults import KnownVault
from axon_desktop.vault.obsidian.url import MAX_URL, handle_obsidian_url


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    root = tmp_path_factory.mktemp("vaults") / "My vault"
    for path in ("Home.md", "Projects/知识.md", "a/Same.md", "Plan & more.md", ".obsidian/app.json"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("{}" if path.endswith("json") else "# x\n", encoding="utf-8")
    (root.parent / "Other").mkdir()
    (root / "Inner").mkdir()
    made = Vault(root, data_dir=root.parent / "data")
    made.names.scan()
    return made


@pytest.fixture(scope="module")
def known(vault: Vault) -> list[KnownVault]:
    above = vault.root.parent
    return [
        KnownVault("ef6ca3e3b524d22f", vault.root),
        KnownVault("0123456789abcdef", above / "Other"),
        KnownVault("fedcba9876543210", vault.root / "Inner"),
    ]


def whole(vault: Vault, path: str) -> str:
    return quote(str(vault.root / path), safe="")


@pytest.mark.parametrize(
    ("url", "path", "place"),
    [
        ("obsidian://open?vault=My%20vault&file=Home", "Home.md", ""),
        ("obsidian://open?vault=My%20vault&file=Home.md", "Home.md", ""),
        ("OBSIDIAN://Open?vault=My%20vault&file=home", "Home.md", ""),
        ("obsidian://open?vault=ef6ca3e3b524d22f&file=Projects%2F%E7%9F%A5%E8%AF%86", "Projects/知识.md", ""),
        ("obsidian://open?file=Same%23A%20heading", "a/Same.md", "A heading"),
        ("obsidian://open?file=Home%23%5Eblock&paneType=tab", "Home.md", "^block"),
        ("obsidian://open?file=Plan%20%26%20more", "Plan & more.md", ""),
        ("obsidian://vault/My%20vault/a/Same", "a/Same.md", ""),
        ("obsidian://adv-uri?vault=My%20vault&filepath=Home&heading=Goal", "Home.md", "Goal"),
        ("obsidian://advanced-uri?filepath=Home.md&block=b1", "Home.md", "^b1"),
    ],
)  # fmt: skip
def test_a_link_into_this_vault_opens_the_note(
    url: str, path: str, place: str, vault: Vault, known: list[KnownVault]
) -> None:
    action = handle_obsidian_url(url, vault, known)
    assert (action.kind, action.path, action.anchor) == ("open", path, place)


def test_a_pane_of_its_own_is_a_new_tab(vault: Vault, known: list[KnownVault]) -> None:
    assert handle_obsidian_url("obsidian://open?file=Home&paneType=split", vault, known).new_tab
    assert not handle_obsidian_url("obsidian://open?file=Home", vault, known).new_tab


def test_an_absolute_path_is_looked_up_in_the_innermost_vault(vault: Vault, known: list[KnownVault]) -> None:
    action = handle_obsidian_url(f"obsidian://open?path={whole(vault, 'Home.md#Top')}", vault, known)
    assert (action.kind, action.path, action.anchor) == ("open", "Home.md", "Top")
    shorthand = handle_obsidian_url(
        f"obsidian:///{quote((vault.root / 'Home').as_posix().lstrip('/'))}", vault, known
    )
    assert (shorthand.kind, shorthand.path) == ("open", "Home.md")
    inner = handle_obsidian_url(f"obsidian://open?path={whole(vault, 'Inner/x')}", vault, known)
    assert (inner.kind, inner.vault) == ("other_vault", vault.root / "Inner")


def test_a_path_counts_more_than_vault_and_file(vault: Vault, known: list[KnownVault]) -> None:
    url = f"obsidian://open?vault=Other&file=x&path={whole(vault, 'Home.md')}"
    assert handle_obsidian_url(url, vault, known).path == "Home.md"


def test_a_vault_reached_through_a_link_is_the_same(vault: Vault, known: list[KnownVault], tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(vault.root)
    through = Vault(tmp_path / "linked", data_dir=tmp_path / "data")
    through.names.scan()
    action = handle_obsidian_url(f"obsidian://open?path={whole(vault, 'Home.md')}", through, known)
    assert (action.kind, action.path) == ("open", "Home.md")


def test_other_vaults_are_named_not_entered(vault: Vault, known: list[KnownVault]) -> None:
    for url in ("obsidian://open?vault=Other&file=x", "obsidian://search?vault=0123456789abcdef&query=a"):
        action = handle_obsidian_url(url, vault, known)
        assert (action.kind, action.vault) == ("other_vault", vault.root.parent / "Other")
    assert handle_obsidian_url("obsidian://open?vault=My%20vault", vault, known).kind == "this_vault"
    assert handle_obsidian_url("obsidian://choose-vault", vault, known).kind == "choose_vault"


@pytest.mark.parametrize(
    ("settings", "taken", "expected"),
    [
        ({}, [], "202611271405.md"),
        ({}, ["202611271405.md"], "202611271406.md"),
        ({"folder": "Inbox/", "format": "YYYY-MM-DD"}, ["Inbox/2026-11-27.md"], "Inbox/2026-11-27 1.md"),
        ({"format": "YYYY/[n] HHmm"}, [], "2026/n 1405.md"),
        ({"folder": 3, "format": None}, [], "202611271405.md"),
    ],
)
def test_a_unique_note_is_named_by_the_time_and_never_taken(
    tmp_path: Path, settings: dict[str, object], taken: list[str], expected: str
) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "zk-prefixer.json").write_text(json.dumps(settings), encoding="utf-8")

    assert unique_path(tmp_path, taken, datetime(2026, 11, 27, 14, 5)) == expected  # noqa: DTZ001


def test_a_link_to_a_unique_note_asks_for_a_new_one(vault: Vault, known: list[KnownVault]) -> None:
    action = handle_obsidian_url("obsidian://unique?vault=My%20vault&content=Hi", vault, known)
    clipboard = handle_obsidian_url("obsidian://unique?clipboard=true", vault, known)

    assert (action.kind, action.text, clipboard.why) == ("new", "Hi", "unknown_action")
    assert re.fullmatch(r"20\d{10}\.md", action.path)


def test_search_daily_and_new_are_reported(vault: Vault, known: list[KnownVault]) -> None:
    search = handle_obsidian_url("obsidian://search?vault=My%20vault&query=tag%3A%23a%20%22b%22", vault, known)
    assert (search.kind, search.text) == ("search", 'tag:#a "b"')
    assert handle_obsidian_url("obsidian://daily", vault, known).kind == "daily"
    assert handle_obsidian_url("obsidian://adv-uri?daily=true", vault, known).kind == "daily"
    new = handle_obsidian_url("obsidian://new?file=Ideas%2FOne&content=a%0Ab%09c&append", vault, known)
    assert (new.kind, new.path, new.text, new.append) == ("new", "Ideas/One", "a\nb\tc", True)
    assert handle_obsidian_url("obsidian://new?name=Idea", vault, known).path == "Idea"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("obsidian://open?path=%2Fetc%2Fpasswd", "outside"),
        ("obsidian:///etc/passwd", "outside"),
        ("obsidian://open?path=C%3A%5CWindows", "outside"),
        ("obsidian://open?file=..%2F..%2Fetc%2Fpasswd", "hidden"),
        ("obsidian://open?file=.obsidian%2Fapp.json", "hidden"),
        ("obsidian://new?file=.git%2Fhooks%2Fpre-commit&content=x", "hidden"),
        ("obsidian://new?file=C%3A%2Fx&content=x", "outside"),
        ("obsidian://new?file=a%5C..%5Cb&content=x", "outside"),
        ("obsidian://new?file=Home&overwrite&content=", "overwrite"),
        ("obsidian://new?name=x&clipboard", "unknown_action"),
        ("obsidian://open?vault=Nowhere&file=Home", "unknown_vault"),
        ("obsidian://open?file=Missing", "missing"),
        ("obsidian://open?file=Home&file=Other", "malformed"),
        ("obsidian://open?file=Home&FILE=Other", "malformed"),
        ("obsidian://open?file=%00Home", "malformed"),
        ("obsidian://open?file=a%0Ab", "malformed"),
        ("obsidian://open?file=%FF%FE", "malformed"),
        ("obsidian://open/extra/parts?file=Home", "malformed"),
        ("obsidian:open?file=Home", "malformed"),
        ("https://open?file=Home", "malformed"),
        ("obsidian://", "unknown_action"),
        ("obsidian://hook-get-address", "unknown_action"),
        ("obsidian://adv-uri?filepath=Home&commandid=app%3Adelete-file", "unknown_action"),
        ("obsidian://adv-uri?filepath=Home&data=x&mode=overwrite", "unknown_action"),
        ("obsidian://adv-uri?eval=app.vault.delete()", "unknown_action"),
        ("obsidian://new?name=x&content=" + "a" * 60_000, "too_long"),
        ("obsidian://open?file=" + "a" * 5_000, "too_long"),
        ("obsidian://open?file=" + "a" * (MAX_URL + 1), "too_long"),
        ("obsidian://open?" + "&".join(f"k{number}=v" for number in range(30)), "malformed"),
    ],
)
def test_a_hostile_link_is_refused_with_its_reason(
    url: str, why: str, vault: Vault, known: list[KnownVault]
) -> None:
    action = handle_obsidian_url(url, vault, known)
    assert (action.kind, action.why) == ("refused", why)
    assert len(action.detail) <= 201
    assert "\n" not in action.detail


def test_dots_do_not_lead_out_of_an_absolute_path(vault: Vault, known: list[KnownVault]) -> None:
    url = f"obsidian://open?path={whole(vault, 'a/../../Other/x.md')}"
    assert handle_obsidian_url(url, vault, known).why == "outside"
    beside = quote(str(vault.root) + " 2/Home.md", safe="")
    assert handle_obsidian_url(f"obsidian://open?path={beside}", vault, known).why == "outside"


@given(st.text(max_size=300), st.sampled_from(["open", "new", "search", "adv-uri", "", "vault/x"]))
def test_any_link_is_answered_with_a_path_inside_the_vault(vault: Vault, rest: str, action: str) -> None:
    for url in (f"obsidian://{action}?{rest}", f"obsidian://{action}?file={quote(rest)}", f"obsidian:{rest}"):
        answer = handle_obsidian_url(url, vault, [])
        parts = answer.path.split("/")
        assert not answer.path.startswith("/")
        assert not any(part.startswith(".") for part in parts)
        if answer.kind == "open":
            assert vault.names.table.has(answer.path)
