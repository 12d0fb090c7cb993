<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Axon Desktop</source>
        <translation>关于 Axon Desktop</translation>
    </message>
    <message>
        <source>&lt;b&gt;Axon Desktop {version}&lt;/b&gt;&lt;p&gt;An agent for Obsidian vaults that shows every step, asks before it writes, and can undo every change.&lt;/p&gt;&lt;p&gt;MIT licence. Built with Qt {qt} (LGPL 3) and other free software; see LICENSE.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Axon Desktop {version}&lt;/b&gt;&lt;p&gt;面向 Obsidian 仓库的智能体：每一步都看得见，写入前先询问，所有更改都能撤销。&lt;/p&gt;&lt;p&gt;MIT 许可证。使用 Qt {qt}（LGPL 3）和其他自由软件构建，详见 LICENSE。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
</context>
<context>
    <name>Address</name>
    <message>
        <source>It leads to {host}.</source>
        <translation>此地址指向 {host}。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>The name contains letters from other scripts: it may only look like one you know.</source>
        <translation>域名含有其他文字的字母：可能只是看起来像你认识的域名。</translation>
    </message>
</context>
<context>
    <name>AddressDialog</name>
    <message>
        <source>It wants to open this address in your browser:</source>
        <translation>它想在你的浏览器中打开此地址：</translation>
    </message>
    <message>
        <source>Axon does not see what you enter there.</source>
        <translation>你在那里输入的内容，Axon 看不到。</translation>
    </message>
    <message>
        <source>The connection is not encrypted: others can read what you enter.</source>
        <translation>连接未加密：他人可以读到你输入的内容。</translation>
    </message>
    <message>
        <source>&amp;Open in browser</source>
        <translation>在浏览器中打开(&amp;O)</translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>No row is chosen.</source>
        <translation>没有选中任何一项。</translation>
    </message>
    <message>
        <source>{row}, {number} of {count}</source>
        <translation>{row}，第 {number} 项，共 {count} 项</translation>
    </message>
</context>
<context>
    <name>AnswerRow</name>
    <message>
        <source>Insert at caret</source>
        <translation>插入到光标处</translation>
    </message>
    <message>
        <source>Save as note</source>
        <translation>存为笔记</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Copy the answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Ask the same again</source>
        <translation>再问一次同样的问题</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Accent colour</source>
        <translation>强调色(&amp;A)</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>&amp;Contrast</source>
        <translation>对比度(&amp;C)</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>S&amp;pacing</source>
        <translation>间距(&amp;P)</translation>
    </message>
    <message>
        <source>High contrast makes text and borders stand out everywhere. You can also make all text larger or smaller in the View menu, or just the note’s text with Ctrl and the mouse wheel.</source>
        <translation>高对比度会让所有文字和边框更加醒目。也可以通过“视图”菜单放大或缩小所有文字；按住 Ctrl 滚动滚轮则只缩放笔记的文字。</translation>
    </message>
    <message>
        <source>Iris</source>
        <translation>鸢尾紫</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>青色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>琥珀色</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>玫瑰色</translation>
    </message>
    <message>
        <source>Graphite</source>
        <translation>石墨色</translation>
    </message>
    <message>
        <source>{pixels} px (default)</source>
        <translation>{pixels} 像素（默认）</translation>
    </message>
    <message>
        <source>{pixels} px</source>
        <translation>{pixels} 像素</translation>
    </message>
</context>
<context>
    <name>ApprovalDialog</name>
    <message>
        <source>What should the model know?</source>
        <translation>有什么要告诉模型的？</translation>
    </message>
    <message>
        <source>Note to the model</source>
        <translation>给模型的说明</translation>
    </message>
    <message>
        <source>Reject with this note</source>
        <translation>附上说明并拒绝</translation>
    </message>
    <message>
        <source>&amp;Edit before applying…</source>
        <translation>先编辑再应用(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Reject…</source>
        <translation>拒绝(&amp;R)…</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Reject with a note to the model…</source>
        <translation>拒绝并给模型留言…</translation>
    </message>
    <message>
        <source>&amp;Apply without undo</source>
        <translation>应用但不可撤销(&amp;A)</translation>
    </message>
    <message>
        <source>A&amp;llow… ▾</source>
        <translation>允许(&amp;L)… ▾</translation>
    </message>
    <message>
        <source>Allow for longer, menu</source>
        <translation>持续允许，菜单</translation>
    </message>
    <message>
        <source>Apply all for this request</source>
        <translation>应用本次请求的所有更改</translation>
    </message>
    <message>
        <source>Allow all changes for this request</source>
        <translation>本次请求中允许所有更改</translation>
    </message>
    <message>
        <source>Never in {folder}</source>
        <translation>永不写入 {folder}</translation>
    </message>
    <message>
        <source>in response to “{request}”</source>
        <translation>来自请求“{request}”</translation>
    </message>
    <message>
        <source>Every conversation about this vault starts with the contents of AGENTS.md. Check each line.</source>
        <translation>关于此仓库的每个对话都以 AGENTS.md 的内容开头。请逐行检查。</translation>
    </message>
    <message>
        <source>This adds code that Obsidian or a plugin would run: {kinds}.</source>
        <translation>这会加入 Obsidian 或插件会运行的代码：{kinds}。</translation>
    </message>
    <message>
        <source>This adds invisible characters. They are shown as �.</source>
        <translation>这会加入看不见的字符，已显示为 �。</translation>
    </message>
    <message>
        <source>You may not have asked for this. The agent has read text from elsewhere that may have led to it: {origins}.</source>
        <translation>这可能不是你要求的。智能体读过来自别处的文字，此操作可能受其影响。来源：{origins}。</translation>
    </message>
    <message>
        <source>This change cannot be undone. {why}</source>
        <translation>此更改无法撤销。{why}</translation>
    </message>
    <message>
        <source>{name} (a program’s output)</source>
        <translation>{name}（程序返回的内容）</translation>
    </message>
    <message>
        <source>{name} (clipped)</source>
        <translation>{name}（剪藏内容）</translation>
    </message>
    <message>
        <source>{name} (contains hidden text)</source>
        <translation>{name}（含有隐藏文本）</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>另外 {count} 个</translation>
    </message>
    <message>
        <source>A&amp;pply all… ▾</source>
        <translation>全部应用(&amp;P)… ▾</translation>
    </message>
    <message>
        <source>Apply all, menu</source>
        <translation>全部应用，菜单</translation>
    </message>
    <message>
        <source>Always apply in {folder}</source>
        <translation>始终应用 {folder} 中的更改</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>the whole vault</source>
        <translation>整个仓库</translation>
    </message>
    <message>
        <source>The model did not use the proper format for this call. Check that this is what it intended.</source>
        <translation>模型的这次调用格式不规范，请确认这是否是它的本意。</translation>
    </message>
    <message>
        <source>This empties the note ({old} now).</source>
        <translation>这会清空该笔记（现有 {old}）。</translation>
    </message>
    <message>
        <source>This removes more than half of the note ({old} → {new}).</source>
        <translation>这会删去该笔记一半以上的内容（{old} → {new}）。</translation>
    </message>
</context>
<context>
    <name>Attaching</name>
    <message>
        <source>{name} was not added. {why}</source>
        <translation>{name} 没有添加。{why}</translation>
    </message>
    <message>
        <source>{name} is in the vault now. You had left the note, so it has no link to it.</source>
        <translation>{name} 已在仓库中。你已离开那篇笔记，所以笔记里没有指向它的链接。</translation>
    </message>
    <message>
        <source>{name} is being copied into the vault: {percent} %</source>
        <translation>正在将 {name} 复制到仓库中：{percent}%</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>BaseModel</name>
    <message>
        <source>The filter cannot evaluate this file; it is shown anyway.</source>
        <translation>筛选条件无法判断此文件，该文件仍会显示。</translation>
    </message>
    <message>
        <source>This value cannot be calculated.</source>
        <translation>无法算出此值。</translation>
    </message>
</context>
<context>
    <name>BaseView</name>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Show filter</source>
        <translation>显示筛选</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Files checked</source>
        <translation>已检查的文件</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Files in the base</source>
        <translation>数据库中的文件</translation>
    </message>
    <message>
        <source>View {number}</source>
        <translation>视图 {number}</translation>
    </message>
    <message>
        <source>Hide filter</source>
        <translation>隐藏筛选</translation>
    </message>
    <message>
        <source>Stopped; click a column header to search again</source>
        <translation>已停止；点击列标题可重新查找</translation>
    </message>
    <message>
        <source>No files match this view’s filter.</source>
        <translation>没有文件符合此视图的筛选条件。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Extension</source>
        <translation>扩展名</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Embeds</source>
        <translation>嵌入内容</translation>
    </message>
    <message>
        <source>This base is too large or too deeply nested to show.</source>
        <translation>此数据库太大或嵌套太深，无法显示。</translation>
    </message>
    <message>
        <source>This file is not a base: it contains no views or filters.</source>
        <translation>此文件不是数据库：其中没有视图或筛选条件。</translation>
    </message>
    <message>
        <source>This base is not valid YAML (line {line}). Fix it in a text editor to see it here.</source>
        <translation>此数据库不是有效的 YAML（第 {line} 行）。请用文本编辑器改正，之后会在此显示。</translation>
    </message>
    <message>
        <source>This base is not valid YAML. Fix it in a text editor to see it here.</source>
        <translation>此数据库不是有效的 YAML。请用文本编辑器改正，之后会在此显示。</translation>
    </message>
    <message>
        <source>Not supported in the filter: {parts}. Notes that the filter cannot evaluate are shown anyway.</source>
        <translation>筛选条件中有不支持的内容：{parts}。无法判断的笔记仍会显示。</translation>
    </message>
    <message>
        <source>The filter cannot evaluate some notes ({number}); they are shown anyway.</source>
        <translation>筛选条件无法判断部分笔记（{number}），这些笔记仍会显示。</translation>
    </message>
    <message>
        <source>Formulas that are not supported: {parts}.</source>
        <translation>不支持的公式：{parts}。</translation>
    </message>
    <message>
        <source>Columns that are not supported: {parts}.</source>
        <translation>不支持的列：{parts}。</translation>
    </message>
    <message>
        <source>Not supported: {parts}.</source>
        <translation>不支持：{parts}。</translation>
    </message>
    <message>
        <source>This {layout} view is shown as a table.</source>
        <translation>此 {layout} 视图以表格显示。</translation>
    </message>
    <message>
        <source>This system does not report when files were created; the earliest known time is used.</source>
        <translation>此系统不提供文件的创建时间，因此采用已知的最早时间。</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>{number} files</source>
        <translation>{number} 个文件</translation>
    </message>
    <message>
        <source>{shown} of {number} files</source>
        <translation>{shown} / {number} 个文件</translation>
    </message>
    <message>
        <source>the first {shown} of {number} files</source>
        <translation>前 {shown} 个文件，共 {number} 个</translation>
    </message>
    <message>
        <source>Finding this base’s files takes too long, so it cannot be shown here.</source>
        <translation>查找此数据库的文件耗时太长，无法在此显示。</translation>
    </message>
    <message>
        <source>… and {number} more files</source>
        <translation>……还有 {number} 个文件</translation>
    </message>
    <message>
        <source>… and 1 more file</source>
        <translation>……还有 1 个文件</translation>
    </message>
</context>
<context>
    <name>BookmarksFeature</name>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>There is no search to bookmark.</source>
        <translation>没有可加书签的搜索。</translation>
    </message>
    <message>
        <source>Bookmarked {name}</source>
        <translation>已为 {name} 加书签</translation>
    </message>
    <message>
        <source>{name} is bookmarked already.</source>
        <translation>{name} 已有书签。</translation>
    </message>
</context>
<context>
    <name>BookmarksPage</name>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Filter bookmarks</source>
        <translation>筛选书签</translation>
    </message>
    <message>
        <source>From Obsidian</source>
        <translation>来自 Obsidian</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>A file, a heading or a search can be bookmarked from its menu.</source>
        <translation>可以从菜单为文件、标题或搜索加书签。</translation>
    </message>
    <message>
        <source>No bookmarks match.</source>
        <translation>没有匹配的书签。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Remove bookmark</source>
        <translation>移除书签</translation>
    </message>
</context>
<context>
    <name>Breadcrumb</name>
    <message>
        <source>Path of the note</source>
        <translation>笔记的路径</translation>
    </message>
</context>
<context>
    <name>Builder</name>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Open the note to read the rest</source>
        <translation>打开笔记可阅读其余内容</translation>
    </message>
    <message>
        <source>This note embeds itself</source>
        <translation>此笔记嵌入了自身</translation>
    </message>
    <message>
        <source>Notes are nested too deeply</source>
        <translation>笔记嵌套层数过多</translation>
    </message>
    <message>
        <source>This note cannot be shown here</source>
        <translation>此笔记无法在此显示</translation>
    </message>
    <message>
        <source>This note has no such part</source>
        <translation>此笔记中没有这个部分</translation>
    </message>
</context>
<context>
    <name>BundleDialog</name>
    <message>
        <source>Save diagnostics</source>
        <translation>保存诊断信息</translation>
    </message>
    <message>
        <source>This helps track down problems. It contains no note text or note names, and no folders, addresses or keys. Check each part: what you see is exactly what is saved, and nothing is sent to anyone.</source>
        <translation>这有助于查找问题。其中没有笔记的正文和名称，也没有文件夹、地址和密钥。请查看每个部分：看到的就是要保存的内容，不会发送给任何人。</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>各部分</translation>
    </message>
    <message>
        <source>Contents of this part</source>
        <translation>此部分的内容</translation>
    </message>
    <message>
        <source>Checking this computer. This takes a few seconds…</source>
        <translation>正在检查此电脑，需要几秒钟…</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
</context>
<context>
    <name>Calendar</name>
    <message>
        <source>Calendar</source>
        <translation>日历</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Previous month</source>
        <translation>上个月</translation>
    </message>
    <message>
        <source>Next month</source>
        <translation>下个月</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <translation>yyyy年M月</translation>
    </message>
</context>
<context>
    <name>CallLineWidget</name>
    <message>
        <source>Press Enter to show arguments and result.</source>
        <translation>按 Enter 显示参数和结果。</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>CanvasView</name>
    <message>
        <source>Zoom out (-)</source>
        <translation>缩小（-）</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大（+）</translation>
    </message>
    <message>
        <source>Show the whole canvas (1)</source>
        <translation>显示整个白板（1）</translation>
    </message>
    <message>
        <source>1 card</source>
        <translation>1 张卡片</translation>
    </message>
    <message>
        <source>{count} cards</source>
        <translation>{count} 张卡片</translation>
    </message>
    <message>
        <source>Canvas with {cards} and 1 line</source>
        <translation>白板，含 {cards}和 1 条连线</translation>
    </message>
    <message>
        <source>Canvas with {cards} and {lines} lines</source>
        <translation>白板，含 {cards}和 {lines} 条连线</translation>
    </message>
    <message>
        <source>This canvas is empty.</source>
        <translation>此白板是空的。</translation>
    </message>
    <message>
        <source>This canvas is too large to show.</source>
        <translation>此白板太大，无法显示。</translation>
    </message>
    <message>
        <source>This canvas is damaged: it is not valid JSON. Fix it in a text editor to see it here.</source>
        <translation>此白板已损坏：不是有效的 JSON。请用文本编辑器改正，之后会在此显示。</translation>
    </message>
    <message>
        <source>This file is not a canvas.</source>
        <translation>此文件不是白板。</translation>
    </message>
    <message>
        <source>Cards of an unknown type are left out: {number}.</source>
        <translation>未显示类型未知的卡片：{number} 张。</translation>
    </message>
    <message>
        <source>Cards with the same ID as another card: {number}; lines lead to the first one.</source>
        <translation>ID 与其他卡片相同的卡片：{number} 张；连线指向第一张。</translation>
    </message>
    <message>
        <source>Cards with an invalid position or size: {number}; these were adjusted.</source>
        <translation>位置或大小无效的卡片：{number} 张；已另行安放。</translation>
    </message>
    <message>
        <source>Lines to cards that do not exist are left out: {number}.</source>
        <translation>未显示通往不存在的卡片的连线：{number} 条。</translation>
    </message>
    <message>
        <source>Only the first {most} cards are shown; left out: {number}.</source>
        <translation>只显示前 {most} 张卡片；未显示：{number} 张。</translation>
    </message>
    <message>
        <source>Only the first {most} lines are shown; left out: {number}.</source>
        <translation>只显示前 {most} 条连线；未显示：{number} 条。</translation>
    </message>
    <message>
        <source>Cards whose text is cut off: {number}.</source>
        <translation>文字被截短的卡片：{number} 张。</translation>
    </message>
    <message>
        <source>This file does not exist.</source>
        <translation>此文件不存在。</translation>
    </message>
    <message>
        <source>This note is too large for a card.</source>
        <translation>此笔记太大，无法在卡片中显示。</translation>
    </message>
    <message>
        <source>Press Enter to open it.</source>
        <translation>按 Enter 打开。</translation>
    </message>
    <message>
        <source>Text card</source>
        <translation>文本卡片</translation>
    </message>
    <message>
        <source>File card</source>
        <translation>文件卡片</translation>
    </message>
    <message>
        <source>Link card</source>
        <translation>链接卡片</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Leads to: {cards}</source>
        <translation>通往：{cards}</translation>
    </message>
</context>
<context>
    <name>CardLines</name>
    <message>
        <source>removed: {line}</source>
        <translation>删除：{line}</translation>
    </message>
    <message>
        <source>added: {line}</source>
        <translation>新增：{line}</translation>
    </message>
</context>
<context>
    <name>CardMenu</name>
    <message>
        <source>&amp;Fold</source>
        <translation>折叠(&amp;F)</translation>
    </message>
    <message>
        <source>Show &amp;arguments and result</source>
        <translation>显示参数和结果(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Open the note</source>
        <translation>打开笔记(&amp;O)</translation>
    </message>
    <message>
        <source>Show in &amp;Changes…</source>
        <translation>在更改列表中显示(&amp;C)…</translation>
    </message>
</context>
<context>
    <name>ChangeList</name>
    <message>
        <source>Changes</source>
        <translation>更改列表</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>The changes cannot be read.

{why}</source>
        <translation>无法读取更改。

{why}</translation>
    </message>
    <message>
        <source>No changes to notes with “{name}” in their path.</source>
        <translation>没有路径包含“{name}”的更改。</translation>
    </message>
    <message>
        <source>Nothing has changed yet. Changes made through Axon are kept here.</source>
        <translation>还没有更改。通过 Axon 所做的更改会保存在这里。</translation>
    </message>
    <message>
        <source>Show older changes</source>
        <translation>显示更早的更改</translation>
    </message>
</context>
<context>
    <name>ChangedTools</name>
    <message>
        <source>&amp;Keep it off</source>
        <translation>暂不启用(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Approve</source>
        <translation>批准(&amp;A)</translation>
    </message>
    <message>
        <source>{tool} has changed</source>
        <translation>{tool} 已更改</translation>
    </message>
    <message>
        <source>{tool} is new</source>
        <translation>{tool} 是新工具</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>第 {number} 项，共 {count} 项</translation>
    </message>
    <message>
        <source>On the left is what you approved, on the right what it says now. The model reads this text.</source>
        <translation>左侧是你批准过的内容，右侧是它现在的内容。模型会读到这些文字。</translation>
    </message>
    <message>
        <source>Its server added it after you approved the others. The model reads this text.</source>
        <translation>你批准其他工具之后，它的服务器才开始提供此工具。模型会读到这些文字。</translation>
    </message>
    <message>
        <source>It contains invisible characters; they are written out as ⟨U+…⟩.</source>
        <translation>其中含有看不见的字符，已写成 ⟨U+…⟩ 的形式。</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Agent in “{title}”</source>
        <translation>对话“{title}”中的智能体</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Other program: {name}</source>
        <translation>其他程序：{name}</translation>
    </message>
    <message>
        <source>{model} in the editor</source>
        <translation>{model}（在编辑器中）</translation>
    </message>
    <message>
        <source>Redo: {what}</source>
        <translation>重做：{what}</translation>
    </message>
    <message>
        <source>Undo: {what}</source>
        <translation>撤销：{what}</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 篇笔记</translation>
    </message>
    <message>
        <source>{count} notes</source>
        <translation>{count} 篇笔记</translation>
    </message>
    <message>
        <source>partly undone</source>
        <translation>部分已撤销</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>created</source>
        <translation>已创建</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>已重命名</translation>
    </message>
    <message>
        <source>moved to the trash</source>
        <translation>已移到回收站</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>restored</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>can only go back together with the others</source>
        <translation>只能与其他笔记一起还原</translation>
    </message>
    <message>
        <source>goes back to its earlier text</source>
        <translation>将恢复为先前的内容</translation>
    </message>
    <message>
        <source>is restored</source>
        <translation>将恢复</translation>
    </message>
    <message>
        <source>is removed; its text stays in the history</source>
        <translation>将移除；内容仍保留在更改记录中</translation>
    </message>
    <message>
        <source>is moved to {path}</source>
        <translation>将移到 {path}</translation>
    </message>
    <message>
        <source>is moved to the vault’s trash</source>
        <translation>将移到仓库的回收站</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>{done}; later edits are kept</source>
        <translation>{done}；之后的编辑会保留</translation>
    </message>
    <message>
        <source>{done}; later edits stay only in the history</source>
        <translation>{done}；之后的编辑只保留在更改记录中</translation>
    </message>
    <message>
        <source>Nothing has been changed yet.</source>
        <translation>尚未更改任何内容。</translation>
    </message>
    <message>
        <source>{count} cannot go back without losing something. Nothing has been changed yet.</source>
        <translation>有 {count}还原后会丢失内容，因此不会还原。尚未更改任何内容。</translation>
    </message>
    <message>
        <source>{count} cannot go back. Nothing has been changed yet.</source>
        <translation>有 {count}无法还原。尚未更改任何内容。</translation>
    </message>
    <message>
        <source>In {count}, later edits stay only in the history.</source>
        <translation>{count}中之后的编辑将只保留在更改记录中。</translation>
    </message>
    <message>
        <source>Your later edits in {count} are kept. Check the resulting text.</source>
        <translation>你之后在 {count}中的编辑会保留。请查看还原后的内容。</translation>
    </message>
    <message>
        <source>The notes have changed in the meantime; this is the current state.</source>
        <translation>笔记在此期间已被更改，以下是目前的情况。</translation>
    </message>
    <message>
        <source>has since been edited in the same lines ({lines})</source>
        <translation>之后编辑过相同的行（{lines}）</translation>
    </message>
    <message>
        <source>has been edited since it was created ({lines}); those edits would be lost</source>
        <translation>创建之后编辑过（{lines}），这些编辑会丢失</translation>
    </message>
    <message>
        <source>has since been moved or deleted</source>
        <translation>之后已被移动或删除</translation>
    </message>
    <message>
        <source>has since been moved to {other}; undo that move first</source>
        <translation>之后已移动到 {other}；请先撤销那次移动</translation>
    </message>
    <message>
        <source>{other} has since been created again</source>
        <translation>之后重新创建了 {other}</translation>
    </message>
    <message>
        <source>is already undone</source>
        <translation>已经撤销过</translation>
    </message>
    <message>
        <source>its earlier text is no longer kept</source>
        <translation>先前的内容已不再保留</translation>
    </message>
    <message>
        <source>is read-only</source>
        <translation>是只读文件</translation>
    </message>
    <message>
        <source>cannot be read: {other}</source>
        <translation>无法读取：{other}</translation>
    </message>
    <message>
        <source>can only go back together with {other}</source>
        <translation>须与 {other} 一同还原</translation>
    </message>
    <message>
        <source>a later change to it cannot be undone</source>
        <translation>它之后的一处更改无法撤销</translation>
    </message>
    <message>
        <source>too many lines to compare</source>
        <translation>行数太多，无法对比</translation>
    </message>
    <message>
        <source>line {numbers}</source>
        <translation>第 {numbers} 行</translation>
    </message>
    <message>
        <source>lines {numbers}</source>
        <translation>第 {numbers} 行</translation>
    </message>
</context>
<context>
    <name>ChangesDialog</name>
    <message>
        <source>Changes</source>
        <translation>更改列表</translation>
    </message>
    <message>
        <source>Filter by note</source>
        <translation>按笔记筛选</translation>
    </message>
    <message>
        <source>Filter changes by note</source>
        <translation>按笔记筛选更改</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>{count} changed. Unfold the turn and choose one to see it.</source>
        <translation>已更改 {count}。展开这组更改，选择其中一篇即可查看。</translation>
    </message>
    <message>
        <source>Redo the &amp;turn</source>
        <translation>重做整组更改(&amp;T)</translation>
    </message>
    <message>
        <source>Undo the &amp;turn</source>
        <translation>撤销整组更改(&amp;T)</translation>
    </message>
    <message>
        <source>Redo changes to this &amp;note</source>
        <translation>重做此笔记的更改(&amp;N)</translation>
    </message>
    <message>
        <source>Undo changes to this &amp;note</source>
        <translation>撤销此笔记的更改(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open the note</source>
        <translation>打开笔记(&amp;O)</translation>
    </message>
    <message>
        <source>This change is no longer kept, or was just changed again.</source>
        <translation>此更改已不再保留，或刚刚又有变动。</translation>
    </message>
</context>
<context>
    <name>ChangesFeature</name>
    <message>
        <source>No vault is open.</source>
        <translation>没有打开的仓库。</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Offline</source>
        <translation>离线模式</translation>
    </message>
    <message>
        <source>Offline · no AI</source>
        <translation>离线模式 · 无 AI</translation>
    </message>
    <message>
        <source>append</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>took more than {seconds} s</source>
        <translation>超过 {seconds} 秒</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>server disconnected</source>
        <translation>服务器已断开</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>找不到文件</translation>
    </message>
    <message>
        <source>“{tool}” of the server “{server}”</source>
        <translation>服务器“{server}”的“{tool}”</translation>
    </message>
    <message>
        <source>Folder not found</source>
        <translation>找不到文件夹</translation>
    </message>
    <message>
        <source>Invalid path</source>
        <translation>路径无效</translation>
    </message>
    <message>
        <source>Invalid parameters</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>Failed to read file</source>
        <translation>读取文件失败</translation>
    </message>
    <message>
        <source>Failed to write file</source>
        <translation>写入文件失败</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>1 item</source>
        <translation>1 项</translation>
    </message>
    <message>
        <source>{count} items</source>
        <translation>{count} 项</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>… {size} more. Open the note to see all of it.</source>
        <translation>……还有 {size}。打开笔记可查看全文。</translation>
    </message>
    <message>
        <source>{provider} cannot be reached, or the connection was lost.</source>
        <translation>{provider}：无法连接，或连接已中断。</translation>
    </message>
    <message>
        <source>{provider} accepted the request, but sent nothing for too long.</source>
        <translation>{provider} 已接受请求，但太久没有返回任何内容。</translation>
    </message>
    <message>
        <source>{provider} reports too many requests. Wait a moment, then try again.</source>
        <translation>{provider} 表示请求过多，请稍等片刻再重试。</translation>
    </message>
    <message>
        <source>{provider} is having problems on its side. Try again later.</source>
        <translation>{provider} 自身出现故障，请过一会儿再试。</translation>
    </message>
    <message>
        <source>{provider} does not accept the API key. Check it in the settings.</source>
        <translation>{provider} 不接受此 API 密钥，请在设置中检查。</translation>
    </message>
    <message>
        <source>Your {provider} account has no balance left.</source>
        <translation>{provider} 账户余额不足。</translation>
    </message>
    <message>
        <source>{provider} rejected the request.</source>
        <translation>{provider} 拒绝了这个请求。</translation>
    </message>
    <message>
        <source>The conversation is too long for this model. Start a new one.</source>
        <translation>对话对此模型来说太长了，请开始新对话。</translation>
    </message>
    <message>
        <source>The reply from {provider} cannot be used.</source>
        <translation>{provider} 的回复无法使用。</translation>
    </message>
    <message>
        <source>Something went wrong.</source>
        <translation>出了点问题。</translation>
    </message>
    <message>
        <source>Stopped: this request has reached its limit of {ceiling}.</source>
        <translation>已停止：本次请求已达到 {ceiling} 的上限。</translation>
    </message>
    <message>
        <source>Stopped as you asked. Changes made so far are kept and can be undone.</source>
        <translation>已按你的要求停止。已完成的更改会保留，可以撤销。</translation>
    </message>
    <message>
        <source>Stopped: the model made the same call with the same result three times.</source>
        <translation>已停止：模型三次发出同样的调用并得到同样的结果。</translation>
    </message>
    <message>
        <source>Stopped: the reply reached the model’s length limit.</source>
        <translation>已停止：回复达到了模型的长度上限。</translation>
    </message>
    <message>
        <source>Stopped: the model was repeating itself.</source>
        <translation>已停止：模型在重复自己的话。</translation>
    </message>
    <message>
        <source>Stopped: this request has reached its limit for tokens or costs.</source>
        <translation>已停止：本次请求已达到 token 或费用上限。</translation>
    </message>
    <message>
        <source>Continue allows the same amount again.</source>
        <translation>点“继续”会以同样多的额度接着做。</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} token</translation>
    </message>
    <message>
        <source>The plan was discarded. Nothing was changed.</source>
        <translation>计划已放弃，未做任何更改。</translation>
    </message>
    <message>
        <source>Stopped after 1 round.</source>
        <translation>1 轮后停止。</translation>
    </message>
    <message>
        <source>Stopped after {rounds} rounds.</source>
        <translation>{rounds} 轮后停止。</translation>
    </message>
    <message>
        <source>Stopped: a step of the plan failed. Changes made so far are kept.</source>
        <translation>已停止：计划中的一个步骤失败。已完成的更改会保留。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Make a plan first</source>
        <translation>先制定计划</translation>
    </message>
    <message>
        <source>Work without a plan</source>
        <translation>不制定计划，直接处理</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>以前的对话</translation>
    </message>
    <message>
        <source>Give this conversation a name</source>
        <translation>为此对话命名</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Edit your last request and send it again</source>
        <translation>编辑上一个请求并重新发送</translation>
    </message>
    <message>
        <source>Retry after an error, or continue</source>
        <translation>出错后重试，或继续</translation>
    </message>
    <message>
        <source>Undo what the last turn wrote</source>
        <translation>撤销上一个请求写入的内容</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Summarize the conversation to free up space in the model’s context window</source>
        <translation>总结已有的对话，为模型的上下文腾出空间</translation>
    </message>
    <message>
        <source>Set a limit for tokens and costs</source>
        <translation>设置 token 与费用的上限</translation>
    </message>
    <message>
        <source>Save this conversation as a Markdown file</source>
        <translation>将此对话保存为 Markdown 文件</translation>
    </message>
    <message>
        <source>Save this conversation as a note</source>
        <translation>将此对话保存为笔记</translation>
    </message>
    <message>
        <source>Context {amount}</source>
        <translation>上下文 {amount}</translation>
    </message>
    <message>
        <source>This conversation so far:</source>
        <translation>此对话至今：</translation>
    </message>
    <message>
        <source>Prompt: {tokens} tokens, {cached} of them from the cache</source>
        <translation>输入：{tokens} 个 token，其中 {cached} 个来自缓存</translation>
    </message>
    <message>
        <source>Reply: {tokens} tokens, {thinking} of them thinking</source>
        <translation>回复：{tokens} 个 token，其中 {thinking} 个用于思考</translation>
    </message>
    <message>
        <source>Cost: {cost}</source>
        <translation>费用：{cost}</translation>
    </message>
    <message>
        <source>Last request: {cost}</source>
        <translation>上一个请求：{cost}</translation>
    </message>
    <message>
        <source>The model’s context window is {share} full ({tokens} of {window} tokens).</source>
        <translation>模型的上下文窗口已用 {share}（{tokens} / {window} token）。</translation>
    </message>
    <message>
        <source>{tokens} of them are kept for the reply; older messages are summarized before that.</source>
        <translation>其中 {tokens} 个留给回复；在此之前会把较早的消息做成摘要。</translation>
    </message>
    <message>
        <source>This request has used {amounts}. It stops at the limit.</source>
        <translation>本次请求已用 {amounts}，达到上限就会停止。</translation>
    </message>
    <message>
        <source>This server does not say how large the model’s context is. Axon assumes {tokens} tokens.</source>
        <translation>该服务器没有告知模型的上下文长度，Axon 按 {tokens} 个 token 计算。</translation>
    </message>
    <message>
        <source>The request was too long for the model. Axon shortened it and sent it again, and keeps to {tokens} tokens from now on.</source>
        <translation>请求超出了模型的长度。Axon 已将其缩短并重新发送，今后不超过 {tokens} 个 token。</translation>
    </message>
    <message>
        <source>The server read only {read} of about {sent} tokens and left out the rest without saying so. Axon keeps to {tokens} tokens from now on.</source>
        <translation>服务器只读取了约 {sent} 个 token 中的 {read} 个，其余的被悄悄丢弃。Axon 今后不超过 {tokens} 个 token。</translation>
    </message>
    <message>
        <source>{used} of {ceiling} tokens</source>
        <translation>{used} / {ceiling} token</translation>
    </message>
    <message>
        <source>{used} of {ceiling}</source>
        <translation>{used} / {ceiling}</translation>
    </message>
    <message>
        <source>… {count} more</source>
        <translation>……还有 {count} 行</translation>
    </message>
    <message>
        <source>{mime}: cannot be shown</source>
        <translation>{mime}：无法显示</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>以前的对话</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More, menu</source>
        <translation>更多，菜单</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新建对话(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>历史记录(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit the last request</source>
        <translation>编辑上一个请求(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Fork: continue in a copy</source>
        <translation>分支：用副本继续(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy conversation</source>
        <translation>复制对话(&amp;C)</translation>
    </message>
    <message>
        <source>E&amp;xport as Markdown…</source>
        <translation>导出为 Markdown(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Save to a note…</source>
        <translation>保存到笔记(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>Model: {model}, menu</source>
        <translation>模型：{model}，菜单</translation>
    </message>
    <message>
        <source>{model}: click to choose another model</source>
        <translation>{model}：点击选择其他模型</translation>
    </message>
</context>
<context>
    <name>ChatInput</name>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>The answer was copied.</source>
        <translation>已复制回答。</translation>
    </message>
    <message>
        <source>Wait until Axon is done, or stop it first.</source>
        <translation>请等 Axon 完成，或先停止它。</translation>
    </message>
    <message>
        <source>The request was stopped. Changes made so far are kept and can be undone.</source>
        <translation>请求已停止。已完成的更改会保留，可以撤销。</translation>
    </message>
    <message>
        <source>Estimated: this server does not count tokens.</source>
        <translation>估算值：此服务器不统计 token。</translation>
    </message>
</context>
<context>
    <name>ChatPlaceholder</name>
    <message>
        <source>Opening the vault…</source>
        <translation>正在打开仓库…</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>没有打开的仓库。请通过“文件 → 打开仓库…”选择一个。</translation>
    </message>
</context>
<context>
    <name>ChipsField</name>
    <message>
        <source>{value}, {number} of {count} in {name}, Delete removes it</source>
        <translation>{value}，{name} 中第 {number} 个，共 {count} 个，按 Delete 移除</translation>
    </message>
</context>
<context>
    <name>ChunkBuilder</name>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Open the note to read the rest</source>
        <translation>打开笔记可阅读其余内容</translation>
    </message>
    <message>
        <source>This note embeds itself</source>
        <translation>此笔记嵌入了自身</translation>
    </message>
    <message>
        <source>Notes are nested too deeply</source>
        <translation>笔记嵌套层数过多</translation>
    </message>
    <message>
        <source>This note cannot be shown here</source>
        <translation>此笔记无法在此显示</translation>
    </message>
    <message>
        <source>This note has no such part</source>
        <translation>此笔记中没有这个部分</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>视频</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>CodeCopy</name>
    <message>
        <source>Copy the code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
</context>
<context>
    <name>CommandApproval</name>
    <message>
        <source>R&amp;un</source>
        <translation>运行(&amp;U)</translation>
    </message>
    <message>
        <source>run a program on this computer</source>
        <translation>在此电脑上运行程序</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Run this command?</source>
        <translation>运行此命令？</translation>
    </message>
    <message>
        <source>This computer has no sandbox for commands: the program can change whatever you can.</source>
        <translation>此电脑没有供命令使用的沙盒：凡是你能更改的，这个程序都能更改。</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>工作文件夹</translation>
    </message>
    <message>
        <source>the vault’s folder</source>
        <translation>仓库的文件夹</translation>
    </message>
    <message>
        <source>{paths}. Changes it makes there can be undone.</source>
        <translation>{paths}。它在其中所做的更改可以撤销。</translation>
    </message>
    <message>
        <source>Can write</source>
        <translation>可写入</translation>
    </message>
    <message>
        <source>none of your files: it runs in a sandbox</source>
        <translation>无法改动你的文件：命令在沙盒中运行</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>使用 Shell</translation>
    </message>
    <message>
        <source>yes: characters like | &gt; &amp; ; have their special meaning</source>
        <translation>是：| &gt; &amp; ; 等符号会起作用</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>运行时限</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
</context>
<context>
    <name>CommentBoard</name>
    <message>
        <source>Comments</source>
        <translation>批注</translation>
    </message>
</context>
<context>
    <name>CommentCard</name>
    <message>
        <source>Change the comment</source>
        <translation>修改批注</translation>
    </message>
    <message>
        <source>Delete the comment</source>
        <translation>删除批注</translation>
    </message>
    <message>
        <source>What should change here</source>
        <translation>这里要怎么改</translation>
    </message>
    <message>
        <source>What should change here?</source>
        <translation>这里要怎么改？</translation>
    </message>
    <message>
        <source>The passage is gone: “{quote}”</source>
        <translation>这段文字已不存在：“{quote}”</translation>
    </message>
    <message>
        <source>Comment on “{quote}”: {text}</source>
        <translation>对“{quote}”的批注：{text}</translation>
    </message>
</context>
<context>
    <name>Comments</name>
    <message>
        <source>Please change what this comment asks for, and nothing else.</source>
        <translation>请按这条批注修改，其他地方不要动。</translation>
    </message>
    <message>
        <source>Please change what these {count} comments ask for, and nothing else.</source>
        <translation>请按这 {count} 条批注修改，其他地方不要动。</translation>
    </message>
    <message>
        <source>{note}, a passage that is no longer there:</source>
        <translation>{note}，已不存在的一段：</translation>
    </message>
    <message>
        <source>{note}, line {line}:</source>
        <translation>{note}，第 {line} 行：</translation>
    </message>
    <message>
        <source>{note}, lines {first} to {last}:</source>
        <translation>{note}，第 {first} 至 {last} 行：</translation>
    </message>
</context>
<context>
    <name>CommentsFeature</name>
    <message>
        <source>Open a note for editing (Ctrl+E) and mark the passage that you want to comment on.</source>
        <translation>请先打开笔记进行编辑（Ctrl+E），并选中要批注的文字。</translation>
    </message>
</context>
<context>
    <name>CompactionRow</name>
    <message>
        <source>Summarizing the conversation… Press Esc to stop.</source>
        <translation>正在总结对话… 按 Esc 停止。</translation>
    </message>
    <message>
        <source>The conversation was summarized.</source>
        <translation>对话已总结。</translation>
    </message>
    <message>
        <source>There is nothing to summarize yet: the last request and its answer are always kept.</source>
        <translation>还没有可总结的内容：最后一个请求及其回答始终保留。</translation>
    </message>
    <message>
        <source>Summarizing needs a model.</source>
        <translation>总结需要模型。</translation>
    </message>
    <message>
        <source>Stopped. The conversation stays as it was.</source>
        <translation>已停止。对话保持原样。</translation>
    </message>
    <message>
        <source>The conversation could not be summarized and stays as it was. {reason}</source>
        <translation>未能总结对话，对话保持原样。{reason}</translation>
    </message>
    <message>
        <source>Summarize a&amp;gain</source>
        <translation>重新总结(&amp;G)</translation>
    </message>
</context>
<context>
    <name>ComparisonDialog</name>
    <message>
        <source>Compare with {name}</source>
        <translation>与 {name} 对比</translation>
    </message>
    <message>
        <source>+{added} −{removed} lines</source>
        <translation>+{added} −{removed} 行</translation>
    </message>
    <message>
        <source>{original} and {copy} are identical.</source>
        <translation>{original} 与 {copy} 相同。</translation>
    </message>
    <message>
        <source>Move the copy to the &amp;trash…</source>
        <translation>将副本移到回收站(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
</context>
<context>
    <name>CompletionList</name>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the model and its tools (Esc)</source>
        <translation>停止模型及其工具（Esc）</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Ask first</source>
        <translation>先询问</translation>
    </message>
    <message>
        <source>ReAct — answer step by step</source>
        <translation>ReAct — 逐步回答</translation>
    </message>
    <message>
        <source>Plan — make a plan first, carry it out once you agree</source>
        <translation>计划 — 先制定计划，你同意后再执行</translation>
    </message>
    <message>
        <source>Mode: {choice}, menu</source>
        <translation>模式：{choice}，菜单</translation>
    </message>
    <message>
        <source>How the agent handles the next request</source>
        <translation>智能体处理下一个请求的方式</translation>
    </message>
    <message>
        <source>Apply and let me undo</source>
        <translation>直接应用，可撤销</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Safety: {choice}, menu</source>
        <translation>安全：{choice}，菜单</translation>
    </message>
    <message>
        <source>When Axon asks before it writes</source>
        <translation>Axon 在写入前何时询问</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送（Enter）</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Enter keeps the text and sends it when this is done, {keys} at the next step</source>
        <translation>Enter 先保留文字，本次完成后发送；{keys} 在下一步发送</translation>
    </message>
    <message>
        <source>read Home, search milestone, 读取 Home</source>
        <translation>读取 Home，搜索 里程碑，read Home</translation>
    </message>
    <message>
        <source>Ask, or type @ for a note, / for a command</source>
        <translation>提问，或输入 @ 提及笔记，输入 / 使用命令</translation>
    </message>
</context>
<context>
    <name>ConfirmMoveDialog</name>
    <message>
        <source>Notes with links to it</source>
        <translation>链接到它的笔记</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>……还有 {count} 篇</translation>
    </message>
</context>
<context>
    <name>ConflictCopies</name>
    <message>
        <source>{name} is no longer there.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>Axon can only compare text; {name} is not a text file.</source>
        <translation>Axon 只能对比文本，而 {name} 不是文本。</translation>
    </message>
</context>
<context>
    <name>ContextChip</name>
    <message>
        <source>Goes along with the request. Delete takes it off.</source>
        <translation>随请求一起发送。按 Delete 移除。</translation>
    </message>
    <message>
        <source>Does not go along: the model reads only text. Delete takes it off.</source>
        <translation>不会随请求发送：模型只读取文本。按 Delete 移除。</translation>
    </message>
</context>
<context>
    <name>ContextChips</name>
    <message>
        <source>What goes along</source>
        <translation>一起发送的内容</translation>
    </message>
</context>
<context>
    <name>ContextItems</name>
    <message>
        <source>Picture {number}</source>
        <translation>图片 {number}</translation>
    </message>
    <message>
        <source>not sent, text only</source>
        <translation>不会发送，仅限文本</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已打开</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>{count} lines</source>
        <translation>{count} 行</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>only its name</source>
        <translation>仅名称</translation>
    </message>
</context>
<context>
    <name>ConversationActions</name>
    <message>
        <source>{file} already exists.</source>
        <translation>{file} 已存在。</translation>
    </message>
    <message>
        <source>Conversations are not kept.</source>
        <translation>对话未保存。</translation>
    </message>
    <message>
        <source>Export the conversation</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown 文件 (*.md)</translation>
    </message>
    <message>
        <source>The conversation could not be exported: {error}</source>
        <translation>无法导出对话：{error}</translation>
    </message>
    <message>
        <source>Exported to {file}</source>
        <translation>已导出到 {file}</translation>
    </message>
    <message>
        <source>Conversations/{title}</source>
        <translation>对话/{title}</translation>
    </message>
    <message>
        <source>Saved as {path}</source>
        <translation>已保存为 {path}</translation>
    </message>
    <message>
        <source>Delete this conversation?</source>
        <translation>删除此对话？</translation>
    </message>
    <message>
        <source>“{title}” will be permanently deleted. Your notes stay as they are.</source>
        <translation>“{title}”将被永久删除。笔记保持不变。</translation>
    </message>
    <message>
        <source>The running request will be stopped.</source>
        <translation>正在运行的请求会停止。</translation>
    </message>
    <message>
        <source>What should be different? Completed steps stay as they are.</source>
        <translation>希望怎样修改？已完成的步骤保持不变。</translation>
    </message>
    <message>
        <source>Revise the plan</source>
        <translation>修改计划</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Revise</source>
        <translation>修改(&amp;R)</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Untitled</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>{count} messages</source>
        <translation>{count} 条消息</translation>
    </message>
    <message>
        <source>Copy of “{title}”</source>
        <translation>“{title}”的副本</translation>
    </message>
    <message>
        <source>A copy</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>nothing new yet</source>
        <translation>还没有新内容</translation>
    </message>
    <message>
        <source>goes on with “{request}”</source>
        <translation>从“{request}”开始不同</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit and send again; everything after it stays in the original conversation</source>
        <translation>编辑并重新发送；之后的内容保留在原来的对话中</translation>
    </message>
    <message>
        <source>&amp;Edit and send again</source>
        <translation>编辑并重新发送(&amp;E)</translation>
    </message>
    <message>
        <source>Go &amp;back to before this…</source>
        <translation>回到此消息之前(&amp;B)…</translation>
    </message>
</context>
<context>
    <name>Conversations</name>
    <message>
        <source>The conversations file was damaged and has been set aside as {file}. {count} conversations could be recovered from it.</source>
        <translation>对话文件已损坏，已另存为 {file}。从中恢复了 {count} 个对话。</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>Cannot read {file}: {why}.</source>
        <translation>无法读取 {file}：{why}。</translation>
    </message>
    <message>
        <source>Cannot write {file}: {why}.</source>
        <translation>无法写入 {file}：{why}。</translation>
    </message>
    <message>
        <source>{file} is not valid JSON ({why}). Mend it, or choose another file.</source>
        <translation>{file} 不是有效的 JSON（{why}）。请修正此文件，或选择其他文件。</translation>
    </message>
    <message>
        <source>{file} must hold a JSON object. Mend it, or move it away to start without servers.</source>
        <translation>{file} 的内容必须是 JSON 对象。请修正此文件，或将其移走，以便在没有服务器的情况下启动。</translation>
    </message>
    <message>
        <source>{file}, line {line}: this is not valid JSON. What can be read of the file is used.</source>
        <translation>{file}，第 {line} 行：这里不是有效的 JSON。文件中能读取的内容会照常使用。</translation>
    </message>
    <message>
        <source>{file} is empty. The defaults are used.</source>
        <translation>{file} 是空的。使用默认值。</translation>
    </message>
    <message>
        <source>{file} holds no settings. The defaults are used.</source>
        <translation>{file} 中没有设置。使用默认值。</translation>
    </message>
    <message>
        <source>Line {line}: the setting {setting} cannot be “{value}”.</source>
        <translation>第 {line} 行：设置 {setting} 不能是“{value}”。</translation>
    </message>
    <message>
        <source>{sentence} Allowed: {allowed}.</source>
        <translation>{sentence}可用的值：{allowed}。</translation>
    </message>
    <message>
        <source>{sentence} This entry is left out.</source>
        <translation>{sentence}此项已略过。</translation>
    </message>
    <message>
        <source>{sentence} The default is used.</source>
        <translation>{sentence}使用默认值。</translation>
    </message>
    <message>
        <source>{setting}: this must be a whole number from 1 to {most}. Change it, or unset it.</source>
        <translation>{setting}：必须是 1 到 {most} 之间的整数。请更改，或取消设置。</translation>
    </message>
    <message>
        <source>Line {line}: the setting {setting} is there twice. The last one is used.</source>
        <translation>第 {line} 行：设置 {setting} 出现了两次。使用最后一个。</translation>
    </message>
    <message>
        <source>Line {line}: the file ends in the middle. What is missing has its default.</source>
        <translation>第 {line} 行：文件不完整。缺少的设置使用默认值。</translation>
    </message>
    <message>
        <source>Line {line}: what is in {setting} is not valid JSON and is left out.</source>
        <translation>第 {line} 行：{setting} 中的内容不是有效的 JSON，已略过。</translation>
    </message>
    <message>
        <source>Line {line}: this is not valid JSON and is left out.</source>
        <translation>第 {line} 行：这里不是有效的 JSON，已略过。</translation>
    </message>
    <message>
        <source>{file}: {key} must be an object. Mend it, or move the file away.</source>
        <translation>{file}：{key} 必须是对象。请修正，或将此文件移走。</translation>
    </message>
    <message>
        <source>{file}: {why} Mend that entry, or delete it.</source>
        <translation>{file}：{why}请修正此条目，或将其删除。</translation>
    </message>
    <message>
        <source>{file}, line {line}: there is no schedule {name}. Mend that line.</source>
        <translation>{file}，第 {line} 行：没有计价时段表 {name}。请修正此行。</translation>
    </message>
    <message>
        <source>{file}, line {line}: {why}. Mend that line.</source>
        <translation>{file}，第 {line} 行：{why}。请修正此行。</translation>
    </message>
    <message>
        <source>{file}: {why}. Mend that line, or delete the file.</source>
        <translation>{file}：{why}。请修正此行，或删除此文件。</translation>
    </message>
    <message>
        <source>{file} is too large for a list of servers. Choose another file.</source>
        <translation>{file} 太大，不像是服务器列表。请选择其他文件。</translation>
    </message>
    <message>
        <source>{file} lists no MCP servers: it has neither &apos;mcpServers&apos; nor &apos;servers&apos;.</source>
        <translation>{file} 中没有列出 MCP 服务器：既没有“mcpServers”，也没有“servers”。</translation>
    </message>
    <message>
        <source>Server “{name}” speaks the old HTTP+SSE transport, which Axon does not. Look for its newer address, which often ends in /mcp.</source>
        <translation>服务器“{name}”使用旧的 HTTP+SSE 传输方式，Axon 不支持。请查找它的新地址，通常以 /mcp 结尾。</translation>
    </message>
    <message>
        <source>Server “{name}” asks for secrets of the key store, which no file may do.</source>
        <translation>服务器“{name}”要求使用密钥环中的机密信息，任何文件都不允许这样做。</translation>
    </message>
    <message>
        <source>A server is called {name}: a name is a short line of text.</source>
        <translation>有一个服务器名为 {name}：名称必须是一行简短的文本。</translation>
    </message>
    <message>
        <source>Server “{name}” must be an object.</source>
        <translation>服务器“{name}”必须是对象。</translation>
    </message>
    <message>
        <source>Server “{name}” needs either a command or an address (url).</source>
        <translation>服务器“{name}”需要命令或地址（url），二者取其一。</translation>
    </message>
    <message>
        <source>Server “{name}”: no text may hold a NUL character.</source>
        <translation>服务器“{name}”：文本中不能含有 NUL 字符。</translation>
    </message>
    <message>
        <source>Server “{name}”: its url must begin with http:// or https://.</source>
        <translation>服务器“{name}”：url 必须以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>Server “{name}”: {key} must hold texts by name.</source>
        <translation>服务器“{name}”：{key} 必须由名称和对应的文本组成。</translation>
    </message>
    <message>
        <source>Server “{name}”: {why}.</source>
        <translation>服务器“{name}”：{why}。</translation>
    </message>
    <message>
        <source>Its file of variables cannot be read: {file}</source>
        <translation>无法读取它的变量文件：{file}</translation>
    </message>
    <message>
        <source>Axon does not know {variable}: put its value there.</source>
        <translation>Axon 不认识 {variable}：请在该处填写它的值。</translation>
    </message>
    <message>
        <source>exit code {code}: {words}</source>
        <translation>退出代码 {code}：{words}</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>退出代码 {code}</translation>
    </message>
    <message>
        <source>another tool of the server has its name</source>
        <translation>服务器的另一个工具已使用此名称</translation>
    </message>
    <message>
        <source>a server may have {most} tools</source>
        <translation>一个服务器最多可有 {most} 个工具</translation>
    </message>
    <message>
        <source>its name has {count} characters</source>
        <translation>名称有 {count} 个字符</translation>
    </message>
    <message>
        <source>its schema is nested more than {most} deep</source>
        <translation>其 schema 的嵌套超过 {most} 层</translation>
    </message>
    <message>
        <source>its schema is nested too deeply</source>
        <translation>其 schema 嵌套过深</translation>
    </message>
    <message>
        <source>its schema has {count} characters; {most} are allowed</source>
        <translation>其 schema 有 {count} 个字符，最多允许 {most} 个</translation>
    </message>
    <message>
        <source>its schema is not one of an object</source>
        <translation>其 schema 描述的不是对象</translation>
    </message>
    <message>
        <source>its schema is only a reference</source>
        <translation>其 schema 只是一个引用</translation>
    </message>
    <message>
        <source>its schema uses dynamic references</source>
        <translation>其 schema 使用了动态引用</translation>
    </message>
    <message>
        <source>its schema refers to what it does not hold: {target}</source>
        <translation>其 schema 引用了其中没有的内容：{target}</translation>
    </message>
    <message>
        <source>its schema unfolds to too much</source>
        <translation>其 schema 展开后过大</translation>
    </message>
    <message>
        <source>its schema is not valid: {why}</source>
        <translation>其 schema 无效：{why}</translation>
    </message>
    <message>
        <source>This is no API key: a key is one word of letters, digits and punctuation. Copy it again.</source>
        <translation>这不是 API 密钥：密钥由字母、数字和符号组成，中间没有空格。请重新复制。</translation>
    </message>
    <message>
        <source>This computer has no key store that Axon can use. Keep the key for this run only, or set {variable} before the start.</source>
        <translation>此电脑上没有 Axon 可用的密钥环。请让密钥仅本次运行有效，或在启动前设置 {variable}。</translation>
    </message>
    <message>
        <source>The system&apos;s key store cannot be used ({why}). Unlock it, or keep the key for this run only.</source>
        <translation>无法使用系统密钥环（{why}）。请将其解锁，或让密钥仅本次运行有效。</translation>
    </message>
    <message>
        <source>The {missing} is missing. Enter it in the settings.</source>
        <translation>缺少{missing}。请在设置中填写。</translation>
    </message>
    <message>
        <source>model&apos;s name</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>The Offline provider asks no model. Choose another one.</source>
        <translation>离线模式不使用模型。请选择其他服务商。</translation>
    </message>
    <message>
        <source>base URL</source>
        <translation>基础 URL</translation>
    </message>
    <message>
        <source>The conversations cannot be written ({why}).</source>
        <translation>无法写入对话（{why}）。</translation>
    </message>
    <message>
        <source>The conversations cannot be used ({why}).</source>
        <translation>无法使用对话（{why}）。</translation>
    </message>
    <message>
        <source>The conversations cannot be kept: {why}.</source>
        <translation>无法保存对话：{why}。</translation>
    </message>
    <message>
        <source>The conversations are closed.</source>
        <translation>对话存储已关闭。</translation>
    </message>
    <message>
        <source>The conversations are not open.</source>
        <translation>对话存储未打开。</translation>
    </message>
    <message>
        <source>This conversation is not there any more.</source>
        <translation>此对话已不存在。</translation>
    </message>
    <message>
        <source>This turn is not there any more.</source>
        <translation>这组更改已不存在。</translation>
    </message>
    <message>
        <source>Request timeout</source>
        <translation>请求超时</translation>
    </message>
    <message>
        <source>Connection failed to {address}</source>
        <translation>无法连接 {address}</translation>
    </message>
    <message>
        <source>{setting} is no http address: {address}</source>
        <translation>{setting} 不是 http 地址：{address}</translation>
    </message>
    <message>
        <source>Request failed: {why}</source>
        <translation>请求失败：{why}</translation>
    </message>
    <message>
        <source>Unexpected answer: HTTP {status}</source>
        <translation>意外的响应：HTTP {status}</translation>
    </message>
    <message>
        <source>Invalid id &apos;{id}&apos;</source>
        <translation>标识符“{id}”无效</translation>
    </message>
    <message>
        <source>Invalid parameters: a text is not valid Unicode</source>
        <translation>参数无效：有文本不是有效的 Unicode</translation>
    </message>
    <message>
        <source>Invalid response: too long or packed</source>
        <translation>响应无效：过长或经过压缩</translation>
    </message>
    <message>
        <source>Invalid response: not what docs/swagger.yaml describes</source>
        <translation>响应无效：与 docs/swagger.yaml 的描述不符</translation>
    </message>
    <message>
        <source>The proxy that the environment names cannot be used: {why}</source>
        <translation>环境变量指定的代理服务器无法使用：{why}</translation>
    </message>
    <message>
        <source>The Task Manager answered HTTP {status}</source>
        <translation>任务管理器返回了 HTTP {status}</translation>
    </message>
    <message>
        <source>{file} was made by a newer version of Axon; install that version.</source>
        <translation>{file} 由更新版本的 Axon 创建；请安装该版本。</translation>
    </message>
    <message>
        <source>{file} cannot be used ({why}).</source>
        <translation>无法使用 {file}（{why}）。</translation>
    </message>
    <message>
        <source>{name} is not a UTF-8 text file</source>
        <translation>{name} 不是 UTF-8 文本文件</translation>
    </message>
    <message>
        <source>{name} is not a plain file</source>
        <translation>{name} 不是普通文件</translation>
    </message>
    <message>
        <source>{name} is being written by another program; try again in a moment</source>
        <translation>其他程序正在写入 {name}；请稍后重试</translation>
    </message>
    <message>
        <source>{reason}; whether it was done can be said when the disk works again</source>
        <translation>{reason}；要等磁盘恢复正常，才能确定操作是否完成</translation>
    </message>
    <message>
        <source>{path} is gone; nothing was changed</source>
        <translation>{path} 已不存在；未更改任何内容</translation>
    </message>
    <message>
        <source>{path} exists by now; read it first</source>
        <translation>{path} 现在已存在；请先读取</translation>
    </message>
    <message>
        <source>{path} was changed by someone else; read it again</source>
        <translation>{path} 已被他人更改；请重新读取</translation>
    </message>
    <message>
        <source>another program has it open</source>
        <translation>另一个程序正打开着它</translation>
    </message>
    <message>
        <source>another program came in between; try again</source>
        <translation>另一个程序同时动了它；请再试一次</translation>
    </message>
    <message>
        <source>Windows does not allow this name</source>
        <translation>Windows 不允许这个名称</translation>
    </message>
    <message>
        <source>{name} is not downloaded: a sync service keeps it elsewhere. Download it in Axon or in the file manager.</source>
        <translation>{name} 尚未下载：同步服务把它存放在别处。请在 Axon 或文件管理器中下载。</translation>
    </message>
    <message>
        <source>{path} was changed by someone else just now; read it again</source>
        <translation>{path} 刚刚被他人更改；请重新读取</translation>
    </message>
    <message>
        <source>{path} is open for writing in another program; try again later</source>
        <translation>其他程序正在写入 {path}；请稍后重试</translation>
    </message>
    <message>
        <source>another Axon process is writing to this vault; try again when it is done</source>
        <translation>另一个 Axon 进程正在写入此仓库；请等它完成后重试</translation>
    </message>
    <message>
        <source>Axon is writing to this vault already; try again when it is done</source>
        <translation>Axon 正在写入这个仓库，请等它完成后再试</translation>
    </message>
    <message>
        <source>{name} is read-only</source>
        <translation>{name} 是只读文件</translation>
    </message>
    <message>
        <source>{path} cannot be written safely here without a record of changes</source>
        <translation>没有更改记录时，无法在这里安全地写入 {path}</translation>
    </message>
    <message>
        <source>{path} is a link; name the file that it leads to</source>
        <translation>{path} 是链接；请指定它所指向的文件</translation>
    </message>
    <message>
        <source>{path} is larger than {size} MB, too large to be brought back by undo; put it into the trash in your file manager</source>
        <translation>{path} 大于 {size} MB，太大，无法通过撤销恢复；请在文件管理器中将其移到回收站</translation>
    </message>
    <message>
        <source>{path} cannot go to the system&apos;s trash ({why})</source>
        <translation>无法将 {path} 移到系统的回收站（{why}）</translation>
    </message>
    <message>
        <source>{path}: the content is not valid Unicode</source>
        <translation>{path}：内容不是有效的 Unicode</translation>
    </message>
    <message>
        <source>{path}: its folder is gone; nothing was changed</source>
        <translation>{path}：其所在的文件夹已不存在；未更改任何内容</translation>
    </message>
    <message>
        <source>{path} (did you mean: {names}?)</source>
        <translation>{path}（你是不是要找：{names}？）</translation>
    </message>
    <message>
        <source>{sentence} It could not be recorded, so it cannot be undone.</source>
        <translation>{sentence}未能记录此更改，因此无法撤销。</translation>
    </message>
    <message>
        <source>Created {path} ({size} bytes).</source>
        <translation>已创建 {path}（{size} 字节）。</translation>
    </message>
    <message>
        <source>Edited {path} ({size} bytes).</source>
        <translation>已编辑 {path}（{size} 字节）。</translation>
    </message>
    <message>
        <source>Replaced {path} ({size} bytes).</source>
        <translation>已替换 {path} 的内容（{size} 字节）。</translation>
    </message>
    <message>
        <source>Appended {size} bytes to {path}.</source>
        <translation>已在 {path} 末尾添加 {size} 字节。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; no links rewritten.</source>
        <translation>已将 {path} 移动到 {target}，没有需要改写的链接。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; 1 link in 1 note rewritten.</source>
        <translation>已将 {path} 移动到 {target}，改写了 1 篇笔记中的 1 个链接。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; {links} links in 1 note rewritten.</source>
        <translation>已将 {path} 移动到 {target}，改写了 1 篇笔记中的 {links} 个链接。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; {links} links in {notes} notes rewritten.</source>
        <translation>已将 {path} 移动到 {target}，改写了 {notes} 篇笔记中的 {links} 个链接。</translation>
    </message>
    <message>
        <source>Moved {path} to the system&apos;s trash; undo brings it back.</source>
        <translation>已将 {path} 移到系统的回收站，可用“撤销”恢复。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; undo brings it back.</source>
        <translation>已将 {path} 移到 {target}，可用“撤销”恢复。</translation>
    </message>
    <message>
        <source>a part of it is empty</source>
        <translation>其中有一部分为空</translation>
    </message>
    <message>
        <source>&apos;.&apos; and &apos;..&apos; are not allowed; name the place from the vault&apos;s root</source>
        <translation>不允许使用“.”和“..”；请从仓库的根目录开始写位置</translation>
    </message>
    <message>
        <source>dot folders and dot files are not part of the vault</source>
        <translation>以点开头的文件夹和文件不属于仓库</translation>
    </message>
    <message>
        <source>not valid Unicode</source>
        <translation>不是有效的 Unicode</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>为空</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>太长</translation>
    </message>
    <message>
        <source>control characters are not allowed</source>
        <translation>不允许使用控制字符</translation>
    </message>
    <message>
        <source>backslashes are not allowed; separate folders with /</source>
        <translation>不允许使用反斜杠；请用 / 分隔文件夹</translation>
    </message>
    <message>
        <source>absolute paths are not allowed; name the place from the vault&apos;s root</source>
        <translation>不允许使用绝对路径；请从仓库的根目录开始写位置</translation>
    </message>
    <message>
        <source>drives are not allowed; name the place from the vault&apos;s root</source>
        <translation>不允许使用盘符；请从仓库的根目录开始写位置</translation>
    </message>
    <message>
        <source>a vault path is needed, not a URL</source>
        <translation>需要仓库中的路径，而不是 URL</translation>
    </message>
    <message>
        <source>a path is needed, not a link; leave out the brackets</source>
        <translation>这里需要路径，而不是链接；请去掉方括号</translation>
    </message>
    <message>
        <source>a name must not contain {characters}</source>
        <translation>名称不能含有 {characters}</translation>
    </message>
    <message>
        <source>a name must not begin with a space, or end with a dot or a space</source>
        <translation>名称不能以空格开头，也不能以点或空格结尾</translation>
    </message>
    <message>
        <source>this name is reserved on Windows</source>
        <translation>此名称是 Windows 的保留名称</translation>
    </message>
    <message>
        <source>invisible characters are not allowed in a new name</source>
        <translation>新名称中不允许有不可见的字符</translation>
    </message>
    <message>
        <source>this name imitates a protected folder</source>
        <translation>此名称仿冒受保护的文件夹</translation>
    </message>
    <message>
        <source>a name may have at most {size} bytes</source>
        <translation>名称最多 {size} 字节</translation>
    </message>
    <message>
        <source>a folder cannot go into itself</source>
        <translation>不能将文件夹移到其自身之中</translation>
    </message>
    <message>
        <source>it exists already</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>{path} exists already</source>
        <translation>{path} 已存在</translation>
    </message>
    <message>
        <source>the file is there already</source>
        <translation>该文件已存在</translation>
    </message>
    <message>
        <source>a file of this name came into being just now</source>
        <translation>刚刚出现了同名的文件</translation>
    </message>
    <message>
        <source>{path} is hidden, and would keep the old name</source>
        <translation>{path} 是隐藏的，会保留旧名称</translation>
    </message>
    <message>
        <source>a link in it leads nowhere</source>
        <translation>其中有一个链接指向的位置不存在</translation>
    </message>
    <message>
        <source>its folder has no item that is called {name}</source>
        <translation>它所在的文件夹里没有名为 {name} 的条目</translation>
    </message>
    <message>
        <source>a link in it leads out of the vault</source>
        <translation>其中有一个链接指向仓库之外</translation>
    </message>
    <message>
        <source>too many links</source>
        <translation>链接过多</translation>
    </message>
    <message>
        <source>{note} links to the file, and a link cannot hold # ^ | [ ] or %%</source>
        <translation>{note} 链接到此文件，而链接中不能含有 # ^ | [ ] 或 %%</translation>
    </message>
    <message>
        <source>a part of it is not a folder</source>
        <translation>其中有一部分不是文件夹</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>是文件夹</translation>
    </message>
    <message>
        <source>it changed into a link while it was opened</source>
        <translation>在打开时变成了链接</translation>
    </message>
    <message>
        <source>it differs from {path} only in case or Unicode form</source>
        <translation>与 {path} 只有大小写或 Unicode 形式不同</translation>
    </message>
    <message>
        <source>The notes have changed since undo was looked at; nothing was undone.</source>
        <translation>查看撤销内容之后，笔记又有更改；未撤销任何内容。</translation>
    </message>
    <message>
        <source>{path} was changed again by something that cannot be undone.</source>
        <translation>{path} 之后又有更改，而该更改无法撤销。</translation>
    </message>
    <message>
        <source>{path} was edited since it was created. Undo would delete those edits: delete the note yourself if you no longer need it.</source>
        <translation>{path} 创建之后又被编辑过。撤销会删除这些编辑：如果不再需要此笔记，请自行删除。</translation>
    </message>
    <message>
        <source>{path} was edited since in the same lines. Put back by hand what you want of the earlier text; it stays in the journal.</source>
        <translation>{path} 的相同行之后又被编辑过。请手动恢复你想要的先前文本；它仍保留在更改记录中。</translation>
    </message>
    <message>
        <source>{path} was moved or deleted since. Put it back, then try again.</source>
        <translation>{path} 之后被移动或删除。请先将其放回，再试一次。</translation>
    </message>
    <message>
        <source>{path} was created again since. Move or rename that one, then try again.</source>
        <translation>{path} 之后又重新创建过。请先移动或重命名现有的那个，再试一次。</translation>
    </message>
    <message>
        <source>{path} is read-only.</source>
        <translation>{path} 是只读文件。</translation>
    </message>
    <message>
        <source>{path} is undone already.</source>
        <translation>{path} 已经撤销过。</translation>
    </message>
    <message>
        <source>change {number} is not kept (any more).</source>
        <translation>更改 {number} 没有保留（或已不再保留）。</translation>
    </message>
    <message>
        <source>the text of this change is not kept any more.</source>
        <translation>此更改的文本已不再保留。</translation>
    </message>
    <message>
        <source>it was damaged and has been set aside as {file}. A new one begins with the next change; earlier changes cannot be undone any more.</source>
        <translation>它已损坏，已另存为 {file}。下一次更改会启用新的记录；之前的更改无法再撤销。</translation>
    </message>
    <message>
        <source>Changes can be kept for 1 to {most} days, not for {days}.</source>
        <translation>更改可以保留 1 到 {most} 天，不能保留 {days} 天。</translation>
    </message>
    <message>
        <source>Kept changes can take from {least} MB to {most} MB, not {size} MB.</source>
        <translation>保留的更改可以占用 {least} MB 到 {most} MB，不能是 {size} MB。</translation>
    </message>
    <message>
        <source>{file} cannot be read ({why}).</source>
        <translation>无法读取 {file}（{why}）。</translation>
    </message>
    <message>
        <source>query is empty; give a word, or a tag</source>
        <translation>query 为空；请提供一个词或标签</translation>
    </message>
    <message>
        <source>query: there is nothing after an operator</source>
        <translation>query：操作符后面没有内容</translation>
    </message>
    <message>
        <source>query: this operator is not known here; there are {operators}</source>
        <translation>query：无法识别此操作符；可用 {operators}</translation>
    </message>
    <message>
        <source>query is not a regular expression: {why}</source>
        <translation>query 不是正则表达式：{why}</translation>
    </message>
    <message>
        <source>query: it has more than {most} parts</source>
        <translation>query：超过 {most} 个部分</translation>
    </message>
    <message>
        <source>query: the regular expression took longer than {seconds} s; make it simpler, or name a folder</source>
        <translation>query：正则表达式的用时超过 {seconds} 秒；请将其简化，或指定文件夹</translation>
    </message>
    <message>
        <source>query: the search for this regular expression failed</source>
        <translation>query：此正则表达式的搜索失败</translation>
    </message>
    <message>
        <source>pattern must have 1 to {most} characters</source>
        <translation>pattern 必须有 1 到 {most} 个字符</translation>
    </message>
    <message>
        <source>pattern: its braces stand for more than {most} patterns</source>
        <translation>pattern：其中的花括号代表超过 {most} 个模式</translation>
    </message>
    <message>
        <source>it was closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>{path} ({reason})</source>
        <translation>{path}（{reason}）</translation>
    </message>
    <message>
        <source>{path}: {reason}</source>
        <translation>{path}：{reason}</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>no such file or directory</source>
        <translation>没有这样的文件或文件夹</translation>
    </message>
    <message>
        <source>file exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>is a directory</source>
        <translation>是一个文件夹</translation>
    </message>
    <message>
        <source>not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>directory not empty</source>
        <translation>文件夹不为空</translation>
    </message>
    <message>
        <source>file name too long</source>
        <translation>文件名太长</translation>
    </message>
    <message>
        <source>no space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>device or resource busy</source>
        <translation>设备或资源正忙</translation>
    </message>
    <message>
        <source>too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>invalid argument</source>
        <translation>参数值无效</translation>
    </message>
    <message>
        <source>invalid cross-device link</source>
        <translation>不能跨设备链接</translation>
    </message>
    <message>
        <source>too many levels of symbolic links</source>
        <translation>符号链接的层数过多</translation>
    </message>
    <message>
        <source>text file busy</source>
        <translation>程序文件正在使用中</translation>
    </message>
    <message>
        <source>transport endpoint is not connected</source>
        <translation>传输端点未连接</translation>
    </message>
    <message>
        <source>stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>无法打开数据库文件</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>数据库已锁定</translation>
    </message>
    <message>
        <source>database disk image is malformed</source>
        <translation>数据库文件已损坏</translation>
    </message>
    <message>
        <source>file is not a database</source>
        <translation>文件不是数据库</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>数据库或磁盘已满</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>磁盘读写错误</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>试图写入只读的数据库</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>All connection attempts failed</source>
        <translation>所有连接尝试均失败</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>connection reset by peer</source>
        <translation>连接被对方重置</translation>
    </message>
    <message>
        <source>network is unreachable</source>
        <translation>网络不可达</translation>
    </message>
    <message>
        <source>no route to host</source>
        <translation>没有到主机的路由</translation>
    </message>
    <message>
        <source>broken pipe</source>
        <translation>连接的管道已断开</translation>
    </message>
    <message>
        <source>name or service not known</source>
        <translation>名称或服务未知</translation>
    </message>
    <message>
        <source>temporary failure in name resolution</source>
        <translation>暂时无法解析域名</translation>
    </message>
    <message>
        <source>no address associated with hostname</source>
        <translation>主机名没有对应的地址</translation>
    </message>
    <message>
        <source>Server disconnected without sending a response.</source>
        <translation>服务器没有发送响应就断开了连接</translation>
    </message>
    <message>
        <source>peer closed connection without sending complete message body (incomplete chunked read)</source>
        <translation>对方没有发完消息正文就关闭了连接（分块读取不完整）</translation>
    </message>
    <message>
        <source>self-signed certificate</source>
        <translation>自签名证书</translation>
    </message>
    <message>
        <source>self-signed certificate in certificate chain</source>
        <translation>证书链中有自签名证书</translation>
    </message>
    <message>
        <source>certificate has expired</source>
        <translation>证书已过期</translation>
    </message>
    <message>
        <source>certificate is not yet valid</source>
        <translation>证书尚未生效</translation>
    </message>
    <message>
        <source>unable to get local issuer certificate</source>
        <translation>无法取得本地的颁发者证书</translation>
    </message>
    <message>
        <source>Hostname mismatch, certificate is not valid for &apos;{host}&apos;.</source>
        <translation>主机名不匹配，证书对“{host}”无效。</translation>
    </message>
    <message>
        <source>IP address mismatch, certificate is not valid for &apos;{host}&apos;.</source>
        <translation>IP 地址不匹配，证书对“{host}”无效。</translation>
    </message>
    <message>
        <source>[Errno {number}] {reason}</source>
        <translation>[错误 {number}] {reason}</translation>
    </message>
    <message>
        <source>{sentence} Try again.</source>
        <translation>{sentence}请重试。</translation>
    </message>
    <message>
        <source>{sentence} Try again in a moment.</source>
        <translation>{sentence}请稍后重试。</translation>
    </message>
    <message>
        <source>{sentence} Wait a little, then try again.</source>
        <translation>{sentence}请稍等片刻再重试。</translation>
    </message>
    <message>
        <source>{sentence} Try again in {seconds} seconds.</source>
        <translation>{sentence}请在 {seconds} 秒后重试。</translation>
    </message>
    <message>
        <source>{sentence} Try again at {time} (in about {minutes} minutes).</source>
        <translation>{sentence}请在 {time} 重试（约 {minutes} 分钟后）。</translation>
    </message>
    <message>
        <source>{sentence} Try again at {time} (in about {hours} hours).</source>
        <translation>{sentence}请在 {time} 重试（约 {hours} 小时后）。</translation>
    </message>
    <message>
        <source>{sentence} The model may be busy, or too large for that computer.</source>
        <translation>{sentence}模型可能正忙，或者对那台电脑来说太大。</translation>
    </message>
    <message>
        <source>{name} refuses the request.</source>
        <translation>{name} 拒绝了此请求。</translation>
    </message>
    <message>
        <source>{name} does not accept the API key. Check the key in the settings.</source>
        <translation>{name} 不接受此 API 密钥。请在设置中检查密钥。</translation>
    </message>
    <message>
        <source>The {name} account has no balance. Top it up, or choose another provider.</source>
        <translation>{name} 账户没有余额。请充值，或选择其他服务商。</translation>
    </message>
    <message>
        <source>{name} does not allow this with this API key. Check the key&apos;s rights and your region.</source>
        <translation>{name} 不允许用此 API 密钥进行此操作。请检查密钥的权限和你所在的地区。</translation>
    </message>
    <message>
        <source>{name} waited too long for the request.</source>
        <translation>{name} 等待请求的时间过长。</translation>
    </message>
    <message>
        <source>The connection to {name} was lost ({why}).</source>
        <translation>与 {name} 的连接已中断（{why}）。</translation>
    </message>
    <message>
        <source>{name} is busy with a conflicting request.</source>
        <translation>{name} 正忙于处理有冲突的请求。</translation>
    </message>
    <message>
        <source>The conversation is too large for {name}. Start a new one.</source>
        <translation>对话对 {name} 来说太大。请开始新对话。</translation>
    </message>
    <message>
        <source>The conversation is too long for {model}. Start a new one.</source>
        <translation>对话对 {model} 来说太长。请开始新对话。</translation>
    </message>
    <message>
        <source>{name} at {address}</source>
        <translation>{address} 上的 {name}</translation>
    </message>
    <message>
        <source>{name} refuses a value in the request. Check the model settings.</source>
        <translation>{name} 拒绝了请求中的某个值。请检查模型设置。</translation>
    </message>
    <message>
        <source>{name} has had too many requests.</source>
        <translation>{name} 收到的请求过多。</translation>
    </message>
    <message>
        <source>{name} failed to answer.</source>
        <translation>{name} 未能作出回应。</translation>
    </message>
    <message>
        <source>{name} cannot be reached behind its gateway.</source>
        <translation>无法通过网关连接 {name}。</translation>
    </message>
    <message>
        <source>{name} is overloaded or still loading.</source>
        <translation>{name} 过载或仍在加载。</translation>
    </message>
    <message>
        <source>{name} took too long behind its gateway.</source>
        <translation>网关后面的 {name} 用时过长。</translation>
    </message>
    <message>
        <source>{name} is overloaded.</source>
        <translation>{name} 过载。</translation>
    </message>
    <message>
        <source>{name} sends us to {target}. Enter that address as the base URL if you trust it.</source>
        <translation>{name} 要求转到 {target}。如果你信任该地址，请将其填写为基础 URL。</translation>
    </message>
    <message>
        <source>The proxy {proxy} does not let us through to {name} ({why}). {advice}</source>
        <translation>代理服务器 {proxy} 不允许连接到 {name}（{why}）。{advice}</translation>
    </message>
    <message>
        <source>The proxy asks for a user name and password. Put them into HTTPS_PROXY.</source>
        <translation>代理服务器要求用户名和密码。请将其写入 HTTPS_PROXY。</translation>
    </message>
    <message>
        <source>{name}&apos;s reply broke off.</source>
        <translation>{name} 的回复中断了。</translation>
    </message>
    <message>
        <source>Check HTTPS_PROXY and NO_PROXY.</source>
        <translation>请检查 HTTPS_PROXY 和 NO_PROXY。</translation>
    </message>
    <message>
        <source>Cannot reach the proxy {proxy} on the way to {name} ({why}). Check HTTPS_PROXY and NO_PROXY.</source>
        <translation>无法连接通往 {name} 的代理服务器 {proxy}（{why}）。请检查 HTTPS_PROXY 和 NO_PROXY。</translation>
    </message>
    <message>
        <source>{address} does not respond. Check the network and the address.</source>
        <translation>{address} 没有响应。请检查网络和地址。</translation>
    </message>
    <message>
        <source>Cannot reach {address} ({why}). Check the network and the address, and whether the server is running.</source>
        <translation>无法连接 {address}（{why}）。请检查网络和地址；如果是本地服务器，请确认它已启动。</translation>
    </message>
    <message>
        <source>{sentence} {name} says: “{words}”.</source>
        <translation>{sentence}{name} 说：“{words}”。</translation>
    </message>
    <message>
        <source>{sentence} {name} says: “{words}”</source>
        <translation>{sentence}{name} 说：“{words}”</translation>
    </message>
    <message>
        <source>{name} does not know the model “{model}”, or its base URL is wrong (for many servers it ends with /v1).</source>
        <translation>{name} 没有模型“{model}”，或者其基础 URL 有误（许多服务器的基础 URL 以 /v1 结尾）。</translation>
    </message>
    <message>
        <source>{name} cannot offer tools to “{model}” by function calling. Try again: they are then described in the text (in the settings, Tool calls: Text).</source>
        <translation>{name} 无法通过函数调用向“{model}”提供工具。请重试：之后工具会写在文本中（在设置中，工具调用：文本）。</translation>
    </message>
    <message>
        <source>Cannot reach {address} ({why}). Check the network and the address.</source>
        <translation>无法连接 {address}（{why}）。请检查网络和地址。</translation>
    </message>
    <message>
        <source>“{address}” is no web address. A base URL begins with https:// or http://.</source>
        <translation>“{address}”不是网址。基础 URL 应以 https:// 或 http:// 开头。</translation>
    </message>
    <message>
        <source>“{address}” is no web address ({why}). Check the base URL.</source>
        <translation>“{address}”不是网址（{why}）。请检查基础 URL。</translation>
    </message>
    <message>
        <source>{name}&apos;s certificate is not trusted ({why}). Check this computer&apos;s clock, and whether a proxy or virus scanner opens encrypted connections.</source>
        <translation>{name} 的证书不受信任（{why}）。请检查此电脑的时钟，以及是否有代理服务器或杀毒软件解密加密连接。</translation>
    </message>
    <message>
        <source>No encrypted connection to {address} can be made ({why}). A server on this machine or in its network may need an address that begins with http://.</source>
        <translation>无法与 {address} 建立加密连接（{why}）。此电脑或其网络中的服务器可能需要以 http:// 开头的地址。</translation>
    </message>
    <message>
        <source>{name} closed the connection before the reply was over.</source>
        <translation>{name} 在回复结束之前关闭了连接。</translation>
    </message>
    <message>
        <source>The certificates of trusted authorities cannot be read ({why}). Check the variables SSL_CERT_FILE and SSL_CERT_DIR.</source>
        <translation>无法读取受信任机构的证书（{why}）。请检查变量 SSL_CERT_FILE 和 SSL_CERT_DIR。</translation>
    </message>
    <message>
        <source>The environment names a proxy that cannot be used ({proxy}): only addresses that begin with http:// or https:// can. Set HTTPS_PROXY to one, or NO_PROXY to the server&apos;s host.</source>
        <translation>环境变量指定的代理服务器（{proxy}）无法使用：只支持以 http:// 或 https:// 开头的地址。请将 HTTPS_PROXY 设为这样的地址，或在 NO_PROXY 中写入服务器的主机名。</translation>
    </message>
    <message>
        <source>Nothing has come from {name} for {time}.</source>
        <translation>{name} 已有 {time}没有发来任何内容。</translation>
    </message>
    <message>
        <source>{name} keeps the connection open, but has not gone on for {time}. It may be overloaded: try again later.</source>
        <translation>{name} 保持着连接，但已有 {time}没有继续。它可能过载：请稍后重试。</translation>
    </message>
    <message>
        <source>{seconds} seconds</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>No answer within {seconds} seconds.</source>
        <translation>{seconds} 秒内没有回应。</translation>
    </message>
    <message>
        <source>There is no API key for {name}. Enter one in the settings.</source>
        <translation>没有 {name} 的 API 密钥。请在设置中输入。</translation>
    </message>
    <message>
        <source>The API key for {name} holds characters that no key has. Enter it again.</source>
        <translation>{name} 的 API 密钥含有密钥中不会出现的字符。请重新输入。</translation>
    </message>
    <message>
        <source>{name}&apos;s reply is not in the form of chat completions. Check the base URL.</source>
        <translation>{name} 的回复不符合 Chat Completions 的格式。请检查基础 URL。</translation>
    </message>
    <message>
        <source>{name}&apos;s reply is not in the form of Anthropic&apos;s Messages. Check the base URL.</source>
        <translation>{name} 的回复不符合 Anthropic Messages 的格式。请检查基础 URL。</translation>
    </message>
    <message>
        <source>{name} sent a broken piece ({why}).</source>
        <translation>{name} 发来的一段数据已损坏（{why}）。</translation>
    </message>
    <message>
        <source>{name}&apos;s address answered with a web page, not with a model. Check the base URL (for many servers it ends with /v1), and that no sign-in page of the network is in between.</source>
        <translation>{name} 的地址返回的是网页，而不是模型的回复。请检查基础 URL（许多服务器的基础 URL 以 /v1 结尾），并确认中间没有网络的登录页面。</translation>
    </message>
    <message>
        <source>{name}&apos;s answer is no list of models. Check the base URL.</source>
        <translation>{name} 返回的不是模型列表。请检查基础 URL。</translation>
    </message>
    <message>
        <source>{name} sent no reply.</source>
        <translation>{name} 没有发来回复。</translation>
    </message>
    <message>
        <source>The model sent an empty reply.</source>
        <translation>模型发来了空的回复。</translation>
    </message>
    <message>
        <source>The model declines to answer this ({why}). Ask differently, or choose another model.</source>
        <translation>模型拒绝回答此问题（{why}）。请换一种问法，或选择其他模型。</translation>
    </message>
    <message>
        <source>The model declines to answer this. Ask differently, or choose another model.</source>
        <translation>模型拒绝回答此问题。请换一种问法，或选择其他模型。</translation>
    </message>
    <message>
        <source>The conversation fills the model&apos;s whole window. Start a new one.</source>
        <translation>对话已占满模型的整个上下文窗口。请开始新对话。</translation>
    </message>
    <message>
        <source>The model&apos;s reply was empty.</source>
        <translation>模型的回复为空。</translation>
    </message>
    <message>
        <source>The server&apos;s reply is over {size} KB; it was cut off.</source>
        <translation>服务器的回复超过 {size} KB，已被截断。</translation>
    </message>
    <message>
        <source>The server sent a line of over {size} KB; the reply was cut off.</source>
        <translation>服务器发来了超过 {size} KB 的一行；回复已被截断。</translation>
    </message>
    <message>
        <source>DeepSeek&apos;s answer names no balance.</source>
        <translation>DeepSeek 的答复中没有余额。</translation>
    </message>
    <message>
        <source>The DeepSeek account has too little balance ({amounts}).</source>
        <translation>DeepSeek 账户余额不足（{amounts}）。</translation>
    </message>
    <message>
        <source>The connection ended before the reply was complete.</source>
        <translation>回复尚未完成，连接就已结束。</translation>
    </message>
    <message>
        <source>The connection broke off in the middle of the reply.</source>
        <translation>连接在回复途中中断。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter ended the reply.</source>
        <translation>服务商的内容过滤器终止了回复。</translation>
    </message>
    <message>
        <source>The provider ended the reply before it was complete.</source>
        <translation>回复尚未完成，服务商就将其终止。</translation>
    </message>
    <message>
        <source>The conversation must end with a message of the user.</source>
        <translation>对话必须以用户的消息结尾。</translation>
    </message>
    <message>
        <source>The script has no more replies.</source>
        <translation>脚本中没有更多回复。</translation>
    </message>
    <message>
        <source>The script&apos;s reply has no end.</source>
        <translation>脚本中的回复没有结尾。</translation>
    </message>
    <message>
        <source>The conversation needs {needed} tokens even when cut, but only {tokens} fit. Begin a new conversation, or choose a model with a larger window.</source>
        <translation>对话即使经过裁剪也需要 {needed} 个 token，但只能容纳 {tokens} 个。请开始新对话，或选择上下文窗口更大的模型。</translation>
    </message>
    <message>
        <source>The model gave no summary of the conversation.</source>
        <translation>模型没有给出对话的总结。</translation>
    </message>
    <message>
        <source>A step of the plan has failed. Skip it, try it again, or change the plan.</source>
        <translation>计划的一个步骤失败。请跳过、重试，或更改计划。</translation>
    </message>
    <message>
        <source>The plan is done already.</source>
        <translation>计划已经完成。</translation>
    </message>
    <message>
        <source>This is no plan: {why}.</source>
        <translation>这不是计划：{why}。</translation>
    </message>
    <message>
        <source>The user stopped the turn.</source>
        <translation>用户停止了此次请求。</translation>
    </message>
    <message>
        <source>File not found: {details}</source>
        <translation>找不到文件：{details}</translation>
    </message>
    <message>
        <source>Folder not found: {details}</source>
        <translation>找不到文件夹：{details}</translation>
    </message>
    <message>
        <source>Invalid path: {details}</source>
        <translation>路径无效：{details}</translation>
    </message>
    <message>
        <source>Failed to read file: {details}</source>
        <translation>读取文件失败：{details}</translation>
    </message>
    <message>
        <source>Failed to write file: {details}</source>
        <translation>写入文件失败：{details}</translation>
    </message>
    <message>
        <source>Invalid parameters: {details}</source>
        <translation>参数无效：{details}</translation>
    </message>
    <message>
        <source>The vault&apos;s index cannot be read: {details}</source>
        <translation>无法读取仓库的索引：{details}</translation>
    </message>
    <message>
        <source>Search by meaning is turned off in the settings.</source>
        <translation>设置中已关闭按含义搜索。</translation>
    </message>
    <message>
        <source>No note is prepared for search by meaning yet. Open the vault in the window for a while.</source>
        <translation>还没有笔记可以按含义搜索。请在窗口中打开该仓库一段时间。</translation>
    </message>
    <message>
        <source>Search by meaning does not answer.</source>
        <translation>按含义搜索没有响应。</translation>
    </message>
    <message>
        <source>Undo journal: {details}</source>
        <translation>更改记录：{details}</translation>
    </message>
    <message>
        <source>The server gave up on the reply (“{why}”).</source>
        <translation>服务器中途放弃了回复（“{why}”）。</translation>
    </message>
    <message>
        <source>its description is not an object</source>
        <translation>其说明不是对象</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>没有名称</translation>
    </message>
    <message>
        <source>it has no schema for its parameters</source>
        <translation>它没有参数的 schema</translation>
    </message>
    <message>
        <source>its schema is not an object</source>
        <translation>其 schema 不是对象</translation>
    </message>
    <message>
        <source>nothing of the query is indexed</source>
        <translation>查询中没有已编入索引的内容</translation>
    </message>
    <message>
        <source>The answer of the model is not complete.</source>
        <translation>模型的回答不完整。</translation>
    </message>
    <message>
        <source>The model answered without any text.</source>
        <translation>模型的回答里没有文字。</translation>
    </message>
    <message>
        <source>{name} gave no vectors. Is {model} a model for embeddings?</source>
        <translation>{name} 没有返回向量。{model} 是用于嵌入（embeddings）的模型吗？</translation>
    </message>
</context>
<context>
    <name>CrashNotice</name>
    <message>
        <source>After a crash</source>
        <translation>崩溃之后</translation>
    </message>
    <message>
        <source>Axon did not close properly last time.</source>
        <translation>上次 Axon 没有正常关闭。</translation>
    </message>
    <message>
        <source>Unsaved text was kept for: {notes}.</source>
        <translation>尚未保存的文本已保留：{notes}。</translation>
    </message>
    <message>
        <source>&amp;Show “{note}”</source>
        <translation>显示“{note}”(&amp;S)</translation>
    </message>
    <message>
        <source>Untitled conversation</source>
        <translation>无标题的对话</translation>
    </message>
    <message>
        <source>The conversation “{title}” was interrupted and has been kept.</source>
        <translation>对话“{title}”中断了，已保留。</translation>
    </message>
    <message>
        <source>&amp;Continue conversation</source>
        <translation>继续此对话(&amp;C)</translation>
    </message>
    <message>
        <source>Nothing that was written is lost, and the agent’s changes can be undone.</source>
        <translation>已写入的内容没有丢失，智能体的更改可以撤销。</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>{note} no longer exists. Its unsaved text is still kept: create a note with this name to get it back.</source>
        <translation>{note} 已不存在。其未保存的文本仍然保留：新建一篇同名笔记，即可取回。</translation>
    </message>
</context>
<context>
    <name>DailyNotes</name>
    <message>
        <source>The daily note {name} cannot be created: {why}.</source>
        <translation>无法创建日记 {name}：{why}。</translation>
    </message>
    <message>
        <source>Created {path}. Its template {template} was not found.</source>
        <translation>已创建 {path}。它的模板 {template} 不存在。</translation>
    </message>
</context>
<context>
    <name>DamagedSettings</name>
    <message>
        <source>The settings file is damaged. What can be read of it is used.</source>
        <translation>设置文件有损坏。能读取的设置会照常使用。</translation>
    </message>
    <message>
        <source>There are {count} more such places in it.</source>
        <translation>文件中还有 {count} 处这样的问题。</translation>
    </message>
    <message>
        <source>There is 1 more such place in it.</source>
        <translation>文件中还有 1 处这样的错误。</translation>
    </message>
    <message>
        <source>A new settings file was written. The original was saved as {file}.</source>
        <translation>设置已重新写入。原文件保留为 {file}。</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>显示文件</translation>
    </message>
</context>
<context>
    <name>DateField</name>
    <message>
        <source>Choose a day (Alt+↓)</source>
        <translation>选择日期（Alt+↓）</translation>
    </message>
</context>
<context>
    <name>DecisionCard</name>
    <message>
        <source>The new path is {path}</source>
        <translation>新路径是 {path}</translation>
    </message>
    <message>
        <source>Axon wants to move *{path}*</source>
        <translation>Axon 想移动 *{path}*</translation>
    </message>
    <message>
        <source>Axon wants to move *{path}* to the trash</source>
        <translation>Axon 想把 *{path}* 移到回收站</translation>
    </message>
    <message>
        <source>Axon wants to create *{path}*</source>
        <translation>Axon 想创建 *{path}*</translation>
    </message>
    <message>
        <source>Axon wants to change *{path}*</source>
        <translation>Axon 想更改 *{path}*</translation>
    </message>
    <message>
        <source>Axon wants to make *{count} changes*</source>
        <translation>Axon 想做 *{count} 处更改*</translation>
    </message>
    <message>
        <source>Axon wants to run a command</source>
        <translation>Axon 想运行一条命令</translation>
    </message>
    <message>
        <source>Axon wants to use *{tool}*</source>
        <translation>Axon 想使用 *{tool}*</translation>
    </message>
    <message>
        <source>Axon has made a plan of *{count} steps*</source>
        <translation>Axon 制定了 *{count} 步计划*</translation>
    </message>
    <message>
        <source>Axon has made a plan of *one step*</source>
        <translation>Axon 制定了 *一步计划*</translation>
    </message>
    <message>
        <source>Axon asks whether to go on with *round {round}*</source>
        <translation>Axon 询问是否继续 *第 {round} 轮*</translation>
    </message>
    <message>
        <source>The server *{server}* has a question for you</source>
        <translation>服务器 *{server}* 有问题问你</translation>
    </message>
    <message>
        <source>{question} It waits for your answer.</source>
        <translation>{question}等待你的回答。</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Whole note</source>
        <translation>整篇笔记</translation>
    </message>
    <message>
        <source>space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Axon waits. Go on writing: no key answers until you come here.</source>
        <translation>Axon 会等待。请继续写：在你来到这里之前，按键不会作答。</translation>
    </message>
    <message>
        <source>Enter applies, Backspace rejects, Esc goes back to where you were.</source>
        <translation>Enter 应用，Backspace 拒绝，Esc 回到刚才的位置。</translation>
    </message>
    <message>
        <source>Enter opens the question, Esc goes back to where you were.</source>
        <translation>Enter 打开问题，Esc 回到刚才的位置。</translation>
    </message>
</context>
<context>
    <name>Decisions</name>
    <message>
        <source>It waits for your answer: press {keys}.</source>
        <translation>正在等待你的回答：请按 {keys}。</translation>
    </message>
</context>
<context>
    <name>Deeds</name>
    <message>
        <source>Read {what}</source>
        <translation>读了 {what}</translation>
    </message>
    <message>
        <source>Looked into {what}</source>
        <translation>查看了 {what}</translation>
    </message>
    <message>
        <source>Searched {what}</source>
        <translation>搜索了{what}</translation>
    </message>
    <message>
        <source>Looked for {what}</source>
        <translation>找了{what}</translation>
    </message>
    <message>
        <source>Looked at the links of {what}</source>
        <translation>查看了 {what} 的链接</translation>
    </message>
    <message>
        <source>Created {what}</source>
        <translation>新建了 {what}</translation>
    </message>
    <message>
        <source>Changed {what}</source>
        <translation>改了 {what}</translation>
    </message>
    <message>
        <source>Moved {what}</source>
        <translation>移动了 {what}</translation>
    </message>
    <message>
        <source>Moved {what} to the trash</source>
        <translation>把 {what} 移到了回收站</translation>
    </message>
    <message>
        <source>Ran {what}</source>
        <translation>运行了{what}</translation>
    </message>
    <message>
        <source>Used {what}</source>
        <translation>使用了 {what}</translation>
    </message>
    <message>
        <source>Made a plan</source>
        <translation>制定了计划</translation>
    </message>
    <message>
        <source>Gave up a step of the plan</source>
        <translation>放弃了计划中的一步</translation>
    </message>
    <message>
        <source>Made a call that has no name</source>
        <translation>发出了没有名称的调用</translation>
    </message>
    <message>
        <source>Could not read {what}</source>
        <translation>未能读取 {what}</translation>
    </message>
    <message>
        <source>Could not look into {what}</source>
        <translation>未能查看 {what}</translation>
    </message>
    <message>
        <source>Could not search {what}</source>
        <translation>未能搜索{what}</translation>
    </message>
    <message>
        <source>Could not look for {what}</source>
        <translation>未能查找{what}</translation>
    </message>
    <message>
        <source>Could not look at the links of {what}</source>
        <translation>未能查看 {what} 的链接</translation>
    </message>
    <message>
        <source>Could not create {what}</source>
        <translation>未能新建 {what}</translation>
    </message>
    <message>
        <source>Could not change {what}</source>
        <translation>未能更改 {what}</translation>
    </message>
    <message>
        <source>Could not move {what}</source>
        <translation>未能移动 {what}</translation>
    </message>
    <message>
        <source>Could not move {what} to the trash</source>
        <translation>未能把 {what} 移到回收站</translation>
    </message>
    <message>
        <source>Could not run {what}</source>
        <translation>未能运行{what}</translation>
    </message>
    <message>
        <source>Could not use {what}</source>
        <translation>未能使用 {what}</translation>
    </message>
    <message>
        <source>Could not make a plan</source>
        <translation>未能制定计划</translation>
    </message>
    <message>
        <source>Made a call that cannot be understood</source>
        <translation>发出了无法理解的调用</translation>
    </message>
    <message>
        <source>the vault</source>
        <translation>整个仓库</translation>
    </message>
    <message>
        <source>{server}: {tool}</source>
        <translation>{server}：{tool}</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>cannot be undone</source>
        <translation>无法撤销</translation>
    </message>
    <message>
        <source>no such note</source>
        <translation>没有这篇笔记</translation>
    </message>
    <message>
        <source>no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>未获允许</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>no hits</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>1 hit</source>
        <translation>1 处</translation>
    </message>
    <message>
        <source>{hits} hits in 1 note</source>
        <translation>1 篇笔记中 {hits} 处</translation>
    </message>
    <message>
        <source>{hits} hits in {notes} notes</source>
        <translation>{notes} 篇笔记中 {hits} 处</translation>
    </message>
    <message>
        <source>{count} found</source>
        <translation>找到 {count} 个</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>退出代码 {code}</translation>
    </message>
    <message>
        <source>{one}, {two}</source>
        <translation>{one}，{two}</translation>
    </message>
    <message>
        <source>searched once</source>
        <translation>搜索了 1 次</translation>
    </message>
    <message>
        <source>searched twice</source>
        <translation>搜索了 2 次</translation>
    </message>
    <message>
        <source>searched {count} times</source>
        <translation>搜索了 {count} 次</translation>
    </message>
    <message>
        <source>used {server} once</source>
        <translation>使用了 {server} 1 次</translation>
    </message>
    <message>
        <source>used {server} {count} times</source>
        <translation>使用了 {server} {count} 次</translation>
    </message>
    <message>
        <source>1 change undone</source>
        <translation>撤销了 1 处更改</translation>
    </message>
    <message>
        <source>{count} changes undone</source>
        <translation>撤销了 {count} 处更改</translation>
    </message>
    <message>
        <source>1 attempt failed</source>
        <translation>1 次失败</translation>
    </message>
    <message>
        <source>{count} attempts failed</source>
        <translation>{count} 次失败</translation>
    </message>
    <message>
        <source>read 1 note</source>
        <translation>读了 1 篇笔记</translation>
    </message>
    <message>
        <source>read {count} notes</source>
        <translation>读了 {count} 篇笔记</translation>
    </message>
    <message>
        <source>looked into 1 folder</source>
        <translation>查看了 1 个文件夹</translation>
    </message>
    <message>
        <source>looked into {count} folders</source>
        <translation>查看了 {count} 个文件夹</translation>
    </message>
    <message>
        <source>looked at the links of 1 note</source>
        <translation>查看了 1 篇笔记的链接</translation>
    </message>
    <message>
        <source>looked at the links of {count} notes</source>
        <translation>查看了 {count} 篇笔记的链接</translation>
    </message>
    <message>
        <source>made a plan</source>
        <translation>制定了计划</translation>
    </message>
    <message>
        <source>made {count} plans</source>
        <translation>制定了 {count} 个计划</translation>
    </message>
    <message>
        <source>gave up 1 step</source>
        <translation>放弃了 1 个步骤</translation>
    </message>
    <message>
        <source>gave up {count} steps</source>
        <translation>放弃了 {count} 个步骤</translation>
    </message>
    <message>
        <source>created 1 note</source>
        <translation>新建了 1 篇笔记</translation>
    </message>
    <message>
        <source>created {count} notes</source>
        <translation>新建了 {count} 篇笔记</translation>
    </message>
    <message>
        <source>changed 1 note</source>
        <translation>改了 1 篇笔记</translation>
    </message>
    <message>
        <source>changed {count} notes</source>
        <translation>改了 {count} 篇笔记</translation>
    </message>
    <message>
        <source>moved 1 note</source>
        <translation>移动了 1 篇笔记</translation>
    </message>
    <message>
        <source>moved {count} notes</source>
        <translation>移动了 {count} 篇笔记</translation>
    </message>
    <message>
        <source>moved 1 note to the trash</source>
        <translation>把 1 篇笔记移到了回收站</translation>
    </message>
    <message>
        <source>moved {count} notes to the trash</source>
        <translation>把 {count} 篇笔记移到了回收站</translation>
    </message>
    <message>
        <source>ran 1 command</source>
        <translation>运行了 1 条命令</translation>
    </message>
    <message>
        <source>ran {count} commands</source>
        <translation>运行了 {count} 条命令</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>{file} cannot be written: {reason}.</source>
        <translation>无法写入 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Saved as {file}. Nothing was sent.</source>
        <translation>已保存为 {file}。没有发送任何内容。</translation>
    </message>
    <message>
        <source>Axon Desktop diagnostics. You can read everything in this file in a text editor.

It contains:
  about.txt      versions of the program, the system and the packages
  checks.txt     what `axon doctor` finds
  settings.json  settings, without anything you typed in yourself
  stores.txt     size and health of the data that Axon keeps
  servers.txt    number and state of the MCP servers
  events.txt     the latest lines of events.log, which names no notes
  faults.txt     where each thread was when the program crashed

It contains no note text, note names, folders, addresses, conversations or keys.
</source>
        <translation>Axon Desktop 的诊断信息。此文件中的内容都可以用文本编辑器阅读。

其中包含：
  about.txt      程序、系统和软件包的版本
  checks.txt     `axon doctor` 的检查结果
  settings.json  设置；不含你自己输入的内容
  stores.txt     Axon 所保存数据的大小和状况
  servers.txt    MCP 服务器的数量和状态
  events.txt     events.log 的最新几行，其中没有笔记名称
  faults.txt     程序崩溃时各线程所在的位置

其中没有笔记的正文和名称，也没有文件夹、地址、对话和密钥。
</translation>
    </message>
    <message>
        <source>Save diagnostics</source>
        <translation>保存诊断信息</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Vault panel</source>
        <translation>仓库面板</translation>
    </message>
    <message>
        <source>Chat panel</source>
        <translation>对话面板</translation>
    </message>
    <message>
        <source>Outline and links</source>
        <translation>大纲和链接</translation>
    </message>
</context>
<context>
    <name>DraftOffer</name>
    <message>
        <source>Unsaved text from {when} was found.</source>
        <translation>发现 {when} 留下的未保存文本。</translation>
    </message>
    <message>
        <source>&amp;Compare and choose…</source>
        <translation>对比并选择(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
</context>
<context>
    <name>DrawnGroups</name>
    <message>
        <source>This formula could not be parsed</source>
        <translation>无法解析此公式</translation>
    </message>
</context>
<context>
    <name>DropShade</name>
    <message>
        <source>Empty tab</source>
        <translation>空标签页</translation>
    </message>
    <message>
        <source>Move here</source>
        <translation>移到此处</translation>
    </message>
    <message>
        <source>Link here</source>
        <translation>在此插入链接</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>在旁边打开</translation>
    </message>
    <message>
        <source>Open below</source>
        <translation>在下方打开</translation>
    </message>
</context>
<context>
    <name>DroppedFiles</name>
    <message>
        <source>Open the folder {vault} as a vault?</source>
        <translation>将文件夹 {vault} 作为仓库打开？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
</context>
<context>
    <name>Drops</name>
    <message>
        <source>{name} is no longer there.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>{name} is not in this vault. To add it, drop it into a note that is being written.</source>
        <translation>{name} 不在此仓库中。要添加它，请将它拖到正在编辑的笔记里。</translation>
    </message>
    <message>
        <source>{count} files are not in this vault. To add them, drop them into a note that is being written.</source>
        <translation>{count} 个文件不在此仓库中。要添加它们，请将它们拖到正在编辑的笔记里。</translation>
    </message>
    <message>
        <source>To add a picture, paste or drop it into a note that is being written.</source>
        <translation>要添加图片，请将它粘贴或拖到正在编辑的笔记里。</translation>
    </message>
    <message>
        <source>Text can be dropped into a note in Live or Source, or in the message box.</source>
        <translation>文本可以拖到实时或源码模式的笔记中，或拖到消息框中。</translation>
    </message>
    <message>
        <source>To open a folder as a vault, drop that one alone.</source>
        <translation>要将文件夹作为仓库打开，请只拖放那一个文件夹。</translation>
    </message>
</context>
<context>
    <name>EditBar</name>
    <message>
        <source>Edit in place</source>
        <translation>就地修改</translation>
    </message>
    <message>
        <source>↑ earlier · Esc close</source>
        <translation>↑ 之前的 · Esc 关闭</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Model: {model}, menu</source>
        <translation>模型：{model}，菜单</translation>
    </message>
    <message>
        <source>would replace what was typed meanwhile</source>
        <translation>会替换其间输入的文字</translation>
    </message>
    <message>
        <source>{accepted} accepted, {rejected} rejected</source>
        <translation>已接受 {accepted} 处，已拒绝 {rejected} 处</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在改写…</translation>
    </message>
    <message>
        <source>your text stays until you accept</source>
        <translation>在您接受之前，原文不变</translation>
    </message>
    <message>
        <source>Nothing to change.</source>
        <translation>无需修改。</translation>
    </message>
    <message>
        <source>{count} to decide</source>
        <translation>还有 {count} 处待定</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 处修改</translation>
    </message>
    <message>
        <source>{count} changes</source>
        <translation>{count} 处修改</translation>
    </message>
    <message>
        <source>The paragraph changed meanwhile.</source>
        <translation>这一段在此期间被改动了。</translation>
    </message>
    <message>
        <source>The paragraph is gone.</source>
        <translation>这一段已不存在。</translation>
    </message>
    <message>
        <source>{model} did not answer.</source>
        <translation>{model} 没有回答。</translation>
    </message>
    <message>
        <source>Offline cannot write.</source>
        <translation>离线模式不能改写。</translation>
    </message>
    <message>
        <source>Choose a model.</source>
        <translation>请选择一个模型。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ask differently</source>
        <translation>换个问法</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Accept all</source>
        <translation>全部接受</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Write again</source>
        <translation>重新改写</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Other model ▾</source>
        <translation>其他模型 ▾</translation>
    </message>
</context>
<context>
    <name>EditPane</name>
    <message>
        <source>Current text of the note</source>
        <translation>笔记的当前内容</translation>
    </message>
    <message>
        <source>The text that will be written</source>
        <translation>将要写入的内容</translation>
    </message>
</context>
<context>
    <name>EditorComments</name>
    <message>
        <source>&amp;Comment</source>
        <translation>批注(&amp;C)</translation>
    </message>
</context>
<context>
    <name>EditorEdits</name>
    <message>
        <source>new text at the caret</source>
        <translation>光标处的新文字</translation>
    </message>
    <message>
        <source>this paragraph</source>
        <translation>这一段</translation>
    </message>
    <message>
        <source>1 paragraph selected</source>
        <translation>已选中 1 段</translation>
    </message>
    <message>
        <source>{count} paragraphs selected</source>
        <translation>已选中 {count} 段</translation>
    </message>
</context>
<context>
    <name>EditorPage</name>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>阅读视图</translation>
    </message>
    <message>
        <source> px</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source>Open &amp;notes in</source>
        <translation>打开笔记时用(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text font</source>
        <translation>文字字体(&amp;T)</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Co&amp;de font</source>
        <translation>代码字体(&amp;D)</translation>
    </message>
    <message>
        <source>S&amp;ize of code</source>
        <translation>代码大小(&amp;I)</translation>
    </message>
    <message>
        <source>Line &amp;width</source>
        <translation>行宽(&amp;W)</translation>
    </message>
    <message>
        <source>Ta&amp;b width</source>
        <translation>制表符宽度(&amp;B)</translation>
    </message>
    <message>
        <source>Line n&amp;umbers</source>
        <translation>行号(&amp;U)</translation>
    </message>
    <message>
        <source>Typew&amp;riter scrolling: keep the line of the caret in the middle</source>
        <translation>打字机滚动(&amp;R)：光标所在行保持在中间</translation>
    </message>
    <message>
        <source>Close brackets and &amp;quotes, and wrap selected text in them</source>
        <translation>自动闭合括号和引号，并用来包住选中的文字(&amp;Q)</translation>
    </message>
    <message>
        <source>Show a &amp;format bar when text is selected with the mouse</source>
        <translation>用鼠标选中文字时显示格式栏(&amp;F)</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Li&amp;gatures in code: several characters may be drawn as one</source>
        <translation>代码中的连字(&amp;G)：几个字符可以显示为一个</translation>
    </message>
    <message>
        <source>Fonts and line width are those of reading, too. Ctrl with the mouse wheel changes the text size.</source>
        <translation>字体和行宽也用于阅读模式。按住 Ctrl 滚动鼠标滚轮可更改文字大小。</translation>
    </message>
    <message>
        <source>Underline words that no dictionary &amp;knows</source>
        <translation>给词典里没有的词加下划线(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Languages; none ticked: those of the window and of the system</source>
        <translation>语言(&amp;L)；都不勾选时，使用窗口和系统的语言</translation>
    </message>
    <message>
        <source>Spelling cannot be checked here: the package chunspell is not installed.</source>
        <translation>这里无法检查拼写：没有安装 chunspell 软件包。</translation>
    </message>
    <message>
        <source>Dictionaries of LibreOffice are used, and pairs of .aff and .dic files in {folder}.</source>
        <translation>使用 LibreOffice 的词典，以及 {folder} 中成对的 .aff 和 .dic 文件。</translation>
    </message>
    <message>
        <source>For more languages install the system’s packages of hunspell dictionaries, such as hunspell-de-de, or put pairs of .aff and .dic files into {folder}.</source>
        <translation>需要更多语言时，请安装系统的 hunspell 词典软件包（例如 hunspell-de-de），或把成对的 .aff 和 .dic 文件放进 {folder}。</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Narrow</source>
        <translation>窄</translation>
    </message>
    <message>
        <source>Wide</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>As wide as the pane</source>
        <translation>与窗格同宽</translation>
    </message>
    <message>
        <source>{pixels} px</source>
        <translation>{pixels} 像素</translation>
    </message>
    <message>
        <source>A note with **strong** words, `code -&gt; here`, and a list:</source>
        <translation>一篇笔记，有**粗体**、`code -&gt; here` 和列表：</translation>
    </message>
</context>
<context>
    <name>EditorPreferences</name>
    <message>
        <source>Spelling is not checked: see View → Writing.</source>
        <translation>没有检查拼写：见“视图 → 写作”。</translation>
    </message>
</context>
<context>
    <name>EditorView</name>
    <message>
        <source>Save without undo</source>
        <translation>保存但不可撤销</translation>
    </message>
    <message>
        <source>Compare and choose…</source>
        <translation>对比并选择…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Saved. While changes cannot be recorded, what you save cannot be undone later.</source>
        <translation>已保存。在无法记录更改期间，保存的文字之后无法撤销。</translation>
    </message>
    <message>
        <source>Changes made elsewhere were merged in.</source>
        <translation>已并入在别处所做的更改。</translation>
    </message>
    <message>
        <source>The same lines were also changed in the file. Your changes are not saved yet. Choose what to keep.</source>
        <translation>文件中的同样几行也已被改动。你的更改尚未保存，请选择保留哪些。</translation>
    </message>
</context>
<context>
    <name>EditsInPlace</name>
    <message>
        <source>The note has changed in the meantime.</source>
        <translation>此笔记在此期间已被更改。</translation>
    </message>
</context>
<context>
    <name>ElicitDialog</name>
    <message>
        <source>Question from a server</source>
        <translation>服务器向你提问</translation>
    </message>
    <message>
        <source>Question from the server “{server}”</source>
        <translation>服务器“{server}”向你提问</translation>
    </message>
    <message>
        <source>Message from the server: {message}</source>
        <translation>服务器的消息：{message}</translation>
    </message>
    <message>
        <source>&amp;Decline</source>
        <translation>拒绝(&amp;D)</translation>
    </message>
    <message>
        <source>Say no: the server is told that you declined</source>
        <translation>明确拒绝：服务器会得知你不同意</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Don’t answer: the server is told that you closed the question</source>
        <translation>不作答复：服务器会得知你关闭了提问</translation>
    </message>
</context>
<context>
    <name>Elicitation</name>
    <message>
        <source>Enter at least {count} characters.</source>
        <translation>这里至少需要 {count} 个字符。</translation>
    </message>
    <message>
        <source>Enter at least 1 character.</source>
        <translation>请至少输入 1 个字符。</translation>
    </message>
    <message>
        <source>Enter at most {count} characters.</source>
        <translation>这里最多允许 {count} 个字符。</translation>
    </message>
    <message>
        <source>Enter at most 1 character.</source>
        <translation>请最多输入 1 个字符。</translation>
    </message>
    <message>
        <source>This must look like {example}.</source>
        <translation>格式应类似 {example}。</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>This must be a whole number.</source>
        <translation>这里必须是整数。</translation>
    </message>
    <message>
        <source>This must be a number.</source>
        <translation>这里必须是数字。</translation>
    </message>
    <message>
        <source>The smallest number allowed is {number}.</source>
        <translation>最小为 {number}。</translation>
    </message>
    <message>
        <source>The largest number allowed is {number}.</source>
        <translation>最大为 {number}。</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>Choose at least {count}.</source>
        <translation>请至少选择 {count} 项。</translation>
    </message>
    <message>
        <source>Choose at most {count}.</source>
        <translation>请最多选择 {count} 项。</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>No note is open</source>
        <translation>没有打开的笔记</translation>
    </message>
    <message>
        <source>Open a note</source>
        <translation>打开笔记</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新建笔记</translation>
    </message>
    <message>
        <source>Today’s daily note</source>
        <translation>今天的日记</translation>
    </message>
    <message>
        <source>Ask Axon</source>
        <translation>询问 Axon</translation>
    </message>
    <message>
        <source>Reopen {name}</source>
        <translation>重新打开 {name}</translation>
    </message>
    <message>
        <source>No vault is open</source>
        <translation>没有打开的仓库</translation>
    </message>
    <message>
        <source>A vault is a folder with Markdown files, as Obsidian has it.</source>
        <translation>仓库就是存放 Markdown 文件的文件夹，与 Obsidian 相同。</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>打开仓库…</translation>
    </message>
    <message>
        <source>This vault has no notes yet</source>
        <translation>这个仓库还没有笔记</translation>
    </message>
    <message>
        <source>Axon works on the Markdown files in this folder, beside Obsidian.</source>
        <translation>Axon 与 Obsidian 一起使用这个文件夹里的 Markdown 文件。</translation>
    </message>
    <message>
        <source>Add the sample notes</source>
        <translation>加入示例笔记</translation>
    </message>
    <message>
        <source>Open another vault…</source>
        <translation>打开其他仓库…</translation>
    </message>
    <message>
        <source>It was in {folder}. Axon goes on by itself once it is back.</source>
        <translation>它原来在 {folder}。恢复后 Axon 会自动继续。</translation>
    </message>
    <message>
        <source>Unsaved text of 1 note is kept.</source>
        <translation>1 篇笔记中未保存的文字已保留。</translation>
    </message>
    <message>
        <source>Unsaved text of {count} notes is kept.</source>
        <translation>{count} 篇笔记中未保存的文字已保留。</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>It has moved…</source>
        <translation>它换了位置…</translation>
    </message>
    <message>
        <source>Save the kept text…</source>
        <translation>另存保留的文字…</translation>
    </message>
    <message>
        <source>Back to the text</source>
        <translation>回到文字</translation>
    </message>
    <message>
        <source>{vault} cannot be reached</source>
        <translation>无法访问 {vault}</translation>
    </message>
    <message>
        <source>Save the kept text</source>
        <translation>另存保留的文字</translation>
    </message>
    <message>
        <source>The text was saved as {file}.</source>
        <translation>文字已保存为 {file}。</translation>
    </message>
    <message>
        <source>Added the sample notes</source>
        <translation>已加入示例笔记</translation>
    </message>
</context>
<context>
    <name>EncoderTest</name>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Asking the server for one vector…</source>
        <translation>正在向服务器请求一个向量…</translation>
    </message>
    <message>
        <source>It works: vectors of {count} numbers.</source>
        <translation>可以使用：每个向量有 {count} 个数。</translation>
    </message>
</context>
<context>
    <name>ErrorBar</name>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Error details</source>
        <translation>错误详情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>FileActionContext</name>
    <message>
        <source>No vault is open.</source>
        <translation>没有打开的仓库。</translation>
    </message>
    <message>
        <source>Undone: {paths}</source>
        <translation>已撤销：{paths}</translation>
    </message>
</context>
<context>
    <name>FileActionsFeature</name>
    <message>
        <source>No program on this computer can open obsidian:// links.</source>
        <translation>此电脑上没有能打开 obsidian:// 链接的程序。</translation>
    </message>
</context>
<context>
    <name>FileCard</name>
    <message>
        <source>Open in another app…</source>
        <translation>用其他程序打开…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Reveal in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Axon does not start programs.</source>
        <translation>Axon 不会启动程序。</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>正在下载…</translation>
    </message>
    <message>
        <source>It did not come. Is the program that syncs this folder running?</source>
        <translation>没有下载到。同步此文件夹的程序在运行吗？</translation>
    </message>
    <message>
        <source>Open this file with another program?</source>
        <translation>用其他程序打开此文件？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>{name} could not be opened in another program.</source>
        <translation>无法用其他程序打开 {name}。</translation>
    </message>
    <message>
        <source>The file manager did not respond.</source>
        <translation>文件管理器没有响应。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>白板</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>{suffix} picture</source>
        <translation>{suffix} 图片</translation>
    </message>
    <message>
        <source>PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>{suffix} file</source>
        <translation>{suffix} 文件</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>Replace the file?</source>
        <translation>替换此文件？</translation>
    </message>
    <message>
        <source>{file} already exists.</source>
        <translation>{file} 已存在。</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>替换(&amp;R)</translation>
    </message>
</context>
<context>
    <name>FileMoves</name>
    <message>
        <source>Looking for links to {name}…</source>
        <translation>正在查找指向 {name} 的链接…</translation>
    </message>
    <message>
        <source>Moved {path} to {target}</source>
        <translation>已将 {path} 移动到 {target}</translation>
    </message>
    <message>
        <source>links rewritten in 1 note</source>
        <translation>已改写 1 篇笔记中的链接</translation>
    </message>
    <message>
        <source>links rewritten in {count} notes</source>
        <translation>已改写 {count} 篇笔记中的链接</translation>
    </message>
    <message>
        <source>Rename {name}?</source>
        <translation>重命名 {name}？</translation>
    </message>
    <message>
        <source>Move {name}?</source>
        <translation>移动 {name}？</translation>
    </message>
    <message>
        <source>Links in 1 note will be rewritten:</source>
        <translation>将改写 1 篇笔记中的链接：</translation>
    </message>
    <message>
        <source>Links in {count} notes will be rewritten:</source>
        <translation>将改写 {count} 篇笔记中的链接：</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Move</source>
        <translation>移动(&amp;M)</translation>
    </message>
    <message>
        <source>Renamed {path} to {target}</source>
        <translation>已将 {path} 重命名为 {target}</translation>
    </message>
    <message>
        <source>Moved {path} to the trash</source>
        <translation>已将 {path} 移到回收站</translation>
    </message>
    <message>
        <source>It will be moved to the system’s trash. You can bring it back with Undo.</source>
        <translation>将移到系统的回收站，可用“撤销”恢复。</translation>
    </message>
    <message>
        <source>It will be moved to {target} in the vault. You can bring it back with Undo.</source>
        <translation>将移到仓库中的 {target}，可用“撤销”恢复。</translation>
    </message>
    <message>
        <source>1 note links to it. Its links will break:</source>
        <translation>有 1 篇笔记链接到它，这些链接将会失效：</translation>
    </message>
    <message>
        <source>{count} notes link to it. Their links will break:</source>
        <translation>有 {count} 篇笔记链接到它，这些链接将会失效：</translation>
    </message>
    <message>
        <source>Move {name} to the trash?</source>
        <translation>将 {name} 移到回收站？</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>移到回收站(&amp;M)</translation>
    </message>
</context>
<context>
    <name>FilePane</name>
    <message>
        <source>previously {path}</source>
        <translation>原路径：{path}</translation>
    </message>
    <message>
        <source>The text is the same before and after.</source>
        <translation>更改前后的内容相同。</translation>
    </message>
    <message>
        <source>The text of this change is no longer kept, so it cannot be shown or undone.</source>
        <translation>此更改的文本已不再保留，因此无法显示，也无法撤销。</translation>
    </message>
    <message>
        <source>This is not a text file. The change can still be undone.</source>
        <translation>此文件不是文本，但仍可撤销。</translation>
    </message>
    <message>
        <source>This text is too large to compare here. The change can still be undone.</source>
        <translation>此文本太大，无法在此对比，但仍可撤销。</translation>
    </message>
    <message>
        <source>Only the location has changed; the text is the same.</source>
        <translation>只更改了位置，内容保持不变。</translation>
    </message>
</context>
<context>
    <name>FileSize</name>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 字节</translation>
    </message>
</context>
<context>
    <name>FilesToolbar</name>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find in this view</source>
        <translation>在此视图中查找</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>Close find bar</source>
        <translation>关闭查找栏</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>无匹配项</translation>
    </message>
    <message>
        <source>Match {number} of {count}</source>
        <translation>第 {number} 处匹配，共 {count} 处</translation>
    </message>
</context>
<context>
    <name>FolderChooser</name>
    <message>
        <source>Move {name} to</source>
        <translation>将 {name} 移动到</translation>
    </message>
    <message>
        <source>No matching folder.</source>
        <translation>没有匹配的文件夹。</translation>
    </message>
    <message>
        <source>Enter to move</source>
        <translation>Enter 移动</translation>
    </message>
</context>
<context>
    <name>FolderMoves</name>
    <message>
        <source>Looking for links to {name}…</source>
        <translation>正在查找指向 {name} 的链接…</translation>
    </message>
    <message>
        <source>Renamed the folder {path} to {target}</source>
        <translation>已将文件夹 {path} 重命名为 {target}</translation>
    </message>
    <message>
        <source>Moved the folder {path} to {target}</source>
        <translation>已将文件夹 {path} 移动到 {target}</translation>
    </message>
    <message>
        <source>Moved the folder {path} to the trash</source>
        <translation>已将文件夹 {path} 移到回收站</translation>
    </message>
    <message>
        <source>Moved {done} of {total} files…</source>
        <translation>已移动 {done} / {total} 个文件…</translation>
    </message>
    <message>
        <source>; hidden files in it stayed where they were</source>
        <translation>；其中的隐藏文件留在原处</translation>
    </message>
    <message>
        <source>It contains 1 file.</source>
        <translation>其中有 1 个文件。</translation>
    </message>
    <message>
        <source>It contains {count} files.</source>
        <translation>其中有 {count} 个文件。</translation>
    </message>
    <message>
        <source>Rename the folder {name}?</source>
        <translation>重命名文件夹 {name}？</translation>
    </message>
    <message>
        <source>Move the folder {name}?</source>
        <translation>移动文件夹 {name}？</translation>
    </message>
    <message>
        <source>Files will be moved to .trash in the vault. You can bring them back with Undo.</source>
        <translation>将移到仓库中的 .trash，可用“撤销”恢复。</translation>
    </message>
    <message>
        <source>Files will be moved to the system’s trash. You can bring them back with Undo.</source>
        <translation>将移到系统的回收站，可用“撤销”恢复。</translation>
    </message>
    <message>
        <source>1 note links to files in it. Its links will break:</source>
        <translation>有 1 篇笔记链接到其中的文件，这些链接将会失效：</translation>
    </message>
    <message>
        <source>{count} notes link to files in it. Their links will break:</source>
        <translation>有 {count} 篇笔记链接到其中的文件，这些链接将会失效：</translation>
    </message>
    <message>
        <source>Move the folder {name} to the trash?</source>
        <translation>将文件夹 {name} 移到回收站？</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>移到回收站(&amp;M)</translation>
    </message>
</context>
<context>
    <name>FormDialog</name>
    <message>
        <source>Discard your changes?</source>
        <translation>要放弃更改吗？</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Keep editing</source>
        <translation>继续编辑(&amp;K)</translation>
    </message>
</context>
<context>
    <name>Formula</name>
    <message>
        <source>the root of {a}</source>
        <translation>{a} 的平方根</translation>
    </message>
    <message>
        <source>squared</source>
        <translation>的平方</translation>
    </message>
    <message>
        <source>to the power of {a}</source>
        <translation>的 {a} 次方</translation>
    </message>
    <message>
        <source>sub {a}</source>
        <translation>下标 {a}</translation>
    </message>
    <message>
        <source>{a} over {b}</source>
        <translation>{a} 除以 {b}</translation>
    </message>
    <message>
        <source>times</source>
        <translation>乘</translation>
    </message>
    <message>
        <source>is at most</source>
        <translation>小于等于</translation>
    </message>
    <message>
        <source>is at least</source>
        <translation>大于等于</translation>
    </message>
    <message>
        <source>is not equal to</source>
        <translation>不等于</translation>
    </message>
    <message>
        <source>is about</source>
        <translation>约等于</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>无穷</translation>
    </message>
    <message>
        <source>the sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>the integral</source>
        <translation>积分</translation>
    </message>
    <message>
        <source>goes to</source>
        <translation>趋于</translation>
    </message>
    <message>
        <source>is in</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>equals</source>
        <translation>等于</translation>
    </message>
    <message>
        <source>plus</source>
        <translation>加</translation>
    </message>
    <message>
        <source>minus</source>
        <translation>减</translation>
    </message>
    <message>
        <source>is less than</source>
        <translation>小于</translation>
    </message>
    <message>
        <source>is greater than</source>
        <translation>大于</translation>
    </message>
</context>
<context>
    <name>FoundServerRow</name>
    <message>
        <source>Address of {name}</source>
        <translation>{name} 的地址</translation>
    </message>
    <message>
        <source>Command line of {name}</source>
        <translation>{name} 的命令行</translation>
    </message>
    <message>
        <source>A server with this name already exists.</source>
        <translation>已有同名的服务器。</translation>
    </message>
</context>
<context>
    <name>Gutter</name>
    <message>
        <source>Folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>All is folded</source>
        <translation>已全部折叠</translation>
    </message>
    <message>
        <source>All is unfolded</source>
        <translation>已全部展开</translation>
    </message>
</context>
<context>
    <name>HealthTest</name>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Contacting the Task Manager…</source>
        <translation>正在连接任务管理器…</translation>
    </message>
</context>
<context>
    <name>HelpFeature</name>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>What’s new</source>
        <translation>更新内容</translation>
    </message>
    <message>
        <source>Part of the program is missing. Install it again.</source>
        <translation>程序缺少一部分：请重新安装。</translation>
    </message>
</context>
<context>
    <name>HelpReader</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Search in titles and texts</source>
        <translation>在标题和正文中搜索</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>New title</source>
        <translation>新标题</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>Open a copy to continue in another direction</source>
        <translation>打开一份副本，换个方向继续</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>The conversations cannot be read.

{why}</source>
        <translation>无法读取对话。

{why}</translation>
    </message>
    <message>
        <source>No conversations yet. What you ask in the chat is kept here.</source>
        <translation>还没有对话。你在对话面板中提出的请求会保存在这里。</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>没有找到“{query}”。</translation>
    </message>
    <message>
        <source>Du&amp;plicate</source>
        <translation>创建副本(&amp;P)</translation>
    </message>
    <message>
        <source>Stop and &amp;delete for good?</source>
        <translation>停止并永久删除(&amp;D)？</translation>
    </message>
    <message>
        <source>&amp;Delete for good?</source>
        <translation>永久删除(&amp;D)？</translation>
    </message>
</context>
<context>
    <name>ImageFile</name>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Fit to window (0)</source>
        <translation>缩放到窗口大小（0）</translation>
    </message>
    <message>
        <source>Actual size (1)</source>
        <translation>原始大小（1）</translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation>缩小（-）</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大（+）</translation>
    </message>
    <message>
        <source>This picture is too large to be shown here.</source>
        <translation>此图片太大，无法在此显示。</translation>
    </message>
    <message>
        <source>This picture is damaged, or its type does not match its file name.</source>
        <translation>此图片已损坏，或者并非其文件名所示的类型。</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import servers</source>
        <translation>导入服务器</translation>
    </message>
    <message>
        <source>Import servers from another program</source>
        <translation>从其他程序导入服务器</translation>
    </message>
    <message>
        <source>Nothing is running yet. Select the servers that Axon should start, with exactly the command shown. Each can then do anything you can do.</source>
        <translation>现在还没有运行任何程序。请勾选要让 Axon 启动的服务器，启动时所用的命令与显示的完全一致。启动后，凡是你能做的，它都能做。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Another &amp;file…</source>
        <translation>其他文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Choose a &amp;file…</source>
        <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Keep secrets for this &amp;run only</source>
        <translation>机密信息仅本次运行有效(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Choose a file with MCP servers</source>
        <translation>选择包含 MCP 服务器的文件</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 文件 (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>This file lists no servers.</source>
        <translation>此文件中没有列出服务器。</translation>
    </message>
    <message>
        <source>No Claude Desktop, Claude Code, Cursor or VS Code file was found. Choose a file that contains “mcpServers” or “servers”.</source>
        <translation>没有找到 Claude Desktop、Claude Code、Cursor 或 VS Code 的文件。请选择一个含有“mcpServers”或“servers”的文件。</translation>
    </message>
    <message>
        <source>&amp;Add and start 1 server</source>
        <translation>添加并启动 1 个服务器(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Add and start {count} servers</source>
        <translation>添加并启动 {count} 个服务器(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Add and start</source>
        <translation>添加并启动(&amp;A)</translation>
    </message>
    <message>
        <source>Fill in: {what}</source>
        <translation>请填写：{what}</translation>
    </message>
</context>
<context>
    <name>IndexStatus</name>
    <message>
        <source>Indexing</source>
        <translation>正在编制索引</translation>
    </message>
    <message>
        <source>its process ended</source>
        <translation>其进程已结束</translation>
    </message>
    <message>
        <source>It cannot be stored in {folder}: {why}. Searching reads every note until you restart Axon, which then tries to create the index again.</source>
        <translation>索引无法保存在 {folder} 中：{why}。在重新启动 Axon 之前，搜索会逐篇读取笔记；重新启动时会再次尝试建立索引。</translation>
    </message>
    <message>
        <source>The index could not be created</source>
        <translation>无法建立索引</translation>
    </message>
    <message>
        <source>The vault’s folder is missing</source>
        <translation>仓库的文件夹不存在</translation>
    </message>
    <message>
        <source>Checking the index…</source>
        <translation>正在检查索引…</translation>
    </message>
    <message>
        <source>Indexing {done} of {total}</source>
        <translation>正在编制索引 {done} / {total}</translation>
    </message>
    <message>
        <source>Indexing links {done} of {total}</source>
        <translation>正在编制链接索引 {done} / {total}</translation>
    </message>
    <message>
        <source>Using another window’s index</source>
        <translation>使用其他窗口的索引</translation>
    </message>
    <message>
        <source>Index up to date (polling)</source>
        <translation>索引已是最新（轮询）</translation>
    </message>
    <message>
        <source>Index up to date</source>
        <translation>索引已是最新</translation>
    </message>
    <message>
        <source>Axon continues as soon as the folder is back.</source>
        <translation>文件夹恢复后，Axon 会立即继续。</translation>
    </message>
    <message>
        <source>Another Axon window has this vault open and maintains its index; this window reads that index.</source>
        <translation>另一个 Axon 已打开此仓库并维护其索引，此窗口读取该索引。</translation>
    </message>
    <message>
        <source>The vault is on a remote drive, or the system cannot watch any more folders. Axon checks for changes every few seconds.</source>
        <translation>仓库位于远程磁盘上，或系统无法监视更多文件夹。Axon 每隔几秒检查一次更改。</translation>
    </message>
    <message>
        <source>Anything written in the vault, here or by other programs, can be found right away.</source>
        <translation>无论由 Axon 还是其他程序写入仓库，都能立即搜索到。</translation>
    </message>
    <message>
        <source>You can search already; later changes are still being added.</source>
        <translation>已可搜索；此后的更改正在加入。</translation>
    </message>
    <message>
        <source>Until then, searching reads every note, which takes longer.</source>
        <translation>完成之前，搜索会逐篇读取笔记，需要更长时间。</translation>
    </message>
</context>
<context>
    <name>InlineEditFeature</name>
    <message>
        <source>Open a note for editing (Ctrl+E) and put the caret into the text to ask for it.</source>
        <translation>请先打开笔记进行编辑（Ctrl+E），并把光标放到文字中。</translation>
    </message>
    <message>
        <source>&amp;Ask…</source>
        <translation>提问(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Translate</source>
        <translation>翻译(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Rewrite</source>
        <translation>改写(&amp;R)</translation>
    </message>
    <message>
        <source>Rewrite this so that it reads better; keep what it says.</source>
        <translation>改写这段文字，让它更通顺；意思不变。</translation>
    </message>
    <message>
        <source>&amp;Summarize</source>
        <translation>概括(&amp;S)</translation>
    </message>
    <message>
        <source>Summarize this in a few sentences.</source>
        <translation>用几句话概括这段文字。</translation>
    </message>
    <message>
        <source>Translate this into English.</source>
        <translation>译成英文。</translation>
    </message>
    <message>
        <source>Translate this into the language of this window.</source>
        <translation>译成简体中文。</translation>
    </message>
    <message>
        <source>Translate this into </source>
        <translation>译成</translation>
    </message>
</context>
<context>
    <name>Instance</name>
    <message>
        <source>Axon Desktop is already open, but it is not responding.</source>
        <translation>Axon Desktop 已经打开，但没有响应。</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>It may be busy. Try again in a moment, or end it (process {process}) and start it again.</source>
        <translation>它可能正忙：请稍后再试，或结束它（进程 {process}）并重新启动。</translation>
    </message>
</context>
<context>
    <name>InstructionField</name>
    <message>
        <source>What should change</source>
        <translation>要怎么改</translation>
    </message>
    <message>
        <source>What should change?</source>
        <translation>要怎么改？</translation>
    </message>
</context>
<context>
    <name>Interaction</name>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>JumpToLatest</name>
    <message>
        <source>Jump to latest</source>
        <translation>跳到最新</translation>
    </message>
    <message>
        <source>Show the end of the conversation and follow it again</source>
        <translation>显示对话末尾并继续跟随</translation>
    </message>
</context>
<context>
    <name>KeyFields</name>
    <message>
        <source>Keep for this &amp;run only</source>
        <translation>仅本次运行有效(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>API &amp;key</source>
        <translation>API 密钥(&amp;K)</translation>
    </message>
    <message>
        <source>Not needed for most local servers</source>
        <translation>大多数本地服务器不需要</translation>
    </message>
    <message>
        <source>Paste it here</source>
        <translation>粘贴到这里</translation>
    </message>
    <message>
        <source>Only if you want to use a different key</source>
        <translation>仅在使用其他密钥时填写</translation>
    </message>
    <message>
        <source>Axon uses the key in {variable}. It does not save the key or pass it to other programs.</source>
        <translation>将使用 {variable} 中的密钥。Axon 不会将其写入任何地方，也不会交给其他程序。</translation>
    </message>
    <message>
        <source>Asking the server for its models…</source>
        <translation>正在向服务器查询模型…</translation>
    </message>
</context>
<context>
    <name>KeyRecorder</name>
    <message>
        <source>Press the new shortcut</source>
        <translation>按下新的快捷键</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>Looking for the key…</source>
        <translation>正在查找密钥…</translation>
    </message>
    <message>
        <source>&amp;Forget key</source>
        <translation>删除密钥(&amp;F)</translation>
    </message>
    <message>
        <source>● from the environment variable {name}</source>
        <translation>● 来自环境变量 {name}</translation>
    </message>
    <message>
        <source>● saved in the system keyring</source>
        <translation>● 已保存在系统密钥环中</translation>
    </message>
    <message>
        <source>● kept for this run only</source>
        <translation>● 仅本次运行有效</translation>
    </message>
    <message>
        <source>○ none</source>
        <translation>○ 无</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>en</source>
        <extracomment>The tag of this translation&apos;s language, such as zh-CN</extracomment>
        <translation>zh-CN</translation>
    </message>
</context>
<context>
    <name>LinkClicks</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
</context>
<context>
    <name>LinkFollower</name>
    <message>
        <source>The note {name} does not exist yet.</source>
        <translation>笔记 {name} 尚不存在。</translation>
    </message>
    <message>
        <source>Axon does not open this kind of link: {link}</source>
        <translation>Axon 不打开这类链接：{link}</translation>
    </message>
    <message>
        <source>This is not a valid address: {link}</source>
        <translation>这不是有效的地址：{link}</translation>
    </message>
</context>
<context>
    <name>LinkHover</name>
    <message>
        <source>This note does not exist yet. Follow the link to create it.</source>
        <translation>此笔记尚不存在。跳转链接即可创建。</translation>
    </message>
    <message>
        <source>The note has no such heading or block.</source>
        <translation>此笔记中没有这个位置。</translation>
    </message>
    <message>
        <source>The note cannot be read.</source>
        <translation>无法读取此笔记。</translation>
    </message>
    <message>
        <source>This note is empty.</source>
        <translation>此笔记是空的。</translation>
    </message>
</context>
<context>
    <name>LinkPreviewPopup</name>
    <message>
        <source>Link preview</source>
        <translation>链接预览</translation>
    </message>
</context>
<context>
    <name>LinksPage</name>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>in a canvas</source>
        <translation>在白板中</translation>
    </message>
    <message>
        <source>Backlinks</source>
        <translation>反向链接</translation>
    </message>
    <message>
        <source>Outgoing links</source>
        <translation>出链</translation>
    </message>
    <message>
        <source>Looking for mentions…</source>
        <translation>正在查找提及…</translation>
    </message>
    <message>
        <source>Unlinked mentions</source>
        <translation>未链接的提及</translation>
    </message>
    <message>
        <source>No notes link here.</source>
        <translation>没有笔记链接到这里。</translation>
    </message>
    <message>
        <source>This note has no links.</source>
        <translation>此笔记没有链接。</translation>
    </message>
    <message>
        <source>The index is not ready yet.</source>
        <translation>索引尚未就绪。</translation>
    </message>
    <message>
        <source>Nothing else mentions this note.</source>
        <translation>没有其他笔记提及此笔记。</translation>
    </message>
    <message>
        <source>Open a note to see its links.</source>
        <translation>打开一篇笔记即可查看其链接。</translation>
    </message>
    <message>
        <source>This vault has no index, so its links are not known.</source>
        <translation>此仓库没有索引，因此无法得知链接。</translation>
    </message>
    <message>
        <source>The index of this vault could not be built, so its links are not known.</source>
        <translation>未能建立此仓库的索引，因此无法得知链接。</translation>
    </message>
    <message>
        <source>Reading the vault’s links…</source>
        <translation>正在读取仓库中的链接…</translation>
    </message>
    <message>
        <source>Still reading: {done} of {total}</source>
        <translation>仍在读取：{done} / {total}</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Create note</source>
        <translation>创建笔记</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Copy wikilink</source>
        <translation>复制 Wiki 链接</translation>
    </message>
</context>
<context>
    <name>LogDialog</name>
    <message>
        <source>Log of “{server}”</source>
        <translation>“{server}”的日志</translation>
    </message>
    <message>
        <source>What the server wrote to its error output. Lines from Axon start with [axon].</source>
        <translation>服务器写到错误输出的内容。以 [axon] 开头的行由 Axon 写入。</translation>
    </message>
    <message>
        <source>The server has not written anything.</source>
        <translation>服务器没有输出任何内容。</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>全部复制(&amp;C)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>The conversation is kept again.</source>
        <translation>对话已恢复保存。</translation>
    </message>
    <message>
        <source>Open a note in Live or Source and put the caret where the answer shall go.</source>
        <translation>先在实时或源码模式中打开一篇笔记，把光标放到要插入的位置。</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>没有可撤销的更改。</translation>
    </message>
    <message>
        <source>Undone: {path} and {count} more</source>
        <translation>已撤销：{path}，另有 {count} 项</translation>
    </message>
    <message>
        <source>Undone: {paths}</source>
        <translation>已撤销：{paths}</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>The vault {folder} is no longer there. The sample vault is open instead.</source>
        <translation>仓库 {folder} 已不存在。现在打开的是示例仓库。</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>打开仓库…</translation>
    </message>
    <message>
        <source>The note could not be written in. What you typed for it is kept here: “{text}”</source>
        <translation>无法写入该笔记。你为它输入的内容保留在这里：“{text}”</translation>
    </message>
    <message>
        <source>Something went wrong in Axon ({task}): {error}</source>
        <translation>Axon 自身出错（{task}）：{error}</translation>
    </message>
</context>
<context>
    <name>MarginButtons</name>
    <message>
        <source>Accept this change</source>
        <translation>接受这处修改</translation>
    </message>
    <message>
        <source>Reject this change</source>
        <translation>拒绝这处修改</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>This note does not exist yet.</source>
        <translation>此笔记尚不存在。</translation>
    </message>
    <message>
        <source>You wrote: {text}</source>
        <translation>你写道：{text}</translation>
    </message>
    <message>
        <source>Axon wrote: {text}</source>
        <translation>Axon 写道：{text}</translation>
    </message>
    <message>
        <source>Footnote {number}</source>
        <translation>脚注 {number}</translation>
    </message>
    <message>
        <source>Table wider than the text: Left and Right scroll it</source>
        <translation>表格比正文宽：用左右方向键滚动</translation>
    </message>
    <message>
        <source>To do: {task}</source>
        <translation>待办：{task}</translation>
    </message>
    <message>
        <source>Done: {task}</source>
        <translation>已完成：{task}</translation>
    </message>
    <message>
        <source>Fold or unfold: {title}</source>
        <translation>折叠或展开：{title}</translation>
    </message>
    <message>
        <source>Scroll the table sideways</source>
        <translation>横向滚动表格</translation>
    </message>
    <message>
        <source>Footnote {number}: {text}</source>
        <translation>脚注 {number}：{text}</translation>
    </message>
    <message>
        <source>Code: {text}</source>
        <translation>代码：{text}</translation>
    </message>
    <message>
        <source>Callout: {text}</source>
        <translation>标注：{text}</translation>
    </message>
    <message>
        <source>Quote: {text}</source>
        <translation>引用：{text}</translation>
    </message>
    <message>
        <source>{text}, title of column {number} of {count}</source>
        <translation>{text}，第 {number} 列标题，共 {count} 列</translation>
    </message>
    <message>
        <source>{title}: {text}, row {row} of {rows}</source>
        <translation>{title}：{text}，第 {row} 行，共 {rows} 行</translation>
    </message>
    <message>
        <source>{count} columns</source>
        <translation>{count} 列</translation>
    </message>
    <message>
        <source>{count} rows</source>
        <translation>{count} 行</translation>
    </message>
    <message>
        <source>1 column</source>
        <translation>1 列</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>Table with {columns} and {rows}</source>
        <translation>表格，{columns} {rows}</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>第 {number} 项，共 {count} 项</translation>
    </message>
    <message>
        <source>level {level}</source>
        <translation>第 {level} 层</translation>
    </message>
    <message>
        <source>Formula: {text}</source>
        <translation>公式：{text}</translation>
    </message>
    <message>
        <source>Picture: {text}</source>
        <translation>图片：{text}</translation>
    </message>
    <message>
        <source>There is no other.</source>
        <translation>没有其他的了。</translation>
    </message>
    <message>
        <source>Not done</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
</context>
<context>
    <name>MeaningFeature</name>
    <message>
        <source>Related notes</source>
        <translation>相关笔记</translation>
    </message>
    <message>
        <source>Notes about t&amp;his</source>
        <translation>与此相关的笔记(&amp;H)</translation>
    </message>
    <message>
        <source>its process ended</source>
        <translation>其进程已结束</translation>
    </message>
    <message>
        <source>Search by meaning has stopped</source>
        <translation>语义搜索已停止</translation>
    </message>
    <message>
        <source>For search by meaning, a little at a time; words can be searched already.</source>
        <translation>为语义搜索逐步读取；按词搜索现在就可以用。</translation>
    </message>
</context>
<context>
    <name>MeaningPage</name>
    <message>
        <source>Search by meaning</source>
        <translation>语义搜索</translation>
    </message>
    <message>
        <source>Finds notes that say it in other words or in another language, and notes related to the open one.</source>
        <translation>查找用别的词语或别的语言表达同样意思的笔记，以及与打开的笔记相关的笔记。</translation>
    </message>
    <message>
        <source>Axon, on this computer</source>
        <translation>Axon，在这台计算机上</translation>
    </message>
    <message>
        <source>A server of yours</source>
        <translation>你自己的服务器</translation>
    </message>
    <message>
        <source>Nothing: search by meaning is off</source>
        <translation>不读取：关闭语义搜索</translation>
    </message>
    <message>
        <source>Not needed for most local servers</source>
        <translation>大多数本地服务器不需要</translation>
    </message>
    <message>
        <source>&amp;Keep the key for this run only</source>
        <translation>密钥仅保留到本次运行结束(&amp;K)</translation>
    </message>
    <message>
        <source>Notes are &amp;read by</source>
        <translation>读取笔记的是(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>API ke&amp;y</source>
        <translation>API 密钥(&amp;Y)</translation>
    </message>
    <message>
        <source>Remo&amp;ve what was read</source>
        <translation>删除已读取的内容(&amp;V)</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>发送的内容</translation>
    </message>
    <message>
        <source>Nothing. What was read so far stays on this computer until you remove it.</source>
        <translation>不发送任何内容。此前读取的内容保留在这台计算机上，直到你将其删除。</translation>
    </message>
    <message>
        <source>Nothing: the notes are read and compared on this computer.</source>
        <translation>不发送任何内容：笔记在这台计算机上读取和比较。</translation>
    </message>
    <message>
        <source>Nothing leaves this computer: the server is on it.</source>
        <translation>没有内容离开这台计算机：服务器就在其上。</translation>
    </message>
    <message>
        <source>Each note is sent once to {host}, and again when it changes; so is what you search for. It may charge for this. Notes with the property local-only are never sent.</source>
        <translation>每篇笔记会发送给 {host} 一次，改动后会再次发送；你搜索的内容也会发送。对方可能为此收费。带有 local-only 属性的笔记绝不发送。</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>该服务器</translation>
    </message>
    <message>
        <source>The address is none. It looks like https://host/v1 or 127.0.0.1:11434.</source>
        <translation>这不是地址。地址的形式如 https://host/v1 或 127.0.0.1:11434。</translation>
    </message>
    <message>
        <source>Enter the name of a model for embeddings.</source>
        <translation>请输入嵌入模型的名称。</translation>
    </message>
    <message>
        <source>Removed.</source>
        <translation>已删除。</translation>
    </message>
    <message>
        <source>Removed. The notes are read again while search by meaning is on.</source>
        <translation>已删除。只要语义搜索是打开的，就会重新读取笔记。</translation>
    </message>
</context>
<context>
    <name>MenuButton</name>
    <message>
        <source>{name}, menu</source>
        <translation>{name}，菜单</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>Axon</source>
        <translation>Axon</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New note…</source>
        <translation>新建笔记(&amp;N)…</translation>
    </message>
    <message>
        <source>New fo&amp;lder…</source>
        <translation>新建文件夹(&amp;L)…</translation>
    </message>
    <message>
        <source>Open &amp;daily note</source>
        <translation>打开日记(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Go to note…</source>
        <translation>转到笔记(&amp;G)…</translation>
    </message>
    <message>
        <source>Rena&amp;me note…</source>
        <translation>重命名笔记(&amp;M)…</translation>
    </message>
    <message>
        <source>Mo&amp;ve note to…</source>
        <translation>移动笔记到(&amp;V)…</translation>
    </message>
    <message>
        <source>Dupl&amp;icate note</source>
        <translation>复制一份笔记(&amp;I)</translation>
    </message>
    <message>
        <source>Boo&amp;kmark</source>
        <translation>加书签(&amp;K)</translation>
    </message>
    <message>
        <source>New &amp;tab</source>
        <translation>新建标签页(&amp;T)</translation>
    </message>
    <message>
        <source>Pin or unpin ta&amp;b</source>
        <translation>固定或取消固定标签页(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>关闭标签页(&amp;C)</translation>
    </message>
    <message>
        <source>Reo&amp;pen closed tab</source>
        <translation>重新打开关闭的标签页(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Open vault…</source>
        <translation>打开仓库(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>F&amp;ormat</source>
        <translation>格式(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Bold</source>
        <translation>粗体(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Italic</source>
        <translation>斜体(&amp;I)</translation>
    </message>
    <message>
        <source>Hi&amp;ghlight</source>
        <translation>高亮(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Strikethrough</source>
        <translation>删除线(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Code</source>
        <translation>代码(&amp;C)</translation>
    </message>
    <message>
        <source>Co&amp;mment out</source>
        <translation>注释掉(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Link</source>
        <translation>链接(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Task</source>
        <translation>任务(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Numbered list</source>
        <translation>编号列表(&amp;N)</translation>
    </message>
    <message>
        <source>B&amp;ullet list</source>
        <translation>项目列表(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Quote</source>
        <translation>引用(&amp;Q)</translation>
    </message>
    <message>
        <source>No &amp;heading</source>
        <translation>取消标题(&amp;H)</translation>
    </message>
    <message>
        <source>Heading &amp;1</source>
        <translation>标题 &amp;1</translation>
    </message>
    <message>
        <source>Heading &amp;2</source>
        <translation>标题 &amp;2</translation>
    </message>
    <message>
        <source>Heading &amp;3</source>
        <translation>标题 &amp;3</translation>
    </message>
    <message>
        <source>Heading &amp;4</source>
        <translation>标题 &amp;4</translation>
    </message>
    <message>
        <source>Heading &amp;5</source>
        <translation>标题 &amp;5</translation>
    </message>
    <message>
        <source>Heading &amp;6</source>
        <translation>标题 &amp;6</translation>
    </message>
    <message>
        <source>L&amp;ines</source>
        <translation>行(&amp;I)</translation>
    </message>
    <message>
        <source>Move lines &amp;up</source>
        <translation>上移行(&amp;U)</translation>
    </message>
    <message>
        <source>Move lines &amp;down</source>
        <translation>下移行(&amp;D)</translation>
    </message>
    <message>
        <source>Dupli&amp;cate lines</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>D&amp;elete lines</source>
        <translation>删除行(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Join lines</source>
        <translation>合并行(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Fold</source>
        <translation>折叠(&amp;F)</translation>
    </message>
    <message>
        <source>U&amp;nfold</source>
        <translation>展开(&amp;N)</translation>
    </message>
    <message>
        <source>Fold &amp;all</source>
        <translation>全部折叠(&amp;A)</translation>
    </message>
    <message>
        <source>Unf&amp;old all</source>
        <translation>全部展开(&amp;O)</translation>
    </message>
    <message>
        <source>Ta&amp;ble</source>
        <translation>表格(&amp;B)</translation>
    </message>
    <message>
        <source>Insert row &amp;above</source>
        <translation>在上方插入行(&amp;A)</translation>
    </message>
    <message>
        <source>Insert row &amp;below</source>
        <translation>在下方插入行(&amp;B)</translation>
    </message>
    <message>
        <source>Delete &amp;row</source>
        <translation>删除表格行(&amp;R)</translation>
    </message>
    <message>
        <source>Insert column on the &amp;left</source>
        <translation>在左侧插入列(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Insert column on the right</source>
        <translation>在右侧插入列(&amp;I)</translation>
    </message>
    <message>
        <source>Delete &amp;column</source>
        <translation>删除列(&amp;C)</translation>
    </message>
    <message>
        <source>Align the &amp;pipes</source>
        <translation>对齐竖线(&amp;P)</translation>
    </message>
    <message>
        <source>Se&amp;lection</source>
        <translation>选中内容(&amp;L)</translation>
    </message>
    <message>
        <source>Notes about &amp;this</source>
        <translation>与此相关的笔记(&amp;T)</translation>
    </message>
    <message>
        <source>Next misspelled &amp;word</source>
        <translation>下一个拼写错误(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>Next heading</source>
        <translation>下一个标题</translation>
    </message>
    <message>
        <source>Next link</source>
        <translation>下一个链接</translation>
    </message>
    <message>
        <source>Next list</source>
        <translation>下一个列表</translation>
    </message>
    <message>
        <source>Next task</source>
        <translation>下一个任务</translation>
    </message>
    <message>
        <source>Next table</source>
        <translation>下一个表格</translation>
    </message>
    <message>
        <source>Next quote</source>
        <translation>下一个引用</translation>
    </message>
    <message>
        <source>Next code</source>
        <translation>下一个代码</translation>
    </message>
    <message>
        <source>Next formula</source>
        <translation>下一个公式</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>下一个图片</translation>
    </message>
    <message>
        <source>Previous heading</source>
        <translation>上一个标题</translation>
    </message>
    <message>
        <source>Previous link</source>
        <translation>上一个链接</translation>
    </message>
    <message>
        <source>Previous list</source>
        <translation>上一个列表</translation>
    </message>
    <message>
        <source>Previous task</source>
        <translation>上一个任务</translation>
    </message>
    <message>
        <source>Previous table</source>
        <translation>上一个表格</translation>
    </message>
    <message>
        <source>Previous quote</source>
        <translation>上一个引用</translation>
    </message>
    <message>
        <source>Previous code</source>
        <translation>上一个代码</translation>
    </message>
    <message>
        <source>Previous formula</source>
        <translation>上一个公式</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>上一个图片</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Un&amp;do</source>
        <translation>撤销(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>C&amp;ut</source>
        <translation>剪切(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Paste as plain te&amp;xt</source>
        <translation>粘贴为纯文本(&amp;X)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>Add propert&amp;y</source>
        <translation>添加属性(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Writing</source>
        <translation>写作(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Zen mode</source>
        <translation>专注模式(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Typewriter scrolling</source>
        <translation>打字机滚动(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Line numbers</source>
        <translation>行号(&amp;L)</translation>
    </message>
    <message>
        <source>Toggle readin&amp;g view</source>
        <translation>切换阅读视图(&amp;G)</translation>
    </message>
    <message>
        <source>Sen&amp;d comments</source>
        <translation>发送批注(&amp;D)</translation>
    </message>
    <message>
        <source>The cursor is not in editable text.</source>
        <translation>光标不在可编辑的文本中。</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Search in the vault…</source>
        <translation>在仓库中搜索(&amp;S)…</translation>
    </message>
    <message>
        <source>Filter &amp;notes</source>
        <translation>筛选笔记(&amp;N)</translation>
    </message>
    <message>
        <source>Insert &amp;template…</source>
        <translation>插入模板(&amp;T)…</translation>
    </message>
    <message>
        <source>Sort f&amp;iles</source>
        <translation>文件排序(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Comman&amp;d palette…</source>
        <translation>命令面板(&amp;D)…</translation>
    </message>
    <message>
        <source>V&amp;ault panel</source>
        <translation>仓库面板(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;hat panel</source>
        <translation>对话面板(&amp;H)</translation>
    </message>
    <message>
        <source>Out&amp;line and links</source>
        <translation>大纲和链接(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>F&amp;iles</source>
        <translation>文件(&amp;I)</translation>
    </message>
    <message>
        <source>Ta&amp;gs</source>
        <translation>标签(&amp;G)</translation>
    </message>
    <message>
        <source>O&amp;utline</source>
        <translation>大纲(&amp;U)</translation>
    </message>
    <message>
        <source>Lin&amp;ks</source>
        <translation>链接(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Next panel</source>
        <translation>下一个面板(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious panel</source>
        <translation>上一个面板(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Arrange panels</source>
        <translation>排列面板(&amp;A)</translation>
    </message>
    <message>
        <source>Show the panels’ title bars, to move, float or close them.</source>
        <translation>显示面板的标题栏，以便移动、浮动或关闭面板。</translation>
    </message>
    <message>
        <source>Reset &amp;panels</source>
        <translation>重置面板(&amp;P)</translation>
    </message>
    <message>
        <source>Tab&amp;s</source>
        <translation>标签页(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>下一个标签页(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>上一个标签页(&amp;P)</translation>
    </message>
    <message>
        <source>There is no other tab.</source>
        <translation>没有其他标签页。</translation>
    </message>
    <message>
        <source>There is no closed tab to reopen.</source>
        <translation>没有关闭过标签页。</translation>
    </message>
    <message>
        <source>&amp;Fold all folders</source>
        <translation>折叠所有文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Pre&amp;view link</source>
        <translation>预览链接(&amp;V)</translation>
    </message>
    <message>
        <source>Op&amp;en in Obsidian</source>
        <translation>在 Obsidian 中打开(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Answer what waits</source>
        <translation>回答等待中的问题(&amp;A)</translation>
    </message>
    <message>
        <source>Nothing waits for your answer.</source>
        <translation>没有等待你回答的问题。</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>F&amp;orward</source>
        <translation>前进(&amp;O)</translation>
    </message>
    <message>
        <source>There is no other note to go to.</source>
        <translation>没有可以前往的其他笔记。</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>文字大小(&amp;X)</translation>
    </message>
    <message>
        <source>There are no comments to send.</source>
        <translation>没有可发送的批注。</translation>
    </message>
    <message>
        <source>The cursor is not in the text of a note.</source>
        <translation>光标不在笔记的正文里。</translation>
    </message>
    <message>
        <source>There is no other group of tabs.</source>
        <translation>没有其他标签组。</translation>
    </message>
    <message>
        <source>Add the next &amp;match</source>
        <translation>添加下一处相同文字(&amp;M)</translation>
    </message>
    <message>
        <source>R&amp;eplace…</source>
        <translation>替换(&amp;E)…</translation>
    </message>
    <message>
        <source>Ask about the s&amp;election…</source>
        <translation>就所选内容提问(&amp;E)…</translation>
    </message>
    <message>
        <source>C&amp;omment on the selection</source>
        <translation>批注所选内容(&amp;O)</translation>
    </message>
    <message>
        <source>Boo&amp;kmark the search</source>
        <translation>为搜索加书签(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>书签(&amp;B)</translation>
    </message>
    <message>
        <source>Relate&amp;d notes</source>
        <translation>相关笔记(&amp;D)</translation>
    </message>
    <message>
        <source>Split &amp;right</source>
        <translation>向右拆分(&amp;R)</translation>
    </message>
    <message>
        <source>Split &amp;down</source>
        <translation>向下拆分(&amp;D)</translation>
    </message>
    <message>
        <source>Next &amp;group</source>
        <translation>下一个标签组(&amp;G)</translation>
    </message>
    <message>
        <source>Previous gr&amp;oup</source>
        <translation>上一个标签组(&amp;O)</translation>
    </message>
    <message>
        <source>By name, A to Z</source>
        <translation>按名称，A 到 Z</translation>
    </message>
    <message>
        <source>By name, Z to A</source>
        <translation>按名称，Z 到 A</translation>
    </message>
    <message>
        <source>Last changed first</source>
        <translation>最近修改的在前</translation>
    </message>
    <message>
        <source>Last created first</source>
        <translation>最近创建的在前</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>放大文字(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>缩小文字(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Normal text</source>
        <translation>默认文字大小(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Check spelling</source>
        <translation>检查拼写(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Agent</source>
        <translation>智能体(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新建对话(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>历史记录(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Write a message</source>
        <translation>撰写消息(&amp;W)</translation>
    </message>
    <message>
        <source>Make a &amp;plan first</source>
        <translation>先制定计划(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Su&amp;mmarize conversation</source>
        <translation>总结对话(&amp;M)</translation>
    </message>
    <message>
        <source>The agent is not running.</source>
        <translation>智能体没有在工作。</translation>
    </message>
    <message>
        <source>The agent is working.</source>
        <translation>智能体正在工作。</translation>
    </message>
    <message>
        <source>&amp;Edit the last request</source>
        <translation>编辑上一个请求(&amp;E)</translation>
    </message>
    <message>
        <source>Go &amp;back to a message…</source>
        <translation>回到某条消息(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Rename conversation</source>
        <translation>重命名对话(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Fork: continue in a copy</source>
        <translation>分支：用副本继续(&amp;F)</translation>
    </message>
    <message>
        <source>E&amp;xport as Markdown…</source>
        <translation>导出为 Markdown(&amp;X)…</translation>
    </message>
    <message>
        <source>Save &amp;to a note…</source>
        <translation>保存到笔记(&amp;T)…</translation>
    </message>
    <message>
        <source>Conversations are not saved here.</source>
        <translation>此处不保存对话。</translation>
    </message>
    <message>
        <source>There are no messages in this conversation yet.</source>
        <translation>此对话中还没有消息。</translation>
    </message>
    <message>
        <source>&amp;Undo last change</source>
        <translation>撤销上次更改(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Changes…</source>
        <translation>更改列表(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;User guide</source>
        <translation>用户指南(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>What’s &amp;new</source>
        <translation>更新内容(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Welcome…</source>
        <translation>欢迎(&amp;W)…</translation>
    </message>
    <message>
        <source>Save &amp;diagnostics…</source>
        <translation>保存诊断信息(&amp;D)…</translation>
    </message>
    <message>
        <source>Open &amp;log folder</source>
        <translation>打开日志文件夹(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;About Axon Desktop</source>
        <translation>关于 Axon Desktop(&amp;A)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Two versions of {name}</source>
        <translation>{name} 的两个版本</translation>
    </message>
    <message>
        <source>The file changed in the same lines you edited. For each difference, choose what to keep. Nothing is lost: the change history keeps both versions.</source>
        <translation>你编辑的行在文件中也被更改。请逐处选择保留哪一方。不会丢失任何内容：更改记录会保留两个版本。</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中的版本</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>我的版本</translation>
    </message>
    <message>
        <source>From the &amp;file</source>
        <translation>文件中的(&amp;F)</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>&amp;Mine</source>
        <translation>我的(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Both</source>
        <translation>两者都要(&amp;B)</translation>
    </message>
    <message>
        <source>Use &amp;all from the file</source>
        <translation>全部用文件中的(&amp;A)</translation>
    </message>
    <message>
        <source>Use a&amp;ll mine</source>
        <translation>全部用我的(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Decide later</source>
        <translation>以后再决定(&amp;D)</translation>
    </message>
    <message>
        <source>The file and your text stay as they are.</source>
        <translation>文件和你的文本都保持原样。</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Difference {number} of {count}</source>
        <translation>第 {number} / {count} 处差异</translation>
    </message>
</context>
<context>
    <name>MissingVault</name>
    <message>
        <source>The vault {folder} is no longer there. Axon continues as soon as the folder is back.</source>
        <translation>仓库 {folder} 已不存在。文件夹恢复后，Axon 会立即继续。</translation>
    </message>
    <message>
        <source>What to do…</source>
        <translation>怎么办…</translation>
    </message>
</context>
<context>
    <name>ModelAvailability</name>
    <message>
        <source>no AI model</source>
        <translation>没有 AI 模型</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>没有密钥</translation>
    </message>
    <message>
        <source>key refused</source>
        <translation>密钥被拒绝</translation>
    </message>
    <message>
        <source>no balance left</source>
        <translation>余额不足</translation>
    </message>
    <message>
        <source>server not reachable</source>
        <translation>无法连接服务器</translation>
    </message>
    <message>
        <source>server does not answer</source>
        <translation>服务器没有应答</translation>
    </message>
    <message>
        <source>too many requests</source>
        <translation>请求过多</translation>
    </message>
    <message>
        <source>server has problems</source>
        <translation>服务器出错</translation>
    </message>
    <message>
        <source>request refused</source>
        <translation>请求被拒绝</translation>
    </message>
    <message>
        <source>reply not usable</source>
        <translation>答复无法使用</translation>
    </message>
</context>
<context>
    <name>ModelForm</name>
    <message>
        <source>Offline (no AI)</source>
        <translation>离线模式（无 AI）</translation>
    </message>
    <message>
        <source>OpenAI-compatible server</source>
        <translation>兼容 OpenAI 的服务器</translation>
    </message>
    <message>
        <source>Think before answering</source>
        <translation>回答前先思考</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Function calling</source>
        <translation>函数调用</translation>
    </message>
    <message>
        <source>Text, for models without function calling</source>
        <translation>文本，用于不支持函数调用的模型</translation>
    </message>
    <message>
        <source>&amp;Provider</source>
        <translation>服务商(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Base URL</source>
        <translation>基础 URL(&amp;B)</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Tool &amp;calls</source>
        <translation>工具调用(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;List models</source>
        <translation>获取列表(&amp;L)</translation>
    </message>
    <message>
        <source>Ask the server which models it has</source>
        <translation>询问服务器有哪些模型</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>API &amp;key</source>
        <translation>API 密钥(&amp;K)</translation>
    </message>
    <message>
        <source>Tokens for prompt and reply; empty: Axon finds out</source>
        <translation>输入与回复的 token 总数；留空则由 Axon 查明</translation>
    </message>
    <message>
        <source>Not used while the model thinks</source>
        <translation>模型思考时不使用</translation>
    </message>
    <message>
        <source>If the server does not report a size, Axon assumes {tokens} tokens. If the actual size is different, enter it here.</source>
        <translation>如果服务器没有告知，Axon 就按 {tokens} 个 token 计算。实际长度不同时，请在此填写。</translation>
    </message>
    <message>
        <source>This server has taken at most {tokens} tokens, so Axon sends no more. If it takes more now, enter the size here.</source>
        <translation>此服务器最多接受过 {tokens} 个 token，Axon 不会发送更多。如果现在能接受更多，请在此填写。</translation>
    </message>
    <message>
        <source>The base URL is no address. It looks like https://host/v1 or 127.0.0.1:11434.</source>
        <translation>基础 URL 不是地址。应形如 https://host/v1 或 127.0.0.1:11434。</translation>
    </message>
    <message>
        <source>Keep for this run only</source>
        <translation>仅本次运行有效</translation>
    </message>
    <message>
        <source>0 to 2; empty for the model’s default</source>
        <translation>0 到 2；留空则用模型自己的值</translation>
    </message>
    <message>
        <source>Tokens per reply; empty for the model’s default</source>
        <translation>一次回复的 token 数；留空则用模型自己的值</translation>
    </message>
    <message>
        <source>Texts that end a reply, separated by commas</source>
        <translation>遇到即结束回复的文本，用半角逗号分隔</translation>
    </message>
    <message>
        <source>Temperat&amp;ure</source>
        <translation>温度(&amp;U)</translation>
    </message>
    <message>
        <source>Longest &amp;reply</source>
        <translation>最长回复(&amp;R)</translation>
    </message>
    <message>
        <source>Context si&amp;ze</source>
        <translation>上下文长度(&amp;Z)</translation>
    </message>
    <message>
        <source>St&amp;op at</source>
        <translation>停止于(&amp;O)</translation>
    </message>
    <message>
        <source>A key entered here is used instead, until Axon is restarted</source>
        <translation>在此输入的密钥优先使用，直到下次启动</translation>
    </message>
    <message>
        <source>A key entered here is used instead</source>
        <translation>在此输入的密钥优先使用</translation>
    </message>
    <message>
        <source>Not needed for most local servers</source>
        <translation>大多数本地服务器不需要</translation>
    </message>
    <message>
        <source>Paste the key here</source>
        <translation>在此粘贴密钥</translation>
    </message>
    <message>
        <source>A new key replaces the old one</source>
        <translation>新密钥会替换旧密钥</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>请输入模型名称。</translation>
    </message>
    <message>
        <source>The temperature must be a number from 0 to 2.</source>
        <translation>温度应为 0 到 2 之间的数。</translation>
    </message>
    <message>
        <source>The longest reply must be a number of tokens.</source>
        <translation>最长回复应为 token 数。</translation>
    </message>
    <message>
        <source>The context size must be a number, 1024 or higher.</source>
        <translation>上下文长度应为不小于 1024 的数。</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Keys are kept in the system keyring, never in a file.</source>
        <translation>密钥保存在系统密钥环中，绝不写入文件。</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>服务商</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>基础 URL</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>+ &amp;Add a provider…</source>
        <translation>+ 添加服务商(&amp;A)…</translation>
    </message>
    <message>
        <source>Use t&amp;his one</source>
        <translation>使用此模型(&amp;H)</translation>
    </message>
    <message>
        <source>Remo&amp;ve</source>
        <translation>移除(&amp;V)</translation>
    </message>
    <message>
        <source>{provider} · default</source>
        <translation>{provider} · 默认</translation>
    </message>
    <message>
        <source>Offline (no AI)</source>
        <translation>离线模式（无 AI）</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>● entered</source>
        <translation>● 已输入</translation>
    </message>
    <message>
        <source>● saved</source>
        <translation>● 已保存</translation>
    </message>
    <message>
        <source>● environment</source>
        <translation>● 环境变量</translation>
    </message>
    <message>
        <source>● this run only</source>
        <translation>● 仅本次运行</translation>
    </message>
    <message>
        <source>Offline turns simple commands into tool calls, without a model.</source>
        <translation>离线模式不用模型，直接将简单的命令转为工具调用。</translation>
    </message>
    <message>
        <source>Temperature {value}</source>
        <translation>温度 {value}</translation>
    </message>
    <message>
        <source>Max output {tokens}</source>
        <translation>最大输出 {tokens}</translation>
    </message>
    <message>
        <source>Context {tokens}</source>
        <translation>上下文 {tokens}</translation>
    </message>
    <message>
        <source>Retries: 3 on connection loss, 5 on rate limit</source>
        <translation>重试：连接中断时 3 次，触发限流时 5 次</translation>
    </message>
    <message>
        <source>Another server…</source>
        <translation>其他服务器…</translation>
    </message>
    <message>
        <source>{name} on this computer</source>
        <translation>此电脑上的 {name}</translation>
    </message>
    <message>
        <source>○ none</source>
        <translation>○ 无</translation>
    </message>
    <message>
        <source>Which model should Axon use?</source>
        <translation>由谁回答？</translation>
    </message>
    <message>
        <source>Keep current settings</source>
        <translation>保持现在的设置</translation>
    </message>
    <message>
        <source>The notes Axon reads go only to the model you choose. You can change this at any time in the settings.</source>
        <translation>Axon 读取的笔记只会发给你选择的模型，不会发给别人。以后随时可以在设置中更改。</translation>
    </message>
    <message>
        <source>Needs a key from {site}. Notes that Axon reads are sent there.</source>
        <translation>需要 {site} 的密钥。Axon 读取的笔记会发送到那里。</translation>
    </message>
    <message>
        <source>Its key is already in {variable}. Notes that Axon reads are sent to {name}.</source>
        <translation>它的密钥已在 {variable} 中。Axon 读取的笔记会发送给 {name}。</translation>
    </message>
    <message>
        <source>key found</source>
        <translation>已找到密钥</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible API, on this computer or elsewhere.</source>
        <translation>任何兼容 OpenAI 格式的地址，在此电脑上或别处均可。</translation>
    </message>
    <message>
        <source>Understands plain commands such as “read Home”. No key or network needed.</source>
        <translation>懂得“读取 Home”这样的简单命令。不需要密钥和网络。</translation>
    </message>
    <message>
        <source>Looking for model servers on this computer…</source>
        <translation>正在查找此电脑上的模型服务器…</translation>
    </message>
    <message>
        <source>Runs on this computer, in {server}. No key needed.</source>
        <translation>在此电脑上的 {server} 中运行。不需要密钥。</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>No model server is running on this computer.</source>
        <translation>此电脑上没有正在运行的模型服务器。</translation>
    </message>
    <message>
        <source>U&amp;se anyway</source>
        <translation>仍然使用(&amp;S)</translation>
    </message>
    <message>
        <source>Enter a key, or choose Offline. You can add a key later in the settings.</source>
        <translation>请输入密钥，或选择离线模式：以后可以在设置中添加密钥。</translation>
    </message>
    <message>
        <source>This is no address. It looks like https://host/v1 or 127.0.0.1:11434.</source>
        <translation>这不是地址。地址应形如 https://host/v1 或 127.0.0.1:11434。</translation>
    </message>
    <message>
        <source>Asking the model for one word…</source>
        <translation>正在请模型回答一个词…</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Models and keys…</source>
        <translation>模型与密钥…</translation>
    </message>
    <message>
        <source>{program} on this computer</source>
        <translation>此电脑上的 {program}</translation>
    </message>
    <message>
        <source>This computer, {address}</source>
        <translation>此电脑，{address}</translation>
    </message>
    <message>
        <source>no AI · simple commands only</source>
        <translation>无 AI · 只懂简单的命令</translation>
    </message>
    <message>
        <source>Without a model</source>
        <translation>不用模型</translation>
    </message>
    <message>
        <source>free</source>
        <translation>免费</translation>
    </message>
    <message>
        <source>{input} in, {output} out</source>
        <translation>输入 {input}，输出 {output}</translation>
    </message>
    <message>
        <source>only for search by meaning</source>
        <translation>只用于按含义搜索</translation>
    </message>
    <message>
        <source>only sorts results</source>
        <translation>只为结果排序</translation>
    </message>
    <message>
        <source>only for sound</source>
        <translation>只用于声音</translation>
    </message>
    <message>
        <source>only makes pictures</source>
        <translation>只生成图片</translation>
    </message>
    <message>
        <source>only checks texts</source>
        <translation>只检查文本</translation>
    </message>
    <message>
        <source>cannot talk</source>
        <translation>不能对话</translation>
    </message>
    <message>
        <source>Asking the servers…</source>
        <translation>正在询问服务器…</translation>
    </message>
    <message>
        <source>Ask the servers again</source>
        <translation>重新询问服务器</translation>
    </message>
    <message>
        <source>1 hour ago</source>
        <translation>1 小时前</translation>
    </message>
    <message>
        <source>{count} hours ago</source>
        <translation>{count} 小时前</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>1 分钟前</translation>
    </message>
    <message>
        <source>{count} minutes ago</source>
        <translation>{count} 分钟前</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Enter to choose</source>
        <translation>Enter 选择</translation>
    </message>
</context>
<context>
    <name>ModelTest</name>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Asking the model for one word…</source>
        <translation>正在请模型回答一个词…</translation>
    </message>
    <message>
        <source>Trying a tool call: this may take a few minutes…</source>
        <translation>正在尝试一次工具调用，可能需要几分钟…</translation>
    </message>
</context>
<context>
    <name>MoveApproval</name>
    <message>
        <source>&amp;Move</source>
        <translation>移动(&amp;M)</translation>
    </message>
    <message>
        <source>move {path} → {target}</source>
        <translation>移动 {path} → {target}</translation>
    </message>
    <message>
        <source>Move this note?</source>
        <translation>移动此笔记？</translation>
    </message>
    <message>
        <source>Move this file?</source>
        <translation>移动此文件？</translation>
    </message>
    <message>
        <source>no notes link to it</source>
        <translation>没有笔记链接到它</translation>
    </message>
    <message>
        <source>1 note will change</source>
        <translation>1 篇笔记会更改</translation>
    </message>
    <message>
        <source>{count} notes will change</source>
        <translation>{count} 篇笔记会更改</translation>
    </message>
    <message>
        <source>Notes that will change</source>
        <translation>会更改的笔记</translation>
    </message>
</context>
<context>
    <name>NamePrompt</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>C&amp;reate</source>
        <translation>创建(&amp;R)</translation>
    </message>
    <message>
        <source>Opens {path}, which already exists</source>
        <translation>将打开已存在的 {path}</translation>
    </message>
    <message>
        <source>Creates {path}</source>
        <translation>将创建 {path}</translation>
    </message>
</context>
<context>
    <name>NewNotes</name>
    <message>
        <source>New note</source>
        <translation>新建笔记</translation>
    </message>
    <message>
        <source>Name, or Folder/Name</source>
        <translation>名称，或“文件夹/名称”</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>笔记的内容</translation>
    </message>
    <message>
        <source>No template</source>
        <translation>不使用模板</translation>
    </message>
    <message>
        <source>&amp;Template</source>
        <translation>模板(&amp;T)</translation>
    </message>
    <message>
        <source>The note {name} cannot be created: {why}.</source>
        <translation>无法创建笔记 {name}：{why}。</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>没有名称</translation>
    </message>
    <message>
        <source>This note does not exist yet. Create it?</source>
        <translation>此笔记尚不存在。要创建吗？</translation>
    </message>
    <message>
        <source>C&amp;reate</source>
        <translation>创建(&amp;R)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Created the folder {path}</source>
        <translation>已创建文件夹 {path}</translation>
    </message>
    <message>
        <source>{path} already exists: it was created a moment ago.</source>
        <translation>{path} 刚刚已由其他程序创建。</translation>
    </message>
    <message>
        <source>Created {path}</source>
        <translation>已创建 {path}</translation>
    </message>
    <message>
        <source>{done}. Its &lt;% … %&gt; tags stay as they are: Axon does not run code in templates.</source>
        <translation>{done}。其中的 &lt;% … %&gt; 标记保持原样：Axon 不运行模板中的代码。</translation>
    </message>
</context>
<context>
    <name>NewPath</name>
    <message>
        <source>‘{character}’</source>
        <translation>“{character}”</translation>
    </message>
    <message>
        <source>A name must not contain {detail}</source>
        <translation>名称中不能含有 {detail}</translation>
    </message>
    <message>
        <source>{detail} breaks links, so a name must not contain it</source>
        <translation>{detail} 会使链接失效，因此名称中不能含有它</translation>
    </message>
    <message>
        <source>“..” could lead out of the vault; a path that begins with / starts at the vault’s root folder</source>
        <translation>“..”可能指向仓库之外；以 / 开头的路径从仓库的最上层文件夹算起</translation>
    </message>
    <message>
        <source>A name that begins with a dot would be hidden</source>
        <translation>以点开头的名称会被隐藏</translation>
    </message>
    <message>
        <source>A name must not begin or end with a space, or end with a dot</source>
        <translation>名称不能以空格开头或结尾，也不能以点结尾</translation>
    </message>
    <message>
        <source>The name is too long: at most {detail} bytes</source>
        <translation>名称太长：最多 {detail} 字节</translation>
    </message>
    <message>
        <source>{detail} already exists</source>
        <translation>{detail} 已存在</translation>
    </message>
</context>
<context>
    <name>NoHits</name>
    <message>
        <source>Indexing</source>
        <translation>正在编制索引</translation>
    </message>
    <message>
        <source>Ask Axon</source>
        <translation>询问 Axon</translation>
    </message>
    <message>
        <source>New note of this name</source>
        <translation>以此名称新建笔记</translation>
    </message>
    <message>
        <source>No note has these words</source>
        <translation>没有笔记包含这些词</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Did you mean “{words}”? 1 note has it.</source>
        <translation>是不是想找“{words}”？有 1 篇笔记。</translation>
    </message>
    <message>
        <source>Did you mean “{words}”? {count} notes have it.</source>
        <translation>是不是想找“{words}”？有 {count} 篇笔记。</translation>
    </message>
    <message>
        <source>Search “{words}”</source>
        <translation>搜索“{words}”</translation>
    </message>
    <message>
        <source>{done} of {total} notes</source>
        <translation>{total} 篇笔记中的 {done} 篇</translation>
    </message>
    <message>
        <source>Searching the files…</source>
        <translation>正在搜索文件…</translation>
    </message>
    <message>
        <source>What is read so far has no hit.</source>
        <translation>已读取的部分没有匹配。</translation>
    </message>
    <message>
        <source>File names can be searched already.</source>
        <translation>文件名已经可以搜索。</translation>
    </message>
    <message>
        <source>Reading the vault</source>
        <translation>正在读取仓库</translation>
    </message>
    <message>
        <source>File names</source>
        <translation>文件名</translation>
    </message>
</context>
<context>
    <name>NoteFocus</name>
    <message>
        <source>Text for the note that is being opened</source>
        <translation>正在打开的笔记的文字</translation>
    </message>
    <message>
        <source>The note opens as soon as the disk answers. You can write already.</source>
        <translation>磁盘响应后笔记就会打开，现在就可以开始写。</translation>
    </message>
</context>
<context>
    <name>NoteGroups</name>
    <message>
        <source>This note is being written in the other group, and is not saved.</source>
        <translation>这篇笔记正在另一组中编辑，尚未保存。</translation>
    </message>
</context>
<context>
    <name>NoteHeader</name>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Live, Source or Reading</source>
        <translation>实时、源码或阅读</translation>
    </message>
    <message>
        <source>How the note is shown</source>
        <translation>笔记的显示方式</translation>
    </message>
    <message>
        <source>1 change to decide</source>
        <translation>还有 1 处待定</translation>
    </message>
    <message>
        <source>{count} changes to decide</source>
        <translation>还有 {count} 处待定</translation>
    </message>
    <message>
        <source>Go to the next change</source>
        <translation>转到下一处更改</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>阅读视图</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中打开</translation>
    </message>
</context>
<context>
    <name>NotePages</name>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
</context>
<context>
    <name>NotePane</name>
    <message>
        <source>Choose a note on the left to read it here.</source>
        <translation>在左侧选择一篇笔记，即可在此阅读。</translation>
    </message>
    <message>
        <source>{name} no longer exists.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>Use Agent → Changes… to bring back what was deleted in Axon.</source>
        <translation>在 Axon 中删除的内容，可以通过“智能体 → 更改列表…”恢复。</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在读取 {name}…</translation>
    </message>
    <message>
        <source>The vault’s folder is missing. The note will be shown again as soon as the folder is back.</source>
        <translation>仓库的文件夹不存在。恢复后会立即重新显示此笔记。</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>没有打开的仓库。请通过“文件 → 打开仓库…”选择一个。</translation>
    </message>
    <message>
        <source>There are no notes here yet. Press Ctrl+Shift+N to create one.</source>
        <translation>这里还没有笔记。按 Ctrl+Shift+N 新建一篇。</translation>
    </message>
    <message>
        <source>This note is not UTF-8 text. To show it here, save it as UTF-8 in another editor.</source>
        <translation>此笔记不是 UTF-8 文本。请在其他编辑器中将其另存为 UTF-8，之后即可在此显示。</translation>
    </message>
    <message>
        <source>Not downloaded: a sync service keeps it elsewhere.</source>
        <translation>未下载：同步服务把它存放在别处。</translation>
    </message>
</context>
<context>
    <name>NotePanelFeature</name>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
</context>
<context>
    <name>NoteTextEdit</name>
    <message>
        <source>Source of the note</source>
        <translation>笔记的源码</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>关闭此提示</translation>
    </message>
</context>
<context>
    <name>NoticeBox</name>
    <message>
        <source>Open setti&amp;ngs</source>
        <translation>打开设置(&amp;N)</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>Show Axon</source>
        <translation>显示 Axon</translation>
    </message>
    <message>
        <source>Axon needs your approval for {count} changes.</source>
        <translation>Axon 的 {count} 处更改需要你确认。</translation>
    </message>
    <message>
        <source>Axon needs your approval to continue: {tool}</source>
        <translation>Axon 需要你确认后才能继续：{tool}</translation>
    </message>
    <message>
        <source>Axon has made a plan and is waiting for you.</source>
        <translation>Axon 已制定计划，正在等你确认。</translation>
    </message>
    <message>
        <source>Axon asks whether to continue.</source>
        <translation>Axon 询问是否继续。</translation>
    </message>
    <message>
        <source>Axon has answered.</source>
        <translation>Axon 已回答。</translation>
    </message>
    <message>
        <source>Axon has stopped.</source>
        <translation>Axon 已停止。</translation>
    </message>
    <message>
        <source>Axon could not finish: something went wrong.</source>
        <translation>Axon 未能完成：出了点问题。</translation>
    </message>
</context>
<context>
    <name>ObsidianLinks</name>
    <message>
        <source>The vault {name} is already open.</source>
        <translation>仓库 {name} 已打开。</translation>
    </message>
    <message>
        <source>Add this text to the end of {path}?</source>
        <translation>将此文本添加到 {path} 的末尾？</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>{name} is no longer there.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>Added to {path}</source>
        <translation>已添加到 {path}</translation>
    </message>
    <message>
        <source>The vault {folder} is no longer there.</source>
        <translation>仓库 {folder} 已不存在。</translation>
    </message>
    <message>
        <source>This link leads to another vault. Open {name}?</source>
        <translation>此链接通往另一个仓库。要打开 {name} 吗？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>This obsidian:// link is too long to follow.</source>
        <translation>此 obsidian:// 链接内容过多，无法跳转。</translation>
    </message>
    <message>
        <source>Axon does not support the action in this obsidian:// link: {detail}</source>
        <translation>Axon 不支持此 obsidian:// 链接要求的操作：{detail}</translation>
    </message>
    <message>
        <source>No vault named {detail} is known on this computer.</source>
        <translation>此电脑上没有名为 {detail} 的仓库。</translation>
    </message>
    <message>
        <source>This link leads outside your vaults, so Axon does not follow it: {detail}</source>
        <translation>此链接通往仓库之外，因此不跳转：{detail}</translation>
    </message>
    <message>
        <source>This link leads to a hidden folder, so Axon does not follow it: {detail}</source>
        <translation>此链接通往隐藏的文件夹，因此不跳转：{detail}</translation>
    </message>
    <message>
        <source>The vault has no note named {detail}.</source>
        <translation>仓库中没有笔记 {detail}。</translation>
    </message>
    <message>
        <source>This link would overwrite {detail}; Axon does not do that.</source>
        <translation>此链接会覆盖 {detail}，Axon 不会这样做。</translation>
    </message>
    <message>
        <source>This is not a valid obsidian:// link.</source>
        <translation>这不是有效的 obsidian:// 链接。</translation>
    </message>
</context>
<context>
    <name>OutlineList</name>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>加书签</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
</context>
<context>
    <name>OutlinePage</name>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Filter headings</source>
        <translation>筛选标题</translation>
    </message>
    <message>
        <source>No matching headings.</source>
        <translation>没有含这些字符的标题。</translation>
    </message>
    <message>
        <source>No note is open.</source>
        <translation>没有打开的笔记。</translation>
    </message>
    <message>
        <source>This note has no headings.</source>
        <translation>此笔记没有小标题。</translation>
    </message>
    <message>
        <source>Only notes have an outline.</source>
        <translation>只有笔记才有大纲。</translation>
    </message>
    <message>
        <source>This note no longer exists.</source>
        <translation>此笔记已不存在。</translation>
    </message>
    <message>
        <source>This note cannot be read.</source>
        <translation>无法读取此笔记。</translation>
    </message>
</context>
<context>
    <name>OutsideLink</name>
    <message>
        <source>Open this address outside Axon?</source>
        <translation>在 Axon 之外打开此地址？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Text from elsewhere may have led to this link: {origins}. What the address holds goes to {host}, and may be words of your notes.</source>
        <translation>此链接可能来自别处的文字：{origins}。地址里的内容会发给 {host}，其中可能有你笔记里的文字。</translation>
    </message>
</context>
<context>
    <name>PageList</name>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>想做什么？</translation>
    </message>
    <message>
        <source>Enter to run</source>
        <translation>Enter 执行</translation>
    </message>
    <message>
        <source>No matching commands.</source>
        <translation>没有这样的命令。</translation>
    </message>
</context>
<context>
    <name>PanelRowModel</name>
    <message>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>PendingBar</name>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>A&amp;gree and start</source>
        <translation>同意并启动(&amp;G)</translation>
    </message>
    <message>
        <source>Re&amp;view…</source>
        <translation>查看(&amp;V)…</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>设置(&amp;E)…</translation>
    </message>
    <message>
        <source>No&amp;t now</source>
        <translation>以后再说(&amp;T)</translation>
    </message>
    <message>
        <source>The server “{server}” is in the settings, but you have not agreed to it yet. It would run exactly this, and could then do whatever you can do:</source>
        <translation>服务器“{server}”在设置中，但你尚未同意启动它。它会原样运行以下命令，之后凡是你能做的，它都能做：</translation>
    </message>
    <message>
        <source>1 tool from {servers} is new or has changed. It is not offered until you review it.</source>
        <translation>{servers} 有 1 个工具是新的或已更改，你查看之前不会提供给模型。</translation>
    </message>
    <message>
        <source>{count} tools from {servers} are new or have changed. They are not offered until you review them.</source>
        <translation>{servers} 有 {count} 个工具是新的或已更改，你查看之前不会提供给模型。</translation>
    </message>
    <message>
        <source>The server “{server}” is not available, so its tools cannot be used. {reason}</source>
        <translation>服务器“{server}”不可用：无法使用它的工具。{reason}</translation>
    </message>
</context>
<context>
    <name>PendingIndicator</name>
    <message>
        <source>Go to what waits for you</source>
        <translation>前往等待你回答的问题</translation>
    </message>
    <message>
        <source>Nothing waits for your answer.</source>
        <translation>没有等待你回答的问题。</translation>
    </message>
    <message>
        <source>1 change waits</source>
        <translation>1 处更改等待确认</translation>
    </message>
    <message>
        <source>{count} changes wait</source>
        <translation>{count} 处更改等待确认</translation>
    </message>
    <message>
        <source>{count} questions wait</source>
        <translation>{count} 个问题等待回答</translation>
    </message>
    <message>
        <source>A command waits</source>
        <translation>有命令等待确认</translation>
    </message>
    <message>
        <source>A tool waits</source>
        <translation>有工具等待确认</translation>
    </message>
    <message>
        <source>A plan waits</source>
        <translation>有计划等待确认</translation>
    </message>
    <message>
        <source>Axon asks whether to go on</source>
        <translation>Axon 询问是否继续</translation>
    </message>
    <message>
        <source>A question waits</source>
        <translation>有问题等待回答</translation>
    </message>
</context>
<context>
    <name>PictureHandle</name>
    <message>
        <source>Width of the picture</source>
        <translation>图片宽度</translation>
    </message>
    <message>
        <source>Drag to change the width, double-click for the picture’s own</source>
        <translation>拖动可改变宽度，双击恢复图片自身的宽度</translation>
    </message>
</context>
<context>
    <name>PlanCard</name>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Re&amp;try step</source>
        <translation>重试步骤(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;kip step</source>
        <translation>跳过步骤(&amp;K)</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>继续(&amp;U)</translation>
    </message>
    <message>
        <source>Revi&amp;se…</source>
        <translation>要求修改(&amp;S)…</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 个步骤</translation>
    </message>
    <message>
        <source>{total} steps</source>
        <translation>{total} 个步骤</translation>
    </message>
    <message>
        <source>All {total} steps done</source>
        <translation>全部 {total} 个步骤已完成</translation>
    </message>
    <message>
        <source>Step done</source>
        <translation>步骤已完成</translation>
    </message>
    <message>
        <source>{done} of {total} steps done, {skipped} skipped</source>
        <translation>{total} 个步骤中已完成 {done} 个，跳过 {skipped} 个</translation>
    </message>
    <message>
        <source>Step {step} / {total}</source>
        <translation>第 {step} / {total} 步</translation>
    </message>
</context>
<context>
    <name>PlanDialog</name>
    <message>
        <source>Plan — {goal}</source>
        <translation>计划 — {goal}</translation>
    </message>
    <message>
        <source>Review the plan before it runs. Drag, or press Alt+Up or Alt+Down, to reorder. Click or press F2 to edit.</source>
        <translation>执行前请查看。拖动或按 Alt+↑/↓ 调整顺序，点击或按 F2 编辑。</translation>
    </message>
    <message>
        <source>+ Add a step</source>
        <translation>+ 添加步骤</translation>
    </message>
    <message>
        <source>Add a step after this one (Insert)</source>
        <translation>在此步骤之后添加一步（Insert）</translation>
    </message>
    <message>
        <source>Remove step</source>
        <translation>移除步骤</translation>
    </message>
    <message>
        <source>Remove this step (Delete)</source>
        <translation>移除此步骤（Delete）</translation>
    </message>
    <message>
        <source>What should be different?</source>
        <translation>希望怎样修改？</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Re&amp;vise…</source>
        <translation>要求修改(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Approve and run</source>
        <translation>批准并执行(&amp;A)</translation>
    </message>
</context>
<context>
    <name>ProbeWords</name>
    <message>
        <source>✓ {provider} answers ({seconds} s).</source>
        <translation>✓ {provider} 有回应（{seconds} 秒）。</translation>
    </message>
    <message>
        <source>{provider} does not accept the key. Check it, or enter another one.</source>
        <translation>{provider} 不接受此密钥。请检查，或输入另一个。</translation>
    </message>
    <message>
        <source>The account at {provider} has no balance. Top it up, then try again.</source>
        <translation>{provider} 账户没有余额。请充值后重试。</translation>
    </message>
    <message>
        <source>{provider} has no model with this name. Choose one from its list.</source>
        <translation>{provider} 没有这个名称的模型。请从列表中选择一个。</translation>
    </message>
    <message>
        <source>{provider} cannot be reached. Check the address, the network, and whether the server is running.</source>
        <translation>{provider}：无法连接。请检查地址、网络，以及服务器是否在运行。</translation>
    </message>
    <message>
        <source>The certificate of {provider} is not trusted. Check this computer’s date and the proxy.</source>
        <translation>{provider} 的证书不受信任。请检查此电脑的日期和代理服务器。</translation>
    </message>
    <message>
        <source>The proxy between this computer and {provider} refuses the connection or does not respond. Check HTTPS_PROXY.</source>
        <translation>此电脑与 {provider} 之间的代理服务器拒绝连接或没有响应。请检查 HTTPS_PROXY。</translation>
    </message>
    <message>
        <source>{provider} is having problems. Try again later.</source>
        <translation>{provider} 自身出现故障。请稍后再试。</translation>
    </message>
    <message>
        <source>No model answers at this address. Check the base URL.</source>
        <translation>此地址没有模型回应。请检查基础 URL。</translation>
    </message>
    <message>
        <source>The server answers, but offers no model. Load one there.</source>
        <translation>服务器有响应，但没有可用的模型。请先在服务器上加载一个。</translation>
    </message>
    <message>
        <source>✓ The server has one model: {name}</source>
        <translation>✓ 服务器有一个模型：{name}</translation>
    </message>
    <message>
        <source>✓ The server has {count} models. Choose one.</source>
        <translation>✓ 服务器有 {count} 个模型。请选择一个。</translation>
    </message>
    <message>
        <source>Tools: native calls work.</source>
        <translation>工具：原生调用可用。</translation>
    </message>
    <message>
        <source>Tools: text calls work.</source>
        <translation>工具：文本调用可用。</translation>
    </message>
    <message>
        <source>This model could not make a tool call. It may be too small.</source>
        <translation>这个模型没能完成一次工具调用，可能太小了。</translation>
    </message>
    <message>
        <source>Tools: could not be determined.</source>
        <translation>工具：未能查明。</translation>
    </message>
    <message>
        <source>Context: {tokens} tokens.</source>
        <translation>上下文：{tokens} 个 token。</translation>
    </message>
    <message>
        <source>Context: unknown, so Axon assumes {tokens} tokens. If the actual size is different, enter it as the context size.</source>
        <translation>上下文：未知，Axon 按 {tokens} 个 token 计算。实际长度不同时，请填写“上下文长度”。</translation>
    </message>
</context>
<context>
    <name>PromptField</name>
    <message>
        <source>Letter: Make a friendly letter of this.</source>
        <translation>书信：把它改成一封友好的信。</translation>
    </message>
</context>
<context>
    <name>Properties</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Checkbox</source>
        <translation>复选框</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Date &amp; time</source>
        <translation>日期和时间</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Aliases</source>
        <translation>别名</translation>
    </message>
</context>
<context>
    <name>PropertyForm</name>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Add property</source>
        <translation>添加属性</translation>
    </message>
    <message>
        <source>Properties {count}</source>
        <translation>属性 {count}</translation>
    </message>
    <message>
        <source>Show the properties</source>
        <translation>显示属性</translation>
    </message>
    <message>
        <source>Hide the properties</source>
        <translation>隐藏属性</translation>
    </message>
    <message>
        <source>These properties are not valid YAML, so they are shown as text.</source>
        <translation>这些属性不是有效的 YAML，因此显示为文本。</translation>
    </message>
    <message>
        <source>A property stands here twice, so they are shown as text.</source>
        <translation>这里有重复的属性，因此显示为文本。</translation>
    </message>
    <message>
        <source>These properties are too long for a form, so they are shown as text.</source>
        <translation>这些属性太长，放不进表单，因此显示为文本。</translation>
    </message>
</context>
<context>
    <name>PropertyRow</name>
    <message>
        <source>Property name</source>
        <translation>属性名称</translation>
    </message>
    <message>
        <source>{name}, {kind}</source>
        <translation>{name}，{kind}</translation>
    </message>
    <message>
        <source>Name of the property {name}</source>
        <translation>属性 {name} 的名称</translation>
    </message>
    <message>
        <source>This value is edited as text</source>
        <translation>此值以文本编辑</translation>
    </message>
    <message>
        <source>{kind}, menu of the property</source>
        <translation>{kind}，属性菜单</translation>
    </message>
    <message>
        <source>The value is not of the kind {kind}</source>
        <translation>此值不是{kind}类型</translation>
    </message>
    <message>
        <source>The value would not stay whole as {kind}. Nothing was changed.</source>
        <translation>改为{kind}会丢失部分内容，因此没有更改。</translation>
    </message>
    <message>
        <source>Edit as text</source>
        <translation>以文本编辑</translation>
    </message>
    <message>
        <source>Remove property</source>
        <translation>移除属性</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Left</source>
        <translation>←</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>→</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>↑</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>↓</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
</context>
<context>
    <name>QuestionPage</name>
    <message>
        <source>What should Axon do first?</source>
        <translation>先做什么？</translation>
    </message>
    <message>
        <source>Axon starts as soon as the vault is open. Later, type in the box at the bottom right.</source>
        <translation>仓库一打开就会开始。以后在右下角的输入框中输入即可。</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>暂时不做</translation>
    </message>
    <message>
        <source>Just open the window.</source>
        <translation>只打开窗口。</translation>
    </message>
    <message>
        <source>list /</source>
        <translation>列出 /</translation>
    </message>
    <message>
        <source>Shows what is in the vault.</source>
        <translation>显示仓库中有什么。</translation>
    </message>
    <message>
        <source>Shows what {note} says.</source>
        <translation>显示“{note}”的内容。</translation>
    </message>
    <message>
        <source>read {note}</source>
        <translation>读取 {note}</translation>
    </message>
    <message>
        <source>help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Shows the available commands.</source>
        <translation>显示有哪些命令。</translation>
    </message>
    <message>
        <source>List my notes and tell me what this vault is about</source>
        <translation>列出我的笔记，告诉我这个仓库讲什么</translation>
    </message>
    <message>
        <source>Lists folders, reads a few notes, and sums them up.</source>
        <translation>列出文件夹，读取几篇笔记，然后总结。</translation>
    </message>
    <message>
        <source>Read {note} and suggest three links to add</source>
        <translation>读取“{note}”，建议三个可以添加的链接</translation>
    </message>
    <message>
        <source>Only reads, changes nothing.</source>
        <translation>只读取，不做任何更改。</translation>
    </message>
    <message>
        <source>Find my open tasks and list them by note</source>
        <translation>找出我未完成的任务，按笔记列出</translation>
    </message>
    <message>
        <source>Searches the whole vault.</source>
        <translation>搜索整个仓库。</translation>
    </message>
</context>
<context>
    <name>QueueRow</name>
    <message>
        <source>Next step</source>
        <translation>将在下一步发送</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit the waiting request: {text}</source>
        <translation>编辑等待中的请求：{text}</translation>
    </message>
    <message>
        <source>Send next</source>
        <translation>下一步发送</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Send now: {text}</source>
        <translation>立即发送：{text}</translation>
    </message>
    <message>
        <source>Send next: {text}</source>
        <translation>下一步发送：{text}</translation>
    </message>
    <message>
        <source>Give it to the model at its next step</source>
        <translation>在下一步就交给模型</translation>
    </message>
    <message>
        <source>Remove the waiting request: {text}</source>
        <translation>移除等待中的请求：{text}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Enter edits, Delete removes, Alt+Up and Alt+Down move it.</source>
        <translation>Enter 编辑，Delete 移除，Alt+↑ 和 Alt+↓ 移动。</translation>
    </message>
</context>
<context>
    <name>QuickOpenBox</name>
    <message>
        <source>Esc to close</source>
        <translation>Esc 关闭</translation>
    </message>
</context>
<context>
    <name>QuickOpenRow</name>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
</context>
<context>
    <name>ReadingLine</name>
    <message>
        <source>Reading notes for search by meaning</source>
        <translation>正在为语义搜索读取笔记</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>语义搜索</translation>
    </message>
    <message>
        <source>Not what you meant?</source>
        <translation>不是你要找的？</translation>
    </message>
</context>
<context>
    <name>RecordTrouble</name>
    <message>
        <source>The record of changes cannot be written: the disk is full. Free up space on the disk with Axon’s data folder, then try again.</source>
        <translation>无法写入更改记录：磁盘已满。请在 Axon 数据文件夹所在的磁盘上腾出空间，然后重试。</translation>
    </message>
    <message>
        <source>The record of changes cannot be written: Axon’s data folder is write-protected. Allow writing there, then try again.</source>
        <translation>无法写入更改记录：Axon 的数据文件夹被写保护。请允许写入该文件夹，然后重试。</translation>
    </message>
    <message>
        <source>The record of changes cannot be written: another program keeps it locked. Close that program, then try again.</source>
        <translation>无法写入更改记录：另一个程序锁住了它。请关闭那个程序，然后重试。</translation>
    </message>
    <message>
        <source>The record of changes cannot be written: it is damaged. Open the vault again to start a new record.</source>
        <translation>无法写入更改记录：它已损坏。请重新打开仓库，届时会启用新的记录。</translation>
    </message>
    <message>
        <source>The record of changes cannot be written: {why}. Check Axon’s data folder, then try again.</source>
        <translation>无法写入更改记录：{why}。请检查 Axon 的数据文件夹，然后重试。</translation>
    </message>
</context>
<context>
    <name>RelatedPage</name>
    <message>
        <source>Back to the whole note</source>
        <translation>返回整篇笔记</translation>
    </message>
    <message>
        <source>Stay with this note</source>
        <translation>固定在这篇笔记</translation>
    </message>
    <message>
        <source>Related notes</source>
        <translation>相关笔记</translation>
    </message>
    <message>
        <source>Close to</source>
        <translation>接近</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>没有打开的笔记</translation>
    </message>
    <message>
        <source>Open a note to see which others are about the same.</source>
        <translation>打开一篇笔记，即可看到哪些笔记讲的是同样的内容。</translation>
    </message>
    <message>
        <source>Search by meaning is off</source>
        <translation>语义搜索已关闭</translation>
    </message>
    <message>
        <source>With it, notes are found here that say the same in other words.</source>
        <translation>打开后，这里会列出用别的词语表达同样意思的笔记。</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>The notes are being read</source>
        <translation>正在读取笔记</translation>
    </message>
    <message>
        <source>Related notes appear here as soon as enough of them are.</source>
        <translation>读取足够多的笔记后，相关笔记会出现在这里。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Related notes cannot be found</source>
        <translation>无法查找相关笔记</translation>
    </message>
    <message>
        <source>No related notes</source>
        <translation>没有相关笔记</translation>
    </message>
    <message>
        <source>No other note comes near to the selection.</source>
        <translation>没有其他笔记接近所选内容。</translation>
    </message>
    <message>
        <source>No other note comes near to this one.</source>
        <translation>没有其他笔记接近这篇笔记。</translation>
    </message>
    <message>
        <source>Found by what {host} made of the notes; it was sent their text.</source>
        <translation>按 {host} 对笔记的处理结果查找；笔记的文字已发送给它。</translation>
    </message>
    <message>
        <source>Found on this computer; nothing is sent.</source>
        <translation>在这台计算机上查找；不发送任何内容。</translation>
    </message>
</context>
<context>
    <name>ReplaceBar</name>
    <message>
        <source>Upper and lower case differ</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Only in the selection</source>
        <translation>只在选中部分</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace this match</source>
        <translation>替换这一处</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Replace all matches</source>
        <translation>替换全部匹配</translation>
    </message>
    <message>
        <source>Not valid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>Replaced {count}</source>
        <translation>已替换 {count} 处</translation>
    </message>
</context>
<context>
    <name>ReplyStream</name>
    <message>
        <source>Thinking… press Esc to stop.</source>
        <translation>正在思考… 按 Esc 停止。</translation>
    </message>
    <message>
        <source>Writing… press Esc to stop.</source>
        <translation>正在撰写… 按 Esc 停止。</translation>
    </message>
</context>
<context>
    <name>ReportingStatus</name>
    <message>
        <source>Click to open the settings.</source>
        <translation>点击打开设置。</translation>
    </message>
</context>
<context>
    <name>RequestQueueBar</name>
    <message>
        <source>Waiting requests</source>
        <translation>等待中的请求</translation>
    </message>
</context>
<context>
    <name>RescuedDialog</name>
    <message>
        <source>Rescued texts</source>
        <translation>救回的文本</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Copy the text</source>
        <translation>复制文本(&amp;C)</translation>
    </message>
    <message>
        <source>Save as a &amp;new note</source>
        <translation>另存为新笔记(&amp;N)</translation>
    </message>
    <message>
        <source>There are no more rescued texts.</source>
        <translation>已经没有救回的文本了。</translation>
    </message>
    <message>
        <source>Each is kept for {days} days.</source>
        <translation>每份保留 {days} 天。</translation>
    </message>
    <message>
        <source>Each is kept for one day.</source>
        <translation>每份保留 1 天。</translation>
    </message>
    <message>
        <source>Text that would otherwise have been lost: what another program wrote at the very moment of a change, your own text from before you chose between two versions, and drafts you discarded.</source>
        <translation>本来会丢失的内容：其他程序恰好在更改的那一刻写入的文本、你在两个版本之间做出选择之前自己的文本、你放弃的草稿。</translation>
    </message>
    <message>
        <source>Save as a &amp;new file</source>
        <translation>另存为新文件(&amp;N)</translation>
    </message>
    <message>
        <source>The text is on the clipboard.</source>
        <translation>文本已复制到剪贴板。</translation>
    </message>
    <message>
        <source>{name} (rescued {time})</source>
        <translation>{name} (救回 {time})</translation>
    </message>
</context>
<context>
    <name>RescuedPane</name>
    <message>
        <source>The file no longer exists.</source>
        <translation>此文件已不存在。</translation>
    </message>
    <message>
        <source>The note no longer exists.</source>
        <translation>此笔记已不存在。</translation>
    </message>
    <message>
        <source>Left: as it is now. Right: the rescued text.</source>
        <translation>左侧是现在的内容，右侧是救回的文本。</translation>
    </message>
    <message>
        <source>The rescued text is empty.</source>
        <translation>救回的文本是空的。</translation>
    </message>
    <message>
        <source>The file contains exactly this text.</source>
        <translation>文件的内容与此文本完全相同。</translation>
    </message>
    <message>
        <source>This text is no longer kept.</source>
        <translation>此文本已不再保留。</translation>
    </message>
    <message>
        <source>This is not text, but you can save it as a new file.</source>
        <translation>这不是文本，但可以另存为新文件。</translation>
    </message>
    <message>
        <source>This text is too large to compare here. You can still copy and save it.</source>
        <translation>此文本太大，无法在此对比，但仍可复制和另存。</translation>
    </message>
</context>
<context>
    <name>ResultBar</name>
    <message>
        <source>How notes are found</source>
        <translation>查找笔记的方式</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Copy results</source>
        <translation>复制结果</translation>
    </message>
    <message>
        <source>Search syntax</source>
        <translation>搜索语法</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
</context>
<context>
    <name>ResultModel</name>
    <message>
        <source>1 more line</source>
        <translation>还有 1 行</translation>
    </message>
    <message>
        <source>{count} more lines</source>
        <translation>还有 {count} 行</translation>
    </message>
    <message>
        <source>Line {number}: {text}</source>
        <translation>第 {number} 行：{text}</translation>
    </message>
    <message>
        <source>{path}, lines: {count}</source>
        <translation>{path}，{count} 行</translation>
    </message>
    <message>
        <source>{percent} % alike</source>
        <translation>相似度 {percent}%</translation>
    </message>
</context>
<context>
    <name>ResultView</name>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
</context>
<context>
    <name>RetentionBar</name>
    <message>
        <source>&amp;Storage…</source>
        <translation>存储空间(&amp;S)…</translation>
    </message>
    <message>
        <source>Save &amp;limits</source>
        <translation>保存上限(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Keep for</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>at &amp;most</source>
        <translation>最多(&amp;M)</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 天</translation>
    </message>
    <message>
        <source> day</source>
        <translation> 天</translation>
    </message>
    <message>
        <source>{size} of {limit} used. Kept for {days} days.</source>
        <translation>已用 {size}，上限 {limit}。保留 {days} 天。</translation>
    </message>
    <message>
        <source>{size} of {limit} used. Kept for one day.</source>
        <translation>已用 {size}，上限 {limit}。保留 1 天。</translation>
    </message>
    <message>
        <source>Days to keep changes</source>
        <translation>更改的保留天数</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>Maximum size of kept texts in megabytes</source>
        <translation>保留的文本最多占用的空间（MB）</translation>
    </message>
    <message>
        <source>&amp;Free space now</source>
        <translation>立即释放空间(&amp;F)</translation>
    </message>
    <message>
        <source>Delete what is beyond these limits and free the disk space</source>
        <translation>删除超出这些限制的内容，释放磁盘空间</translation>
    </message>
    <message>
        <source>{turns} turns, {disk} on disk. The newest {least} are always kept.</source>
        <translation>{turns} 组更改，占用磁盘 {disk}。最近 {least} 组始终保留。</translation>
    </message>
    <message>
        <source>1 &amp;rescued text…</source>
        <translation>1 份救回的文本(&amp;R)…</translation>
    </message>
    <message>
        <source>{count} &amp;rescued texts…</source>
        <translation>{count} 份救回的文本(&amp;R)…</translation>
    </message>
    <message>
        <source>For this vault. The newest {least} turns are always kept.</source>
        <translation>仅用于此仓库。最近 {least} 组更改始终保留。</translation>
    </message>
    <message>
        <source>Limits saved. Anything beyond them is deleted at the next cleanup, or when you free space now.</source>
        <translation>今后按此保留。超出的内容会在下次清理时删除，也可以立即释放空间。</translation>
    </message>
    <message>
        <source>{turns} older turns deleted, {size} of disk space freed.</source>
        <translation>已删除较早的 {turns} 组更改，释放磁盘空间 {size}。</translation>
    </message>
    <message>
        <source>One older turn deleted, {size} of disk space freed.</source>
        <translation>已删除较早的 1 组更改，释放磁盘空间 {size}。</translation>
    </message>
    <message>
        <source>Nothing is beyond the limits.</source>
        <translation>没有超出限制的内容。</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <source>Look at these</source>
        <translation>请先看这些</translation>
    </message>
    <message>
        <source>Changed lines</source>
        <translation>改动几行</translation>
    </message>
    <message>
        <source>Only moved</source>
        <translation>只是移动</translation>
    </message>
    <message>
        <source>Only added to</source>
        <translation>只有新增</translation>
    </message>
    <message>
        <source>with a warning, or text is lost or links move</source>
        <translation>有警告，或会丢失文字、要改链接</translation>
    </message>
    <message>
        <source>text is lost or links move</source>
        <translation>会丢失文字，或要改链接</translation>
    </message>
    <message>
        <source>not in the proper format</source>
        <translation>格式不合规范</translation>
    </message>
    <message>
        <source>empties the note</source>
        <translation>会清空笔记</translation>
    </message>
    <message>
        <source>more than half is removed</source>
        <translation>会删去一半以上</translation>
    </message>
    <message>
        <source>instructions for every conversation</source>
        <translation>每次对话都会读的说明</translation>
    </message>
    <message>
        <source>adds code that runs</source>
        <translation>会加入可运行的代码</translation>
    </message>
    <message>
        <source>adds invisible characters</source>
        <translation>会加入看不见的字符</translation>
    </message>
    <message>
        <source>you may not have asked for this</source>
        <translation>可能不是你要求的</translation>
    </message>
    <message>
        <source>cannot be undone</source>
        <translation>无法撤销</translation>
    </message>
    <message>
        <source>goes to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>{moves}, 1 link follows</source>
        <translation>{moves}，1 个链接随之更改</translation>
    </message>
    <message>
        <source>{moves}, {count} links follow</source>
        <translation>{moves}，{count} 个链接随之更改</translation>
    </message>
    <message>
        <source>whole note replaced</source>
        <translation>替换整篇笔记</translation>
    </message>
    <message>
        <source>text is removed</source>
        <translation>会删去文字</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>新笔记</translation>
    </message>
    <message>
        <source>is renamed to {name}</source>
        <translation>改名为 {name}</translation>
    </message>
    <message>
        <source>moves to the vault’s root folder</source>
        <translation>移到仓库的最上层文件夹</translation>
    </message>
    <message>
        <source>moves to {folder}</source>
        <translation>移到 {folder}</translation>
    </message>
</context>
<context>
    <name>ReviewDialog</name>
    <message>
        <source>Axon wants to make {count} changes to {name}</source>
        <translation>Axon 想对 {name} 作 {count} 处更改</translation>
    </message>
    <message>
        <source>Axon wants to change {count} notes</source>
        <translation>Axon 想更改 {count} 篇笔记</translation>
    </message>
    <message>
        <source>Axon wants to change {count} files</source>
        <translation>Axon 想更改 {count} 个文件</translation>
    </message>
    <message>
        <source>in response to “{request}”</source>
        <translation>来自请求“{request}”</translation>
    </message>
    <message>
        <source>Re&amp;view this one…</source>
        <translation>单独查看(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Reject all</source>
        <translation>全部拒绝(&amp;R)</translation>
    </message>
    <message>
        <source>{chosen} of {count} chosen</source>
        <translation>已选 {chosen} / {count}</translation>
    </message>
    <message>
        <source>&amp;Apply {count}</source>
        <translation>应用 {count} 项(&amp;A)</translation>
    </message>
</context>
<context>
    <name>ReviewList</name>
    <message>
        <source>Changes</source>
        <translation>更改列表</translation>
    </message>
</context>
<context>
    <name>ReviewModel</name>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不采用</translation>
    </message>
</context>
<context>
    <name>ReviewPane</name>
    <message>
        <source>its links follow {path}</source>
        <translation>其中指向 {path} 的链接随之更改</translation>
    </message>
    <message>
        <source>These are not applied until you have chosen them. Go to each to see what it does.</source>
        <translation>这些更改要你勾选后才会应用。选中一项即可查看其内容。</translation>
    </message>
    <message>
        <source>Go to one to see what it does.</source>
        <translation>选中一项即可查看其内容。</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>已由你修改</translation>
    </message>
    <message>
        <source>Its text stays as it is. Unfold the row to see the notes whose links follow.</source>
        <translation>内容不变。展开该行可以查看哪些笔记的链接随之更改。</translation>
    </message>
    <message>
        <source>Its text stays as it is, and no note links to it.</source>
        <translation>内容不变，也没有笔记链接到它。</translation>
    </message>
    <message>
        <source>It is too large to show here, or cannot be read.</source>
        <translation>内容太大无法在此显示，或无法读取。</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>内容为空。</translation>
    </message>
    <message>
        <source>It is not text ({size}).</source>
        <translation>内容不是文本（{size}）。</translation>
    </message>
    <message>
        <source>The text is the same before and after.</source>
        <translation>更改前后的内容相同。</translation>
    </message>
</context>
<context>
    <name>Rewind</name>
    <message>
        <source>Went back to before this message.</source>
        <translation>已回到此消息之前。</translation>
    </message>
    <message>
        <source>1 note was restored to that point.</source>
        <translation>1 篇笔记已恢复到当时的状态。</translation>
    </message>
    <message>
        <source>{count} notes were restored to that point.</source>
        <translation>{count} 篇笔记已恢复到当时的状态。</translation>
    </message>
</context>
<context>
    <name>RewindBar</name>
    <message>
        <source>Ta&amp;ke it back</source>
        <translation>撤回(&amp;K)</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
</context>
<context>
    <name>RewindDialog</name>
    <message>
        <source>Go back to a message</source>
        <translation>回到某条消息</translation>
    </message>
    <message>
        <source>Go back to before this message?</source>
        <translation>回到此消息之前？</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>The running request will be stopped first.</source>
        <translation>会先停止正在运行的请求。</translation>
    </message>
    <message>
        <source>&amp;Notes and conversation</source>
        <translation>笔记和对话(&amp;N)</translation>
    </message>
    <message>
        <source>Notes &amp;only: the conversation stays as it is</source>
        <translation>仅笔记：对话保持不变(&amp;O)</translation>
    </message>
    <message>
        <source>Con&amp;versation only: the notes stay as they are</source>
        <translation>仅对话：笔记保持不变(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Go back</source>
        <translation>回到此处之前(&amp;G)</translation>
    </message>
    <message>
        <source>You continue in a copy of the conversation that ends here; the full conversation stays in the history.</source>
        <translation>将在截止到此处的对话副本中继续；完整的对话保留在历史记录中。</translation>
    </message>
    <message>
        <source>Checking the notes…</source>
        <translation>正在检查笔记…</translation>
    </message>
    <message>
        <source>No note has changed since this message, or all changes are already undone.</source>
        <translation>此消息之后没有更改过笔记，或更改已全部撤销。</translation>
    </message>
    <message>
        <source>Either all notes go back or none do. To undo them one by one, open Changes.</source>
        <translation>笔记要么全部还原，要么都不还原。可在“更改列表”中逐篇撤销。</translation>
    </message>
    <message>
        <source>{count} will change.</source>
        <translation>{count}会更改。</translation>
    </message>
</context>
<context>
    <name>RoundProgress</name>
    <message>
        <source>Round {round}</source>
        <translation>第 {round} 轮</translation>
    </message>
    <message>
        <source>Round {round} / {of}</source>
        <translation>第 {round} / {of} 轮</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>进行中…</translation>
    </message>
    <message>
        <source>Waiting for you… {done} of {total}</source>
        <translation>等待你的确认… {done} / {total}</translation>
    </message>
    <message>
        <source>Running tools… {done} of {total}</source>
        <translation>正在运行工具… {done} / {total}</translation>
    </message>
    <message>
        <source>{done} of {total} done</source>
        <translation>已完成 {done} / {total}</translation>
    </message>
</context>
<context>
    <name>RoundsDialog</name>
    <message>
        <source>{count} rounds of tool calls done</source>
        <translation>已完成{count}轮工具调用</translation>
    </message>
    <message>
        <source>{count} rounds done</source>
        <translation>已完成{count}轮</translation>
    </message>
    <message>
        <source>One round of tool calls done</source>
        <translation>已完成一轮工具调用</translation>
    </message>
    <message>
        <source>One round done</source>
        <translation>已完成一轮</translation>
    </message>
    <message>
        <source>one</source>
        <translation>一</translation>
    </message>
    <message>
        <source>two</source>
        <translation>两</translation>
    </message>
    <message>
        <source>three</source>
        <translation>三</translation>
    </message>
    <message>
        <source>four</source>
        <translation>四</translation>
    </message>
    <message>
        <source>five</source>
        <translation>五</translation>
    </message>
    <message>
        <source>six</source>
        <translation>六</translation>
    </message>
    <message>
        <source>seven</source>
        <translation>七</translation>
    </message>
    <message>
        <source>eight</source>
        <translation>八</translation>
    </message>
    <message>
        <source>nine</source>
        <translation>九</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 次调用</translation>
    </message>
    <message>
        <source>{count} calls</source>
        <translation>{count} 次调用</translation>
    </message>
    <message>
        <source>{calls}, {tokens} tokens</source>
        <translation>{calls}，{tokens} 个 token</translation>
    </message>
    <message>
        <source>Axon has run {count} rounds of tool calls ({amount}). Continue with round {next}?</source>
        <translation>Axon 已运行{count}轮工具调用（{amount}）。是否继续第 {next} 轮？</translation>
    </message>
    <message>
        <source>Axon has asked the model {count} times ({amount}); planning and thinking count too. Continue with round {next}?</source>
        <translation>Axon 已向模型提问{count}次（{amount}），规划和思考也计算在内。是否继续第 {next} 轮？</translation>
    </message>
    <message>
        <source>Axon has asked the model once ({amount}). Continue with round {next}?</source>
        <translation>Axon 已请求模型一次（{amount}）。继续第 {next} 轮吗？</translation>
    </message>
    <message>
        <source>planning or thinking</source>
        <translation>规划或思考</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>已完成的操作</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Don’t ask again for this request</source>
        <translation>本次请求不再询问(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>继续(&amp;C)</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>whole vault</source>
        <translation>整个仓库</translation>
    </message>
    <message>
        <source>{folder} (in another vault)</source>
        <translation>{folder}（属于其他仓库）</translation>
    </message>
    <message>
        <source>always apply</source>
        <translation>始终应用</translation>
    </message>
    <message>
        <source>never write</source>
        <translation>永不写入</translation>
    </message>
    <message>
        <source>always allow</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>never allow</source>
        <translation>永不允许</translation>
    </message>
</context>
<context>
    <name>SafetyPage</name>
    <message>
        <source>Tools &amp; safety</source>
        <translation>工具与安全</translation>
    </message>
    <message>
        <source>Whatever the rules say, changes to notes can be undone.</source>
        <translation>无论规则怎样规定，对笔记的更改都能撤销。</translation>
    </message>
    <message>
        <source>Ask first</source>
        <translation>先询问</translation>
    </message>
    <message>
        <source>Apply and let me undo</source>
        <translation>直接应用，可撤销</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>&amp;Writing notes</source>
        <translation>写入笔记(&amp;W)</translation>
    </message>
    <message>
        <source>Time limit per tool &amp;call</source>
        <translation>单次工具调用时限(&amp;C)</translation>
    </message>
    <message>
        <source>Tool calls per &amp;round</source>
        <translation>每轮工具调用数(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Ask before round</source>
        <translation>从第几轮起询问(&amp;A)</translation>
    </message>
    <message>
        <source>Sto&amp;p after round</source>
        <translation>最多轮数(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Token limit per request</source>
        <translation>单个请求的 token 上限(&amp;T)</translation>
    </message>
    <message>
        <source>Cost limit per re&amp;quest</source>
        <translation>单个请求的费用上限(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Let the model ask to run commands</source>
        <translation>允许模型请求运行命令(&amp;L)</translation>
    </message>
    <message>
        <source>You see every command and are asked each time. Not everything a program does can be undone.</source>
        <translation>每条命令都会给你看，每次都会询问。程序所做的事并非都能撤销。</translation>
    </message>
    <message>
        <source>Axon cannot run commands on Windows: it could not stop all that a command starts.</source>
        <translation>Axon 不能在 Windows 上运行命令：它无法停止命令启动的所有程序。</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Rules you have set</source>
        <translation>已经定下的规则</translation>
    </message>
    <message>
        <source>No rules yet. Choosing “Always” or “Never” when Axon asks about a change adds a rule here.</source>
        <translation>还没有。询问更改时选择“始终”或“永不”，规则就会列在这里。</translation>
    </message>
    <message>
        <source>Remo&amp;ve rule</source>
        <translation>移除规则(&amp;V)</translation>
    </message>
    <message>
        <source>Remove all r&amp;ules</source>
        <translation>移除所有规则(&amp;U)</translation>
    </message>
    <message>
        <source>The turn would stop before you are asked. Increase “Stop after round”.</source>
        <translation>这样会在询问你之前就停止：请调大最多轮数。</translation>
    </message>
    <message>
        <source>May Axon change notes?</source>
        <translation>允许 Axon 更改笔记吗？</translation>
    </message>
    <message>
        <source>Axon never asks before reading. Every change it makes to a note can be undone, and the switch below the message box sets when it asks you first.</source>
        <translation>读取笔记时不会询问。Axon 对笔记的每处更改都能撤销，输入框下方的开关决定更改前何时询问你。</translation>
    </message>
    <message>
        <source>You see each change, before and after, and approve it.</source>
        <translation>每处更改都会给你看前后对比，由你同意。</translation>
    </message>
    <message>
        <source>Ordinary changes are made right away. Axon still asks before changes that lose a lot of text.</source>
        <translation>普通更改直接执行，会丢失大量内容的更改仍会询问。</translation>
    </message>
    <message>
        <source>Nothing in the vault is changed.</source>
        <translation>不更改仓库中的任何内容。</translation>
    </message>
</context>
<context>
    <name>SandboxStatusLabel</name>
    <message>
        <source>Testing the sandbox…</source>
        <translation>正在测试沙盒…</translation>
    </message>
    <message>
        <source>No sandbox works on this computer, so a command can change anything you can. Axon asks before every command and refuses shell command lines. On Linux, installing bubblewrap helps.</source>
        <translation>此电脑上没有可用的沙盒：凡是你能更改的，命令都能更改。每条命令都会询问，需要 Shell 的命令行会被拒绝。在 Linux 上，安装 bubblewrap 即可使用沙盒。</translation>
    </message>
    <message>
        <source>Commands run in a sandbox ({name}, tested on this computer). They can read this vault, change only what the question lists, and have no network access.</source>
        <translation>命令在沙盒中运行（{name}，已在此电脑上测试）：可以读取此仓库，只能更改询问中列出的内容，不能访问网络。</translation>
    </message>
</context>
<context>
    <name>SavePrompt</name>
    <message>
        <source>Save to a note</source>
        <translation>保存到笔记</translation>
    </message>
    <message>
        <source>Path of the new note in the vault</source>
        <translation>新笔记在仓库中的路径</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>SaveStateLabel</name>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Unsaved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>有冲突</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>Saver</name>
    <message>
        <source>This cannot be undone after you leave the note.</source>
        <translation>离开这篇笔记之后就无法撤销。</translation>
    </message>
    <message>
        <source>Your text is not saved yet because the change could not be undone later. {why}</source>
        <translation>你的文字尚未保存，因为保存之后将无法撤销。{why}</translation>
    </message>
    <message>
        <source>The file is gone. “Retry” creates it again.</source>
        <translation>文件已不存在。点“重试”会重新创建。</translation>
    </message>
    <message>
        <source>The file is no longer text.</source>
        <translation>文件已不再是文本。</translation>
    </message>
    <message>
        <source>The same lines were changed in the file.</source>
        <translation>文件中的同样几行也已被改动。</translation>
    </message>
</context>
<context>
    <name>SchemaFormDialog</name>
    <message>
        <source>* required</source>
        <translation>* 为必填项</translation>
    </message>
    <message>
        <source>This form seems to ask for a secret ({names}). Servers are not allowed to do that in a form: what you enter goes to “{server}” as plain text, and possibly on to the model. If in doubt, decline.</source>
        <translation>它似乎在索要机密信息（{names}）。服务器不得在表单中这样做：你填写的内容会以明文发给“{server}”，还可能转给模型。如有疑虑，请拒绝。</translation>
    </message>
    <message>
        <source>&amp;Send answer</source>
        <translation>发送答复(&amp;S)</translation>
    </message>
    <message>
        <source>{field}, required</source>
        <translation>{field}，必填</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>Enter a word, a tag or part of a path.</source>
        <translation>请输入词语、标签或部分路径。</translation>
    </message>
    <message>
        <source>There is nothing after the operator.</source>
        <translation>操作符后面没有内容。</translation>
    </message>
    <message>
        <source>This is not a valid regular expression.</source>
        <translation>这不是有效的正则表达式。</translation>
    </message>
    <message>
        <source>The query has more than {most} parts.</source>
        <translation>查询超过 {most} 个部分。</translation>
    </message>
    <message>
        <source>{shown} of {total} notes</source>
        <translation>{shown} / {total} 篇笔记</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 篇笔记</translation>
    </message>
    <message>
        <source>{total} notes</source>
        <translation>{total} 篇笔记</translation>
    </message>
    <message>
        <source>No note contains {words}.</source>
        <translation>没有笔记含有{words}。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>No note contains all the words; these contain some of them.</source>
        <translation>没有笔记含有所有词语，以下笔记含有其中一部分。</translation>
    </message>
    <message>
        <source>Unknown operator. The question mark shows those that there are.</source>
        <translation>无法识别此操作符。点击问号可查看可用的操作符。</translation>
    </message>
    <message>
        <source>The {count} closest passages</source>
        <translation>最接近的 {count} 个段落</translation>
    </message>
    <message>
        <source>The closest passage</source>
        <translation>最接近的段落</translation>
    </message>
    <message>
        <source>No passage is near enough to “{query}”.</source>
        <translation>没有足够接近“{query}”的段落。</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>没有找到“{query}”。</translation>
    </message>
    <message>
        <source>Conditions and regular expressions are searched by words.</source>
        <translation>条件和正则表达式按词搜索。</translation>
    </message>
    <message>
        <source>There is no index, so the files themselves are searched.</source>
        <translation>没有索引：直接搜索文件。</translation>
    </message>
    <message>
        <source>The index is being built ({done} of {total}). Until it is ready, the files themselves are searched.</source>
        <translation>正在编制索引（{done} / {total}）：完成之前直接搜索文件。</translation>
    </message>
    <message>
        <source>The index is being built. Until it is ready, the files themselves are searched.</source>
        <translation>正在编制索引：完成之前直接搜索文件。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>语义</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>Reading {done} of {total} notes</source>
        <translation>正在读取笔记：{done}/{total}</translation>
    </message>
    <message>
        <source>Best match first</source>
        <translation>最相关的在前</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Recently changed first</source>
        <translation>最近更改的在前</translation>
    </message>
    <message>
        <source>notes with this tag or a nested tag</source>
        <translation>带有此标签或其子标签的笔记</translation>
    </message>
    <message>
        <source>the path contains this</source>
        <translation>路径含有此内容</translation>
    </message>
    <message>
        <source>the file name contains this</source>
        <translation>文件名含有此内容</translation>
    </message>
    <message>
        <source>exactly these words, in this order</source>
        <translation>一字不差地含有这些词语</translation>
    </message>
    <message>
        <source>without this word</source>
        <translation>不含此词语</translation>
    </message>
    <message>
        <source>one or the other; () makes a group</source>
        <translation>含有其一；() 用于分组</translation>
    </message>
    <message>
        <source>all of it in one line</source>
        <translation>全部在同一行</translation>
    </message>
    <message>
        <source>all of it between two headings</source>
        <translation>全部在两个标题之间</translation>
    </message>
    <message>
        <source>in a task that is not done; also task-done: and task:</source>
        <translation>在未完成的任务中；另有 task-done: 和 task:</translation>
    </message>
    <message>
        <source>a property; with a colon, its value</source>
        <translation>属性；冒号后面是它的值</translation>
    </message>
    <message>
        <source>a line matches this regular expression</source>
        <translation>有一行匹配此正则表达式</translation>
    </message>
</context>
<context>
    <name>SearchFeature</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>{keys} replaces text now; History is {history}.</source>
        <translation>{keys} 现在用于替换文字；历史记录改为 {history}。</translation>
    </message>
    <message>
        <source>Which notes are about {query}?</source>
        <translation>哪些笔记与 {query} 有关？</translation>
    </message>
</context>
<context>
    <name>SearchPage</name>
    <message>
        <source>Search in the vault…</source>
        <translation>在仓库中搜索…</translation>
    </message>
    <message>
        <source>Search in the vault</source>
        <translation>在仓库中搜索</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>最近的搜索</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>没有打开的仓库。请通过“文件 → 打开仓库…”选择一个。</translation>
    </message>
    <message>
        <source>Type words to find the notes that contain them. The question mark shows how to find tags and paths.</source>
        <translation>输入词语，即可找到含有它们的笔记。点击问号，可了解如何查找标签和路径。</translation>
    </message>
    <message>
        <source>There was not enough time to search all notes.</source>
        <translation>时间有限，未能全部查看。</translation>
    </message>
    <message>
        <source>The results were copied.</source>
        <translation>已复制结果。</translation>
    </message>
</context>
<context>
    <name>SendRow</name>
    <message>
        <source>1 comment, not sent</source>
        <translation>1 条批注，未发送</translation>
    </message>
    <message>
        <source>{count} comments, not sent</source>
        <translation>{count} 条批注，未发送</translation>
    </message>
    <message>
        <source>Send both</source>
        <translation>全部发送</translation>
    </message>
    <message>
        <source>Send all</source>
        <translation>全部发送</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>{one} {two}</source>
        <translation>{one}{two}</translation>
    </message>
</context>
<context>
    <name>ServerDetails</name>
    <message>
        <source>A&amp;gree and start</source>
        <translation>同意并启动(&amp;G)</translation>
    </message>
    <message>
        <source>Switched &amp;on</source>
        <translation>已开启(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Restart</source>
        <translation>重新启动(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Log…</source>
        <translation>日志(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑(&amp;E)…</translation>
    </message>
    <message>
        <source>Remo&amp;ve…</source>
        <translation>移除(&amp;V)…</translation>
    </message>
    <message>
        <source>Revie&amp;w…</source>
        <translation>查看(&amp;W)…</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>{server} is switched on</source>
        <translation>{server} 已开启</translation>
    </message>
    <message>
        <source>1 tool is new or has changed. It is not offered until you review it.</source>
        <translation>有 1 个工具是新的或已更改。你查看之前不会提供给模型。</translation>
    </message>
    <message>
        <source>{count} tools are new or have changed. They are not offered until you review them.</source>
        <translation>有 {count} 个工具是新的或已更改。你查看之前不会提供给模型。</translation>
    </message>
    <message>
        <source>calls itself “{title}”</source>
        <translation>自称“{title}”</translation>
    </message>
    <message>
        <source>protocol {version}</source>
        <translation>协议 {version}</translation>
    </message>
</context>
<context>
    <name>ServerForm</name>
    <message>
        <source>Add a server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation>编辑服务器</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>此电脑上的程序</translation>
    </message>
    <message>
        <source>An address (Streamable HTTP)</source>
        <translation>网络地址（Streamable HTTP）</translation>
    </message>
    <message>
        <source>leave empty for your home folder</source>
        <translation>留空则用你的主文件夹</translation>
    </message>
    <message>
        <source>Add &amp;variable</source>
        <translation>添加变量(&amp;V)</translation>
    </message>
    <message>
        <source>Add &amp;header</source>
        <translation>添加请求头(&amp;H)</translation>
    </message>
    <message>
        <source>This is run exactly as written, without a shell and with your permissions. Put parts that contain spaces in quotes.</source>
        <translation>将以你的权限原样运行，不经过 Shell。含空格的部分请加引号。</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>类型(&amp;K)</translation>
    </message>
    <message>
        <source>Co&amp;mmand line</source>
        <translation>命令行(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>地址(&amp;D)</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>as for all tools</source>
        <translation>与所有工具相同</translation>
    </message>
    <message>
        <source>Offer a&amp;ll its tools in every request, however many there are</source>
        <translation>每个请求都提供它的全部工具，无论有多少(&amp;L)</translation>
    </message>
    <message>
        <source>Keep secrets for this &amp;run only</source>
        <translation>机密信息仅本次运行有效(&amp;R)</translation>
    </message>
    <message>
        <source>T&amp;ime limit per call</source>
        <translation>单次调用时限(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save and start</source>
        <translation>保存并启动(&amp;S)</translation>
    </message>
    <message>
        <source>A server’s name cannot be changed: its rules and secrets are tied to it.</source>
        <translation>服务器的名称不能更改：规则和机密信息都与它关联。</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Give the server a name.</source>
        <translation>请为服务器命名。</translation>
    </message>
    <message>
        <source>A server with this name already exists.</source>
        <translation>已有同名的服务器。</translation>
    </message>
    <message>
        <source>This is no address. It looks like https://host/mcp or 127.0.0.1:8000/mcp.</source>
        <translation>这不是地址。地址应形如 https://host/mcp 或 127.0.0.1:8000/mcp。</translation>
    </message>
    <message>
        <source>Enter the command line that starts the server.</source>
        <translation>请输入启动服务器的命令行。</translation>
    </message>
    <message>
        <source>A quotation mark in the command line is not closed.</source>
        <translation>命令行中有引号没有闭合。</translation>
    </message>
</context>
<context>
    <name>ServerTable</name>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Estimated tokens that its tools take in each request when all of them are sent</source>
        <translation>发送其全部工具时，每个请求为此消耗的 token 数（估算值）</translation>
    </message>
    <message>
        <source>{state}: {reason}</source>
        <translation>{state}：{reason}</translation>
    </message>
</context>
<context>
    <name>ServerTest</name>
    <message>
        <source>&amp;Test connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>Starting the server. The first time may take a while…</source>
        <translation>正在启动，第一次可能需要一会儿…</translation>
    </message>
    <message>
        <source>Its tools and its log</source>
        <translation>它的工具和日志</translation>
    </message>
    <message>
        <source>Its log</source>
        <translation>它的日志</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} token</translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>○ off</source>
        <translation>○ 已关闭</translation>
    </message>
    <message>
        <source>● waiting for your agreement</source>
        <translation>● 尚未同意</translation>
    </message>
    <message>
        <source>● starting…</source>
        <translation>● 正在启动…</translation>
    </message>
    <message>
        <source>● ready</source>
        <translation>● 就绪</translation>
    </message>
    <message>
        <source>● ready after {time}</source>
        <translation>● 就绪，用时 {time}</translation>
    </message>
    <message>
        <source>● connection lost, restarting…</source>
        <translation>● 连接中断，正在重新启动…</translation>
    </message>
    <message>
        <source>● retrying in {seconds} s</source>
        <translation>● {seconds} 秒后重试</translation>
    </message>
    <message>
        <source>● failed</source>
        <translation>● 失败</translation>
    </message>
    <message>
        <source>○ stopped</source>
        <translation>○ 已停止</translation>
    </message>
    <message>
        <source>Its program cannot be started: {details}.</source>
        <translation>无法启动它的程序：{details}。</translation>
    </message>
    <message>
        <source>Its program ended: {details}. The log may say why.</source>
        <translation>它的程序已结束：{details}。日志中可能有原因。</translation>
    </message>
    <message>
        <source>It did not answer within {details} seconds. The log may say why.</source>
        <translation>它在 {details} 秒内没有响应。日志中可能有原因。</translation>
    </message>
    <message>
        <source>It cannot be reached: {details}. Check the address and the network.</source>
        <translation>无法连接：{details}。请检查地址和网络。</translation>
    </message>
    <message>
        <source>It does not speak the protocol: {details}.</source>
        <translation>它不符合协议：{details}。</translation>
    </message>
    <message>
        <source>It would not stop sending data, so it was stopped.</source>
        <translation>它不停地发送数据，已被停止。</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>连接已中断。</translation>
    </message>
    <message>
        <source>The value of {details} is missing: enter it under Edit.</source>
        <translation>缺少 {details} 的值：请在“编辑”中填写。</translation>
    </message>
    <message>
        <source>The key store cannot be read: {details}.</source>
        <translation>无法读取密钥环：{details}。</translation>
    </message>
    <message>
        <source>Something went wrong: {details}.</source>
        <translation>出了点问题：{details}。</translation>
    </message>
    <message>
        <source>The program {details} was not found. It comes with Node.js (nodejs.org).</source>
        <translation>找不到程序 {details}。它随 Node.js（nodejs.org）一起安装。</translation>
    </message>
    <message>
        <source>The program {details} was not found. It comes with uv (docs.astral.sh/uv).</source>
        <translation>找不到程序 {details}。它随 uv（docs.astral.sh/uv）一起安装。</translation>
    </message>
    <message>
        <source>The program {details} was not found. Install it, or enter its full path.</source>
        <translation>找不到程序 {details}。请安装它，或写出完整路径。</translation>
    </message>
    <message>
        <source>It refuses the key (HTTP status {details}). Check the headers under Edit.</source>
        <translation>它不接受此密钥（HTTP 状态 {details}）。请在“编辑”中检查请求头。</translation>
    </message>
    <message>
        <source>There is no server at this address (HTTP status {details}).</source>
        <translation>此地址没有服务器（HTTP 状态 {details}）。</translation>
    </message>
    <message>
        <source>It answered with HTTP status {details}.</source>
        <translation>它返回了 HTTP 状态 {details}。</translation>
    </message>
    <message>
        <source>Axon starts it only after you agree to exactly this. It can then do whatever you can do.</source>
        <translation>你同意以上内容之后，Axon 才会启动它。启动后，凡是你能做的，它都能做。</translation>
    </message>
    <message>
        <source>In the folder {folder}</source>
        <translation>在文件夹 {folder} 中</translation>
    </message>
    <message>
        <source>With the variable {name} = {value}</source>
        <translation>使用变量 {name} = {value}</translation>
    </message>
    <message>
        <source>With the header {name}: {value}</source>
        <translation>使用请求头 {name}: {value}</translation>
    </message>
    <message>
        <source>(secret, kept in the key store)</source>
        <translation>（机密值，保存在密钥环中）</translation>
    </message>
    <message>
        <source>{offered} of {total}</source>
        <translation>{offered} / {total}</translation>
    </message>
    <message>
        <source>new: review it first</source>
        <translation>新工具：请先查看</translation>
    </message>
    <message>
        <source>changed: review it first</source>
        <translation>已更改：请先查看</translation>
    </message>
    <message>
        <source>cannot be used: {reason}</source>
        <translation>无法使用：{reason}</translation>
    </message>
    <message>
        <source>It works: ready after {time} with 1 tool, protocol {protocol}.</source>
        <translation>工作正常：1 个工具，用时 {time}，协议 {protocol}。</translation>
    </message>
    <message>
        <source>It works: ready after {time} with {count} tools, protocol {protocol}.</source>
        <translation>工作正常：{count} 个工具，用时 {time}，协议 {protocol}。</translation>
    </message>
</context>
<context>
    <name>ServersPage</name>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Tools from other programs. Changes on this page take effect immediately.</source>
        <translation>其他程序的工具。在此页面所做的更改立即生效。</translation>
    </message>
    <message>
        <source>There are no servers yet. An MCP server is a program, or an address on the network, that offers its tools to the model: a calendar, a browser, a database. Add one with the command line that its developers provide, or import those that you use in Claude Desktop, Cursor or VS Code. Nothing starts before you have seen its exact command.</source>
        <translation>还没有服务器。MCP 服务器是一个程序，或网络上的一个地址，它把自己的工具借给模型使用，例如日历、浏览器、数据库。你可以用开发者给出的命令行添加服务器，或导入你在 Claude Desktop、Cursor 或 VS Code 中使用的服务器。在你看到确切的命令之前，什么都不会启动。</translation>
    </message>
    <message>
        <source>+ &amp;Add a server…</source>
        <translation>+ 添加服务器(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>The list of servers was damaged. The original was kept as {file}.</source>
        <translation>服务器列表有损坏。原文件保留为 {file}。</translation>
    </message>
    <message>
        <source>The server “{server}” will be stopped, and its settings, secrets and approvals deleted. This cannot be undone.</source>
        <translation>服务器“{server}”会停止，它的设置、机密信息和批准记录都会删除。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Remove this server?</source>
        <translation>移除此服务器？</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
</context>
<context>
    <name>ServersStatus</name>
    <message>
        <source>1 MCP server</source>
        <translation>1 个 MCP 服务器</translation>
    </message>
    <message>
        <source>{count} MCP servers</source>
        <translation>{count} 个 MCP 服务器</translation>
    </message>
    <message>
        <source>{ready} of {count} MCP servers ready</source>
        <translation>{ready} / {count} 个 MCP 服务器就绪</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Tools &amp; safety</source>
        <translation>工具与安全</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>语义搜索</translation>
    </message>
    <message>
        <source>Task Manager</source>
        <translation>任务管理器</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>The language changes the next time Axon starts.</source>
        <translation>更改语言后，下次启动时生效。</translation>
    </message>
    <message>
        <source>Notif&amp;y me when Axon is waiting or done and the window is not in front</source>
        <translation>窗口不在前台时，Axon 等待答复或完成后发出通知(&amp;Y)</translation>
    </message>
    <message>
        <source>The whole answer</source>
        <translation>整个回答</translation>
    </message>
    <message>
        <source>Its first sentence</source>
        <translation>第一句</translation>
    </message>
    <message>
        <source>Only that it is there</source>
        <translation>只说已有回答</translation>
    </message>
    <message>
        <source>Scr&amp;een readers say</source>
        <translation>屏幕阅读器朗读(&amp;E)</translation>
    </message>
    <message>
        <source>Your &amp;own prompts for a selected text, one per line, each with its name before a colon</source>
        <translation>您自己的提示词（用于选中的文字），每行一条，冒号前是名称(&amp;O)</translation>
    </message>
    <message>
        <source>To change keyboard shortcuts, open Help → Keyboard shortcuts (F1).</source>
        <translation>要更改键盘快捷键，请打开“帮助 → 键盘快捷键”（F1）。</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>没有找到“{query}”。</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>SettingsSaver</name>
    <message>
        <source>The settings are saved now.</source>
        <translation>设置现已保存。</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>{keys} types a character: add Ctrl or Alt, or use a function key.</source>
        <translation>{keys} 会输入字符：请同时按住 Ctrl 或 Alt，或改用功能键。</translation>
    </message>
    <message>
        <source>{keys} moves the cursor or the focus.</source>
        <translation>{keys} 用于移动光标或焦点。</translation>
    </message>
    <message>
        <source>{keys} is used for editing in every text field.</source>
        <translation>{keys} 在所有文本框中都用于编辑输入的内容。</translation>
    </message>
    <message>
        <source>{keys} is used by the note editor.</source>
        <translation>{keys} 由笔记编辑器使用。</translation>
    </message>
    <message>
        <source>{keys} is used by the window or the system.</source>
        <translation>{keys} 由窗口或系统使用。</translation>
    </message>
    <message>
        <source>Send the message, open the note, follow the link</source>
        <translation>发送消息、打开笔记、跳转链接</translation>
    </message>
    <message>
        <source>Start a new line in the message</source>
        <translation>在消息中换行</translation>
    </message>
    <message>
        <source>Stop the agent; close the find bar; clear the filter</source>
        <translation>停止智能体；关闭查找栏；清除筛选</translation>
    </message>
    <message>
        <source>Go to the next link or panel</source>
        <translation>转到下一个链接或面板</translation>
    </message>
    <message>
        <source>Go to a tab by its number</source>
        <translation>按编号转到标签页</translation>
    </message>
    <message>
        <source>Save the note in the editor right away</source>
        <translation>在编辑器中立即保存笔记</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Search commands or keys</source>
        <translation>搜索命令或快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Use i&amp;t here instead</source>
        <translation>改用于此命令(&amp;T)</translation>
    </message>
    <message>
        <source>Leave it &amp;as it is</source>
        <translation>保持不变(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;hange…</source>
        <translation>更改(&amp;H)…</translation>
    </message>
    <message>
        <source>Re&amp;move keys</source>
        <translation>清除快捷键(&amp;M)</translation>
    </message>
    <message>
        <source>Press the keys for “{name}”, or Esc to cancel.</source>
        <translation>请按下“{name}”的快捷键。按 Esc 保持不变。</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>Reset a&amp;ll</source>
        <translation>全部重置(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Changed by you</source>
        <translation>由你更改过</translation>
    </message>
    <message>
        <source>Cannot be changed</source>
        <translation>不可更改</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>没有找到“{query}”。</translation>
    </message>
    <message>
        <source>{keys} is already used for “{name}”.</source>
        <translation>{keys} 已用于“{name}”。</translation>
    </message>
</context>
<context>
    <name>SideBySideDiff</name>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Line {number} is added: {new}</source>
        <translation>新增第 {number} 行：{new}</translation>
    </message>
    <message>
        <source>Line {number} is removed: {old}</source>
        <translation>删除第 {number} 行：{old}</translation>
    </message>
    <message>
        <source>Line {number} changes from: {old} to: {new}</source>
        <translation>第 {number} 行原为：{old}，改为：{new}</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不采用</translation>
    </message>
    <message>
        <source>Change {number} of {count}, {state}: {lines}</source>
        <translation>第 {number} / {count} 处更改，{state}：{lines}</translation>
    </message>
    <message>
        <source>… {keys} reads all of it</source>
        <translation>……按 {keys} 朗读全部</translation>
    </message>
    <message>
        <source>{lines} added {place}: {new}</source>
        <translation>{place}添加 {lines}：{new}</translation>
    </message>
    <message>
        <source>{lines} removed {place}: {old}</source>
        <translation>{place}删除 {lines}：{old}</translation>
    </message>
    <message>
        <source>{lines} changed {place}, from: {old} to: {new}</source>
        <translation>{place}更改 {lines}，原为：{old} 改为：{new}</translation>
    </message>
    <message>
        <source>{count} more changes</source>
        <translation>另有 {count} 处更改</translation>
    </message>
    <message>
        <source>1 more change</source>
        <translation>另有 1 处更改</translation>
    </message>
    <message>
        <source>at the beginning</source>
        <translation>在开头</translation>
    </message>
    <message>
        <source>after “{line}”</source>
        <translation>在“{line}”之后</translation>
    </message>
    <message>
        <source>{count} lines</source>
        <translation>{count} 行</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>{lines} added, {removed} removed</source>
        <translation>新增 {lines}，删除 {removed} 行</translation>
    </message>
    <message>
        <source>⋯ {count} unchanged lines</source>
        <translation>⋯ {count} 行未更改</translation>
    </message>
    <message>
        <source>⋯ 1 unchanged line</source>
        <translation>⋯ 1 行未更改</translation>
    </message>
</context>
<context>
    <name>SourceFinder</name>
    <message>
        <source>The search takes too long. Make the regular expression simpler.</source>
        <translation>搜索耗时过长。请简化正则表达式。</translation>
    </message>
</context>
<context>
    <name>SpellUnderlines</name>
    <message>
        <source>No misspelled word was found.</source>
        <translation>没有找到拼写错误。</translation>
    </message>
    <message>
        <source>{word}, misspelled</source>
        <translation>{word}，拼写错误</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>没有建议</translation>
    </message>
    <message>
        <source>Add “{word}” to the dictionary</source>
        <translation>把“{word}”加入词典</translation>
    </message>
</context>
<context>
    <name>SpokenLine</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>Heading level {level}</source>
        <translation>{level} 级标题</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>分隔线</translation>
    </message>
    <message>
        <source>Underline of the heading</source>
        <translation>标题的下划线</translation>
    </message>
    <message>
        <source>Item {number} of {count}</source>
        <translation>第 {number} 项，共 {count} 项</translation>
    </message>
    <message>
        <source>Task, not done, {number} of {count}</source>
        <translation>任务，未完成，第 {number} 项，共 {count} 项</translation>
    </message>
    <message>
        <source>Task, done, {number} of {count}</source>
        <translation>任务，已完成，第 {number} 项，共 {count} 项</translation>
    </message>
    <message>
        <source>Callout, {kind}: {title}</source>
        <translation>标注 {kind}：{title}</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>代码，{language}</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>End of the code</source>
        <translation>代码结束</translation>
    </message>
    <message>
        <source>Titles of the columns</source>
        <translation>列标题</translation>
    </message>
    <message>
        <source>Line below the titles</source>
        <translation>标题下方的分隔行</translation>
    </message>
    <message>
        <source>Row {row} of {rows}</source>
        <translation>第 {row} 行，共 {rows} 行</translation>
    </message>
    <message>
        <source>{title}, column {number} of {count}</source>
        <translation>{title}，第 {number} 列，共 {count} 列</translation>
    </message>
    <message>
        <source>Embedded: {text}</source>
        <translation>嵌入：{text}</translation>
    </message>
    <message>
        <source>Link: {text}</source>
        <translation>链接：{text}</translation>
    </message>
</context>
<context>
    <name>StateLine</name>
    <message>
        <source>● Agent Mode Active</source>
        <translation>● 智能体模式已启用</translation>
    </message>
    <message>
        <source>● Agent Mode Active — without asking</source>
        <translation>● 智能体模式已启用 — 不询问</translation>
    </message>
    <message>
        <source>● Agent Mode Active — read-only</source>
        <translation>● 智能体模式已启用 — 只读</translation>
    </message>
    <message>
        <source>● Agent Mode Active — {why}</source>
        <translation>● 智能体模式已启用 — {why}</translation>
    </message>
    <message>
        <source>the vault’s folder is missing</source>
        <translation>仓库文件夹不存在</translation>
    </message>
    <message>
        <source>● Plan done — next request: new plan</source>
        <translation>● 计划已完成 — 下一个请求会另作计划</translation>
    </message>
    <message>
        <source>● Plan stopped at step {step} of {total}</source>
        <translation>● 计划停在第 {step} 步，共 {total} 步</translation>
    </message>
    <message>
        <source>● Planning — read-only until you agree</source>
        <translation>● 正在规划 — 你同意之前只读</translation>
    </message>
    <message>
        <source>● Agent Mode Active — whole vault</source>
        <translation>● 智能体模式已启用 — 整个仓库</translation>
    </message>
    <message>
        <source>● Agent Mode Active — whole vault, without asking</source>
        <translation>● 智能体模式已启用 — 整个仓库，不询问</translation>
    </message>
    <message>
        <source>● Agent Mode Active — whole vault, read-only</source>
        <translation>● 智能体模式已启用 — 整个仓库，只读</translation>
    </message>
    <message>
        <source>● Running step {step} of {total} — asks before it writes</source>
        <translation>● 正在执行第 {step} 步，共 {total} 步 — 写入前询问</translation>
    </message>
    <message>
        <source>● Running step {step} of {total} — writes without asking</source>
        <translation>● 正在执行第 {step} 步，共 {total} 步 — 写入不询问</translation>
    </message>
    <message>
        <source>● Running step {step} of {total} — read-only</source>
        <translation>● 正在执行第 {step} 步，共 {total} 步 — 只读</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Vault</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>Length of the note</source>
        <translation>笔记的字数</translation>
    </message>
    <message>
        <source>Length of the note, without its properties</source>
        <translation>笔记的字数，不含属性</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>{name} — 1 note</source>
        <translation>{name} — 1 篇笔记</translation>
    </message>
    <message>
        <source>{name} — {count} notes</source>
        <translation>{name} — {count} 篇笔记</translation>
    </message>
    <message>
        <source>The window’s language: {language}. Choose another in Settings → General.</source>
        <translation>窗口的语言：{language}。可在“设置”→“常规”中更改。</translation>
    </message>
</context>
<context>
    <name>StepDelegate</name>
    <message>
        <source>Expect: {outcome}</source>
        <translation>预期：{outcome}</translation>
    </message>
</context>
<context>
    <name>StepEditor</name>
    <message>
        <source>What to do</source>
        <translation>做什么</translation>
    </message>
    <message>
        <source>Expected result</source>
        <translation>预期结果</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Step {number}: {description} Expect: {outcome}</source>
        <translation>步骤 {number}：{description} 预期：{outcome}</translation>
    </message>
    <message>
        <source>New step</source>
        <translation>新步骤</translation>
    </message>
    <message>
        <source>The step is done</source>
        <translation>此步骤已完成</translation>
    </message>
</context>
<context>
    <name>StoreOpener</name>
    <message>
        <source>Conversations are kept again.</source>
        <translation>对话已恢复保存。</translation>
    </message>
</context>
<context>
    <name>SummaryHead</name>
    <message>
        <source>Press Enter to hide the single steps.</source>
        <translation>按 Enter 隐藏每一步。</translation>
    </message>
    <message>
        <source>Press Enter to show the single steps.</source>
        <translation>按 Enter 显示每一步。</translation>
    </message>
</context>
<context>
    <name>Switcher</name>
    <message>
        <source>Go to note</source>
        <translation>转到笔记</translation>
    </message>
    <message>
        <source>Go to a note by its name; # for headings</source>
        <translation>按名称转到笔记；# 用于标题</translation>
    </message>
    <message>
        <source>Notes that you open are listed here.</source>
        <translation>你打开过的笔记会列在这里。</translation>
    </message>
    <message>
        <source>No heading found.</source>
        <translation>没有找到标题。</translation>
    </message>
    <message>
        <source>Type a heading.</source>
        <translation>请输入标题。</translation>
    </message>
    <message>
        <source>No note found. Press Shift+Enter to create “{name}”.</source>
        <translation>没有找到笔记。按 Shift+Enter 新建“{name}”。</translation>
    </message>
    <message>
        <source>Reading the file names…</source>
        <translation>正在读取文件名…</translation>
    </message>
    <message>
        <source>Enter to open</source>
        <translation>Enter 打开</translation>
    </message>
    <message>
        <source>{keys} to open in a new tab</source>
        <translation>{keys} 在新标签页中打开</translation>
    </message>
    <message>
        <source>Shift+Enter to create a note</source>
        <translation>Shift+Enter 新建笔记</translation>
    </message>
</context>
<context>
    <name>SwitcherFeature</name>
    <message>
        <source>No vault is open.</source>
        <translation>没有打开的仓库。</translation>
    </message>
</context>
<context>
    <name>TabBar</name>
    <message>
        <source>New tab</source>
        <translation>新建标签页</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>向右拆分</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>所有标签页</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Open notes</source>
        <translation>打开的笔记</translation>
    </message>
    <message>
        <source>Empty tab</source>
        <translation>空标签页</translation>
    </message>
    <message>
        <source>{name}, not saved yet</source>
        <translation>{name}，尚未保存</translation>
    </message>
    <message>
        <source>{name}, pinned</source>
        <translation>{name}，已固定</translation>
    </message>
    <message>
        <source>{name} no longer exists.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close others</source>
        <translation>关闭其他标签页</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>重新打开关闭的标签页</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>向右拆分</translation>
    </message>
    <message>
        <source>Split down</source>
        <translation>向下拆分</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Copy wikilink</source>
        <translation>复制 Wiki 链接</translation>
    </message>
    <message>
        <source>Reveal in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
</context>
<context>
    <name>TagsPage</name>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Filter tags</source>
        <translation>筛选标签</translation>
    </message>
    <message>
        <source>Sort order of the tags</source>
        <translation>标签的排序</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By number of notes</source>
        <translation>按笔记数量</translation>
    </message>
    <message>
        <source>No tags match.</source>
        <translation>没有含这些字符的标签。</translation>
    </message>
    <message>
        <source>No note in this vault has a tag.</source>
        <translation>此仓库中没有带标签的笔记。</translation>
    </message>
    <message>
        <source>This vault has no index, so its tags are not known.</source>
        <translation>此仓库没有索引，因此无法得知标签。</translation>
    </message>
    <message>
        <source>The index of this vault could not be built, so its tags are not known.</source>
        <translation>未能建立此仓库的索引，因此无法得知标签。</translation>
    </message>
    <message>
        <source>Reading the tags in the vault…</source>
        <translation>正在读取仓库中的标签…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Copy tag</source>
        <translation>复制标签</translation>
    </message>
</context>
<context>
    <name>TaskManagerPage</name>
    <message>
        <source>Task Manager</source>
        <translation>任务管理器</translation>
    </message>
    <message>
        <source>Nova Agent Sync: a Task Manager hands out tasks and shows the progress of the agents that do them.</source>
        <translation>Nova Agent Sync：任务管理器分派任务，并显示执行任务的智能体的进度。</translation>
    </message>
    <message>
        <source>&amp;Report Axon’s turns to a Task Manager</source>
        <translation>向任务管理器报告 Axon 处理的请求(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>Set by the variable {name}.</source>
        <translation>取自变量 {name}。</translation>
    </message>
    <message>
        <source>&amp;Execution ID</source>
        <translation>执行 ID(&amp;E)</translation>
    </message>
    <message>
        <source>Set by the variable {name}, which also switches the reports on.</source>
        <translation>取自变量 {name}，该变量也会开启报告。</translation>
    </message>
    <message>
        <source>The Task Manager shows it for each task.</source>
        <translation>任务管理器会显示每个任务的执行 ID。</translation>
    </message>
    <message>
        <source>{name} is set: nothing leaves Axon.</source>
        <translation>已设置 {name}：不会有任何内容离开 Axon。</translation>
    </message>
    <message>
        <source>The ID of the conversation, as the session that works on the execution.</source>
        <translation>对话的 ID，作为处理此执行的会话。</translation>
    </message>
    <message>
        <source>Each step of a plan: its description, the expected result, how it ended, and the model’s summary.</source>
        <translation>计划的每个步骤：描述、预期结果、执行结果，以及模型的说明。</translation>
    </message>
    <message>
        <source>Each tool call: the tool, the notes and folders that it names, how it ended, and what kind of error it had. For a tool of an MCP server, only its name and how it ended.</source>
        <translation>每次工具调用：所用的工具、涉及的笔记和文件夹、执行结果，以及错误类型。对于 MCP 服务器的工具，只报告名称和执行结果。</translation>
    </message>
    <message>
        <source>The contents of your notes, your messages, the answers and everything else in a call are never sent. Only the model’s summary of a step may quote a note.</source>
        <translation>笔记的内容、你的消息、回答以及调用中的其他内容绝不会发送。只有模型对步骤的说明可能引用笔记。</translation>
    </message>
    <message>
        <source>No turn waits for the Task Manager, and none fails because of it.</source>
        <translation>任何请求都不会等待任务管理器，也不会因它而失败。</translation>
    </message>
    <message>
        <source>What is reported</source>
        <translation>报告的内容</translation>
    </message>
    <message>
        <source>This is not an address. An address begins with http:// or https://, such as {example}</source>
        <translation>这不是地址：地址以 http:// 或 https:// 开头，例如 {example}</translation>
    </message>
    <message>
        <source>Enter the ID of the execution that Axon works on, or switch the reports off.</source>
        <translation>请填写 Axon 所处理的执行的 ID，或关闭报告。</translation>
    </message>
</context>
<context>
    <name>TaskManagerWords</name>
    <message>
        <source>Task Manager does not answer in time</source>
        <translation>任务管理器未及时回应</translation>
    </message>
    <message>
        <source>Task Manager does not answer</source>
        <translation>任务管理器没有回应</translation>
    </message>
    <message>
        <source>Answers from Task Manager are unreadable</source>
        <translation>无法识别任务管理器的回应</translation>
    </message>
    <message>
        <source>Task Manager refuses reports</source>
        <translation>任务管理器拒绝接收报告</translation>
    </message>
    <message>
        <source>Task Manager has an internal error</source>
        <translation>任务管理器出现故障</translation>
    </message>
    <message>
        <source>Task Manager is slow</source>
        <translation>任务管理器响应缓慢</translation>
    </message>
    <message>
        <source>Reported to Task Manager</source>
        <translation>已报告给任务管理器</translation>
    </message>
    <message>
        <source>Nothing reported yet</source>
        <translation>尚未报告任何内容</translation>
    </message>
    <message>
        <source>1 report dropped</source>
        <translation>1 条报告被丢弃</translation>
    </message>
    <message>
        <source>{count} reports dropped</source>
        <translation>{count} 条报告被丢弃</translation>
    </message>
    <message>
        <source>Turns are reported to {address} for the execution {execution}.</source>
        <translation>请求会报告给 {address}，归入执行 {execution}。</translation>
    </message>
    <message>
        <source>Problem: {reason}</source>
        <translation>问题：{reason}</translation>
    </message>
    <message>
        <source>No answer for {seconds} s so far.</source>
        <translation>到目前为止已等待回应 {seconds} 秒。</translation>
    </message>
    <message>
        <source>The last answer took {seconds} s.</source>
        <translation>上一次回应用了 {seconds} 秒。</translation>
    </message>
    <message>
        <source>Your turns do not wait for it.</source>
        <translation>你的请求不会等待它。</translation>
    </message>
    <message>
        <source>Reports: {sent} arrived, {waiting} waiting, {dropped} dropped.</source>
        <translation>报告：{sent} 条已送达，{waiting} 条等待中，{dropped} 条被丢弃。</translation>
    </message>
    <message>
        <source>✓ The Task Manager answers ({ms} ms).</source>
        <translation>✓ 任务管理器有回应（{ms} 毫秒）。</translation>
    </message>
    <message>
        <source>There was no answer within {seconds} s. Is that the address of a Task Manager?</source>
        <translation>{seconds} 秒内没有回应。这是任务管理器的地址吗？</translation>
    </message>
    <message>
        <source>Nothing answers at {address}. Check the address, the network, and whether the Task Manager is running.</source>
        <translation>{address} 没有回应。请检查地址、网络，以及任务管理器是否在运行。</translation>
    </message>
    <message>
        <source>The program that answers at {address} is not a Task Manager.</source>
        <translation>在 {address} 回应的不是任务管理器。</translation>
    </message>
    <message>
        <source>The Task Manager refuses the request (HTTP {status}). Check the address.</source>
        <translation>任务管理器拒绝了请求（HTTP {status}）。请检查地址。</translation>
    </message>
    <message>
        <source>The Task Manager has an internal error (HTTP {status}). Try again later.</source>
        <translation>任务管理器自身出现故障（HTTP {status}）。请稍后再试。</translation>
    </message>
</context>
<context>
    <name>TemplateChoice</name>
    <message>
        <source>Insert template</source>
        <translation>插入模板</translation>
    </message>
    <message>
        <source>Filter templates</source>
        <translation>筛选模板</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Insert</source>
        <translation>插入(&amp;I)</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>没有找到“{query}”。</translation>
    </message>
</context>
<context>
    <name>Templates</name>
    <message>
        <source>This vault has no templates folder. Set one in Obsidian, under Templates.</source>
        <translation>此仓库没有模板文件夹：请在 Obsidian 的“模板”设置中指定。</translation>
    </message>
    <message>
        <source>There are no templates in {folder}.</source>
        <translation>{folder} 中没有模板。</translation>
    </message>
    <message>
        <source>This note cannot be edited.</source>
        <translation>无法编辑此笔记。</translation>
    </message>
    <message>
        <source>Inserted {name}</source>
        <translation>已插入 {name}</translation>
    </message>
</context>
<context>
    <name>TextButton</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>TextFile</name>
    <message>
        <source>Text file</source>
        <translation>文本文件</translation>
    </message>
</context>
<context>
    <name>ThinkingRow</name>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>The model’s thinking</source>
        <translation>模型的思考过程</translation>
    </message>
    <message>
        <source>Thought for {seconds} s</source>
        <translation>思考了 {seconds} 秒</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>思考过程</translation>
    </message>
</context>
<context>
    <name>TitleLine</name>
    <message>
        <source>Title of the conversation</source>
        <translation>对话的标题</translation>
    </message>
</context>
<context>
    <name>ToolApproval</name>
    <message>
        <source>a tool from another program</source>
        <translation>其他程序的工具</translation>
    </message>
    <message>
        <source>Allow {tool} for this request</source>
        <translation>本次请求中允许 {tool}</translation>
    </message>
    <message>
        <source>Always allow {tool}</source>
        <translation>始终允许 {tool}</translation>
    </message>
    <message>
        <source>Never allow {tool}</source>
        <translation>永不允许 {tool}</translation>
    </message>
    <message>
        <source>&amp;Allow once</source>
        <translation>允许一次(&amp;A)</translation>
    </message>
    <message>
        <source>It comes from “{server}”, another program.</source>
        <translation>它来自另一个程序“{server}”。</translation>
    </message>
    <message>
        <source>Axon cannot show in advance what it will do, and cannot undo it.</source>
        <translation>Axon 无法事先显示它会做什么，也无法撤销。</translation>
    </message>
    <message>
        <source>No arguments</source>
        <translation>无参数</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Use this tool?</source>
        <translation>使用此工具？</translation>
    </message>
</context>
<context>
    <name>ToolOutputCard</name>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>等待确认</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>step given up</source>
        <translation>已放弃此步骤</translation>
    </message>
    <message>
        <source>cannot be undone</source>
        <translation>无法撤销</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>not undone</source>
        <translation>未能撤销</translation>
    </message>
    <message>
        <source>not redone</source>
        <translation>未重做</translation>
    </message>
    <message>
        <source>waiting for your approval</source>
        <translation>等待你批准</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Press Enter to show arguments and result.</source>
        <translation>按 Enter 显示参数和结果。</translation>
    </message>
    <message>
        <source>Arguments and result of {tool}</source>
        <translation>{tool} 的参数和结果</translation>
    </message>
</context>
<context>
    <name>ToolTable</name>
    <message>
        <source>Search tools</source>
        <translation>搜索工具</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>提供</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Only reads</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Tools of {server}</source>
        <translation>{server} 的工具</translation>
    </message>
    <message>
        <source>1 tool · about {tokens} tokens in each request</source>
        <translation>1 个工具 · 每个请求约 {tokens} 个 token</translation>
    </message>
    <message>
        <source>{count} tools · about {tokens} tokens in each request</source>
        <translation>{count} 个工具 · 每个请求约 {tokens} 个 token</translation>
    </message>
    <message>
        <source>{tool} is offered</source>
        <translation>提供 {tool}</translation>
    </message>
    <message>
        <source>{tool} only reads</source>
        <translation>{tool} 只读</translation>
    </message>
    <message>
        <source>“Only reads” is your decision, not the server’s: such a tool is called without asking, and may be used while planning.</source>
        <translation>“只读”由你认定，而非服务器：这样的工具调用时不询问，规划时也可使用。</translation>
    </message>
    <message>
        <source>No tools match.</source>
        <translation>没有工具含有这些词。</translation>
    </message>
    <message>
        <source>The server says that it only reads, which proves nothing.</source>
        <translation>服务器声称它只读，但这并不能证明什么。</translation>
    </message>
    <message>
        <source>The server does not say that it only reads.</source>
        <translation>服务器没有声称它只读。</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Waiting for {provider}…</source>
        <translation>正在等待 {provider}…</translation>
    </message>
    <message>
        <source>Axon is working.</source>
        <translation>Axon 正在工作。</translation>
    </message>
    <message>
        <source>Waiting for {provider}… {seconds} s</source>
        <translation>正在等待 {provider}… {seconds} 秒</translation>
    </message>
    <message>
        <source>Queued at {provider} for {seconds} s…</source>
        <translation>已在 {provider} 排队 {seconds} 秒…</translation>
    </message>
    <message>
        <source>{error} Trying again in {seconds} s (attempt {attempt}).</source>
        <translation>{error}{seconds} 秒后重试（第 {attempt} 次）。</translation>
    </message>
    <message>
        <source>Axon is writing.</source>
        <translation>Axon 正在书写。</translation>
    </message>
    <message>
        <source>Waiting for your answer…</source>
        <translation>正在等待你的答复…</translation>
    </message>
    <message>
        <source>{error}. Trying again in {seconds} s (attempt {attempt}).</source>
        <translation>{error}。{seconds} 秒后重试（第 {attempt} 次）。</translation>
    </message>
    <message>
        <source>Running tools… press Esc to stop.</source>
        <translation>正在运行工具… 按 Esc 停止。</translation>
    </message>
    <message>
        <source>Axon has answered.</source>
        <translation>Axon 已回答。</translation>
    </message>
    <message>
        <source>Waiting for your answer to the plan…</source>
        <translation>正在等待你对计划的答复…</translation>
    </message>
    <message>
        <source>Step {step} of {total} begins.</source>
        <translation>开始第 {step} 步，共 {total} 步。</translation>
    </message>
    <message>
        <source>1 older message is no longer sent to the model.</source>
        <translation>1 条较早的消息不再发送给模型。</translation>
    </message>
    <message>
        <source>{count} older messages are no longer sent to the model.</source>
        <translation>{count} 条较早的消息不再发送给模型。</translation>
    </message>
    <message>
        <source>{provider} does not take the tool {tools}, so the turn goes on without. It says: “{words}”</source>
        <translation>{provider} 不接受工具{tools}，因此本轮不使用它继续。它说：“{words}”</translation>
    </message>
    <message>
        <source>1 older message is sent as a summary</source>
        <translation>1 条较早的消息以摘要发送</translation>
    </message>
    <message>
        <source>{count} older messages are sent as a summary</source>
        <translation>{count} 条较早的消息以摘要发送</translation>
    </message>
    <message>
        <source>The summary</source>
        <translation>摘要</translation>
    </message>
</context>
<context>
    <name>TrashApproval</name>
    <message>
        <source>&amp;Move to trash</source>
        <translation>移到回收站(&amp;M)</translation>
    </message>
    <message>
        <source>move {path} to the system’s trash</source>
        <translation>将 {path} 移到系统的回收站</translation>
    </message>
    <message>
        <source>move {path} to the vault’s trash, as {target}</source>
        <translation>将 {path} 移到仓库的回收站，成为 {target}</translation>
    </message>
    <message>
        <source>This can be undone: Axon keeps a copy.</source>
        <translation>可以撤销：Axon 会保留一份副本。</translation>
    </message>
    <message>
        <source>Move this note to the trash?</source>
        <translation>将此笔记移到回收站？</translation>
    </message>
    <message>
        <source>Move this file to the trash?</source>
        <translation>将此文件移到回收站？</translation>
    </message>
    <message>
        <source>It is too large to show here, or cannot be read.</source>
        <translation>内容太大无法在此显示，或无法读取。</translation>
    </message>
    <message>
        <source>It is not text ({size}).</source>
        <translation>内容不是文本（{size}）。</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>内容为空。</translation>
    </message>
</context>
<context>
    <name>TreeMenu</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Open in new &amp;tab</source>
        <translation>在新标签页中打开(&amp;T)</translation>
    </message>
    <message>
        <source>Open in Ob&amp;sidian</source>
        <translation>在 Obsidian 中打开(&amp;S)</translation>
    </message>
    <message>
        <source>Com&amp;pare with {name}…</source>
        <translation>与 {name} 对比(&amp;P)…</translation>
    </message>
    <message>
        <source>Re&amp;veal in file manager</source>
        <translation>在文件管理器中显示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;New note here…</source>
        <translation>在此新建笔记(&amp;N)…</translation>
    </message>
    <message>
        <source>New &amp;folder…</source>
        <translation>新建文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>复制一份(&amp;D)</translation>
    </message>
    <message>
        <source>Mov&amp;e to…</source>
        <translation>移动到(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Move to trash…</source>
        <translation>移到回收站(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Copy wikilink</source>
        <translation>复制 Wiki 链接(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Bookmark</source>
        <translation>加书签(&amp;B)</translation>
    </message>
    <message>
        <source>Mention in c&amp;hat</source>
        <translation>在对话中提及(&amp;H)</translation>
    </message>
</context>
<context>
    <name>TreeView</name>
    <message>
        <source>copy</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>online</source>
        <translation>在线</translation>
    </message>
    <message>
        <source>copy of {name}</source>
        <translation>{name} 的副本</translation>
    </message>
    <message>
        <source>not downloaded</source>
        <translation>未下载</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
</context>
<context>
    <name>TurnEndings</name>
    <message>
        <source>{provider} refused the key.</source>
        <translation>{provider} 拒绝了密钥。</translation>
    </message>
    <message>
        <source>&amp;Retry</source>
        <translation>重试(&amp;R)</translation>
    </message>
    <message>
        <source>You stopped Axon here.</source>
        <translation>你在此处停止了 Axon。</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>继续(&amp;C)</translation>
    </message>
    <message>
        <source>Axon was closed in the middle of this request. What was done stays and can be undone.</source>
        <translation>Axon 在本次请求进行到一半时关闭了。已完成的更改会保留，可以撤销。</translation>
    </message>
    <message>
        <source>Raise the l&amp;imit…</source>
        <translation>提高上限(&amp;I)…</translation>
    </message>
    <message>
        <source>Context si&amp;ze…</source>
        <translation>上下文长度(&amp;Z)…</translation>
    </message>
    <message>
        <source>&amp;Undo 1 change</source>
        <translation>撤销 1 处更改(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo {count} changes</source>
        <translation>撤销 {count} 处更改(&amp;U)</translation>
    </message>
</context>
<context>
    <name>UndoButton</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo: {what}</source>
        <translation>撤销：{what}</translation>
    </message>
</context>
<context>
    <name>UndoDialog</name>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Res&amp;tore anyway: the current text stays in the history</source>
        <translation>仍要还原(&amp;T)：现在的内容会保留在更改记录中</translation>
    </message>
    <message>
        <source>Redo the changes in {count}?</source>
        <translation>重做 {count}中的更改？</translation>
    </message>
    <message>
        <source>Undo the changes in {count}?</source>
        <translation>撤销 {count}中的更改？</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>{verb} the &amp;other {count}</source>
        <translation>{verb}其余 {count}(&amp;O)</translation>
    </message>
    <message>
        <source>{verb} the &amp;other note</source>
        <translation>{verb}另一篇笔记(&amp;O)</translation>
    </message>
</context>
<context>
    <name>UndoPreviewPane</name>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>{name}: {what}.</source>
        <translation>{name}：{what}。</translation>
    </message>
    <message>
        <source>Its text stays as it is.</source>
        <translation>其内容保持不变。</translation>
    </message>
    <message>
        <source>Too large to compare here.</source>
        <translation>太大，无法在此对比。</translation>
    </message>
    <message>
        <source>This is not text.</source>
        <translation>这不是文本。</translation>
    </message>
    <message>
        <source>The note as it is now. It would be removed.</source>
        <translation>这是笔记现在的内容；若要还原，笔记会被移除。</translation>
    </message>
    <message>
        <source>The note as it would be.</source>
        <translation>这是笔记还原后的内容。</translation>
    </message>
    <message>
        <source>Left: as it is now. Right: as it would be.</source>
        <translation>左侧是现在的内容，右侧是还原后的内容。</translation>
    </message>
    <message>
        <source>Left: as it is now. Right: the earlier text, which would replace later edits.</source>
        <translation>左侧是现在的内容，右侧是先前的内容，还原会覆盖之后的编辑。</translation>
    </message>
</context>
<context>
    <name>UnsavedQuestion</name>
    <message>
        <source>{name} is not saved.</source>
        <translation>{name} 未保存。</translation>
    </message>
    <message>
        <source>Your text is kept as a draft and offered when you open the note again.</source>
        <translation>你的文本会保留为草稿，再次打开此笔记时可以取回。</translation>
    </message>
    <message>
        <source>Copy &amp;text</source>
        <translation>复制文本(&amp;T)</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Sa&amp;ve without undo</source>
        <translation>保存但不可撤销(&amp;V)</translation>
    </message>
    <message>
        <source>Keep as draft and &amp;leave</source>
        <translation>保留为草稿并离开(&amp;L)</translation>
    </message>
    <message>
        <source>Your text cannot be kept as a draft either. If you leave, it will be lost.</source>
        <translation>你的文本也无法保留为草稿，离开就会丢失。</translation>
    </message>
    <message>
        <source>&amp;Discard and leave</source>
        <translation>放弃并离开(&amp;D)</translation>
    </message>
    <message>
        <source>The disk is not responding.</source>
        <translation>磁盘没有响应。</translation>
    </message>
    <message>
        <source>&amp;Stay</source>
        <translation>留在此处(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Compare and choose…</source>
        <translation>对比并选择(&amp;C)…</translation>
    </message>
</context>
<context>
    <name>UserWrites</name>
    <message>
        <source>Added {name}</source>
        <translation>添加了 {name}</translation>
    </message>
    <message>
        <source>Created {name}</source>
        <translation>已创建 {name}</translation>
    </message>
    <message>
        <source>Edited {name}</source>
        <translation>已编辑 {name}</translation>
    </message>
    <message>
        <source>Moved {name}</source>
        <translation>已移动 {name}</translation>
    </message>
    <message>
        <source>Moved {name} to the trash</source>
        <translation>已将 {name} 移到回收站</translation>
    </message>
    <message>
        <source>Moved the folder {name}</source>
        <translation>已移动文件夹 {name}</translation>
    </message>
    <message>
        <source>Moved the folder {name} to the trash</source>
        <translation>已将文件夹 {name} 移到回收站</translation>
    </message>
</context>
<context>
    <name>Variables</name>
    <message>
        <source>Give this value a name.</source>
        <translation>请为此值命名。</translation>
    </message>
    <message>
        <source>A name cannot contain spaces or “=”.</source>
        <translation>名称中不能有空格和“=”。</translation>
    </message>
    <message>
        <source>“{name}” appears twice.</source>
        <translation>“{name}”重复了。</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>kept in the key store; type to replace it</source>
        <translation>保存在密钥环中；输入可替换</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>this line</source>
        <translation>此行</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Value of {name}</source>
        <translation>{name} 的值</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>secret</source>
        <translation>机密</translation>
    </message>
    <message>
        <source>Kept in the system’s key store, not in the file</source>
        <translation>保存在系统密钥环中，不在文件中</translation>
    </message>
</context>
<context>
    <name>VaultChooser</name>
    <message>
        <source>The folder cannot be found.</source>
        <translation>文件夹不存在。</translation>
    </message>
    <message>
        <source>&amp;Remove missing vaults from the list</source>
        <translation>从列表中移除已不存在的仓库(&amp;R)</translation>
    </message>
    <message>
        <source>Open a vault: choose its folder</source>
        <translation>打开仓库：选择其文件夹</translation>
    </message>
</context>
<context>
    <name>VaultList</name>
    <message>
        <source>Open a vault</source>
        <translation>打开仓库</translation>
    </message>
    <message>
        <source>Vaults</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>Obsidian has no vault on this computer yet. Choose the folder that contains your notes.</source>
        <translation>此电脑上还没有 Obsidian 仓库。请选择存放笔记的文件夹。</translation>
    </message>
    <message>
        <source>Another &amp;folder…</source>
        <translation>其他文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Fo&amp;rget</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove it from this list; the folder stays as it is.</source>
        <translation>从此列表中移除；文件夹保持不变。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>folder not found</source>
        <translation>文件夹不存在</translation>
    </message>
    <message>
        <source>open now</source>
        <translation>已打开</translation>
    </message>
</context>
<context>
    <name>VaultModel</name>
    <message>
        <source>A sync service put it here because {name} was changed on two devices.</source>
        <translation>{name} 在两台设备上都有更改，因此同步服务把它放在这里。</translation>
    </message>
    <message>
        <source>Changed since this vault was opened, by the agent or another program.</source>
        <translation>打开此仓库后被智能体或其他程序更改过。</translation>
    </message>
    <message>
        <source>Excluded in Obsidian’s settings: comes last in search results.</source>
        <translation>已在 Obsidian 的设置中忽略：搜索时排在最后。</translation>
    </message>
    <message>
        <source>Not downloaded: a sync service keeps it elsewhere until it is opened.</source>
        <translation>未下载：在打开之前，同步服务把它存放在别处。</translation>
    </message>
    <message>
        <source>{name}, conflicting copy of {original}</source>
        <translation>{name}，{original} 的冲突副本</translation>
    </message>
    <message>
        <source>{name}, not downloaded</source>
        <translation>{name}，未下载</translation>
    </message>
    <message>
        <source>{name}, changed</source>
        <translation>{name}，已更改</translation>
    </message>
    <message>
        <source>{name}, folder</source>
        <translation>{name}，文件夹</translation>
    </message>
    <message>
        <source>{name}, folder with {count} files</source>
        <translation>{name}，文件夹，含 {count} 个文件</translation>
    </message>
    <message>
        <source>{name}, folder with 1 file</source>
        <translation>{name}，文件夹，含 1 个文件</translation>
    </message>
</context>
<context>
    <name>VaultPage</name>
    <message>
        <source>Which notes should Axon open?</source>
        <translation>打开哪些笔记？</translation>
    </message>
    <message>
        <source>A vault is a folder of Markdown notes. Axon works alongside Obsidian on the same files.</source>
        <translation>仓库就是存放 Markdown 笔记的文件夹。Axon 与 Obsidian 并行，使用同一批文件。</translation>
    </message>
    <message>
        <source>The sample vault</source>
        <translation>示例仓库</translation>
    </message>
    <message>
        <source>A copy of some notes in English and Chinese, for trying things out.</source>
        <translation>几篇中英文笔记的副本，供你试用。</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>其他文件夹…</translation>
    </message>
    <message>
        <source>Choose the folder that contains your notes.</source>
        <translation>请选择存放笔记的文件夹。</translation>
    </message>
    <message>
        <source>Choose the folder that contains your notes</source>
        <translation>选择存放笔记的文件夹</translation>
    </message>
</context>
<context>
    <name>VaultTree</name>
    <message>
        <source>Filter notes</source>
        <translation>筛选笔记</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>Matching notes</source>
        <translation>匹配的笔记</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>没有打开的仓库。请通过“文件 → 打开仓库…”选择一个。</translation>
    </message>
    <message>
        <source>Still reading the file names in the vault…</source>
        <translation>仍在读取仓库中的文件名…</translation>
    </message>
    <message>
        <source>No notes match.</source>
        <translation>没有匹配的笔记。</translation>
    </message>
    <message>
        <source>The vault’s folder cannot be read. Axon continues as soon as it is back.

{why}</source>
        <translation>无法读取仓库的文件夹。文件夹恢复后，Axon 会立即继续。

{why}</translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation>还没有笔记</translation>
    </message>
    <message>
        <source>Reading the vault’s folders…</source>
        <translation>正在读取仓库的文件夹…</translation>
    </message>
    <message>
        <source>The file manager did not respond.</source>
        <translation>文件管理器没有响应。</translation>
    </message>
    <message>
        <source>Copied [[{target}]]</source>
        <translation>已复制 [[{target}]]</translation>
    </message>
</context>
<context>
    <name>Viewport</name>
    <message>
        <source>This formula could not be parsed</source>
        <translation>无法解析此公式</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>What would you like to do in your vault?</source>
        <translation>想在仓库里做点什么？</translation>
    </message>
    <message>
        <source>Axon reads and writes notes for you. It asks before each write, and everything can be undone.</source>
        <translation>Axon 为你读写笔记。每次写入前都会询问，所有更改都能撤销。</translation>
    </message>
    <message>
        <source>Simple commands work without one:</source>
        <translation>没有模型也可以用简单的命令：</translation>
    </message>
    <message>
        <source>Offline is chosen</source>
        <translation>已选择离线模式</translation>
    </message>
    <message>
        <source>Axon has no model yet</source>
        <translation>Axon 还没有模型</translation>
    </message>
    <message>
        <source>Without a model Axon understands only simple commands (no AI).</source>
        <translation>没有模型时 Axon 只懂简单的命令（无 AI）。</translation>
    </message>
    <message>
        <source>Choose one that runs on this computer, or one of a provider for which you have a key.</source>
        <translation>请选择在此电脑上运行的模型，或你有密钥的服务商的模型。</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>选择模型…</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>使用 {model}</translation>
    </message>
    <message>
        <source>{server} on this computer has {models}: with it, nothing is sent away.</source>
        <translation>此电脑上的 {server} 有 {models}：使用它时，内容不会发送出去。</translation>
    </message>
    <message>
        <source>Continue an earlier conversation</source>
        <translation>继续以前的对话</translation>
    </message>
    <message>
        <source>Untitled conversation</source>
        <translation>无标题的对话</translation>
    </message>
    <message>
        <source>{title} — copy: {request}</source>
        <translation>{title} — 副本：{request}</translation>
    </message>
    <message>
        <source>{title} — copy</source>
        <translation>{title} — 副本</translation>
    </message>
    <message>
        <source>List my notes and tell me what this vault is about</source>
        <translation>列出我的笔记，告诉我这个仓库讲什么</translation>
    </message>
    <message>
        <source>Read {note} and suggest three links to add</source>
        <translation>读取“{note}”，建议三个可以添加的链接</translation>
    </message>
    <message>
        <source>read {note}</source>
        <translation>读取 {note}</translation>
    </message>
    <message>
        <source>Write three ideas for this week into Inbox/Ideas</source>
        <translation>新建笔记 Inbox/想法，写下本周的三个想法</translation>
    </message>
    <message>
        <source>list /</source>
        <translation>列出 /</translation>
    </message>
    <message>
        <source>create note Inbox/Idea: Try Axon Desktop</source>
        <translation>新建笔记 Inbox/想法：试试 Axon Desktop</translation>
    </message>
</context>
<context>
    <name>WelcomeDialog</name>
    <message>
        <source>Welcome to Axon Desktop</source>
        <translation>欢迎使用 Axon Desktop</translation>
    </message>
    <message>
        <source>Sk&amp;ip the rest</source>
        <translation>跳过其余步骤(&amp;I)</translation>
    </message>
    <message>
        <source>Go &amp;back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>Step {number} of {count}</source>
        <translation>第 {number} 步，共 {count} 步</translation>
    </message>
    <message>
        <source>The sample vault</source>
        <translation>示例仓库</translation>
    </message>
    <message>
        <source>Notes: {folder}</source>
        <translation>笔记：{folder}</translation>
    </message>
    <message>
        <source>&amp;Get started</source>
        <translation>开始(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
</context>
<context>
    <name>WindowMeaning</name>
    <message>
        <source>Notes cannot be prepared for search by meaning: {why}. Words are found as always.</source>
        <translation>无法为语义搜索准备笔记：{why}。按词搜索照常可用。</translation>
    </message>
    <message>
        <source>its process ended</source>
        <translation>其进程已结束</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
</context>
<context>
    <name>WordCount</name>
    <message>
        <source>1 word</source>
        <translation>字数 1</translation>
    </message>
    <message>
        <source>{count} words</source>
        <translation>字数 {count}</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>字符 1</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>字符 {count}</translation>
    </message>
    <message>
        <source>{count} of {total} words</source>
        <translation>已选字数 {count} / {total}</translation>
    </message>
</context>
<context>
    <name>WriteApproval</name>
    <message>
        <source>Apply this change?</source>
        <translation>应用此更改？</translation>
    </message>
    <message>
        <source>{chosen} of {count} changes selected. Press ↑ or ↓ to go to another, Space to select it or leave it out.</source>
        <translation>已选 {chosen} / {count} 处更改。按 ↑ 或 ↓ 移到其他更改，按空格键选中或取消选中。</translation>
    </message>
    <message>
        <source>create {path}</source>
        <translation>创建 {path}</translation>
    </message>
    <message>
        <source>append to {path}</source>
        <translation>追加到 {path}</translation>
    </message>
    <message>
        <source>edit {path}</source>
        <translation>编辑 {path}</translation>
    </message>
    <message>
        <source>overwrite {path}</source>
        <translation>覆盖 {path}</translation>
    </message>
    <message>
        <source>&amp;Edit before applying…</source>
        <translation>先编辑再应用(&amp;E)…</translation>
    </message>
    <message>
        <source>Compar&amp;e</source>
        <translation>对比(&amp;E)</translation>
    </message>
</context>
<context>
    <name>_FolderPrompt</name>
    <message>
        <source>C&amp;reate</source>
        <translation>创建(&amp;R)</translation>
    </message>
    <message>
        <source>Rename or move the folder {name}</source>
        <translation>重命名或移动文件夹 {name}</translation>
    </message>
    <message>
        <source>The parent folder is part of the name: change it to move the folder.</source>
        <translation>上级文件夹是名称的一部分：更改上级文件夹即可移动此文件夹。</translation>
    </message>
    <message>
        <source>Becomes {path}</source>
        <translation>改为 {path}</translation>
    </message>
</context>
<context>
    <name>_RenamePrompt</name>
    <message>
        <source>Rename or move {name}</source>
        <translation>重命名或移动 {name}</translation>
    </message>
    <message>
        <source>Its folder is part of the name: change it to move the file.</source>
        <translation>文件夹是名称的一部分：更改文件夹即可移动文件。</translation>
    </message>
    <message>
        <source>Becomes {path}</source>
        <translation>改为 {path}</translation>
    </message>
</context>
<context>
    <name>_StepRow</name>
    <message>
        <source>not done yet</source>
        <translation>尚未执行</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Expect: {outcome}</source>
        <translation>预期：{outcome}</translation>
    </message>
</context>
</TS>
