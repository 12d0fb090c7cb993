"""A turn with a plan of three steps in the window, reported to a Task Manager."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from axon_desktop.settings.settings import Settings, TaskManagerSettings
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.task_manager.light import ReportingStatus, report_window
from axon_desktop.ui.task_manager.reporting import TurnReporting
from axon_desktop.ui.window.main_window import MainWindow
from tests.agent_sync.scenes import PLANNED
from tests.ui.chat_world import World, child, dialog, make_world, until


def task_manager_settings(url: str, *, report: bool = True, execution_id: str = "exec") -> TaskManagerSettings:
    return TaskManagerSettings(report=report, url=url, execution_id=execution_id)


@dataclass
class ReportedWorld:
    """A conversation in a window, and its reporter."""

    world: World
    window: MainWindow
    reporting: TurnReporting
    light: ReportingStatus

    async def plan(self) -> None:
        """Let the script make a plan, and run it."""
        self.world.session.set_mode("plan")
        self.world.session.send("tidy up")
        await until(lambda: isinstance(dialog(), PlanDialog))
        asked = dialog()
        assert isinstance(asked, PlanDialog)
        asked._approve()
        await self.world.end()
        assert self.world.kinds()[-1] == "answer"


@asynccontextmanager
async def reported(
    app: QApplication, tmp_path: Path, wanted: TaskManagerSettings, *, times: int = 1, keep: bool = False
) -> AsyncIterator[ReportedWorld]:
    """Show a conversation in a window and report its turns."""
    settings = Settings()
    settings.safety.mode = "apply"
    settings.limits.confirm_round = settings.limits.max_rounds = 50
    world = make_world(tmp_path, PLANNED * times, settings=settings, keep=True)
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    Theme(app, "light")
    window = MainWindow(QIcon(), state)
    window.show_vault(world.vault, world.session, world.keeper)
    window.resize(1000, 700)
    window.show()
    reporting = report_window(window)
    reporting.follow(world.session, world.kept)
    await reporting.apply(wanted)
    try:
        yield ReportedWorld(world, window, reporting, child(window.status, ReportingStatus))
    finally:
        await reporting.close()
        window.close_for_good()
        window.deleteLater()
        await world.close()
