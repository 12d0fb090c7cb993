import pytest

from axon_desktop.agent.approval import Decision, SafetyMode, Verdict
from axon_desktop.agent.policy import ApprovalPolicy
from axon_desktop.llm.messages import ToolCall
from axon_desktop.settings import FolderRule
from axon_desktop.vault.changes import ChangePreview

CALL = ToolCall("create_note", {"path": "Inbox/Idea", "content": "text"})
NEW = ChangePreview("Inbox/Idea.md", None, b"text", "overwrite")
EMPTIES = ChangePreview("Inbox/Idea.md", b"a text", b" \n", "overwrite")
SHRINKS = ChangePreview("Inbox/Idea.md", b"0123456789", b"0123", "overwrite")


def test_ordinary_write_asks_or_passes_by_mode() -> None:
    expected: dict[SafetyMode, str] = {"ask": "ask", "apply": "allow", "read_only": "deny"}
    for mode, answer in expected.items():
        assert ApprovalPolicy(mode).decide(CALL, NEW).answer == answer


@pytest.mark.parametrize(
    ("call", "preview", "journal", "reason"),
    [
        (ToolCall("create_note", {}, near_miss=True), NEW, True, "near_miss"),
        (CALL, EMPTIES, True, "empties"),
        (CALL, SHRINKS, True, "shrinks"),
        (CALL, NEW, False, "journal"),
    ],
)
def test_some_writes_always_ask(call: ToolCall, preview: ChangePreview, journal: bool, reason: str) -> None:
    policy = ApprovalPolicy("apply", [FolderRule("v", "", allow=True)], "v")
    policy.begin_turn("t")
    policy.remember(CALL, NEW, Decision(Verdict.TURN))
    ruling = policy.decide(call, preview, journal_writable=journal)
    assert (ruling.answer, ruling.reasons) == ("ask", (reason,))


def test_half_of_a_note_may_go_without_always_asking() -> None:
    half = ChangePreview("a.md", b"0123456789", b"01234", "overwrite")
    assert ApprovalPolicy("apply").decide(CALL, half).answer == "allow"


def test_deny_wins_over_allow_and_over_mode() -> None:
    rules = [FolderRule("v", "Inbox", allow=True), FolderRule("v", "", allow=False)]
    assert ApprovalPolicy("apply", rules, "v").decide(CALL, NEW).answer == "deny"


def test_read_only_wins_over_everything() -> None:
    policy = ApprovalPolicy("read_only", [FolderRule("v", "", allow=True)], "v")
    assert policy.decide(CALL, NEW).answer == "deny"


@pytest.mark.parametrize(
    ("folder", "path", "answer"),
    [
        ("Inbox", "Inbox/Idea.md", "allow"),
        ("Inbox", "Inbox/Deep/Idea.md", "allow"),
        ("Inbox", "Inbox2/Idea.md", "ask"),
        ("Inbox", "Idea.md", "ask"),
        ("Inbox", "inbox/Idea.md", "ask"),
        ("", "Idea.md", "allow"),
    ],
)
def test_folder_rule_covers_what_is_below_it(folder: str, path: str, answer: str) -> None:
    policy = ApprovalPolicy("ask", [FolderRule("v", folder, allow=True)], "v")
    assert policy.decide(CALL, ChangePreview(path, None, b"x", "overwrite")).answer == answer


def test_ban_covers_other_spellings_of_the_folder() -> None:
    policy = ApprovalPolicy("apply", [FolderRule("v", "Privé", allow=False)], "v")
    spelled = ChangePreview("PRIVE\u0301/a.md", None, b"x", "overwrite")
    assert policy.decide(CALL, spelled).answer == "deny"


def test_rules_of_other_vaults_do_not_count() -> None:
    assert ApprovalPolicy("ask", [FolderRule("other", "", allow=True)], "v").decide(CALL, NEW).answer == "ask"


def test_this_turn_lasts_for_the_turn() -> None:
    policy = ApprovalPolicy("ask")
    policy.begin_turn("one")
    policy.remember(CALL, NEW, Decision(Verdict.TURN))
    assert policy.decide(CALL, NEW).answer == "allow"
    policy.begin_turn("one")  # a retry goes on with the same turn
    assert policy.decide(CALL, NEW).answer == "allow"
    policy.begin_turn("two")
    assert policy.decide(CALL, NEW).answer == "ask"


def test_once_is_asked_again() -> None:
    policy = ApprovalPolicy("ask")
    policy.remember(CALL, NEW, Decision(Verdict.ONCE))
    assert policy.decide(CALL, NEW).answer == "ask"


def test_rejected_call_is_not_offered_again_in_the_turn() -> None:
    policy = ApprovalPolicy("ask")
    policy.begin_turn("one")
    policy.remember(CALL, NEW, Decision(Verdict.REJECT))
    assert policy.decide(CALL, NEW).answer == "deny"
    other_spelling = ToolCall("create_note", {"path": "Inbox/Idea.md", "content": "text"})
    assert policy.decide(other_spelling, NEW).answer == "deny"
    other_text = ChangePreview("Inbox/Idea.md", None, b"other", "overwrite")
    assert policy.decide(ToolCall("create_note", {"path": "x"}), other_text).answer == "ask"
    policy.begin_turn("two")
    assert policy.decide(CALL, NEW).answer == "ask"


def test_folder_answers_become_rules_and_the_last_one_holds() -> None:
    policy = ApprovalPolicy("ask", vault_id="v")
    policy.remember(CALL, NEW, Decision(Verdict.FOLDER))
    assert policy.decide(CALL, NEW).answer == "allow"
    policy.remember(CALL, NEW, Decision(Verdict.NEVER))
    assert policy.decide(CALL, NEW).answer == "deny"
    assert policy.added_rules == [FolderRule("v", "Inbox", allow=False)]
