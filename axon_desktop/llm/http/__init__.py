"""Requests to model servers, their streamed responses, and failures."""
