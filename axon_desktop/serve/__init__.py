"""What we offer to other programs: the vault's tools and notes over MCP, and the local HTTP surface.

Every call takes the same path as in the window: the rules of `agent.approval.policy`, then `tools.manager`, then
the gateways and the journal of `vault`. Nothing here listens on another address than 127.0.0.1.
"""
