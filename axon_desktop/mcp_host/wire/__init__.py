"""Connections to servers: transports, messages, deadlines."""
