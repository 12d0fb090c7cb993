"""The user's servers, their secrets, and approvals."""
