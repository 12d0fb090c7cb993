"""The ways to a Task Manager: over HTTP, and one in memory for tests."""
