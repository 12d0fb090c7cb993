"""The dialog of the first run and its pages, imported together."""

from axon_desktop.ui.first_run.dialog import WelcomeDialog
from axon_desktop.ui.first_run.model_page import ModelPage
from axon_desktop.ui.first_run.question_page import QuestionPage
from axon_desktop.ui.first_run.safety_page import SafetyPage
from axon_desktop.ui.first_run.vault_page import VaultPage

__all__ = ["ModelPage", "QuestionPage", "SafetyPage", "VaultPage", "WelcomeDialog"]
