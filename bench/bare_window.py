"""The floor for the start: a bare PySide6 window with two docks and a qasync loop, ended after its first paint.

Prints the seconds of CPU until then and how many modules were imported.
"""

import asyncio
import sys
import time

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTextBrowser, QTreeView


class EndAfterPaint(QObject):
    """Ends the program once the window was painted."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self._end)
        return False

    def _end(self) -> None:
        sys.stdout.write(f'{{"cpu": {time.process_time()}, "modules": {len(sys.modules)}}}\n')
        QApplication.quit()


app = QApplication(sys.argv)
window = QMainWindow()
window.resize(1440, 900)
centre = QTextBrowser()
window.setCentralWidget(centre)
for area, widget in (
    (Qt.DockWidgetArea.LeftDockWidgetArea, QTreeView()),
    (Qt.DockWidgetArea.RightDockWidgetArea, QTextBrowser()),
):
    dock = QDockWidget()
    dock.setWidget(widget)
    window.addDockWidget(area, dock)
end = EndAfterPaint()
centre.viewport().installEventFilter(end)
window.show()
if "--loop" in sys.argv:
    import qasync

    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
app.exec()
