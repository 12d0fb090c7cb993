"""Rules that the user made by answering "always" or "never", put into the settings."""

from __future__ import annotations

from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.settings.settings import SafetySettings


def keep_rules(policy: ApprovalPolicy, safety: SafetySettings) -> bool:
    """Move the rules that a policy has gathered into the settings; tell whether there were any."""
    if not policy.added_rules and not policy.added_tool_rules:
        return False
    folders = {(rule.vault, rule.folder) for rule in policy.added_rules}
    tools = {rule.tool for rule in policy.added_tool_rules}
    kept = [rule for rule in safety.rules if (rule.vault, rule.folder) not in folders]
    kept_tools = [rule for rule in safety.tools if rule.tool not in tools]
    safety.rules = [*kept, *policy.added_rules]
    safety.tools = [*kept_tools, *policy.added_tool_rules]
    policy.added_rules.clear()
    policy.added_tool_rules.clear()
    return True
