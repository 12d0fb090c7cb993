"""Requests to model servers, the streams that answer, and what can go wrong."""
