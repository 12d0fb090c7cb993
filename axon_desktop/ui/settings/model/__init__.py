"""The settings of the model, and its test."""
