"""A sample of the vault's tests on disks that are not like Linux's own; `make disks` runs all of them there."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.disks.fuse_disk import mounted, why_not
from tests.disks.run_on_disk import KINDS
from tests.vault.moves import test_folder_move as folders
from tests.vault.moves import test_moves as moves
from tests.vault.undo import test_undo as undo
from tests.vault.writing import test_write_gateway as writing

pytestmark = pytest.mark.skipif(bool(why_not()), reason=f"other disks: {why_not()}")
_number = itertools.count()

vault = folders.vault
test_case_of_a_folder_changes = folders.test_only_the_case_of_a_folder_changes_and_undo_changes_it_back
test_file_that_comes_in_the_last_moment_stays = moves.test_file_that_comes_to_the_target_in_the_last_moment_stays
test_case_of_a_note_changes = moves.test_note_can_change_its_case_and_its_unicode_form
test_redo = undo.test_undo_is_undone_and_redone
test_mode_and_attributes_stay = writing.test_mode_attributes_and_owner_stay
test_new_note_replaces_none = writing.test_new_note_does_not_replace_one_that_came_meanwhile
test_new_note = writing.test_new_note_gets_exact_bytes_folders_and_no_other_file
test_note_open_elsewhere_is_left_alone = writing.test_note_that_is_open_for_writing_elsewhere_is_left_alone


@pytest.fixture(scope="module", params=KINDS)
def disk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with mounted(tmp_path_factory.mktemp("disk"), *request.param.split(",")) as point:
        yield point


@pytest.fixture
def tmp_path(disk: Path) -> Path:
    """Let the tests of others have their folders on the disk."""
    folder = disk / str(next(_number))
    folder.mkdir()
    return folder


def test_the_disk_is_of_its_kind(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    kind = request.node.callspec.params["disk"].split(",")
    (tmp_path / "Caf\u00e9.md").write_bytes(b"text")
    assert (tmp_path / "CAFE\u0301.md").exists() == ("blind" in kind)
    try:
        os.link(tmp_path / "Caf\u00e9.md", tmp_path / "other")
    except PermissionError:
        assert "no-links" in kind
    else:
        assert "no-links" not in kind
