import pytest

from axon_desktop.agent.approval.approval import Decision, SafetyMode, Verdict
from axon_desktop.agent.approval.policy import ApprovalPolicy, shared_folder
from axon_desktop.llm.messages import ToolCall
from axon_desktop.settings.settings import FolderRule, ToolRule
from axon_desktop.vault.history.changes import ChangePreview, Proposal

CALL = ToolCall("create_note", {"path": "Inbox/Idea", "content": "text"})
NEW = Proposal.write(ChangePreview("Inbox/Idea.md", None, b"text", "overwrite"))
EMPTIES = Proposal.write(ChangePreview("Inbox/Idea.md", b"a text", b" \n", "overwrite"))
SHRINKS = Proposal.write(ChangePreview("Inbox/Idea.md", b"0123456789", b"0123", "overwrite"))
LINKS = ChangePreview("Daily/Monday.md", b"[[Idea]]", b"[[Projects/Idea]]", "links")
MOVE = Proposal("move", "Inbox/Idea.md", (LINKS,), "Projects/Idea.md", "0" * 64)
TRASH = Proposal("trash", "Inbox/Idea.md", (), ".trash/Idea.md", "0" * 64)
COMMAND = ToolCall("run_command", {"command": "ls"})
OUTSIDE = ToolCall("github.create_issue", {"title": "x"})


def _write(path: str) -> Proposal:
    return Proposal.write(ChangePreview(path, None, b"x", "overwrite"))


def test_ordinary_write_asks_or_passes_by_mode() -> None:
    expected: dict[SafetyMode, str] = {"ask": "ask", "apply": "allow", "read_only": "deny"}
    for mode, answer in expected.items():
        assert ApprovalPolicy(mode).decide(CALL, NEW).answer == answer


@pytest.mark.parametrize(
    ("call", "proposal", "reason"),
    [
        (ToolCall("create_note", {}, near_miss=True), NEW, "near_miss"),
        (CALL, EMPTIES, "empties"),
        (CALL, SHRINKS, "shrinks"),
        (CALL, _write("AGENTS.md"), "instructions"),
        (CALL, _write("agents.md"), "instructions"),
        (ToolCall("move_note", {}), Proposal("move", "Inbox/Idea.md", (), "AGENTS.md"), "instructions"),
        (ToolCall("move_note", {}), Proposal("move", "AGENTS.md", (), "Old.md"), "instructions"),
        (ToolCall("trash_note", {}), Proposal("trash", "AGENTS.md", ()), "instructions"),
    ],
)
def test_some_writes_always_ask(call: ToolCall, proposal: Proposal, reason: str) -> None:
    policy = ApprovalPolicy("apply", [FolderRule("v", "", allow=True)], "v")
    policy.begin_turn("t")
    policy.remember(CALL, NEW, Decision(Verdict.TURN))
    ruling = policy.decide(call, proposal)
    assert (ruling.answer, ruling.reasons) == ("ask", (reason,))


def test_instructions_of_another_folder_are_an_ordinary_note() -> None:
    assert ApprovalPolicy("apply").decide(CALL, _write("Projects/AGENTS.md")).answer == "allow"


def test_half_of_a_note_may_go_without_always_asking() -> None:
    half = Proposal.write(ChangePreview("a.md", b"0123456789", b"01234", "overwrite"))
    assert ApprovalPolicy("apply").decide(CALL, half).answer == "allow"


def test_deny_wins_over_allow_and_over_mode() -> None:
    rules = [FolderRule("v", "Inbox", allow=True), FolderRule("v", "", allow=False)]
    assert ApprovalPolicy("apply", rules, "v").decide(CALL, NEW).answer == "deny"


def test_read_only_wins_over_everything() -> None:
    policy = ApprovalPolicy("read_only", [FolderRule("v", "", allow=True)], "v", [ToolRule("a.b", allow=True)])
    assert policy.decide(CALL, NEW).answer == "deny"
    assert policy.decide(CALL, MOVE).answer == "deny"
    assert policy.decide(ToolCall("a.b", {}), None, "external").answer == "deny"
    assert policy.decide(COMMAND, None, "command").answer == "deny"


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
    assert policy.decide(CALL, _write(path)).answer == answer


def test_ban_covers_other_spellings_of_the_folder() -> None:
    policy = ApprovalPolicy("apply", [FolderRule("v", "Privé", allow=False)], "v")
    spelled = _write("PRIVE\u0301/a.md")
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
    other_text = Proposal.write(ChangePreview("Inbox/Idea.md", None, b"other", "overwrite"))
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


@pytest.mark.parametrize("folder", ["Inbox", "Projects", "Daily", "daily"])
def test_move_is_denied_where_any_file_that_it_touches_is(folder: str) -> None:
    rules = [FolderRule("v", "", allow=True), FolderRule("v", folder, allow=False)]
    assert ApprovalPolicy("apply", rules, "v").decide(CALL, MOVE).answer == "deny"


def test_move_is_allowed_only_where_every_file_that_it_touches_is() -> None:
    rules = [FolderRule("v", folder, allow=True) for folder in ("Inbox", "Projects", "Daily")]
    assert ApprovalPolicy("ask", rules, "v").decide(CALL, MOVE).answer == "allow"
    for missing in range(3):
        some = rules[:missing] + rules[missing + 1 :]
        assert ApprovalPolicy("ask", some, "v").decide(CALL, MOVE).answer == "ask"


def test_always_for_a_move_is_about_the_folder_of_all_its_files() -> None:
    near = ChangePreview("Work/B/x.md", b"", b"y", "links")
    move = Proposal("move", "Work/A/Idea.md", (near,), "Work/A/Deep/Idea.md")
    assert shared_folder(move) == "Work"
    assert shared_folder(MOVE) == ""
    assert shared_folder(TRASH) == "Inbox"
    policy = ApprovalPolicy("ask", vault_id="v")
    policy.remember(CALL, move, Decision(Verdict.FOLDER))
    assert policy.added_rules == [FolderRule("v", "Work", allow=True)]
    assert policy.decide(CALL, move).answer == "allow"


def test_trash_is_ruled_by_the_folder_that_the_file_is_in() -> None:
    assert ApprovalPolicy("ask", [FolderRule("v", "Inbox", allow=False)], "v").decide(CALL, TRASH).answer == "deny"
    assert ApprovalPolicy("ask", [FolderRule("v", "Inbox", allow=True)], "v").decide(CALL, TRASH).answer == "allow"
    assert ApprovalPolicy("ask").decide(CALL, TRASH).answer == "ask"


@pytest.mark.parametrize("proposal", [MOVE, TRASH])
def test_refused_move_or_trash_is_not_offered_again_in_other_words(proposal: Proposal) -> None:
    policy = ApprovalPolicy("ask")
    policy.remember(ToolCall("move_note", {"path": "Inbox/Idea"}), proposal, Decision(Verdict.REJECT))
    again = policy.decide(ToolCall("move_note", {"path": "Inbox/Idea.md"}), proposal)
    assert (again.answer, proposal.action in again.text) == ("deny", True)


def test_yes_to_a_command_for_the_turn_is_no_yes_to_writes() -> None:
    policy = ApprovalPolicy("ask")
    policy.begin_turn("t")
    policy.remember(COMMAND, None, Decision(Verdict.TURN), "command")
    assert policy.decide(CALL, NEW).answer == "ask"


def test_commands_ask_every_time() -> None:
    policy = ApprovalPolicy("apply", [FolderRule("v", "", allow=True)], "v")
    for verdict in (Verdict.TURN, Verdict.FOLDER, Verdict.ONCE):
        policy.remember(COMMAND, None, Decision(verdict), "command")
        ruling = policy.decide(COMMAND, None, "command")
        assert (ruling.answer, ruling.reasons) == ("ask", ("command",))
    policy.remember(COMMAND, None, Decision(Verdict.REJECT), "command")
    assert policy.decide(COMMAND, None, "command").answer == "deny"
    assert policy.decide(ToolCall("run_command", {"command": "pwd"}), None, "command").answer == "ask"


def test_tools_of_other_programs_ask_though_writes_pass() -> None:
    policy = ApprovalPolicy("apply", [FolderRule("v", "", allow=True)], "v")
    policy.remember(CALL, NEW, Decision(Verdict.TURN))
    ruling = policy.decide(OUTSIDE, None, "external")
    assert (ruling.answer, ruling.reasons) == ("ask", ("external",))


def test_tool_allowed_for_the_turn_is_that_tool_alone() -> None:
    policy = ApprovalPolicy("ask")
    policy.begin_turn("one")
    policy.remember(OUTSIDE, None, Decision(Verdict.TURN), "external")
    assert policy.decide(OUTSIDE, None, "external").answer == "allow"
    assert policy.decide(ToolCall("github.delete_repo", {}), None, "external").answer == "ask"
    assert policy.decide(CALL, NEW).answer == "ask"
    near_miss = ToolCall(OUTSIDE.tool, {}, near_miss=True)
    assert policy.decide(near_miss, None, "external").reasons == ("near_miss",)
    policy.begin_turn("two")
    assert policy.decide(OUTSIDE, None, "external").answer == "ask"


def test_answers_about_tools_become_rules_and_the_last_one_holds() -> None:
    policy = ApprovalPolicy("ask")
    policy.remember(OUTSIDE, None, Decision(Verdict.FOLDER), "external")
    assert policy.decide(OUTSIDE, None, "external").answer == "allow"
    policy.remember(OUTSIDE, None, Decision(Verdict.NEVER), "external")
    ruling = policy.decide(OUTSIDE, None, "external")
    assert (ruling.answer, OUTSIDE.tool in ruling.text) == ("deny", True)
    assert policy.added_tool_rules == [ToolRule(OUTSIDE.tool, allow=False)]
    assert policy.added_rules == []


def test_tool_rules_of_the_settings_hold_in_every_vault() -> None:
    rules = [ToolRule("a.good", allow=True), ToolRule("a.bad", allow=False)]
    policy = ApprovalPolicy("ask", vault_id="v", tool_rules=rules)
    answers = [
        policy.decide(ToolCall(f"a.{name}", {}), None, "external").answer for name in ("good", "bad", "new")
    ]
    assert answers == ["allow", "deny", "ask"]
