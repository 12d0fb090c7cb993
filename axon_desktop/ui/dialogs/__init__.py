"""Window-modal dialogs; all are shown by `await ask(dialog)`, none nests an event loop."""
