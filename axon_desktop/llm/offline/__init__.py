"""The Offline provider: simple commands without a model."""
