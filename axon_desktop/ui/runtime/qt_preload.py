"""Creates the Qt classes that this program names, all in the window's thread.

PySide creates a class when its name is first used. Two threads that do so at once, for the same class or for
two with one base, crash the program with a segmentation fault. Features are imported in threads, while the window
uses such classes. An existing class is only looked up.
"""

from __future__ import annotations

import asyncio
from importlib import import_module

NAMES = {
    "QtCore": """
        QAbstractEventDispatcher QAbstractItemModel QAbstractListModel QAbstractNativeEventFilter
        QAbstractTableModel QBuffer QByteArray QCollator QCollatorSortKey QCoreApplication QDataStream
        QDate QDateTime QDir QElapsedTimer QEvent QIODevice QItemSelectionModel QKeyCombination QLibraryInfo QLineF
        QLockFile QMargins QMimeData QModelIndex QObject QPersistentModelIndex QPoint QPointF QProcess QRect QRectF
        QRegularExpression
        QSettings QSignalBlocker QSize QSizeF QTimer QTimerEvent QTranslator QUrl
        QXmlStreamReader QXmlStreamWriter Qt
    """,
    "QtGui": """
        QAbstractTextDocumentLayout QAccessible QAccessibleAnnouncementEvent QAccessibleAttributesInterface
        QAccessibleEvent QAccessibleInterface QAccessibleTextInterface QAction QActionGroup QBrush QCloseEvent
        QContextMenuEvent QCursor QDesktopServices QDragEnterEvent QDragLeaveEvent QDragMoveEvent QDropEvent
        QFileOpenEvent
        QEnterEvent QFocusEvent QFont QFontDatabase QFontMetrics QFontMetricsF QGuiApplication QHideEvent QIcon
        QIconEngine QImage QImageReader QInputMethodEvent QInputMethodQueryEvent QKeyEvent QKeySequence
        QLinearGradient
        QMouseEvent QNativeInterface QPaintEvent QPainter QPainterPath QPalette QPen QPixmap QPolygonF QRegion
        QResizeEvent QShortcut QShowEvent QStatusTipEvent QTextBlock QTextBlockFormat QTextBlockUserData
        QTextCharFormat QTextCursor QTextDocument QTextFormat QTextFragment QTextFrame QTextImageFormat
        QTextLayout QTextLength QTextLine QTextList QTextListFormat QTextOption
        QTextTable QTextTableCell QTextTableFormat QTransform QWheelEvent QWindow Qt
    """,
    "QtWidgets": """
        QAbstractButton QAbstractItemView QAbstractScrollArea QAbstractSpinBox QAccessibleWidget QApplication
        QBoxLayout QButtonGroup QCheckBox QComboBox QCompleter QDialog QDialogButtonBox QDockWidget QDoubleSpinBox
        QFileDialog QFormLayout QFrame QGridLayout QHBoxLayout QHeaderView QLabel QLayout
        QLayoutItem QLineEdit QListView QListWidget QListWidgetItem QMainWindow QMenu QMenuBar
        QPlainTextEdit QProgressBar QProxyStyle QPushButton QRadioButton QScrollArea QSpacerItem
        QScrollBar QSizePolicy QSpinBox QSplitter QStackedLayout QStackedWidget QStatusBar QStyle
        QStyleOptionButton QStyleOptionHeader QStyleOptionSlider QStyleOptionSpinBox QStyleOptionTab
        QStyleOptionViewItem
        QStylePainter QStyledItemDelegate QTabBar QTableView QTableWidget QTableWidgetItem QTextEdit QToolBar
        QToolButton QToolTip QTreeView QTreeWidget QTreeWidgetItem QVBoxLayout QWidget
    """,
    "QtNetwork": "QLocalServer QLocalSocket",
    "QtSvg": "QSvgRenderer",
}
"""By module of PySide, the classes that some module imports, or that a thread gets from one of these."""

UNNAMED = {
    "QtGui": """
        QBitmap QGlyphRun QInputDevice QPaintDeviceWindow QPointingDevice QPolygon QRasterWindow QSessionManager
        QTextBlockGroup QTextDocumentFragment QTextTableCellFormat
    """,
    "QtWidgets": """
        QCalendarWidget QColorDialog QColumnView QCommandLinkButton QDateEdit QDateTimeEdit QDial QErrorMessage
        QFocusFrame QFontComboBox QFontDialog QGraphicsView QGroupBox QInputDialog QKeySequenceEdit QLCDNumber
        QMdiArea QMdiSubWindow QMessageBox QPlainTextDocumentLayout
        QProgressDialog QRhiWidget QRubberBand QSizeGrip QSlider
        QSplashScreen QSplitterHandle QTabWidget QTextBrowser QTimeEdit QToolBox QUndoView QWidgetItem QWizard
        QWizardPage
    """,
}
"""Classes that no module imports: PySide looks for the class of what Qt returns among all that derive from the one
that is declared, and makes them for that."""


async def make_classes() -> None:
    """Create every class before a thread uses one, each in a turn of the event loop."""
    for module, names in (*NAMES.items(), *UNNAMED.items()):
        qt = import_module(f"PySide6.{module}")
        for name in names.split():
            if name not in vars(qt):
                getattr(qt, name, None)  # perhaps one of another system
                await asyncio.sleep(0)
