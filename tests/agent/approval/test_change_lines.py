import asyncio
import time

from axon_desktop.agent.approval.change_lines import (
    MAX_LINES,
    SAME_LINES,
    LineDiff,
    compare_lines,
    compute_diff,
    compute_edit,
)
from axon_desktop.vault.history.changes import ChangePreview, Proposal


def test_new_note_is_all_additions() -> None:
    assert compare_lines(None, "一\nb\n".encode()) == LineDiff(("+一", "+b"), 2, 0)


def test_change_has_context_and_no_headers() -> None:
    before = "\n".join(map(str, range(20))).encode()
    after = before.replace(b"\n9\n", b"\n-- nine\n+++\n")
    lines = (" 6", " 7", " 8", "-9", "+-- nine", "++++", " 10", " 11", " 12")
    assert compare_lines(before, after) == LineDiff(lines, 2, 1)


def test_equal_texts_have_no_diff() -> None:
    assert compare_lines(b"a\nb", b"a\nb") == LineDiff()


def test_bytes_that_are_no_text_are_shown_all_the_same() -> None:
    assert compare_lines(b"\xff\n", b"a\n").lines == ("-\ufffd", "+a")


def test_large_notes_are_cut_and_quick() -> None:
    before = "\n".join(f"line {number}" for number in range(60_000)).encode()
    after = "\n".join(f"line {number} new" for number in range(60_000)).encode()
    started = time.process_time()
    lines, *counts = asyncio.run(compute_diff(Proposal.write(ChangePreview("a.md", before, after, "overwrite"))))
    assert time.process_time() - started < 2
    assert len(lines) == MAX_LINES
    assert counts == [60_000, 60_000]
    assert {line[0] for line in lines} == {"-", "+"}


def test_whole_diff_is_there_when_it_is_asked_for() -> None:
    after = "\n".join(map(str, range(5_000))).encode()
    assert len(compare_lines(None, after, None).lines) == 5_000
    assert len(compare_lines(b"x\n" * 4_000, after, None).lines) == 9_000


def test_every_changed_line_is_counted_however_few_are_kept() -> None:
    text = "\n".join(map(str, range(2_000))).encode()
    assert compare_lines(b"# Old\n", text)[1:] == (2_000, 1)
    many = b"one\n" * 4 + b"x\n" * 4_000 + b"end\n"
    few = b"one\n" * 4 + text + b"\nend\n"
    assert compare_lines(many, few)[1:] == (2_000, 4_000)  # the equal lines around them are no change


def _links(path: str) -> ChangePreview:
    return ChangePreview(path, b"see [[a]]\n", b"see [[b]]\n", "links")


def test_every_other_file_is_named_before_its_lines() -> None:
    move = Proposal("move", "a.md", (_links("c.md"), _links("d.md")), "b.md")
    lines = ("-see [[a]]", "+see [[b]]")
    assert asyncio.run(compute_diff(move)) == (("@ c.md", *lines, "@ d.md", *lines), 2, 2)
    alone = Proposal("move", "a.md", (_links("c.md"),), "b.md")
    assert asyncio.run(compute_diff(alone)).lines == ("@ c.md", *lines)
    itself = Proposal("move", "a.md", (_links("a.md"),), "b.md")
    assert asyncio.run(compute_diff(itself)).lines == lines


def test_many_files_are_cut_at_the_same_length() -> None:
    move = Proposal("move", "a.md", tuple(_links(f"{number}.md") for number in range(500)), "b.md")
    diff = asyncio.run(compute_diff(move))
    assert (len(diff.lines), diff.added, diff.removed) == (MAX_LINES, 500, 500)


def test_edit_is_told_by_the_lines_that_differ_from_the_proposed_ones() -> None:
    proposed = Proposal.write(ChangePreview("a.md", b"one\ntwo\n", b"1\ntwo\n3\n", "edit"))
    taken = Proposal.write(ChangePreview("a.md", b"one\ntwo\n", b"one\ntwo\n3\n", "edit"))
    assert asyncio.run(compute_edit(proposed, taken)) == ("-1", "+one")
    ends = Proposal.write(ChangePreview("a.md", b"one\ntwo\n", b"1\ntwo\n3", "edit"))
    assert asyncio.run(compute_edit(proposed, ends)) == (SAME_LINES,)
