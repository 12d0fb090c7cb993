<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Axon Desktop</source>
        <translation>關於 Axon Desktop</translation>
    </message>
    <message>
        <source>&lt;b&gt;Axon Desktop {version}&lt;/b&gt;&lt;p&gt;An agent for Obsidian vaults that shows every step, asks before it writes, and can undo every change.&lt;/p&gt;&lt;p&gt;MIT licence. Built with Qt {qt} (LGPL 3) and other free software; see LICENSE.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Axon Desktop {version}&lt;/b&gt;&lt;p&gt;為 Obsidian 儲存庫打造的代理：每一步都看得見，寫入前先詢問，所有變更都能復原。&lt;/p&gt;&lt;p&gt;MIT 授權。使用 Qt {qt}（LGPL 3）與其他自由軟體建置，詳見 LICENSE。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
</context>
<context>
    <name>Address</name>
    <message>
        <source>It leads to {host}.</source>
        <translation>這個網址指向 {host}。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>網址</translation>
    </message>
    <message>
        <source>The name contains letters from other scripts: it may only look like one you know.</source>
        <translation>網域名稱含有其他文字的字母：可能只是看起來像你認識的網域名稱。</translation>
    </message>
</context>
<context>
    <name>AddressDialog</name>
    <message>
        <source>It wants to open this address in your browser:</source>
        <translation>它想在你的瀏覽器中開啟這個網址：</translation>
    </message>
    <message>
        <source>Axon does not see what you enter there.</source>
        <translation>你在那裡輸入的內容，Axon 看不到。</translation>
    </message>
    <message>
        <source>The connection is not encrypted: others can read what you enter.</source>
        <translation>連線未加密：他人可以讀到你輸入的內容。</translation>
    </message>
    <message>
        <source>&amp;Open in browser</source>
        <translation>在瀏覽器中開啟(&amp;O)</translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>No row is chosen.</source>
        <translation>沒有選取任何一項。</translation>
    </message>
    <message>
        <source>{row}, {number} of {count}</source>
        <translation>{row}，第 {number} 項，共 {count} 項</translation>
    </message>
</context>
<context>
    <name>AnswerRow</name>
    <message>
        <source>Insert at caret</source>
        <translation>插入到游標處</translation>
    </message>
    <message>
        <source>Save as note</source>
        <translation>存為筆記</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重試</translation>
    </message>
    <message>
        <source>Copy the answer</source>
        <translation>複製回答</translation>
    </message>
    <message>
        <source>Ask the same again</source>
        <translation>再問一次同樣的問題</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>選擇模型</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>外觀</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主題(&amp;T)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Accent colour</source>
        <translation>強調色(&amp;A)</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>一般</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>&amp;Contrast</source>
        <translation>對比(&amp;C)</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>寬鬆</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>緊湊</translation>
    </message>
    <message>
        <source>S&amp;pacing</source>
        <translation>間距(&amp;P)</translation>
    </message>
    <message>
        <source>High contrast makes text and borders stand out everywhere. You can also make all text larger or smaller in the View menu, or just the note’s text with Ctrl and the mouse wheel.</source>
        <translation>高對比會讓所有文字與框線更醒目。「檢視」選單也能放大或縮小所有文字；按住 Ctrl 並捲動滾輪則只調整筆記的文字。</translation>
    </message>
    <message>
        <source>Iris</source>
        <translation>鳶尾紫</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>藍色</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>藍綠色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>綠色</translation>
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
        <translation>{pixels} 像素（預設）</translation>
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
        <translation>有什麼要告訴模型的？</translation>
    </message>
    <message>
        <source>Note to the model</source>
        <translation>給模型的說明</translation>
    </message>
    <message>
        <source>Reject with this note</source>
        <translation>附上說明並拒絕</translation>
    </message>
    <message>
        <source>&amp;Edit before applying…</source>
        <translation>先編輯再套用(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Reject…</source>
        <translation>拒絕(&amp;R)…</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒絕</translation>
    </message>
    <message>
        <source>Reject with a note to the model…</source>
        <translation>拒絕並給模型留言…</translation>
    </message>
    <message>
        <source>&amp;Apply without undo</source>
        <translation>套用但無法復原(&amp;A)</translation>
    </message>
    <message>
        <source>A&amp;llow… ▾</source>
        <translation>允許(&amp;L)… ▾</translation>
    </message>
    <message>
        <source>Allow for longer, menu</source>
        <translation>持續允許，選單</translation>
    </message>
    <message>
        <source>Apply all for this request</source>
        <translation>套用這次請求的所有變更</translation>
    </message>
    <message>
        <source>Allow all changes for this request</source>
        <translation>這次請求中允許所有變更</translation>
    </message>
    <message>
        <source>Never in {folder}</source>
        <translation>永不寫入 {folder}</translation>
    </message>
    <message>
        <source>in response to “{request}”</source>
        <translation>來自請求「{request}」</translation>
    </message>
    <message>
        <source>Every conversation about this vault starts with the contents of AGENTS.md. Check each line.</source>
        <translation>關於這個儲存庫的每個對話都以 AGENTS.md 的內容開頭。請逐行檢查。</translation>
    </message>
    <message>
        <source>This adds code that Obsidian or a plugin would run: {kinds}.</source>
        <translation>這會加入 Obsidian 或外掛會執行的程式碼：{kinds}。</translation>
    </message>
    <message>
        <source>This adds invisible characters. They are shown as �.</source>
        <translation>這會加入看不見的字元，已顯示為 �。</translation>
    </message>
    <message>
        <source>You may not have asked for this. The agent has read text from elsewhere that may have led to it: {origins}.</source>
        <translation>這可能不是你要求的。代理讀過來自別處的文字，這項操作可能受其影響。來源：{origins}。</translation>
    </message>
    <message>
        <source>This change cannot be undone. {why}</source>
        <translation>此變更無法復原。{why}</translation>
    </message>
    <message>
        <source>{name} (a program’s output)</source>
        <translation>{name}（程式傳回的內容）</translation>
    </message>
    <message>
        <source>{name} (clipped)</source>
        <translation>{name}（擷取的內容）</translation>
    </message>
    <message>
        <source>{name} (contains hidden text)</source>
        <translation>{name}（含有隱藏文字）</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>另外 {count} 個</translation>
    </message>
    <message>
        <source>A&amp;pply all… ▾</source>
        <translation>全部套用(&amp;P)… ▾</translation>
    </message>
    <message>
        <source>Apply all, menu</source>
        <translation>全部套用，選單</translation>
    </message>
    <message>
        <source>Always apply in {folder}</source>
        <translation>一律套用 {folder} 中的變更</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>套用(&amp;A)</translation>
    </message>
    <message>
        <source>the whole vault</source>
        <translation>整個儲存庫</translation>
    </message>
    <message>
        <source>The model did not use the proper format for this call. Check that this is what it intended.</source>
        <translation>模型這次呼叫的格式不正確，請確認這是否為它的本意。</translation>
    </message>
    <message>
        <source>This empties the note ({old} now).</source>
        <translation>這會清空這則筆記（目前 {old}）。</translation>
    </message>
    <message>
        <source>This removes more than half of the note ({old} → {new}).</source>
        <translation>這會刪去這則筆記一半以上的內容（{old} → {new}）。</translation>
    </message>
</context>
<context>
    <name>Attaching</name>
    <message>
        <source>{name} was not added. {why}</source>
        <translation>{name} 沒有加入。{why}</translation>
    </message>
    <message>
        <source>{name} is in the vault now. You had left the note, so it has no link to it.</source>
        <translation>{name} 已在儲存庫中。你已離開那篇筆記，所以筆記裡沒有指向它的連結。</translation>
    </message>
    <message>
        <source>{name} is being copied into the vault: {percent} %</source>
        <translation>正在將 {name} 複製到儲存庫中：{percent}%</translation>
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
        <translation>篩選條件無法判斷此檔案，該檔案仍會顯示。</translation>
    </message>
    <message>
        <source>This value cannot be calculated.</source>
        <translation>無法算出這個值。</translation>
    </message>
</context>
<context>
    <name>BaseView</name>
    <message>
        <source>View</source>
        <translation>檢視</translation>
    </message>
    <message>
        <source>Show filter</source>
        <translation>顯示篩選</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>篩選</translation>
    </message>
    <message>
        <source>Files checked</source>
        <translation>已檢查的檔案</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Files in the base</source>
        <translation>資料庫中的檔案</translation>
    </message>
    <message>
        <source>View {number}</source>
        <translation>檢視 {number}</translation>
    </message>
    <message>
        <source>Hide filter</source>
        <translation>隱藏篩選</translation>
    </message>
    <message>
        <source>Stopped; click a column header to search again</source>
        <translation>已停止；點按欄標題可重新尋找</translation>
    </message>
    <message>
        <source>No files match this view’s filter.</source>
        <translation>沒有檔案符合這個檢視的篩選條件。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路徑</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Extension</source>
        <translation>副檔名</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>建立時間</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改時間</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>標籤</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>連結</translation>
    </message>
    <message>
        <source>Embeds</source>
        <translation>嵌入內容</translation>
    </message>
    <message>
        <source>This base is too large or too deeply nested to show.</source>
        <translation>這個資料庫太大或巢狀太深，無法顯示。</translation>
    </message>
    <message>
        <source>This file is not a base: it contains no views or filters.</source>
        <translation>這個檔案不是資料庫：其中沒有檢視或篩選條件。</translation>
    </message>
    <message>
        <source>This base is not valid YAML (line {line}). Fix it in a text editor to see it here.</source>
        <translation>這個資料庫不是有效的 YAML（第 {line} 行）。請用文字編輯器改正，之後會在此顯示。</translation>
    </message>
    <message>
        <source>This base is not valid YAML. Fix it in a text editor to see it here.</source>
        <translation>這個資料庫不是有效的 YAML。請用文字編輯器改正，之後會在此顯示。</translation>
    </message>
    <message>
        <source>Not supported in the filter: {parts}. Notes that the filter cannot evaluate are shown anyway.</source>
        <translation>篩選條件中有不支援的內容：{parts}。無法判斷的筆記仍會顯示。</translation>
    </message>
    <message>
        <source>The filter cannot evaluate some notes ({number}); they are shown anyway.</source>
        <translation>篩選條件無法判斷部分筆記（{number}），這些筆記仍會顯示。</translation>
    </message>
    <message>
        <source>Formulas that are not supported: {parts}.</source>
        <translation>不支援的公式：{parts}。</translation>
    </message>
    <message>
        <source>Columns that are not supported: {parts}.</source>
        <translation>不支援的欄：{parts}。</translation>
    </message>
    <message>
        <source>Not supported: {parts}.</source>
        <translation>不支援：{parts}。</translation>
    </message>
    <message>
        <source>This {layout} view is shown as a table.</source>
        <translation>這個 {layout} 檢視以表格顯示。</translation>
    </message>
    <message>
        <source>This system does not report when files were created; the earliest known time is used.</source>
        <translation>這個系統不提供檔案的建立時間，因此採用已知的最早時間。</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 個檔案</translation>
    </message>
    <message>
        <source>{number} files</source>
        <translation>{number} 個檔案</translation>
    </message>
    <message>
        <source>{shown} of {number} files</source>
        <translation>{shown} / {number} 個檔案</translation>
    </message>
    <message>
        <source>the first {shown} of {number} files</source>
        <translation>前 {shown} 個檔案，共 {number} 個</translation>
    </message>
    <message>
        <source>Finding this base’s files takes too long, so it cannot be shown here.</source>
        <translation>在此尋找這個資料庫的檔案耗時太久。</translation>
    </message>
    <message>
        <source>… and {number} more files</source>
        <translation>……還有 {number} 個檔案</translation>
    </message>
    <message>
        <source>… and 1 more file</source>
        <translation>……還有 1 個檔案</translation>
    </message>
</context>
<context>
    <name>BookmarksFeature</name>
    <message>
        <source>Bookmarks</source>
        <translation>書籤</translation>
    </message>
    <message>
        <source>There is no search to bookmark.</source>
        <translation>沒有可加入書籤的搜尋。</translation>
    </message>
    <message>
        <source>Bookmarked {name}</source>
        <translation>已將 {name} 加入書籤</translation>
    </message>
    <message>
        <source>{name} is bookmarked already.</source>
        <translation>{name} 已在書籤中。</translation>
    </message>
</context>
<context>
    <name>BookmarksPage</name>
    <message>
        <source>Bookmarks</source>
        <translation>書籤</translation>
    </message>
    <message>
        <source>Filter bookmarks</source>
        <translation>篩選書籤</translation>
    </message>
    <message>
        <source>From Obsidian</source>
        <translation>來自 Obsidian</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>A file, a heading or a search can be bookmarked from its menu.</source>
        <translation>可以從選單將檔案、標題或搜尋加入書籤。</translation>
    </message>
    <message>
        <source>No bookmarks match.</source>
        <translation>沒有相符的書籤。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新分頁中開啟</translation>
    </message>
    <message>
        <source>Remove bookmark</source>
        <translation>移除書籤</translation>
    </message>
</context>
<context>
    <name>Breadcrumb</name>
    <message>
        <source>Path of the note</source>
        <translation>筆記的路徑</translation>
    </message>
</context>
<context>
    <name>Builder</name>
    <message>
        <source>Show more</source>
        <translation>顯示更多</translation>
    </message>
    <message>
        <source>Open the note to read the rest</source>
        <translation>開啟筆記可閱讀其餘內容</translation>
    </message>
    <message>
        <source>This note embeds itself</source>
        <translation>這則筆記嵌入了自己</translation>
    </message>
    <message>
        <source>Notes are nested too deeply</source>
        <translation>筆記巢狀層數過多</translation>
    </message>
    <message>
        <source>This note cannot be shown here</source>
        <translation>這則筆記無法在此顯示</translation>
    </message>
    <message>
        <source>This note has no such part</source>
        <translation>這則筆記中沒有這個部分</translation>
    </message>
</context>
<context>
    <name>BundleDialog</name>
    <message>
        <source>Save diagnostics</source>
        <translation>儲存診斷資訊</translation>
    </message>
    <message>
        <source>This helps track down problems. It contains no note text or note names, and no folders, addresses or keys. Check each part: what you see is exactly what is saved, and nothing is sent to anyone.</source>
        <translation>有助於找出問題。其中沒有筆記的內容和名稱，也沒有資料夾、網址和金鑰。請檢視每個部分：看到的就是會儲存的內容，不會傳送給任何人。</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Contents of this part</source>
        <translation>這個部分的內容</translation>
    </message>
    <message>
        <source>Checking this computer. This takes a few seconds…</source>
        <translation>正在檢查這部電腦，需要幾秒鐘…</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>儲存(&amp;S)…</translation>
    </message>
</context>
<context>
    <name>Calendar</name>
    <message>
        <source>Calendar</source>
        <translation>日曆</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Previous month</source>
        <translation>上個月</translation>
    </message>
    <message>
        <source>Next month</source>
        <translation>下個月</translation>
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
        <translation>按 Enter 顯示引數和結果。</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已復原</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
</context>
<context>
    <name>CanvasView</name>
    <message>
        <source>Zoom out (-)</source>
        <translation>縮小（-）</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大（+）</translation>
    </message>
    <message>
        <source>Show the whole canvas (1)</source>
        <translation>顯示整張畫布（1）</translation>
    </message>
    <message>
        <source>1 card</source>
        <translation>1 張卡片</translation>
    </message>
    <message>
        <source>{count} cards</source>
        <translation>{count} 張卡片</translation>
    </message>
    <message>
        <source>Canvas with {cards} and 1 line</source>
        <translation>白板，含 {cards}和 1 條連線</translation>
    </message>
    <message>
        <source>Canvas with {cards} and {lines} lines</source>
        <translation>白板，含 {cards}和 {lines} 條連線</translation>
    </message>
    <message>
        <source>This canvas is empty.</source>
        <translation>這張畫布是空的。</translation>
    </message>
    <message>
        <source>This canvas is too large to show.</source>
        <translation>這張畫布太大，無法顯示。</translation>
    </message>
    <message>
        <source>This canvas is damaged: it is not valid JSON. Fix it in a text editor to see it here.</source>
        <translation>這張畫布已損毀：不是有效的 JSON。請用文字編輯器改正，之後會在此顯示。</translation>
    </message>
    <message>
        <source>This file is not a canvas.</source>
        <translation>這個檔案不是畫布。</translation>
    </message>
    <message>
        <source>Cards of an unknown type are left out: {number}.</source>
        <translation>未顯示類型不明的卡片：{number} 張。</translation>
    </message>
    <message>
        <source>Cards with the same ID as another card: {number}; lines lead to the first one.</source>
        <translation>ID 與其他卡片相同的卡片：{number} 張；連線指向第一張。</translation>
    </message>
    <message>
        <source>Cards with an invalid position or size: {number}; these were adjusted.</source>
        <translation>位置或大小無效的卡片：{number} 張；已另行擺放。</translation>
    </message>
    <message>
        <source>Lines to cards that do not exist are left out: {number}.</source>
        <translation>未顯示通往不存在卡片的連線：{number} 條。</translation>
    </message>
    <message>
        <source>Only the first {most} cards are shown; left out: {number}.</source>
        <translation>只顯示前 {most} 張卡片；未顯示：{number} 張。</translation>
    </message>
    <message>
        <source>Only the first {most} lines are shown; left out: {number}.</source>
        <translation>只顯示前 {most} 條連線；未顯示：{number} 條。</translation>
    </message>
    <message>
        <source>Cards whose text is cut off: {number}.</source>
        <translation>文字被截短的卡片：{number} 張。</translation>
    </message>
    <message>
        <source>This file does not exist.</source>
        <translation>這個檔案不存在。</translation>
    </message>
    <message>
        <source>This note is too large for a card.</source>
        <translation>這則筆記太大，無法在卡片中顯示。</translation>
    </message>
    <message>
        <source>Press Enter to open it.</source>
        <translation>按 Enter 開啟。</translation>
    </message>
    <message>
        <source>Text card</source>
        <translation>文字卡片</translation>
    </message>
    <message>
        <source>File card</source>
        <translation>檔案卡片</translation>
    </message>
    <message>
        <source>Link card</source>
        <translation>連結卡片</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>群組</translation>
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
        <translation>刪除：{line}</translation>
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
        <translation>摺疊(&amp;F)</translation>
    </message>
    <message>
        <source>Show &amp;arguments and result</source>
        <translation>顯示引數和結果(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Open the note</source>
        <translation>開啟筆記(&amp;O)</translation>
    </message>
    <message>
        <source>Show in &amp;Changes…</source>
        <translation>在「變更」中顯示(&amp;C)…</translation>
    </message>
</context>
<context>
    <name>ChangeList</name>
    <message>
        <source>Changes</source>
        <translation>變更</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在讀取…</translation>
    </message>
    <message>
        <source>The changes cannot be read.

{why}</source>
        <translation>無法讀取變更。

{why}</translation>
    </message>
    <message>
        <source>No changes to notes with “{name}” in their path.</source>
        <translation>沒有路徑包含「{name}」的變更。</translation>
    </message>
    <message>
        <source>Nothing has changed yet. Changes made through Axon are kept here.</source>
        <translation>尚無變更。透過 Axon 所做的變更會保留在這裡。</translation>
    </message>
    <message>
        <source>Show older changes</source>
        <translation>顯示較早的變更</translation>
    </message>
</context>
<context>
    <name>ChangedTools</name>
    <message>
        <source>&amp;Keep it off</source>
        <translation>暫不啟用(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Approve</source>
        <translation>核准(&amp;A)</translation>
    </message>
    <message>
        <source>{tool} has changed</source>
        <translation>{tool} 已變更</translation>
    </message>
    <message>
        <source>{tool} is new</source>
        <translation>{tool} 是新工具</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>第 {number} 項，共 {count} 項</translation>
    </message>
    <message>
        <source>On the left is what you approved, on the right what it says now. The model reads this text.</source>
        <translation>左側是你核准過的內容，右側是它現在的內容。模型會讀到這些文字。</translation>
    </message>
    <message>
        <source>Its server added it after you approved the others. The model reads this text.</source>
        <translation>你核准其他工具之後，它的伺服器才開始提供這個工具。模型會讀到這些文字。</translation>
    </message>
    <message>
        <source>It contains invisible characters; they are written out as ⟨U+…⟩.</source>
        <translation>其中含有看不見的字元，已寫成 ⟨U+…⟩ 的形式。</translation>
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
        <translation>「{title}」中的代理</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Other program: {name}</source>
        <translation>其他程式：{name}</translation>
    </message>
    <message>
        <source>{model} in the editor</source>
        <translation>{model}（在編輯器中）</translation>
    </message>
    <message>
        <source>Redo: {what}</source>
        <translation>重做：{what}</translation>
    </message>
    <message>
        <source>Undo: {what}</source>
        <translation>復原：{what}</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 則筆記</translation>
    </message>
    <message>
        <source>{count} notes</source>
        <translation>{count} 則筆記</translation>
    </message>
    <message>
        <source>partly undone</source>
        <translation>部分已復原</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已復原</translation>
    </message>
    <message>
        <source>created</source>
        <translation>已建立</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已編輯</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>已重新命名</translation>
    </message>
    <message>
        <source>moved to the trash</source>
        <translation>已移到資源回收筒</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>restored</source>
        <translation>已恢復</translation>
    </message>
    <message>
        <source>can only go back together with the others</source>
        <translation>只能與其他筆記一起還原</translation>
    </message>
    <message>
        <source>goes back to its earlier text</source>
        <translation>恢復為先前的內容</translation>
    </message>
    <message>
        <source>is restored</source>
        <translation>會恢復</translation>
    </message>
    <message>
        <source>is removed; its text stays in the history</source>
        <translation>會移除；內容保留在變更紀錄中</translation>
    </message>
    <message>
        <source>is moved to {path}</source>
        <translation>移到 {path}</translation>
    </message>
    <message>
        <source>is moved to the vault’s trash</source>
        <translation>將移到儲存庫的資源回收筒</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>維持不變</translation>
    </message>
    <message>
        <source>{done}; later edits are kept</source>
        <translation>{done}；保留之後的編輯</translation>
    </message>
    <message>
        <source>{done}; later edits stay only in the history</source>
        <translation>{done}；之後的編輯只保留在變更紀錄中</translation>
    </message>
    <message>
        <source>Nothing has been changed yet.</source>
        <translation>目前尚未變更任何內容。</translation>
    </message>
    <message>
        <source>{count} cannot go back without losing something. Nothing has been changed yet.</source>
        <translation>有 {count}還原後會遺失內容，因此不會還原。還沒有做任何變更。</translation>
    </message>
    <message>
        <source>{count} cannot go back. Nothing has been changed yet.</source>
        <translation>有 {count}無法還原。還沒有做任何變更。</translation>
    </message>
    <message>
        <source>In {count}, later edits stay only in the history.</source>
        <translation>{count}中之後的編輯只會保留在變更紀錄中。</translation>
    </message>
    <message>
        <source>Your later edits in {count} are kept. Check the resulting text.</source>
        <translation>{count}中會保留你之後的編輯。請檢視還原後的內容。</translation>
    </message>
    <message>
        <source>The notes have changed in the meantime; this is the current state.</source>
        <translation>筆記在此期間已有變更，以下是目前的情況。</translation>
    </message>
    <message>
        <source>has since been edited in the same lines ({lines})</source>
        <translation>之後在相同的行有過編輯（{lines}）</translation>
    </message>
    <message>
        <source>has been edited since it was created ({lines}); those edits would be lost</source>
        <translation>建立之後有過編輯（{lines}），這些編輯會遺失</translation>
    </message>
    <message>
        <source>has since been moved or deleted</source>
        <translation>之後已移動或刪除</translation>
    </message>
    <message>
        <source>has since been moved to {other}; undo that move first</source>
        <translation>之後已移到 {other}；請先復原那次移動</translation>
    </message>
    <message>
        <source>{other} has since been created again</source>
        <translation>{other} 之後已重新建立</translation>
    </message>
    <message>
        <source>is already undone</source>
        <translation>已經復原</translation>
    </message>
    <message>
        <source>its earlier text is no longer kept</source>
        <translation>先前的內容已不再保留</translation>
    </message>
    <message>
        <source>is read-only</source>
        <translation>是唯讀</translation>
    </message>
    <message>
        <source>cannot be read: {other}</source>
        <translation>無法讀取：{other}</translation>
    </message>
    <message>
        <source>can only go back together with {other}</source>
        <translation>須與 {other} 一併還原</translation>
    </message>
    <message>
        <source>a later change to it cannot be undone</source>
        <translation>它之後的變更無法復原</translation>
    </message>
    <message>
        <source>too many lines to compare</source>
        <translation>行數太多，無法比較</translation>
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
        <translation>變更</translation>
    </message>
    <message>
        <source>Filter by note</source>
        <translation>依筆記篩選</translation>
    </message>
    <message>
        <source>Filter changes by note</source>
        <translation>依筆記篩選變更</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
    <message>
        <source>{count} changed. Unfold the turn and choose one to see it.</source>
        <translation>已變更 {count}。展開這組變更並選擇其中一則即可檢視。</translation>
    </message>
    <message>
        <source>Redo the &amp;turn</source>
        <translation>重做整組變更(&amp;T)</translation>
    </message>
    <message>
        <source>Undo the &amp;turn</source>
        <translation>復原整組變更(&amp;T)</translation>
    </message>
    <message>
        <source>Redo changes to this &amp;note</source>
        <translation>重做這則筆記的變更(&amp;N)</translation>
    </message>
    <message>
        <source>Undo changes to this &amp;note</source>
        <translation>復原這則筆記的變更(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open the note</source>
        <translation>開啟筆記(&amp;O)</translation>
    </message>
    <message>
        <source>This change is no longer kept, or was just changed again.</source>
        <translation>這項變更已不再保留，或剛剛又有變動。</translation>
    </message>
</context>
<context>
    <name>ChangesFeature</name>
    <message>
        <source>No vault is open.</source>
        <translation>沒有開啟的儲存庫。</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Offline</source>
        <translation>離線模式</translation>
    </message>
    <message>
        <source>Offline · no AI</source>
        <translation>離線模式 · 無 AI</translation>
    </message>
    <message>
        <source>append</source>
        <translation>附加</translation>
    </message>
    <message>
        <source>took more than {seconds} s</source>
        <translation>超過 {seconds} 秒</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>無法使用</translation>
    </message>
    <message>
        <source>server disconnected</source>
        <translation>伺服器已中斷連線</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>找不到檔案</translation>
    </message>
    <message>
        <source>“{tool}” of the server “{server}”</source>
        <translation>伺服器「{server}」的「{tool}」</translation>
    </message>
    <message>
        <source>Folder not found</source>
        <translation>找不到資料夾</translation>
    </message>
    <message>
        <source>Invalid path</source>
        <translation>路徑無效</translation>
    </message>
    <message>
        <source>Invalid parameters</source>
        <translation>參數無效</translation>
    </message>
    <message>
        <source>Failed to read file</source>
        <translation>讀取檔案失敗</translation>
    </message>
    <message>
        <source>Failed to write file</source>
        <translation>寫入檔案失敗</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>不允許</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>未執行</translation>
    </message>
    <message>
        <source>1 item</source>
        <translation>1 個項目</translation>
    </message>
    <message>
        <source>{count} items</source>
        <translation>{count} 個項目</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>引數</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>錯誤</translation>
    </message>
    <message>
        <source>… {size} more. Open the note to see all of it.</source>
        <translation>……還有 {size}。開啟筆記可檢視全文。</translation>
    </message>
    <message>
        <source>{provider} cannot be reached, or the connection was lost.</source>
        <translation>{provider}：無法連線，或連線已中斷。</translation>
    </message>
    <message>
        <source>{provider} accepted the request, but sent nothing for too long.</source>
        <translation>{provider} 已接受請求，但太久沒有傳回任何內容。</translation>
    </message>
    <message>
        <source>{provider} reports too many requests. Wait a moment, then try again.</source>
        <translation>{provider} 表示請求過多，請稍候再重試。</translation>
    </message>
    <message>
        <source>{provider} is having problems on its side. Try again later.</source>
        <translation>{provider} 本身發生問題，請過一會兒再試。</translation>
    </message>
    <message>
        <source>{provider} does not accept the API key. Check it in the settings.</source>
        <translation>{provider} 不接受此 API 金鑰，請在設定中檢查。</translation>
    </message>
    <message>
        <source>Your {provider} account has no balance left.</source>
        <translation>{provider} 帳戶餘額不足。</translation>
    </message>
    <message>
        <source>{provider} rejected the request.</source>
        <translation>{provider} 拒絕了這個請求。</translation>
    </message>
    <message>
        <source>The conversation is too long for this model. Start a new one.</source>
        <translation>對話對這個模型來說太長了，請開始新對話。</translation>
    </message>
    <message>
        <source>The reply from {provider} cannot be used.</source>
        <translation>{provider} 的回覆無法使用。</translation>
    </message>
    <message>
        <source>Something went wrong.</source>
        <translation>發生了一些問題。</translation>
    </message>
    <message>
        <source>Stopped: this request has reached its limit of {ceiling}.</source>
        <translation>已停止：這次請求已達到 {ceiling} 的上限。</translation>
    </message>
    <message>
        <source>Stopped as you asked. Changes made so far are kept and can be undone.</source>
        <translation>已依你的要求停止。已完成的變更會保留，可以復原。</translation>
    </message>
    <message>
        <source>Stopped: the model made the same call with the same result three times.</source>
        <translation>已停止：模型三次發出同樣的呼叫並得到同樣的結果。</translation>
    </message>
    <message>
        <source>Stopped: the reply reached the model’s length limit.</source>
        <translation>已停止：回覆達到了模型的長度上限。</translation>
    </message>
    <message>
        <source>Stopped: the model was repeating itself.</source>
        <translation>已停止：模型一直重複同樣的內容。</translation>
    </message>
    <message>
        <source>Stopped: this request has reached its limit for tokens or costs.</source>
        <translation>已停止：這次請求已達到 token 或費用上限。</translation>
    </message>
    <message>
        <source>Continue allows the same amount again.</source>
        <translation>按「繼續」會以同樣多的額度接著做。</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} token</translation>
    </message>
    <message>
        <source>The plan was discarded. Nothing was changed.</source>
        <translation>計畫已捨棄，沒有做任何變更。</translation>
    </message>
    <message>
        <source>Stopped after 1 round.</source>
        <translation>1 輪後停止。</translation>
    </message>
    <message>
        <source>Stopped after {rounds} rounds.</source>
        <translation>{rounds} 輪後停止。</translation>
    </message>
    <message>
        <source>Stopped: a step of the plan failed. Changes made so far are kept.</source>
        <translation>已停止：計畫中的一個步驟失敗。已完成的變更會保留。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>request</source>
        <translation>請求</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新對話</translation>
    </message>
    <message>
        <source>Make a plan first</source>
        <translation>先擬定計畫</translation>
    </message>
    <message>
        <source>Work without a plan</source>
        <translation>不擬定計畫，直接處理</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>先前的對話</translation>
    </message>
    <message>
        <source>Give this conversation a name</source>
        <translation>為這個對話命名</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Edit your last request and send it again</source>
        <translation>編輯上一個請求並重新傳送</translation>
    </message>
    <message>
        <source>Retry after an error, or continue</source>
        <translation>發生錯誤後重試，或繼續</translation>
    </message>
    <message>
        <source>Undo what the last turn wrote</source>
        <translation>復原上一個請求寫入的內容</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>選擇模型</translation>
    </message>
    <message>
        <source>Summarize the conversation to free up space in the model’s context window</source>
        <translation>總結已有的對話，為模型的上下文騰出空間</translation>
    </message>
    <message>
        <source>Set a limit for tokens and costs</source>
        <translation>設定 token 與費用的上限</translation>
    </message>
    <message>
        <source>Save this conversation as a Markdown file</source>
        <translation>將這個對話儲存為 Markdown 檔案</translation>
    </message>
    <message>
        <source>Save this conversation as a note</source>
        <translation>將這個對話儲存為筆記</translation>
    </message>
    <message>
        <source>Context {amount}</source>
        <translation>上下文 {amount}</translation>
    </message>
    <message>
        <source>This conversation so far:</source>
        <translation>這個對話至今：</translation>
    </message>
    <message>
        <source>Prompt: {tokens} tokens, {cached} of them from the cache</source>
        <translation>輸入：{tokens} 個 token，其中 {cached} 個來自快取</translation>
    </message>
    <message>
        <source>Reply: {tokens} tokens, {thinking} of them thinking</source>
        <translation>回覆：{tokens} 個 token，其中 {thinking} 個用於思考</translation>
    </message>
    <message>
        <source>Cost: {cost}</source>
        <translation>費用：{cost}</translation>
    </message>
    <message>
        <source>Last request: {cost}</source>
        <translation>上一個請求：{cost}</translation>
    </message>
    <message>
        <source>The model’s context window is {share} full ({tokens} of {window} tokens).</source>
        <translation>模型的上下文視窗已用 {share}（{tokens} / {window} token）。</translation>
    </message>
    <message>
        <source>{tokens} of them are kept for the reply; older messages are summarized before that.</source>
        <translation>其中 {tokens} 個留給回覆；在此之前會將較早的訊息做成摘要。</translation>
    </message>
    <message>
        <source>This request has used {amounts}. It stops at the limit.</source>
        <translation>這次請求已用 {amounts}，達到上限就會停止。</translation>
    </message>
    <message>
        <source>This server does not say how large the model’s context is. Axon assumes {tokens} tokens.</source>
        <translation>該伺服器沒有告知模型的上下文長度，Axon 以 {tokens} 個 token 計算。</translation>
    </message>
    <message>
        <source>The request was too long for the model. Axon shortened it and sent it again, and keeps to {tokens} tokens from now on.</source>
        <translation>請求超出了模型的長度。Axon 已將其縮短並重新傳送，今後不超過 {tokens} 個 token。</translation>
    </message>
    <message>
        <source>The server read only {read} of about {sent} tokens and left out the rest without saying so. Axon keeps to {tokens} tokens from now on.</source>
        <translation>伺服器只讀取了約 {sent} 個 token 中的 {read} 個，其餘的被悄悄捨棄。Axon 今後不超過 {tokens} 個 token。</translation>
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
        <translation>……還有 {count} 行</translation>
    </message>
    <message>
        <source>{mime}: cannot be shown</source>
        <translation>{mime}：無法顯示</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>New conversation</source>
        <translation>新對話</translation>
    </message>
    <message>
        <source>History</source>
        <translation>歷史記錄</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>先前的對話</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More, menu</source>
        <translation>更多，選單</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新增對話(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>歷史記錄(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重新命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit the last request</source>
        <translation>編輯上一個請求(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Fork: continue in a copy</source>
        <translation>分支：用副本繼續(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy conversation</source>
        <translation>複製對話(&amp;C)</translation>
    </message>
    <message>
        <source>E&amp;xport as Markdown…</source>
        <translation>匯出為 Markdown(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Save to a note…</source>
        <translation>儲存到筆記(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>刪除(&amp;D)…</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>設定(&amp;T)…</translation>
    </message>
    <message>
        <source>Model: {model}, menu</source>
        <translation>模型：{model}，選單</translation>
    </message>
    <message>
        <source>{model}: click to choose another model</source>
        <translation>{model}：點按以選擇其他模型</translation>
    </message>
</context>
<context>
    <name>ChatInput</name>
    <message>
        <source>Request</source>
        <translation>請求</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Conversation</source>
        <translation>對話</translation>
    </message>
    <message>
        <source>The answer was copied.</source>
        <translation>已複製回答。</translation>
    </message>
    <message>
        <source>Wait until Axon is done, or stop it first.</source>
        <translation>請等 Axon 完成，或先停止它。</translation>
    </message>
    <message>
        <source>The request was stopped. Changes made so far are kept and can be undone.</source>
        <translation>請求已停止。已完成的變更會保留，可以復原。</translation>
    </message>
    <message>
        <source>Estimated: this server does not count tokens.</source>
        <translation>估計值：這個伺服器不統計 token。</translation>
    </message>
</context>
<context>
    <name>ChatPlaceholder</name>
    <message>
        <source>Opening the vault…</source>
        <translation>正在開啟儲存庫…</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>沒有開啟的儲存庫。請透過「檔案 → 開啟儲存庫…」選擇一個。</translation>
    </message>
</context>
<context>
    <name>ChipsField</name>
    <message>
        <source>{value}, {number} of {count} in {name}, Delete removes it</source>
        <translation>{value}，{name} 中第 {number} 個，共 {count} 個，按 Delete 移除</translation>
    </message>
</context>
<context>
    <name>ChunkBuilder</name>
    <message>
        <source>Show more</source>
        <translation>顯示更多</translation>
    </message>
    <message>
        <source>Open the note to read the rest</source>
        <translation>開啟筆記可閱讀其餘內容</translation>
    </message>
    <message>
        <source>This note embeds itself</source>
        <translation>這則筆記嵌入了自己</translation>
    </message>
    <message>
        <source>Notes are nested too deeply</source>
        <translation>筆記巢狀層數過多</translation>
    </message>
    <message>
        <source>This note cannot be shown here</source>
        <translation>這則筆記無法在此顯示</translation>
    </message>
    <message>
        <source>This note has no such part</source>
        <translation>這則筆記中沒有這個部分</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細資訊</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音訊</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>影片</translation>
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
        <translation>複製程式碼</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已複製。</translation>
    </message>
</context>
<context>
    <name>CommandApproval</name>
    <message>
        <source>R&amp;un</source>
        <translation>執行(&amp;U)</translation>
    </message>
    <message>
        <source>run a program on this computer</source>
        <translation>在這部電腦上執行程式</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Run this command?</source>
        <translation>要執行這個指令嗎？</translation>
    </message>
    <message>
        <source>This computer has no sandbox for commands: the program can change whatever you can.</source>
        <translation>這部電腦沒有供指令使用的沙盒：凡是你能變更的，這個程式都能變更。</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>工作資料夾</translation>
    </message>
    <message>
        <source>the vault’s folder</source>
        <translation>儲存庫的資料夾</translation>
    </message>
    <message>
        <source>{paths}. Changes it makes there can be undone.</source>
        <translation>{paths}。在這些位置所做的變更可以復原。</translation>
    </message>
    <message>
        <source>Can write</source>
        <translation>可寫入</translation>
    </message>
    <message>
        <source>none of your files: it runs in a sandbox</source>
        <translation>無法更動你的檔案：指令在沙盒中執行</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>使用 Shell</translation>
    </message>
    <message>
        <source>yes: characters like | &gt; &amp; ; have their special meaning</source>
        <translation>是：| &gt; &amp; ; 等符號會發揮作用</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>執行時限</translation>
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
        <translation>註解</translation>
    </message>
</context>
<context>
    <name>CommentCard</name>
    <message>
        <source>Change the comment</source>
        <translation>修改註解</translation>
    </message>
    <message>
        <source>Delete the comment</source>
        <translation>刪除註解</translation>
    </message>
    <message>
        <source>What should change here</source>
        <translation>這裡要怎麼改</translation>
    </message>
    <message>
        <source>What should change here?</source>
        <translation>這裡要怎麼改？</translation>
    </message>
    <message>
        <source>The passage is gone: “{quote}”</source>
        <translation>這段文字已不存在：「{quote}」</translation>
    </message>
    <message>
        <source>Comment on “{quote}”: {text}</source>
        <translation>對「{quote}」的註解：{text}</translation>
    </message>
</context>
<context>
    <name>Comments</name>
    <message>
        <source>Please change what this comment asks for, and nothing else.</source>
        <translation>請按這條註解修改，其他地方不要動。</translation>
    </message>
    <message>
        <source>Please change what these {count} comments ask for, and nothing else.</source>
        <translation>請按這 {count} 條註解修改，其他地方不要動。</translation>
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
        <translation>請先開啟筆記進行編輯（Ctrl+E），並選取要註解的文字。</translation>
    </message>
</context>
<context>
    <name>CompactionRow</name>
    <message>
        <source>Summarizing the conversation… Press Esc to stop.</source>
        <translation>正在總結對話… 按 Esc 停止。</translation>
    </message>
    <message>
        <source>The conversation was summarized.</source>
        <translation>對話已總結。</translation>
    </message>
    <message>
        <source>There is nothing to summarize yet: the last request and its answer are always kept.</source>
        <translation>還沒有可總結的內容：最後一個請求及其回答一律保留。</translation>
    </message>
    <message>
        <source>Summarizing needs a model.</source>
        <translation>總結需要模型。</translation>
    </message>
    <message>
        <source>Stopped. The conversation stays as it was.</source>
        <translation>已停止。對話維持原樣。</translation>
    </message>
    <message>
        <source>The conversation could not be summarized and stays as it was. {reason}</source>
        <translation>未能總結對話，對話維持原樣。{reason}</translation>
    </message>
    <message>
        <source>Summarize a&amp;gain</source>
        <translation>重新總結(&amp;G)</translation>
    </message>
</context>
<context>
    <name>ComparisonDialog</name>
    <message>
        <source>Compare with {name}</source>
        <translation>與 {name} 比較</translation>
    </message>
    <message>
        <source>+{added} −{removed} lines</source>
        <translation>+{added} −{removed} 行</translation>
    </message>
    <message>
        <source>{original} and {copy} are identical.</source>
        <translation>{original} 與 {copy} 相同。</translation>
    </message>
    <message>
        <source>Move the copy to the &amp;trash…</source>
        <translation>將副本移到資源回收筒(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
</context>
<context>
    <name>CompletionList</name>
    <message>
        <source>Suggestions</source>
        <translation>建議</translation>
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
        <translation>停止模型與其工具（Esc）</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>傳送</translation>
    </message>
    <message>
        <source>Ask first</source>
        <translation>先詢問</translation>
    </message>
    <message>
        <source>ReAct — answer step by step</source>
        <translation>ReAct — 逐步回答</translation>
    </message>
    <message>
        <source>Plan — make a plan first, carry it out once you agree</source>
        <translation>計畫 — 先擬定計畫，你同意後再執行</translation>
    </message>
    <message>
        <source>Mode: {choice}, menu</source>
        <translation>模式：{choice}，選單</translation>
    </message>
    <message>
        <source>How the agent handles the next request</source>
        <translation>代理處理下一個請求的方式</translation>
    </message>
    <message>
        <source>Apply and let me undo</source>
        <translation>直接套用，可復原</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>唯讀</translation>
    </message>
    <message>
        <source>Safety: {choice}, menu</source>
        <translation>安全：{choice}，選單</translation>
    </message>
    <message>
        <source>When Axon asks before it writes</source>
        <translation>Axon 在寫入前何時詢問</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>傳送（Enter）</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Enter keeps the text and sends it when this is done, {keys} at the next step</source>
        <translation>Enter 先保留文字，本次完成後傳送；{keys} 在下一步傳送</translation>
    </message>
    <message>
        <source>read Home, search milestone, 读取 Home</source>
        <translation>讀取 Home，搜尋 里程碑，read Home</translation>
    </message>
    <message>
        <source>Ask, or type @ for a note, / for a command</source>
        <translation>提問，或輸入 @ 提及筆記，輸入 / 使用指令</translation>
    </message>
</context>
<context>
    <name>ConfirmMoveDialog</name>
    <message>
        <source>Notes with links to it</source>
        <translation>連結到它的筆記</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>……還有 {count} 則</translation>
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
        <translation>Axon 只能比較文字，而 {name} 不是文字檔。</translation>
    </message>
</context>
<context>
    <name>ContextChip</name>
    <message>
        <source>Goes along with the request. Delete takes it off.</source>
        <translation>隨請求一起傳送。按 Delete 移除。</translation>
    </message>
    <message>
        <source>Does not go along: the model reads only text. Delete takes it off.</source>
        <translation>不會隨請求傳送：模型只讀取文字。按 Delete 移除。</translation>
    </message>
</context>
<context>
    <name>ContextChips</name>
    <message>
        <source>What goes along</source>
        <translation>一起傳送的內容</translation>
    </message>
</context>
<context>
    <name>ContextItems</name>
    <message>
        <source>Picture {number}</source>
        <translation>圖片 {number}</translation>
    </message>
    <message>
        <source>not sent, text only</source>
        <translation>不會傳送，僅限文字</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已開啟</translation>
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
        <translation>找不到</translation>
    </message>
    <message>
        <source>only its name</source>
        <translation>僅名稱</translation>
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
        <translation>對話未儲存。</translation>
    </message>
    <message>
        <source>Export the conversation</source>
        <translation>匯出對話</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown 檔案 (*.md)</translation>
    </message>
    <message>
        <source>The conversation could not be exported: {error}</source>
        <translation>無法匯出對話：{error}</translation>
    </message>
    <message>
        <source>Exported to {file}</source>
        <translation>已匯出到 {file}</translation>
    </message>
    <message>
        <source>Conversations/{title}</source>
        <translation>對話/{title}</translation>
    </message>
    <message>
        <source>Saved as {path}</source>
        <translation>已儲存為 {path}</translation>
    </message>
    <message>
        <source>Delete this conversation?</source>
        <translation>要刪除這個對話嗎？</translation>
    </message>
    <message>
        <source>“{title}” will be permanently deleted. Your notes stay as they are.</source>
        <translation>「{title}」將被永久刪除。筆記維持不變。</translation>
    </message>
    <message>
        <source>The running request will be stopped.</source>
        <translation>正在執行的請求會停止。</translation>
    </message>
    <message>
        <source>What should be different? Completed steps stay as they are.</source>
        <translation>希望怎麼修改？已完成的步驟維持不變。</translation>
    </message>
    <message>
        <source>Revise the plan</source>
        <translation>修改計畫</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>刪除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Revise</source>
        <translation>修改(&amp;R)</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>對話</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 則訊息</translation>
    </message>
    <message>
        <source>{count} messages</source>
        <translation>{count} 則訊息</translation>
    </message>
    <message>
        <source>Copy of “{title}”</source>
        <translation>「{title}」的副本</translation>
    </message>
    <message>
        <source>A copy</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>nothing new yet</source>
        <translation>還沒有新內容</translation>
    </message>
    <message>
        <source>goes on with “{request}”</source>
        <translation>從「{request}」開始不同</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Edit</source>
        <translation>編輯</translation>
    </message>
    <message>
        <source>Edit and send again; everything after it stays in the original conversation</source>
        <translation>編輯並重新傳送；之後的內容保留在原來的對話中</translation>
    </message>
    <message>
        <source>&amp;Edit and send again</source>
        <translation>編輯並重新傳送(&amp;E)</translation>
    </message>
    <message>
        <source>Go &amp;back to before this…</source>
        <translation>回到這則訊息之前(&amp;B)…</translation>
    </message>
</context>
<context>
    <name>Conversations</name>
    <message>
        <source>The conversations file was damaged and has been set aside as {file}. {count} conversations could be recovered from it.</source>
        <translation>對話檔案已損毀，已另存為 {file}。從中復原了 {count} 個對話。</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>Cannot read {file}: {why}.</source>
        <translation>無法讀取 {file}：{why}。</translation>
    </message>
    <message>
        <source>Cannot write {file}: {why}.</source>
        <translation>無法寫入 {file}：{why}。</translation>
    </message>
    <message>
        <source>{file} is not valid JSON ({why}). Mend it, or choose another file.</source>
        <translation>{file} 不是有效的 JSON（{why}）。請修正，或選擇其他檔案。</translation>
    </message>
    <message>
        <source>{file} must hold a JSON object. Mend it, or move it away to start without servers.</source>
        <translation>{file} 的內容必須是 JSON 物件。請修正，或將其移走，以便在沒有伺服器的情況下啟動。</translation>
    </message>
    <message>
        <source>{file}, line {line}: this is not valid JSON. What can be read of the file is used.</source>
        <translation>{file}，第 {line} 行：這裡不是有效的 JSON。檔案中能讀取的內容會照常使用。</translation>
    </message>
    <message>
        <source>{file} is empty. The defaults are used.</source>
        <translation>{file} 是空的。使用預設值。</translation>
    </message>
    <message>
        <source>{file} holds no settings. The defaults are used.</source>
        <translation>{file} 中沒有設定。使用預設值。</translation>
    </message>
    <message>
        <source>Line {line}: the setting {setting} cannot be “{value}”.</source>
        <translation>第 {line} 行：設定 {setting} 不能是「{value}」。</translation>
    </message>
    <message>
        <source>{sentence} Allowed: {allowed}.</source>
        <translation>{sentence}可用的值：{allowed}。</translation>
    </message>
    <message>
        <source>{sentence} This entry is left out.</source>
        <translation>{sentence}此項已略過。</translation>
    </message>
    <message>
        <source>{sentence} The default is used.</source>
        <translation>{sentence}使用預設值。</translation>
    </message>
    <message>
        <source>{setting}: this must be a whole number from 1 to {most}. Change it, or unset it.</source>
        <translation>{setting}：必須是 1 到 {most} 之間的整數。請更改，或取消設定。</translation>
    </message>
    <message>
        <source>Line {line}: the setting {setting} is there twice. The last one is used.</source>
        <translation>第 {line} 行：設定 {setting} 出現了兩次。使用最後一個。</translation>
    </message>
    <message>
        <source>Line {line}: the file ends in the middle. What is missing has its default.</source>
        <translation>第 {line} 行：檔案不完整。缺少的設定使用預設值。</translation>
    </message>
    <message>
        <source>Line {line}: what is in {setting} is not valid JSON and is left out.</source>
        <translation>第 {line} 行：{setting} 中的內容不是有效的 JSON，已略過。</translation>
    </message>
    <message>
        <source>Line {line}: this is not valid JSON and is left out.</source>
        <translation>第 {line} 行：這裡不是有效的 JSON，已略過。</translation>
    </message>
    <message>
        <source>{file}: {key} must be an object. Mend it, or move the file away.</source>
        <translation>{file}：{key} 必須是物件。請修正，或將檔案移走。</translation>
    </message>
    <message>
        <source>{file}: {why} Mend that entry, or delete it.</source>
        <translation>{file}：{why}請修正該項目，或將其刪除。</translation>
    </message>
    <message>
        <source>{file}, line {line}: there is no schedule {name}. Mend that line.</source>
        <translation>{file} 第 {line} 行：沒有時段表 {name}。請修正該行。</translation>
    </message>
    <message>
        <source>{file}, line {line}: {why}. Mend that line.</source>
        <translation>{file} 第 {line} 行：{why}。請修正該行。</translation>
    </message>
    <message>
        <source>{file}: {why}. Mend that line, or delete the file.</source>
        <translation>{file}：{why}。請修正該行，或刪除檔案。</translation>
    </message>
    <message>
        <source>{file} is too large for a list of servers. Choose another file.</source>
        <translation>{file} 太大，不像是伺服器清單。請選擇其他檔案。</translation>
    </message>
    <message>
        <source>{file} lists no MCP servers: it has neither &apos;mcpServers&apos; nor &apos;servers&apos;.</source>
        <translation>{file} 沒有列出 MCP 伺服器：其中沒有「mcpServers」，也沒有「servers」。</translation>
    </message>
    <message>
        <source>Server “{name}” speaks the old HTTP+SSE transport, which Axon does not. Look for its newer address, which often ends in /mcp.</source>
        <translation>伺服器「{name}」使用舊的 HTTP+SSE 傳輸方式，Axon 不支援。請尋找它較新的網址，通常以 /mcp 結尾。</translation>
    </message>
    <message>
        <source>Server “{name}” asks for secrets of the key store, which no file may do.</source>
        <translation>伺服器「{name}」要求取用鑰匙圈中的機密資料，任何檔案都不得這樣做。</translation>
    </message>
    <message>
        <source>A server is called {name}: a name is a short line of text.</source>
        <translation>有伺服器名為 {name}：名稱必須是一行簡短的文字。</translation>
    </message>
    <message>
        <source>Server “{name}” must be an object.</source>
        <translation>伺服器「{name}」必須是物件。</translation>
    </message>
    <message>
        <source>Server “{name}” needs either a command or an address (url).</source>
        <translation>伺服器「{name}」需要指令或網址（url），兩者擇一。</translation>
    </message>
    <message>
        <source>Server “{name}”: no text may hold a NUL character.</source>
        <translation>伺服器「{name}」：文字中不得含有 NUL 字元。</translation>
    </message>
    <message>
        <source>Server “{name}”: its url must begin with http:// or https://.</source>
        <translation>伺服器「{name}」：url 必須以 http:// 或 https:// 開頭。</translation>
    </message>
    <message>
        <source>Server “{name}”: {key} must hold texts by name.</source>
        <translation>伺服器「{name}」：{key} 必須由名稱與對應的文字組成。</translation>
    </message>
    <message>
        <source>Server “{name}”: {why}.</source>
        <translation>伺服器「{name}」：{why}。</translation>
    </message>
    <message>
        <source>Its file of variables cannot be read: {file}</source>
        <translation>無法讀取它的變數檔案：{file}</translation>
    </message>
    <message>
        <source>Axon does not know {variable}: put its value there.</source>
        <translation>Axon 不認識 {variable}：請在該處填入它的值。</translation>
    </message>
    <message>
        <source>exit code {code}: {words}</source>
        <translation>結束代碼 {code}：{words}</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>結束代碼 {code}</translation>
    </message>
    <message>
        <source>another tool of the server has its name</source>
        <translation>伺服器的另一個工具已使用這個名稱</translation>
    </message>
    <message>
        <source>a server may have {most} tools</source>
        <translation>一個伺服器最多可以有 {most} 個工具</translation>
    </message>
    <message>
        <source>its name has {count} characters</source>
        <translation>名稱有 {count} 個字元</translation>
    </message>
    <message>
        <source>its schema is nested more than {most} deep</source>
        <translation>結構描述的巢狀超過 {most} 層</translation>
    </message>
    <message>
        <source>its schema is nested too deeply</source>
        <translation>結構描述的巢狀層數過多</translation>
    </message>
    <message>
        <source>its schema has {count} characters; {most} are allowed</source>
        <translation>結構描述有 {count} 個字元；最多允許 {most} 個</translation>
    </message>
    <message>
        <source>its schema is not one of an object</source>
        <translation>結構描述的類型不是物件</translation>
    </message>
    <message>
        <source>its schema is only a reference</source>
        <translation>結構描述只是一個參照</translation>
    </message>
    <message>
        <source>its schema uses dynamic references</source>
        <translation>結構描述使用了動態參照</translation>
    </message>
    <message>
        <source>its schema refers to what it does not hold: {target}</source>
        <translation>結構描述參照了其中沒有的內容：{target}</translation>
    </message>
    <message>
        <source>its schema unfolds to too much</source>
        <translation>結構描述展開後過於龐大</translation>
    </message>
    <message>
        <source>its schema is not valid: {why}</source>
        <translation>結構描述無效：{why}</translation>
    </message>
    <message>
        <source>This is no API key: a key is one word of letters, digits and punctuation. Copy it again.</source>
        <translation>這不是 API 金鑰：金鑰是由字母、數字和符號組成的一個連續字串。請重新複製。</translation>
    </message>
    <message>
        <source>This computer has no key store that Axon can use. Keep the key for this run only, or set {variable} before the start.</source>
        <translation>這部電腦上沒有 Axon 可以使用的鑰匙圈。請讓金鑰僅本次執行有效，或在啟動前設定 {variable}。</translation>
    </message>
    <message>
        <source>The system&apos;s key store cannot be used ({why}). Unlock it, or keep the key for this run only.</source>
        <translation>無法使用系統鑰匙圈（{why}）。請將其解鎖，或讓金鑰僅本次執行有效。</translation>
    </message>
    <message>
        <source>The {missing} is missing. Enter it in the settings.</source>
        <translation>缺少{missing}。請在設定中輸入。</translation>
    </message>
    <message>
        <source>model&apos;s name</source>
        <translation>模型名稱</translation>
    </message>
    <message>
        <source>The Offline provider asks no model. Choose another one.</source>
        <translation>離線模式不使用模型。請選擇其他供應商。</translation>
    </message>
    <message>
        <source>base URL</source>
        <translation>基礎 URL</translation>
    </message>
    <message>
        <source>The conversations cannot be written ({why}).</source>
        <translation>無法寫入對話（{why}）。</translation>
    </message>
    <message>
        <source>The conversations cannot be used ({why}).</source>
        <translation>無法使用對話（{why}）。</translation>
    </message>
    <message>
        <source>The conversations cannot be kept: {why}.</source>
        <translation>無法儲存對話：{why}。</translation>
    </message>
    <message>
        <source>The conversations are closed.</source>
        <translation>對話記錄已關閉。</translation>
    </message>
    <message>
        <source>The conversations are not open.</source>
        <translation>對話記錄未開啟。</translation>
    </message>
    <message>
        <source>This conversation is not there any more.</source>
        <translation>這個對話已不存在。</translation>
    </message>
    <message>
        <source>This turn is not there any more.</source>
        <translation>這組變更已不存在。</translation>
    </message>
    <message>
        <source>Request timeout</source>
        <translation>請求逾時</translation>
    </message>
    <message>
        <source>Connection failed to {address}</source>
        <translation>連線到 {address} 失敗</translation>
    </message>
    <message>
        <source>{setting} is no http address: {address}</source>
        <translation>{setting} 不是 http 網址：{address}</translation>
    </message>
    <message>
        <source>Request failed: {why}</source>
        <translation>請求失敗：{why}</translation>
    </message>
    <message>
        <source>Unexpected answer: HTTP {status}</source>
        <translation>非預期的回應：HTTP {status}</translation>
    </message>
    <message>
        <source>Invalid id &apos;{id}&apos;</source>
        <translation>ID「{id}」無效</translation>
    </message>
    <message>
        <source>Invalid parameters: a text is not valid Unicode</source>
        <translation>參數無效：有文字不是有效的 Unicode</translation>
    </message>
    <message>
        <source>Invalid response: too long or packed</source>
        <translation>回應無效：太長或經過壓縮</translation>
    </message>
    <message>
        <source>Invalid response: not what docs/swagger.yaml describes</source>
        <translation>回應無效：不符合 docs/swagger.yaml 的描述</translation>
    </message>
    <message>
        <source>The proxy that the environment names cannot be used: {why}</source>
        <translation>無法使用環境變數指定的 Proxy：{why}</translation>
    </message>
    <message>
        <source>The Task Manager answered HTTP {status}</source>
        <translation>任務管理員傳回了 HTTP {status}</translation>
    </message>
    <message>
        <source>{file} was made by a newer version of Axon; install that version.</source>
        <translation>{file} 是由較新版本的 Axon 建立的；請安裝該版本。</translation>
    </message>
    <message>
        <source>{file} cannot be used ({why}).</source>
        <translation>無法使用 {file}（{why}）。</translation>
    </message>
    <message>
        <source>{name} is not a UTF-8 text file</source>
        <translation>{name} 不是 UTF-8 文字檔</translation>
    </message>
    <message>
        <source>{name} is not a plain file</source>
        <translation>{name} 不是一般檔案</translation>
    </message>
    <message>
        <source>{name} is being written by another program; try again in a moment</source>
        <translation>其他程式正在寫入 {name}；請稍候再試</translation>
    </message>
    <message>
        <source>{reason}; whether it was done can be said when the disk works again</source>
        <translation>{reason}；要等磁碟恢復正常，才能得知是否已完成</translation>
    </message>
    <message>
        <source>{path} is gone; nothing was changed</source>
        <translation>{path} 已不存在；未變更任何內容</translation>
    </message>
    <message>
        <source>{path} exists by now; read it first</source>
        <translation>{path} 現在已存在；請先讀取</translation>
    </message>
    <message>
        <source>{path} was changed by someone else; read it again</source>
        <translation>{path} 已被他人變更；請重新讀取</translation>
    </message>
    <message>
        <source>another program has it open</source>
        <translation>另一個程式正開啟著它</translation>
    </message>
    <message>
        <source>another program came in between; try again</source>
        <translation>另一個程式同時動了它；請再試一次</translation>
    </message>
    <message>
        <source>Windows does not allow this name</source>
        <translation>Windows 不允許這個名稱</translation>
    </message>
    <message>
        <source>{name} is not downloaded: a sync service keeps it elsewhere. Download it in Axon or in the file manager.</source>
        <translation>{name} 尚未下載：同步服務將它存放在別處。請在 Axon 或檔案管理員中下載。</translation>
    </message>
    <message>
        <source>{path} was changed by someone else just now; read it again</source>
        <translation>{path} 剛剛被他人變更；請重新讀取</translation>
    </message>
    <message>
        <source>{path} is open for writing in another program; try again later</source>
        <translation>其他程式正開啟 {path} 進行寫入；請稍後再試</translation>
    </message>
    <message>
        <source>another Axon process is writing to this vault; try again when it is done</source>
        <translation>另一個 Axon 處理程序正在寫入這個儲存庫；請等它完成後再試</translation>
    </message>
    <message>
        <source>Axon is writing to this vault already; try again when it is done</source>
        <translation>Axon 正在寫入這個儲存庫，請等它完成後再試</translation>
    </message>
    <message>
        <source>{name} is read-only</source>
        <translation>{name} 為唯讀</translation>
    </message>
    <message>
        <source>{path} cannot be written safely here without a record of changes</source>
        <translation>沒有變更紀錄時，無法在這裡安全地寫入 {path}</translation>
    </message>
    <message>
        <source>{path} is a link; name the file that it leads to</source>
        <translation>{path} 是連結；請指定它所指向的檔案</translation>
    </message>
    <message>
        <source>{path} is larger than {size} MB, too large to be brought back by undo; put it into the trash in your file manager</source>
        <translation>{path} 超過 {size} MB，太大而無法用「復原」取回；請在檔案管理員中將它移到資源回收筒</translation>
    </message>
    <message>
        <source>{path} cannot go to the system&apos;s trash ({why})</source>
        <translation>無法將 {path} 移到系統的資源回收筒（{why}）</translation>
    </message>
    <message>
        <source>{path}: the content is not valid Unicode</source>
        <translation>{path}：內容不是有效的 Unicode</translation>
    </message>
    <message>
        <source>{path}: its folder is gone; nothing was changed</source>
        <translation>{path}：所在的資料夾已不存在；未變更任何內容</translation>
    </message>
    <message>
        <source>{path} (did you mean: {names}?)</source>
        <translation>{path}（你要找的是不是：{names}？）</translation>
    </message>
    <message>
        <source>{sentence} It could not be recorded, so it cannot be undone.</source>
        <translation>{sentence}未能記錄此變更，因此無法復原。</translation>
    </message>
    <message>
        <source>Created {path} ({size} bytes).</source>
        <translation>已建立 {path}（{size} 位元組）。</translation>
    </message>
    <message>
        <source>Edited {path} ({size} bytes).</source>
        <translation>已編輯 {path}（{size} 位元組）。</translation>
    </message>
    <message>
        <source>Replaced {path} ({size} bytes).</source>
        <translation>已取代 {path} 的內容（{size} 位元組）。</translation>
    </message>
    <message>
        <source>Appended {size} bytes to {path}.</source>
        <translation>已在 {path} 末尾加入 {size} 位元組。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; no links rewritten.</source>
        <translation>已將 {path} 移動到 {target}，沒有需要改寫的連結。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; 1 link in 1 note rewritten.</source>
        <translation>已將 {path} 移動到 {target}，改寫了 1 則筆記中的 1 個連結。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; {links} links in 1 note rewritten.</source>
        <translation>已將 {path} 移動到 {target}，改寫了 1 則筆記中的 {links} 個連結。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; {links} links in {notes} notes rewritten.</source>
        <translation>已將 {path} 移動到 {target}，改寫了 {notes} 則筆記中的 {links} 個連結。</translation>
    </message>
    <message>
        <source>Moved {path} to the system&apos;s trash; undo brings it back.</source>
        <translation>已將 {path} 移到系統的資源回收筒，可用「復原」取回。</translation>
    </message>
    <message>
        <source>Moved {path} to {target}; undo brings it back.</source>
        <translation>已將 {path} 移到 {target}，可用「復原」取回。</translation>
    </message>
    <message>
        <source>a part of it is empty</source>
        <translation>其中有一段是空的</translation>
    </message>
    <message>
        <source>&apos;.&apos; and &apos;..&apos; are not allowed; name the place from the vault&apos;s root</source>
        <translation>不允許使用「.」和「..」；請從儲存庫的根目錄開始指定位置</translation>
    </message>
    <message>
        <source>dot folders and dot files are not part of the vault</source>
        <translation>以點開頭的資料夾和檔案不屬於儲存庫</translation>
    </message>
    <message>
        <source>not valid Unicode</source>
        <translation>不是有效的 Unicode</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>是空的</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>太長</translation>
    </message>
    <message>
        <source>control characters are not allowed</source>
        <translation>不允許使用控制字元</translation>
    </message>
    <message>
        <source>backslashes are not allowed; separate folders with /</source>
        <translation>不允許使用反斜線；請用 / 分隔資料夾</translation>
    </message>
    <message>
        <source>absolute paths are not allowed; name the place from the vault&apos;s root</source>
        <translation>不允許使用絕對路徑；請從儲存庫的根目錄開始指定位置</translation>
    </message>
    <message>
        <source>drives are not allowed; name the place from the vault&apos;s root</source>
        <translation>不允許使用磁碟機代號；請從儲存庫的根目錄開始指定位置</translation>
    </message>
    <message>
        <source>a vault path is needed, not a URL</source>
        <translation>需要的是儲存庫中的路徑，不是 URL</translation>
    </message>
    <message>
        <source>a path is needed, not a link; leave out the brackets</source>
        <translation>這裡需要路徑，而不是連結；請去掉方括號</translation>
    </message>
    <message>
        <source>a name must not contain {characters}</source>
        <translation>名稱不得含有 {characters}</translation>
    </message>
    <message>
        <source>a name must not begin with a space, or end with a dot or a space</source>
        <translation>名稱不得以空格開頭，也不得以句點或空格結尾</translation>
    </message>
    <message>
        <source>this name is reserved on Windows</source>
        <translation>這個名稱是 Windows 的保留名稱</translation>
    </message>
    <message>
        <source>invisible characters are not allowed in a new name</source>
        <translation>新名稱中不允許使用隱形字元</translation>
    </message>
    <message>
        <source>this name imitates a protected folder</source>
        <translation>這個名稱仿冒受保護的資料夾</translation>
    </message>
    <message>
        <source>a name may have at most {size} bytes</source>
        <translation>名稱最多只能有 {size} 個位元組</translation>
    </message>
    <message>
        <source>a folder cannot go into itself</source>
        <translation>資料夾不能移到自己裡面</translation>
    </message>
    <message>
        <source>it exists already</source>
        <translation>已經存在</translation>
    </message>
    <message>
        <source>{path} exists already</source>
        <translation>{path} 已經存在</translation>
    </message>
    <message>
        <source>the file is there already</source>
        <translation>該檔案已存在</translation>
    </message>
    <message>
        <source>a file of this name came into being just now</source>
        <translation>剛剛出現了同名的檔案</translation>
    </message>
    <message>
        <source>{path} is hidden, and would keep the old name</source>
        <translation>{path} 是隱藏的，會保留舊名稱</translation>
    </message>
    <message>
        <source>a link in it leads nowhere</source>
        <translation>其中有一個連結指向的位置不存在</translation>
    </message>
    <message>
        <source>its folder has no item that is called {name}</source>
        <translation>它所在的資料夾裡沒有名為 {name} 的項目</translation>
    </message>
    <message>
        <source>a link in it leads out of the vault</source>
        <translation>其中有一個連結指向儲存庫之外</translation>
    </message>
    <message>
        <source>too many links</source>
        <translation>連結太多</translation>
    </message>
    <message>
        <source>{note} links to the file, and a link cannot hold # ^ | [ ] or %%</source>
        <translation>{note} 連結到這個檔案，而連結中不能含有 # ^ | [ ] 或 %%</translation>
    </message>
    <message>
        <source>a part of it is not a folder</source>
        <translation>其中有一段不是資料夾</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>這是資料夾</translation>
    </message>
    <message>
        <source>it changed into a link while it was opened</source>
        <translation>開啟時變成了連結</translation>
    </message>
    <message>
        <source>it differs from {path} only in case or Unicode form</source>
        <translation>與 {path} 只有大小寫或 Unicode 形式不同</translation>
    </message>
    <message>
        <source>The notes have changed since undo was looked at; nothing was undone.</source>
        <translation>檢視復原內容之後，筆記已有變更；未復原任何內容。</translation>
    </message>
    <message>
        <source>{path} was changed again by something that cannot be undone.</source>
        <translation>{path} 又有變更，而且該變更無法復原。</translation>
    </message>
    <message>
        <source>{path} was edited since it was created. Undo would delete those edits: delete the note yourself if you no longer need it.</source>
        <translation>{path} 建立之後又經過編輯。復原會刪除這些編輯：如果不再需要這則筆記，請自行刪除。</translation>
    </message>
    <message>
        <source>{path} was edited since in the same lines. Put back by hand what you want of the earlier text; it stays in the journal.</source>
        <translation>{path} 的相同幾行後來又經過編輯。請手動放回你想保留的舊文字；舊文字仍在變更紀錄中。</translation>
    </message>
    <message>
        <source>{path} was moved or deleted since. Put it back, then try again.</source>
        <translation>{path} 後來已移動或刪除。請將它放回原處，然後再試一次。</translation>
    </message>
    <message>
        <source>{path} was created again since. Move or rename that one, then try again.</source>
        <translation>{path} 後來又重新建立。請移動或重新命名現有的檔案，然後再試一次。</translation>
    </message>
    <message>
        <source>{path} is read-only.</source>
        <translation>{path} 為唯讀。</translation>
    </message>
    <message>
        <source>{path} is undone already.</source>
        <translation>{path} 已經復原。</translation>
    </message>
    <message>
        <source>change {number} is not kept (any more).</source>
        <translation>變更 {number} 沒有保留，或已不再保留。</translation>
    </message>
    <message>
        <source>the text of this change is not kept any more.</source>
        <translation>這項變更的文字已不再保留。</translation>
    </message>
    <message>
        <source>it was damaged and has been set aside as {file}. A new one begins with the next change; earlier changes cannot be undone any more.</source>
        <translation>它已損壞，已另存為 {file}。下一次變更會啟用新的紀錄；之前的變更無法再復原。</translation>
    </message>
    <message>
        <source>Changes can be kept for 1 to {most} days, not for {days}.</source>
        <translation>變更可以保留 1 到 {most} 天，不能是 {days} 天。</translation>
    </message>
    <message>
        <source>Kept changes can take from {least} MB to {most} MB, not {size} MB.</source>
        <translation>保留的變更可占用 {least} MB 到 {most} MB，不能是 {size} MB。</translation>
    </message>
    <message>
        <source>{file} cannot be read ({why}).</source>
        <translation>無法讀取 {file}（{why}）。</translation>
    </message>
    <message>
        <source>query is empty; give a word, or a tag</source>
        <translation>query 是空的；請提供字詞或標籤</translation>
    </message>
    <message>
        <source>query: there is nothing after an operator</source>
        <translation>query：運算子後面沒有內容</translation>
    </message>
    <message>
        <source>query: this operator is not known here; there are {operators}</source>
        <translation>query：無法辨識這個運算子；可用 {operators}</translation>
    </message>
    <message>
        <source>query is not a regular expression: {why}</source>
        <translation>query 不是正規表示式：{why}</translation>
    </message>
    <message>
        <source>query: it has more than {most} parts</source>
        <translation>query：超過 {most} 個部分</translation>
    </message>
    <message>
        <source>query: the regular expression took longer than {seconds} s; make it simpler, or name a folder</source>
        <translation>query：正規表示式執行超過 {seconds} 秒；請簡化，或指定資料夾</translation>
    </message>
    <message>
        <source>query: the search for this regular expression failed</source>
        <translation>query：以這個正規表示式搜尋失敗</translation>
    </message>
    <message>
        <source>pattern must have 1 to {most} characters</source>
        <translation>pattern 必須有 1 到 {most} 個字元</translation>
    </message>
    <message>
        <source>pattern: its braces stand for more than {most} patterns</source>
        <translation>pattern：大括號展開後超過 {most} 個模式</translation>
    </message>
    <message>
        <source>it was closed</source>
        <translation>已關閉</translation>
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
        <translation>權限不足</translation>
    </message>
    <message>
        <source>operation not permitted</source>
        <translation>不允許此操作</translation>
    </message>
    <message>
        <source>no such file or directory</source>
        <translation>沒有這個檔案或資料夾</translation>
    </message>
    <message>
        <source>file exists</source>
        <translation>檔案已存在</translation>
    </message>
    <message>
        <source>is a directory</source>
        <translation>是資料夾</translation>
    </message>
    <message>
        <source>not a directory</source>
        <translation>不是資料夾</translation>
    </message>
    <message>
        <source>directory not empty</source>
        <translation>資料夾不是空的</translation>
    </message>
    <message>
        <source>file name too long</source>
        <translation>檔名太長</translation>
    </message>
    <message>
        <source>no space left on device</source>
        <translation>裝置上沒有剩餘空間</translation>
    </message>
    <message>
        <source>disk quota exceeded</source>
        <translation>超過磁碟配額</translation>
    </message>
    <message>
        <source>read-only file system</source>
        <translation>檔案系統為唯讀</translation>
    </message>
    <message>
        <source>input/output error</source>
        <translation>輸入/輸出錯誤</translation>
    </message>
    <message>
        <source>device or resource busy</source>
        <translation>裝置或資源忙碌中</translation>
    </message>
    <message>
        <source>too many open files</source>
        <translation>開啟的檔案太多</translation>
    </message>
    <message>
        <source>invalid argument</source>
        <translation>引數無效</translation>
    </message>
    <message>
        <source>invalid cross-device link</source>
        <translation>連結跨越不同裝置，因此無效</translation>
    </message>
    <message>
        <source>too many levels of symbolic links</source>
        <translation>符號連結的層數過多</translation>
    </message>
    <message>
        <source>text file busy</source>
        <translation>程式檔案正在使用中</translation>
    </message>
    <message>
        <source>transport endpoint is not connected</source>
        <translation>傳輸端點未連線</translation>
    </message>
    <message>
        <source>stale file handle</source>
        <translation>檔案控制代碼已失效</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>無法開啟資料庫檔案</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>資料庫已鎖定</translation>
    </message>
    <message>
        <source>database disk image is malformed</source>
        <translation>資料庫檔案已損毀</translation>
    </message>
    <message>
        <source>file is not a database</source>
        <translation>檔案不是資料庫</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>資料庫或磁碟已滿</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>磁碟 I/O 錯誤</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>試圖寫入唯讀的資料庫</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>沒有連線</translation>
    </message>
    <message>
        <source>All connection attempts failed</source>
        <translation>所有連線嘗試都失敗</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>連線遭到拒絕</translation>
    </message>
    <message>
        <source>connection reset by peer</source>
        <translation>連線被對方重設</translation>
    </message>
    <message>
        <source>network is unreachable</source>
        <translation>無法連上網路</translation>
    </message>
    <message>
        <source>no route to host</source>
        <translation>沒有通往主機的路由</translation>
    </message>
    <message>
        <source>broken pipe</source>
        <translation>管線中斷</translation>
    </message>
    <message>
        <source>name or service not known</source>
        <translation>名稱或服務不明</translation>
    </message>
    <message>
        <source>temporary failure in name resolution</source>
        <translation>暫時無法解析名稱</translation>
    </message>
    <message>
        <source>no address associated with hostname</source>
        <translation>主機名稱沒有對應的位址</translation>
    </message>
    <message>
        <source>Server disconnected without sending a response.</source>
        <translation>伺服器未傳回任何回應即中斷連線</translation>
    </message>
    <message>
        <source>peer closed connection without sending complete message body (incomplete chunked read)</source>
        <translation>對方在傳完訊息內文之前關閉了連線（分塊讀取不完整）</translation>
    </message>
    <message>
        <source>self-signed certificate</source>
        <translation>自我簽署的憑證</translation>
    </message>
    <message>
        <source>self-signed certificate in certificate chain</source>
        <translation>憑證鏈中有自我簽署的憑證</translation>
    </message>
    <message>
        <source>certificate has expired</source>
        <translation>憑證已過期</translation>
    </message>
    <message>
        <source>certificate is not yet valid</source>
        <translation>憑證尚未生效</translation>
    </message>
    <message>
        <source>unable to get local issuer certificate</source>
        <translation>無法取得本機的簽發者憑證</translation>
    </message>
    <message>
        <source>Hostname mismatch, certificate is not valid for &apos;{host}&apos;.</source>
        <translation>主機名稱不符，憑證對「{host}」無效</translation>
    </message>
    <message>
        <source>IP address mismatch, certificate is not valid for &apos;{host}&apos;.</source>
        <translation>IP 位址不符，憑證對「{host}」無效</translation>
    </message>
    <message>
        <source>[Errno {number}] {reason}</source>
        <translation>[錯誤碼 {number}] {reason}</translation>
    </message>
    <message>
        <source>{sentence} Try again.</source>
        <translation>{sentence}請再試一次。</translation>
    </message>
    <message>
        <source>{sentence} Try again in a moment.</source>
        <translation>{sentence}請稍候再試。</translation>
    </message>
    <message>
        <source>{sentence} Wait a little, then try again.</source>
        <translation>{sentence}請稍候再試。</translation>
    </message>
    <message>
        <source>{sentence} Try again in {seconds} seconds.</source>
        <translation>{sentence}請在 {seconds} 秒後再試。</translation>
    </message>
    <message>
        <source>{sentence} Try again at {time} (in about {minutes} minutes).</source>
        <translation>{sentence}請在 {time} 再試（大約 {minutes} 分鐘後）。</translation>
    </message>
    <message>
        <source>{sentence} Try again at {time} (in about {hours} hours).</source>
        <translation>{sentence}請在 {time} 再試（大約 {hours} 小時後）。</translation>
    </message>
    <message>
        <source>{sentence} The model may be busy, or too large for that computer.</source>
        <translation>{sentence}模型可能正忙，或對那部電腦來說太大。</translation>
    </message>
    <message>
        <source>{name} refuses the request.</source>
        <translation>{name} 拒絕了請求。</translation>
    </message>
    <message>
        <source>{name} does not accept the API key. Check the key in the settings.</source>
        <translation>{name} 不接受此 API 金鑰。請在設定中檢查金鑰。</translation>
    </message>
    <message>
        <source>The {name} account has no balance. Top it up, or choose another provider.</source>
        <translation>{name} 帳戶沒有餘額。請儲值，或選擇其他供應商。</translation>
    </message>
    <message>
        <source>{name} does not allow this with this API key. Check the key&apos;s rights and your region.</source>
        <translation>{name} 不允許以此 API 金鑰執行這項操作。請檢查金鑰的權限與你所在的地區。</translation>
    </message>
    <message>
        <source>{name} waited too long for the request.</source>
        <translation>{name} 等候請求太久。</translation>
    </message>
    <message>
        <source>The connection to {name} was lost ({why}).</source>
        <translation>與 {name} 的連線已中斷（{why}）。</translation>
    </message>
    <message>
        <source>{name} is busy with a conflicting request.</source>
        <translation>{name} 正在處理有衝突的請求。</translation>
    </message>
    <message>
        <source>The conversation is too large for {name}. Start a new one.</source>
        <translation>對話對 {name} 來說太大了。請開始新對話。</translation>
    </message>
    <message>
        <source>The conversation is too long for {model}. Start a new one.</source>
        <translation>對話對 {model} 來說太長了。請開始新對話。</translation>
    </message>
    <message>
        <source>{name} at {address}</source>
        <translation>{address} 的 {name}</translation>
    </message>
    <message>
        <source>{name} refuses a value in the request. Check the model settings.</source>
        <translation>{name} 不接受請求中的某個值。請檢查模型設定。</translation>
    </message>
    <message>
        <source>{name} has had too many requests.</source>
        <translation>{name} 收到的請求過多。</translation>
    </message>
    <message>
        <source>{name} failed to answer.</source>
        <translation>{name} 未能回答。</translation>
    </message>
    <message>
        <source>{name} cannot be reached behind its gateway.</source>
        <translation>無法連線到閘道後方的 {name}。</translation>
    </message>
    <message>
        <source>{name} is overloaded or still loading.</source>
        <translation>{name} 過載或仍在載入。</translation>
    </message>
    <message>
        <source>{name} took too long behind its gateway.</source>
        <translation>閘道後方的 {name} 花費的時間太久。</translation>
    </message>
    <message>
        <source>{name} is overloaded.</source>
        <translation>{name} 過載。</translation>
    </message>
    <message>
        <source>{name} sends us to {target}. Enter that address as the base URL if you trust it.</source>
        <translation>{name} 將我們轉往 {target}。如果你信任該網址，請將它輸入為基礎 URL。</translation>
    </message>
    <message>
        <source>The proxy {proxy} does not let us through to {name} ({why}). {advice}</source>
        <translation>Proxy {proxy} 不讓我們連線到 {name}（{why}）。{advice}</translation>
    </message>
    <message>
        <source>The proxy asks for a user name and password. Put them into HTTPS_PROXY.</source>
        <translation>Proxy 要求使用者名稱和密碼。請將它們填入 HTTPS_PROXY。</translation>
    </message>
    <message>
        <source>{name}&apos;s reply broke off.</source>
        <translation>{name} 的回覆中斷了。</translation>
    </message>
    <message>
        <source>Check HTTPS_PROXY and NO_PROXY.</source>
        <translation>請檢查 HTTPS_PROXY 和 NO_PROXY。</translation>
    </message>
    <message>
        <source>Cannot reach the proxy {proxy} on the way to {name} ({why}). Check HTTPS_PROXY and NO_PROXY.</source>
        <translation>無法連線到通往 {name} 的 Proxy {proxy}（{why}）。請檢查 HTTPS_PROXY 和 NO_PROXY。</translation>
    </message>
    <message>
        <source>{address} does not respond. Check the network and the address.</source>
        <translation>{address} 沒有回應。請檢查網路與網址。</translation>
    </message>
    <message>
        <source>Cannot reach {address} ({why}). Check the network and the address, and whether the server is running.</source>
        <translation>無法連線到 {address}（{why}）。請檢查網路與網址；如果是本機伺服器，請確認它已啟動。</translation>
    </message>
    <message>
        <source>{sentence} {name} says: “{words}”.</source>
        <translation>{sentence}{name} 說：「{words}」。</translation>
    </message>
    <message>
        <source>{sentence} {name} says: “{words}”</source>
        <translation>{sentence}{name} 說：「{words}」</translation>
    </message>
    <message>
        <source>{name} does not know the model “{model}”, or its base URL is wrong (for many servers it ends with /v1).</source>
        <translation>{name} 不認識模型「{model}」，或它的基礎 URL 有誤（許多伺服器的基礎 URL 以 /v1 結尾）。</translation>
    </message>
    <message>
        <source>{name} cannot offer tools to “{model}” by function calling. Try again: they are then described in the text (in the settings, Tool calls: Text).</source>
        <translation>{name} 無法以函式呼叫向「{model}」提供工具。請再試一次：屆時會改以文字描述工具（在設定中，「工具呼叫」選「文字」）。</translation>
    </message>
    <message>
        <source>Cannot reach {address} ({why}). Check the network and the address.</source>
        <translation>無法連線到 {address}（{why}）。請檢查網路與網址。</translation>
    </message>
    <message>
        <source>“{address}” is no web address. A base URL begins with https:// or http://.</source>
        <translation>「{address}」不是網址。基礎 URL 以 https:// 或 http:// 開頭。</translation>
    </message>
    <message>
        <source>“{address}” is no web address ({why}). Check the base URL.</source>
        <translation>「{address}」不是網址（{why}）。請檢查基礎 URL。</translation>
    </message>
    <message>
        <source>{name}&apos;s certificate is not trusted ({why}). Check this computer&apos;s clock, and whether a proxy or virus scanner opens encrypted connections.</source>
        <translation>{name} 的憑證不受信任（{why}）。請檢查這部電腦的時鐘，以及是否有 Proxy 或防毒軟體會解開加密連線。</translation>
    </message>
    <message>
        <source>No encrypted connection to {address} can be made ({why}). A server on this machine or in its network may need an address that begins with http://.</source>
        <translation>無法與 {address} 建立加密連線（{why}）。這部電腦或其區域網路中的伺服器，可能需要以 http:// 開頭的網址。</translation>
    </message>
    <message>
        <source>{name} closed the connection before the reply was over.</source>
        <translation>{name} 在回覆結束之前關閉了連線。</translation>
    </message>
    <message>
        <source>The certificates of trusted authorities cannot be read ({why}). Check the variables SSL_CERT_FILE and SSL_CERT_DIR.</source>
        <translation>無法讀取受信任憑證機構的憑證（{why}）。請檢查變數 SSL_CERT_FILE 和 SSL_CERT_DIR。</translation>
    </message>
    <message>
        <source>The environment names a proxy that cannot be used ({proxy}): only addresses that begin with http:// or https:// can. Set HTTPS_PROXY to one, or NO_PROXY to the server&apos;s host.</source>
        <translation>環境變數指定的 Proxy（{proxy}）無法使用：只支援以 http:// 或 https:// 開頭的網址。請將 HTTPS_PROXY 設為這樣的網址，或在 NO_PROXY 中寫入伺服器的主機名稱。</translation>
    </message>
    <message>
        <source>Nothing has come from {name} for {time}.</source>
        <translation>{time}內沒有收到 {name} 傳來的任何內容。</translation>
    </message>
    <message>
        <source>{name} keeps the connection open, but has not gone on for {time}. It may be overloaded: try again later.</source>
        <translation>{name} 保持連線，但已有 {time}沒有進展。可能過載：請稍後再試。</translation>
    </message>
    <message>
        <source>{seconds} seconds</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>No answer within {seconds} seconds.</source>
        <translation>{seconds} 秒內沒有回應。</translation>
    </message>
    <message>
        <source>There is no API key for {name}. Enter one in the settings.</source>
        <translation>沒有 {name} 的 API 金鑰。請在設定中輸入。</translation>
    </message>
    <message>
        <source>The API key for {name} holds characters that no key has. Enter it again.</source>
        <translation>{name} 的 API 金鑰含有金鑰不會有的字元。請重新輸入。</translation>
    </message>
    <message>
        <source>{name}&apos;s reply is not in the form of chat completions. Check the base URL.</source>
        <translation>{name} 的回覆不是 chat completions 的格式。請檢查基礎 URL。</translation>
    </message>
    <message>
        <source>{name}&apos;s reply is not in the form of Anthropic&apos;s Messages. Check the base URL.</source>
        <translation>{name} 的回覆不是 Anthropic Messages 的格式。請檢查基礎 URL。</translation>
    </message>
    <message>
        <source>{name} sent a broken piece ({why}).</source>
        <translation>{name} 傳來了損毀的片段（{why}）。</translation>
    </message>
    <message>
        <source>{name}&apos;s address answered with a web page, not with a model. Check the base URL (for many servers it ends with /v1), and that no sign-in page of the network is in between.</source>
        <translation>{name} 的網址傳回的是網頁，而不是模型的回答。請檢查基礎 URL（許多伺服器的基礎 URL 以 /v1 結尾），並確認中間沒有網路的登入頁面。</translation>
    </message>
    <message>
        <source>{name}&apos;s answer is no list of models. Check the base URL.</source>
        <translation>{name} 傳回的不是模型清單。請檢查基礎 URL。</translation>
    </message>
    <message>
        <source>{name} sent no reply.</source>
        <translation>{name} 沒有傳回回覆。</translation>
    </message>
    <message>
        <source>The model sent an empty reply.</source>
        <translation>模型傳回了空的回覆。</translation>
    </message>
    <message>
        <source>The model declines to answer this ({why}). Ask differently, or choose another model.</source>
        <translation>模型拒絕回答這個問題（{why}）。請換個方式提問，或選擇其他模型。</translation>
    </message>
    <message>
        <source>The model declines to answer this. Ask differently, or choose another model.</source>
        <translation>模型拒絕回答這個問題。請換個方式提問，或選擇其他模型。</translation>
    </message>
    <message>
        <source>The conversation fills the model&apos;s whole window. Start a new one.</source>
        <translation>對話已占滿模型的整個上下文視窗。請開始新對話。</translation>
    </message>
    <message>
        <source>The model&apos;s reply was empty.</source>
        <translation>模型的回覆是空的。</translation>
    </message>
    <message>
        <source>The server&apos;s reply is over {size} KB; it was cut off.</source>
        <translation>伺服器的回覆超過 {size} KB，已截斷。</translation>
    </message>
    <message>
        <source>The server sent a line of over {size} KB; the reply was cut off.</source>
        <translation>伺服器傳來一行超過 {size} KB 的內容，回覆已截斷。</translation>
    </message>
    <message>
        <source>DeepSeek&apos;s answer names no balance.</source>
        <translation>DeepSeek 的回應中沒有餘額。</translation>
    </message>
    <message>
        <source>The DeepSeek account has too little balance ({amounts}).</source>
        <translation>DeepSeek 帳戶的餘額不足（{amounts}）。</translation>
    </message>
    <message>
        <source>The connection ended before the reply was complete.</source>
        <translation>連線在回覆完成之前結束。</translation>
    </message>
    <message>
        <source>The connection broke off in the middle of the reply.</source>
        <translation>連線在回覆途中中斷。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter ended the reply.</source>
        <translation>供應商的內容過濾器結束了回覆。</translation>
    </message>
    <message>
        <source>The provider ended the reply before it was complete.</source>
        <translation>供應商在回覆完成之前結束了回覆。</translation>
    </message>
    <message>
        <source>The conversation must end with a message of the user.</source>
        <translation>對話必須以使用者的訊息結尾。</translation>
    </message>
    <message>
        <source>The script has no more replies.</source>
        <translation>腳本中沒有更多回覆。</translation>
    </message>
    <message>
        <source>The script&apos;s reply has no end.</source>
        <translation>腳本的回覆沒有結尾。</translation>
    </message>
    <message>
        <source>The conversation needs {needed} tokens even when cut, but only {tokens} fit. Begin a new conversation, or choose a model with a larger window.</source>
        <translation>對話即使刪減後仍需要 {needed} 個 token，但只能容納 {tokens} 個。請開始新對話，或選擇上下文視窗較大的模型。</translation>
    </message>
    <message>
        <source>The model gave no summary of the conversation.</source>
        <translation>模型沒有提供對話的總結。</translation>
    </message>
    <message>
        <source>A step of the plan has failed. Skip it, try it again, or change the plan.</source>
        <translation>計畫有一個步驟失敗。請略過、重試，或修改計畫。</translation>
    </message>
    <message>
        <source>The plan is done already.</source>
        <translation>計畫已經完成。</translation>
    </message>
    <message>
        <source>This is no plan: {why}.</source>
        <translation>這不是計畫：{why}。</translation>
    </message>
    <message>
        <source>The user stopped the turn.</source>
        <translation>使用者已停止這次請求。</translation>
    </message>
    <message>
        <source>File not found: {details}</source>
        <translation>找不到檔案：{details}</translation>
    </message>
    <message>
        <source>Folder not found: {details}</source>
        <translation>找不到資料夾：{details}</translation>
    </message>
    <message>
        <source>Invalid path: {details}</source>
        <translation>路徑無效：{details}</translation>
    </message>
    <message>
        <source>Failed to read file: {details}</source>
        <translation>讀取檔案失敗：{details}</translation>
    </message>
    <message>
        <source>Failed to write file: {details}</source>
        <translation>寫入檔案失敗：{details}</translation>
    </message>
    <message>
        <source>Invalid parameters: {details}</source>
        <translation>參數無效：{details}</translation>
    </message>
    <message>
        <source>The vault&apos;s index cannot be read: {details}</source>
        <translation>無法讀取儲存庫的索引：{details}</translation>
    </message>
    <message>
        <source>Search by meaning is turned off in the settings.</source>
        <translation>設定中已關閉依含義搜尋。</translation>
    </message>
    <message>
        <source>No note is prepared for search by meaning yet. Open the vault in the window for a while.</source>
        <translation>還沒有筆記可以依含義搜尋。請在視窗中開啟該儲存庫一段時間。</translation>
    </message>
    <message>
        <source>Search by meaning does not answer.</source>
        <translation>依含義搜尋沒有回應。</translation>
    </message>
    <message>
        <source>Undo journal: {details}</source>
        <translation>變更紀錄：{details}</translation>
    </message>
    <message>
        <source>The server gave up on the reply (“{why}”).</source>
        <translation>伺服器放棄了回覆（「{why}」）。</translation>
    </message>
    <message>
        <source>its description is not an object</source>
        <translation>說明不是物件</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>沒有名稱</translation>
    </message>
    <message>
        <source>it has no schema for its parameters</source>
        <translation>沒有參數的結構描述</translation>
    </message>
    <message>
        <source>its schema is not an object</source>
        <translation>結構描述不是物件</translation>
    </message>
    <message>
        <source>nothing of the query is indexed</source>
        <translation>查詢中沒有已編入索引的內容</translation>
    </message>
    <message>
        <source>The answer of the model is not complete.</source>
        <translation>模型的回答不完整。</translation>
    </message>
    <message>
        <source>The model answered without any text.</source>
        <translation>模型的回答裡沒有文字。</translation>
    </message>
    <message>
        <source>{name} gave no vectors. Is {model} a model for embeddings?</source>
        <translation>{name} 沒有傳回向量。{model} 是用於嵌入（embeddings）的模型嗎？</translation>
    </message>
</context>
<context>
    <name>CrashNotice</name>
    <message>
        <source>After a crash</source>
        <translation>當機之後</translation>
    </message>
    <message>
        <source>Axon did not close properly last time.</source>
        <translation>Axon 上次沒有正常關閉。</translation>
    </message>
    <message>
        <source>Unsaved text was kept for: {notes}.</source>
        <translation>尚未儲存的文字已保留：{notes}。</translation>
    </message>
    <message>
        <source>&amp;Show “{note}”</source>
        <translation>顯示「{note}」(&amp;S)</translation>
    </message>
    <message>
        <source>Untitled conversation</source>
        <translation>未命名的對話</translation>
    </message>
    <message>
        <source>The conversation “{title}” was interrupted and has been kept.</source>
        <translation>對話「{title}」中斷了，已保留。</translation>
    </message>
    <message>
        <source>&amp;Continue conversation</source>
        <translation>繼續對話(&amp;C)</translation>
    </message>
    <message>
        <source>Nothing that was written is lost, and the agent’s changes can be undone.</source>
        <translation>已寫入的內容沒有遺失，代理所做的變更可以復原。</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>關閉(&amp;L)</translation>
    </message>
    <message>
        <source>{note} no longer exists. Its unsaved text is still kept: create a note with this name to get it back.</source>
        <translation>{note} 已不存在。其未儲存的文字仍然保留：新增一則同名筆記，即可取回。</translation>
    </message>
</context>
<context>
    <name>DailyNotes</name>
    <message>
        <source>The daily note {name} cannot be created: {why}.</source>
        <translation>無法建立每日筆記 {name}：{why}。</translation>
    </message>
    <message>
        <source>Created {path}. Its template {template} was not found.</source>
        <translation>已建立 {path}。它的範本 {template} 不存在。</translation>
    </message>
</context>
<context>
    <name>DamagedSettings</name>
    <message>
        <source>The settings file is damaged. What can be read of it is used.</source>
        <translation>設定檔有損壞。能讀取的設定會照常使用。</translation>
    </message>
    <message>
        <source>There are {count} more such places in it.</source>
        <translation>檔案中還有 {count} 處這樣的問題。</translation>
    </message>
    <message>
        <source>There is 1 more such place in it.</source>
        <translation>檔案中還有 1 處這樣的錯誤。</translation>
    </message>
    <message>
        <source>A new settings file was written. The original was saved as {file}.</source>
        <translation>設定已重新寫入。原檔案保留為 {file}。</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>顯示檔案</translation>
    </message>
</context>
<context>
    <name>DateField</name>
    <message>
        <source>Choose a day (Alt+↓)</source>
        <translation>選擇日期（Alt+↓）</translation>
    </message>
</context>
<context>
    <name>DecisionCard</name>
    <message>
        <source>The new path is {path}</source>
        <translation>新路徑是 {path}</translation>
    </message>
    <message>
        <source>Axon wants to move *{path}*</source>
        <translation>Axon 想移動 *{path}*</translation>
    </message>
    <message>
        <source>Axon wants to move *{path}* to the trash</source>
        <translation>Axon 想把 *{path}* 移到回收桶</translation>
    </message>
    <message>
        <source>Axon wants to create *{path}*</source>
        <translation>Axon 想建立 *{path}*</translation>
    </message>
    <message>
        <source>Axon wants to change *{path}*</source>
        <translation>Axon 想更改 *{path}*</translation>
    </message>
    <message>
        <source>Axon wants to make *{count} changes*</source>
        <translation>Axon 想做 *{count} 處更改*</translation>
    </message>
    <message>
        <source>Axon wants to run a command</source>
        <translation>Axon 想執行一條命令</translation>
    </message>
    <message>
        <source>Axon wants to use *{tool}*</source>
        <translation>Axon 想使用 *{tool}*</translation>
    </message>
    <message>
        <source>Axon has made a plan of *{count} steps*</source>
        <translation>Axon 制定了 *{count} 步計畫*</translation>
    </message>
    <message>
        <source>Axon has made a plan of *one step*</source>
        <translation>Axon 制定了 *一步計畫*</translation>
    </message>
    <message>
        <source>Axon asks whether to go on with *round {round}*</source>
        <translation>Axon 詢問是否繼續 *第 {round} 輪*</translation>
    </message>
    <message>
        <source>The server *{server}* has a question for you</source>
        <translation>伺服器 *{server}* 有問題問你</translation>
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
        <translation>拒絕</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>套用</translation>
    </message>
    <message>
        <source>Whole note</source>
        <translation>整篇筆記</translation>
    </message>
    <message>
        <source>space</source>
        <translation>空白鍵</translation>
    </message>
    <message>
        <source>Axon waits. Go on writing: no key answers until you come here.</source>
        <translation>Axon 會等待。請繼續寫：在你來到這裡之前，按鍵不會作答。</translation>
    </message>
    <message>
        <source>Enter applies, Backspace rejects, Esc goes back to where you were.</source>
        <translation>Enter 套用，Backspace 拒絕，Esc 回到剛才的位置。</translation>
    </message>
    <message>
        <source>Enter opens the question, Esc goes back to where you were.</source>
        <translation>Enter 開啟問題，Esc 回到剛才的位置。</translation>
    </message>
</context>
<context>
    <name>Decisions</name>
    <message>
        <source>It waits for your answer: press {keys}.</source>
        <translation>正在等待你的回答：請按 {keys}。</translation>
    </message>
</context>
<context>
    <name>Deeds</name>
    <message>
        <source>Read {what}</source>
        <translation>讀了 {what}</translation>
    </message>
    <message>
        <source>Looked into {what}</source>
        <translation>查看了 {what}</translation>
    </message>
    <message>
        <source>Searched {what}</source>
        <translation>搜尋了{what}</translation>
    </message>
    <message>
        <source>Looked for {what}</source>
        <translation>找了{what}</translation>
    </message>
    <message>
        <source>Looked at the links of {what}</source>
        <translation>查看了 {what} 的連結</translation>
    </message>
    <message>
        <source>Created {what}</source>
        <translation>新增了 {what}</translation>
    </message>
    <message>
        <source>Changed {what}</source>
        <translation>改了 {what}</translation>
    </message>
    <message>
        <source>Moved {what}</source>
        <translation>移動了 {what}</translation>
    </message>
    <message>
        <source>Moved {what} to the trash</source>
        <translation>把 {what} 移到了資源回收筒</translation>
    </message>
    <message>
        <source>Ran {what}</source>
        <translation>執行了{what}</translation>
    </message>
    <message>
        <source>Used {what}</source>
        <translation>使用了 {what}</translation>
    </message>
    <message>
        <source>Made a plan</source>
        <translation>制定了計畫</translation>
    </message>
    <message>
        <source>Gave up a step of the plan</source>
        <translation>放棄了計畫中的一步</translation>
    </message>
    <message>
        <source>Made a call that has no name</source>
        <translation>發出了沒有名稱的呼叫</translation>
    </message>
    <message>
        <source>Could not read {what}</source>
        <translation>未能讀取 {what}</translation>
    </message>
    <message>
        <source>Could not look into {what}</source>
        <translation>未能查看 {what}</translation>
    </message>
    <message>
        <source>Could not search {what}</source>
        <translation>未能搜尋{what}</translation>
    </message>
    <message>
        <source>Could not look for {what}</source>
        <translation>未能尋找{what}</translation>
    </message>
    <message>
        <source>Could not look at the links of {what}</source>
        <translation>未能查看 {what} 的連結</translation>
    </message>
    <message>
        <source>Could not create {what}</source>
        <translation>未能新增 {what}</translation>
    </message>
    <message>
        <source>Could not change {what}</source>
        <translation>未能更改 {what}</translation>
    </message>
    <message>
        <source>Could not move {what}</source>
        <translation>未能移動 {what}</translation>
    </message>
    <message>
        <source>Could not move {what} to the trash</source>
        <translation>未能把 {what} 移到資源回收筒</translation>
    </message>
    <message>
        <source>Could not run {what}</source>
        <translation>未能執行{what}</translation>
    </message>
    <message>
        <source>Could not use {what}</source>
        <translation>未能使用 {what}</translation>
    </message>
    <message>
        <source>Could not make a plan</source>
        <translation>未能制定計畫</translation>
    </message>
    <message>
        <source>Made a call that cannot be understood</source>
        <translation>發出了無法理解的呼叫</translation>
    </message>
    <message>
        <source>the vault</source>
        <translation>整個儲存庫</translation>
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
        <translation>無法復原</translation>
    </message>
    <message>
        <source>no such note</source>
        <translation>沒有這篇筆記</translation>
    </message>
    <message>
        <source>no such folder</source>
        <translation>沒有這個資料夾</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>未獲允許</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>no hits</source>
        <translation>沒有結果</translation>
    </message>
    <message>
        <source>1 hit</source>
        <translation>1 處</translation>
    </message>
    <message>
        <source>{hits} hits in 1 note</source>
        <translation>1 篇筆記中 {hits} 處</translation>
    </message>
    <message>
        <source>{hits} hits in {notes} notes</source>
        <translation>{notes} 篇筆記中 {hits} 處</translation>
    </message>
    <message>
        <source>{count} found</source>
        <translation>找到 {count} 個</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>沒有找到</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>結束代碼 {code}</translation>
    </message>
    <message>
        <source>{one}, {two}</source>
        <translation>{one}，{two}</translation>
    </message>
    <message>
        <source>searched once</source>
        <translation>搜尋了 1 次</translation>
    </message>
    <message>
        <source>searched twice</source>
        <translation>搜尋了 2 次</translation>
    </message>
    <message>
        <source>searched {count} times</source>
        <translation>搜尋了 {count} 次</translation>
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
        <translation>復原了 1 項變更</translation>
    </message>
    <message>
        <source>{count} changes undone</source>
        <translation>復原了 {count} 項變更</translation>
    </message>
    <message>
        <source>1 attempt failed</source>
        <translation>1 次失敗</translation>
    </message>
    <message>
        <source>{count} attempts failed</source>
        <translation>{count} 次失敗</translation>
    </message>
    <message>
        <source>read 1 note</source>
        <translation>讀了 1 篇筆記</translation>
    </message>
    <message>
        <source>read {count} notes</source>
        <translation>讀了 {count} 篇筆記</translation>
    </message>
    <message>
        <source>looked into 1 folder</source>
        <translation>查看了 1 個資料夾</translation>
    </message>
    <message>
        <source>looked into {count} folders</source>
        <translation>查看了 {count} 個資料夾</translation>
    </message>
    <message>
        <source>looked at the links of 1 note</source>
        <translation>查看了 1 篇筆記的連結</translation>
    </message>
    <message>
        <source>looked at the links of {count} notes</source>
        <translation>查看了 {count} 篇筆記的連結</translation>
    </message>
    <message>
        <source>made a plan</source>
        <translation>制定了計畫</translation>
    </message>
    <message>
        <source>made {count} plans</source>
        <translation>制定了 {count} 個計畫</translation>
    </message>
    <message>
        <source>gave up 1 step</source>
        <translation>放棄了 1 個步驟</translation>
    </message>
    <message>
        <source>gave up {count} steps</source>
        <translation>放棄了 {count} 個步驟</translation>
    </message>
    <message>
        <source>created 1 note</source>
        <translation>新增了 1 篇筆記</translation>
    </message>
    <message>
        <source>created {count} notes</source>
        <translation>新增了 {count} 篇筆記</translation>
    </message>
    <message>
        <source>changed 1 note</source>
        <translation>改了 1 篇筆記</translation>
    </message>
    <message>
        <source>changed {count} notes</source>
        <translation>改了 {count} 篇筆記</translation>
    </message>
    <message>
        <source>moved 1 note</source>
        <translation>移動了 1 篇筆記</translation>
    </message>
    <message>
        <source>moved {count} notes</source>
        <translation>移動了 {count} 篇筆記</translation>
    </message>
    <message>
        <source>moved 1 note to the trash</source>
        <translation>把 1 篇筆記移到了資源回收筒</translation>
    </message>
    <message>
        <source>moved {count} notes to the trash</source>
        <translation>把 {count} 篇筆記移到了資源回收筒</translation>
    </message>
    <message>
        <source>ran 1 command</source>
        <translation>執行了 1 個命令</translation>
    </message>
    <message>
        <source>ran {count} commands</source>
        <translation>執行了 {count} 個命令</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>{file} cannot be written: {reason}.</source>
        <translation>無法寫入 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Saved as {file}. Nothing was sent.</source>
        <translation>已儲存為 {file}。沒有傳送任何內容。</translation>
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
        <translation>Axon Desktop 的診斷資訊。此檔案中的內容都可以用文字編輯器閱讀。

其中包含：
  about.txt      程式、系統和套件的版本
  checks.txt     `axon doctor` 的檢查結果
  settings.json  設定；不含你自己輸入的內容
  stores.txt     Axon 所儲存資料的大小和狀況
  servers.txt    MCP 伺服器的數量和狀態
  events.txt     events.log 的最新幾行，其中沒有筆記名稱
  faults.txt     程式當掉時各執行緒所在的位置

其中沒有筆記的內文和名稱，也沒有資料夾、位址、對話和金鑰。
</translation>
    </message>
    <message>
        <source>Save diagnostics</source>
        <translation>儲存診斷資訊</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Vault panel</source>
        <translation>儲存庫面板</translation>
    </message>
    <message>
        <source>Chat panel</source>
        <translation>對話面板</translation>
    </message>
    <message>
        <source>Outline and links</source>
        <translation>大綱和連結</translation>
    </message>
</context>
<context>
    <name>DraftOffer</name>
    <message>
        <source>Unsaved text from {when} was found.</source>
        <translation>發現 {when} 未儲存的文字。</translation>
    </message>
    <message>
        <source>&amp;Compare and choose…</source>
        <translation>比較並選擇(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>還原(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>捨棄(&amp;D)</translation>
    </message>
</context>
<context>
    <name>DrawnGroups</name>
    <message>
        <source>This formula could not be parsed</source>
        <translation>無法解析這個公式</translation>
    </message>
</context>
<context>
    <name>DropShade</name>
    <message>
        <source>Empty tab</source>
        <translation>空白分頁</translation>
    </message>
    <message>
        <source>Move here</source>
        <translation>移到此處</translation>
    </message>
    <message>
        <source>Link here</source>
        <translation>在此插入連結</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>在旁邊開啟</translation>
    </message>
    <message>
        <source>Open below</source>
        <translation>在下方開啟</translation>
    </message>
</context>
<context>
    <name>DroppedFiles</name>
    <message>
        <source>Open the folder {vault} as a vault?</source>
        <translation>要將資料夾 {vault} 開啟為儲存庫嗎？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
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
        <translation>{name} 不在這個儲存庫中。要加入它，請將它拖到正在編輯的筆記裡。</translation>
    </message>
    <message>
        <source>{count} files are not in this vault. To add them, drop them into a note that is being written.</source>
        <translation>{count} 個檔案不在這個儲存庫中。要加入它們，請將它們拖到正在編輯的筆記裡。</translation>
    </message>
    <message>
        <source>To add a picture, paste or drop it into a note that is being written.</source>
        <translation>要加入圖片，請將它貼上或拖到正在編輯的筆記裡。</translation>
    </message>
    <message>
        <source>Text can be dropped into a note in Live or Source, or in the message box.</source>
        <translation>文字可以拖到即時或原始碼模式的筆記中，或拖到訊息框中。</translation>
    </message>
    <message>
        <source>To open a folder as a vault, drop that one alone.</source>
        <translation>要將資料夾作為儲存庫開啟，請只拖放那一個資料夾。</translation>
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
        <translation>↑ 之前的 · Esc 關閉</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>改寫</translation>
    </message>
    <message>
        <source>Model: {model}, menu</source>
        <translation>模型：{model}，選單</translation>
    </message>
    <message>
        <source>would replace what was typed meanwhile</source>
        <translation>會取代其間輸入的文字</translation>
    </message>
    <message>
        <source>{accepted} accepted, {rejected} rejected</source>
        <translation>已接受 {accepted} 處，已拒絕 {rejected} 處</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在改寫…</translation>
    </message>
    <message>
        <source>your text stays until you accept</source>
        <translation>在您接受之前，原文不變</translation>
    </message>
    <message>
        <source>Nothing to change.</source>
        <translation>無需修改。</translation>
    </message>
    <message>
        <source>{count} to decide</source>
        <translation>還有 {count} 處待定</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 處修改</translation>
    </message>
    <message>
        <source>{count} changes</source>
        <translation>{count} 處修改</translation>
    </message>
    <message>
        <source>The paragraph changed meanwhile.</source>
        <translation>這一段在此期間被改動了。</translation>
    </message>
    <message>
        <source>The paragraph is gone.</source>
        <translation>這一段已不存在。</translation>
    </message>
    <message>
        <source>{model} did not answer.</source>
        <translation>{model} 沒有回答。</translation>
    </message>
    <message>
        <source>Offline cannot write.</source>
        <translation>離線模式不能改寫。</translation>
    </message>
    <message>
        <source>Choose a model.</source>
        <translation>請選擇一個模型。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ask differently</source>
        <translation>換個問法</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
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
        <translation>拒絕</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一處</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Write again</source>
        <translation>重新改寫</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重試</translation>
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
        <translation>筆記的目前內容</translation>
    </message>
    <message>
        <source>The text that will be written</source>
        <translation>將要寫入的內容</translation>
    </message>
</context>
<context>
    <name>EditorComments</name>
    <message>
        <source>&amp;Comment</source>
        <translation>註解(&amp;C)</translation>
    </message>
</context>
<context>
    <name>EditorEdits</name>
    <message>
        <source>new text at the caret</source>
        <translation>游標處的新文字</translation>
    </message>
    <message>
        <source>this paragraph</source>
        <translation>這一段</translation>
    </message>
    <message>
        <source>1 paragraph selected</source>
        <translation>已選取 1 段</translation>
    </message>
    <message>
        <source>{count} paragraphs selected</source>
        <translation>已選取 {count} 段</translation>
    </message>
</context>
<context>
    <name>EditorPage</name>
    <message>
        <source>Editor</source>
        <translation>編輯器</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>即時</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>原始碼</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>閱讀檢視</translation>
    </message>
    <message>
        <source> px</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source>Open &amp;notes in</source>
        <translation>開啟筆記時用(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text font</source>
        <translation>文字字型(&amp;T)</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Co&amp;de font</source>
        <translation>程式碼字型(&amp;D)</translation>
    </message>
    <message>
        <source>S&amp;ize of code</source>
        <translation>程式碼大小(&amp;I)</translation>
    </message>
    <message>
        <source>Line &amp;width</source>
        <translation>行寬(&amp;W)</translation>
    </message>
    <message>
        <source>Ta&amp;b width</source>
        <translation>定位字元寬度(&amp;B)</translation>
    </message>
    <message>
        <source>Line n&amp;umbers</source>
        <translation>行號(&amp;U)</translation>
    </message>
    <message>
        <source>Typew&amp;riter scrolling: keep the line of the caret in the middle</source>
        <translation>打字機捲動(&amp;R)：游標所在行保持在中間</translation>
    </message>
    <message>
        <source>Close brackets and &amp;quotes, and wrap selected text in them</source>
        <translation>自動補上括號和引號，並用來包住選取的文字(&amp;Q)</translation>
    </message>
    <message>
        <source>Show a &amp;format bar when text is selected with the mouse</source>
        <translation>用滑鼠選取文字時顯示格式列(&amp;F)</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>預覽</translation>
    </message>
    <message>
        <source>Li&amp;gatures in code: several characters may be drawn as one</source>
        <translation>程式碼中的連字(&amp;G)：幾個字元可以顯示為一個</translation>
    </message>
    <message>
        <source>Fonts and line width are those of reading, too. Ctrl with the mouse wheel changes the text size.</source>
        <translation>字型和行寬也用於閱讀模式。按住 Ctrl 捲動滑鼠滾輪可變更文字大小。</translation>
    </message>
    <message>
        <source>Underline words that no dictionary &amp;knows</source>
        <translation>為字典裡沒有的詞加底線(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Languages; none ticked: those of the window and of the system</source>
        <translation>語言(&amp;L)；都不勾選時，使用視窗和系統的語言</translation>
    </message>
    <message>
        <source>Spelling cannot be checked here: the package chunspell is not installed.</source>
        <translation>這裡無法檢查拼字：沒有安裝 chunspell 套件。</translation>
    </message>
    <message>
        <source>Dictionaries of LibreOffice are used, and pairs of .aff and .dic files in {folder}.</source>
        <translation>使用 LibreOffice 的字典，以及 {folder} 中成對的 .aff 和 .dic 檔案。</translation>
    </message>
    <message>
        <source>For more languages install the system’s packages of hunspell dictionaries, such as hunspell-de-de, or put pairs of .aff and .dic files into {folder}.</source>
        <translation>需要更多語言時，請安裝系統的 hunspell 字典套件（例如 hunspell-de-de），或把成對的 .aff 和 .dic 檔案放進 {folder}。</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>預設</translation>
    </message>
    <message>
        <source>Narrow</source>
        <translation>窄</translation>
    </message>
    <message>
        <source>Wide</source>
        <translation>寬</translation>
    </message>
    <message>
        <source>As wide as the pane</source>
        <translation>與窗格同寬</translation>
    </message>
    <message>
        <source>{pixels} px</source>
        <translation>{pixels} 像素</translation>
    </message>
    <message>
        <source>A note with **strong** words, `code -&gt; here`, and a list:</source>
        <translation>一篇筆記，有**粗體**、`code -&gt; here` 和清單：</translation>
    </message>
</context>
<context>
    <name>EditorPreferences</name>
    <message>
        <source>Spelling is not checked: see View → Writing.</source>
        <translation>沒有檢查拼字：見「檢視 → 寫作」。</translation>
    </message>
</context>
<context>
    <name>EditorView</name>
    <message>
        <source>Save without undo</source>
        <translation>儲存但無法復原</translation>
    </message>
    <message>
        <source>Compare and choose…</source>
        <translation>比較並選擇…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重試</translation>
    </message>
    <message>
        <source>Saved. While changes cannot be recorded, what you save cannot be undone later.</source>
        <translation>已儲存。在無法記錄變更期間，儲存的文字之後無法復原。</translation>
    </message>
    <message>
        <source>Changes made elsewhere were merged in.</source>
        <translation>已併入在別處所做的變更。</translation>
    </message>
    <message>
        <source>The same lines were also changed in the file. Your changes are not saved yet. Choose what to keep.</source>
        <translation>檔案中相同的幾行也已變更。你的變更尚未儲存，請選擇要保留哪些。</translation>
    </message>
</context>
<context>
    <name>EditsInPlace</name>
    <message>
        <source>The note has changed in the meantime.</source>
        <translation>這則筆記在此期間已被變更。</translation>
    </message>
</context>
<context>
    <name>ElicitDialog</name>
    <message>
        <source>Question from a server</source>
        <translation>伺服器向你提問</translation>
    </message>
    <message>
        <source>Question from the server “{server}”</source>
        <translation>伺服器「{server}」向你提問</translation>
    </message>
    <message>
        <source>Message from the server: {message}</source>
        <translation>伺服器的訊息：{message}</translation>
    </message>
    <message>
        <source>&amp;Decline</source>
        <translation>拒絕(&amp;D)</translation>
    </message>
    <message>
        <source>Say no: the server is told that you declined</source>
        <translation>明確拒絕：伺服器會得知你不同意</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Don’t answer: the server is told that you closed the question</source>
        <translation>不予答覆：伺服器會得知你關閉了提問</translation>
    </message>
</context>
<context>
    <name>Elicitation</name>
    <message>
        <source>Enter at least {count} characters.</source>
        <translation>這裡至少需要 {count} 個字元。</translation>
    </message>
    <message>
        <source>Enter at least 1 character.</source>
        <translation>請至少輸入 1 個字元。</translation>
    </message>
    <message>
        <source>Enter at most {count} characters.</source>
        <translation>這裡最多允許 {count} 個字元。</translation>
    </message>
    <message>
        <source>Enter at most 1 character.</source>
        <translation>請最多輸入 1 個字元。</translation>
    </message>
    <message>
        <source>This must look like {example}.</source>
        <translation>格式應類似 {example}。</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整數</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>數字</translation>
    </message>
    <message>
        <source>This must be a whole number.</source>
        <translation>這裡必須是整數。</translation>
    </message>
    <message>
        <source>This must be a number.</source>
        <translation>這裡必須是數字。</translation>
    </message>
    <message>
        <source>The smallest number allowed is {number}.</source>
        <translation>最小為 {number}。</translation>
    </message>
    <message>
        <source>The largest number allowed is {number}.</source>
        <translation>最大為 {number}。</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>請選擇…</translation>
    </message>
    <message>
        <source>Choose at least {count}.</source>
        <translation>請至少選擇 {count} 項。</translation>
    </message>
    <message>
        <source>Choose at most {count}.</source>
        <translation>請最多選擇 {count} 項。</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>No note is open</source>
        <translation>沒有開啟的筆記</translation>
    </message>
    <message>
        <source>Open a note</source>
        <translation>開啟筆記</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新增筆記</translation>
    </message>
    <message>
        <source>Today’s daily note</source>
        <translation>今天的每日筆記</translation>
    </message>
    <message>
        <source>Ask Axon</source>
        <translation>詢問 Axon</translation>
    </message>
    <message>
        <source>Reopen {name}</source>
        <translation>重新開啟 {name}</translation>
    </message>
    <message>
        <source>No vault is open</source>
        <translation>沒有開啟的儲存庫</translation>
    </message>
    <message>
        <source>A vault is a folder with Markdown files, as Obsidian has it.</source>
        <translation>儲存庫就是存放 Markdown 檔案的資料夾，與 Obsidian 相同。</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>開啟儲存庫…</translation>
    </message>
    <message>
        <source>This vault has no notes yet</source>
        <translation>這個儲存庫還沒有筆記</translation>
    </message>
    <message>
        <source>Axon works on the Markdown files in this folder, beside Obsidian.</source>
        <translation>Axon 與 Obsidian 一起使用這個資料夾裡的 Markdown 檔案。</translation>
    </message>
    <message>
        <source>Add the sample notes</source>
        <translation>加入範例筆記</translation>
    </message>
    <message>
        <source>Open another vault…</source>
        <translation>開啟其他儲存庫…</translation>
    </message>
    <message>
        <source>It was in {folder}. Axon goes on by itself once it is back.</source>
        <translation>它原本在 {folder}。恢復後 Axon 會自動繼續。</translation>
    </message>
    <message>
        <source>Unsaved text of 1 note is kept.</source>
        <translation>1 則筆記中未儲存的文字已保留。</translation>
    </message>
    <message>
        <source>Unsaved text of {count} notes is kept.</source>
        <translation>{count} 則筆記中未儲存的文字已保留。</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>It has moved…</source>
        <translation>它換了位置…</translation>
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
        <translation>無法存取 {vault}</translation>
    </message>
    <message>
        <source>Save the kept text</source>
        <translation>另存保留的文字</translation>
    </message>
    <message>
        <source>The text was saved as {file}.</source>
        <translation>文字已儲存為 {file}。</translation>
    </message>
    <message>
        <source>Added the sample notes</source>
        <translation>已加入範例筆記</translation>
    </message>
</context>
<context>
    <name>EncoderTest</name>
    <message>
        <source>&amp;Test</source>
        <translation>測試(&amp;T)</translation>
    </message>
    <message>
        <source>Asking the server for one vector…</source>
        <translation>正在向伺服器要求一個向量…</translation>
    </message>
    <message>
        <source>It works: vectors of {count} numbers.</source>
        <translation>可以使用：每個向量有 {count} 個數。</translation>
    </message>
</context>
<context>
    <name>ErrorBar</name>
    <message>
        <source>Errors</source>
        <translation>錯誤</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細資訊</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>關閉這則訊息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Error details</source>
        <translation>錯誤詳情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>複製</translation>
    </message>
</context>
<context>
    <name>FileActionContext</name>
    <message>
        <source>No vault is open.</source>
        <translation>沒有開啟的儲存庫。</translation>
    </message>
    <message>
        <source>Undone: {paths}</source>
        <translation>已復原：{paths}</translation>
    </message>
</context>
<context>
    <name>FileActionsFeature</name>
    <message>
        <source>No program on this computer can open obsidian:// links.</source>
        <translation>這部電腦上沒有能開啟 obsidian:// 連結的程式。</translation>
    </message>
</context>
<context>
    <name>FileCard</name>
    <message>
        <source>Open in another app…</source>
        <translation>用其他程式開啟…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下載</translation>
    </message>
    <message>
        <source>Reveal in file manager</source>
        <translation>在檔案管理員中顯示</translation>
    </message>
    <message>
        <source>Axon does not start programs.</source>
        <translation>Axon 不會啟動程式。</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>正在下載…</translation>
    </message>
    <message>
        <source>It did not come. Is the program that syncs this folder running?</source>
        <translation>沒有下載到。同步此資料夾的程式在執行嗎？</translation>
    </message>
    <message>
        <source>Open this file with another program?</source>
        <translation>要用其他程式開啟這個檔案嗎？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>{name} could not be opened in another program.</source>
        <translation>無法用其他程式開啟 {name}。</translation>
    </message>
    <message>
        <source>The file manager did not respond.</source>
        <translation>檔案管理員沒有回應。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>筆記</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>畫布</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>資料庫</translation>
    </message>
    <message>
        <source>{suffix} picture</source>
        <translation>{suffix} 圖片</translation>
    </message>
    <message>
        <source>PDF document</source>
        <translation>PDF 文件</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音訊</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>影片</translation>
    </message>
    <message>
        <source>{suffix} file</source>
        <translation>{suffix} 檔案</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>Replace the file?</source>
        <translation>要取代這個檔案嗎？</translation>
    </message>
    <message>
        <source>{file} already exists.</source>
        <translation>{file} 已存在。</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>取代(&amp;R)</translation>
    </message>
</context>
<context>
    <name>FileMoves</name>
    <message>
        <source>Looking for links to {name}…</source>
        <translation>正在尋找指向 {name} 的連結…</translation>
    </message>
    <message>
        <source>Moved {path} to {target}</source>
        <translation>已將 {path} 移動到 {target}</translation>
    </message>
    <message>
        <source>links rewritten in 1 note</source>
        <translation>已改寫 1 則筆記中的連結</translation>
    </message>
    <message>
        <source>links rewritten in {count} notes</source>
        <translation>已改寫 {count} 則筆記中的連結</translation>
    </message>
    <message>
        <source>Rename {name}?</source>
        <translation>要重新命名 {name} 嗎？</translation>
    </message>
    <message>
        <source>Move {name}?</source>
        <translation>要移動 {name} 嗎？</translation>
    </message>
    <message>
        <source>Links in 1 note will be rewritten:</source>
        <translation>將改寫 1 則筆記中的連結：</translation>
    </message>
    <message>
        <source>Links in {count} notes will be rewritten:</source>
        <translation>將改寫 {count} 則筆記中的連結：</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重新命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Move</source>
        <translation>移動(&amp;M)</translation>
    </message>
    <message>
        <source>Renamed {path} to {target}</source>
        <translation>已將 {path} 重新命名為 {target}</translation>
    </message>
    <message>
        <source>Moved {path} to the trash</source>
        <translation>已將 {path} 移到資源回收筒</translation>
    </message>
    <message>
        <source>It will be moved to the system’s trash. You can bring it back with Undo.</source>
        <translation>將移到系統的資源回收筒，可用「復原」還原。</translation>
    </message>
    <message>
        <source>It will be moved to {target} in the vault. You can bring it back with Undo.</source>
        <translation>將移到儲存庫中的 {target}，可用「復原」還原。</translation>
    </message>
    <message>
        <source>1 note links to it. Its links will break:</source>
        <translation>有 1 則筆記連結到它，這些連結將會失效：</translation>
    </message>
    <message>
        <source>{count} notes link to it. Their links will break:</source>
        <translation>有 {count} 則筆記連結到它，這些連結將會失效：</translation>
    </message>
    <message>
        <source>Move {name} to the trash?</source>
        <translation>要將 {name} 移到資源回收筒嗎？</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>移到資源回收筒(&amp;M)</translation>
    </message>
</context>
<context>
    <name>FilePane</name>
    <message>
        <source>previously {path}</source>
        <translation>先前的路徑：{path}</translation>
    </message>
    <message>
        <source>The text is the same before and after.</source>
        <translation>變更前後的內容相同。</translation>
    </message>
    <message>
        <source>The text of this change is no longer kept, so it cannot be shown or undone.</source>
        <translation>這項變更的內容已不再保留，因此無法顯示也無法復原。</translation>
    </message>
    <message>
        <source>This is not a text file. The change can still be undone.</source>
        <translation>這個檔案不是文字檔，但仍可復原。</translation>
    </message>
    <message>
        <source>This text is too large to compare here. The change can still be undone.</source>
        <translation>內容太大，無法在此比較，但仍可復原。</translation>
    </message>
    <message>
        <source>Only the location has changed; the text is the same.</source>
        <translation>只有位置變更，內容維持不變。</translation>
    </message>
</context>
<context>
    <name>FileSize</name>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 位元組</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 位元組</translation>
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
        <translation>尋找</translation>
    </message>
    <message>
        <source>Find in this view</source>
        <translation>在此檢視中尋找</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一個相符項目</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一個相符項目</translation>
    </message>
    <message>
        <source>Close find bar</source>
        <translation>關閉尋找列</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>沒有相符項目</translation>
    </message>
    <message>
        <source>Match {number} of {count}</source>
        <translation>第 {number} 處相符，共 {count} 處</translation>
    </message>
</context>
<context>
    <name>FolderChooser</name>
    <message>
        <source>Move {name} to</source>
        <translation>將 {name} 移動到</translation>
    </message>
    <message>
        <source>No matching folder.</source>
        <translation>沒有相符的資料夾。</translation>
    </message>
    <message>
        <source>Enter to move</source>
        <translation>Enter 移動</translation>
    </message>
</context>
<context>
    <name>FolderMoves</name>
    <message>
        <source>Looking for links to {name}…</source>
        <translation>正在尋找指向 {name} 的連結…</translation>
    </message>
    <message>
        <source>Renamed the folder {path} to {target}</source>
        <translation>已將資料夾 {path} 重新命名為 {target}</translation>
    </message>
    <message>
        <source>Moved the folder {path} to {target}</source>
        <translation>已將資料夾 {path} 移動到 {target}</translation>
    </message>
    <message>
        <source>Moved the folder {path} to the trash</source>
        <translation>已將資料夾 {path} 移到資源回收筒</translation>
    </message>
    <message>
        <source>Moved {done} of {total} files…</source>
        <translation>已移動 {done} / {total} 個檔案…</translation>
    </message>
    <message>
        <source>; hidden files in it stayed where they were</source>
        <translation>；其中的隱藏檔案留在原處</translation>
    </message>
    <message>
        <source>It contains 1 file.</source>
        <translation>其中有 1 個檔案。</translation>
    </message>
    <message>
        <source>It contains {count} files.</source>
        <translation>其中有 {count} 個檔案。</translation>
    </message>
    <message>
        <source>Rename the folder {name}?</source>
        <translation>要重新命名資料夾 {name} 嗎？</translation>
    </message>
    <message>
        <source>Move the folder {name}?</source>
        <translation>要移動資料夾 {name} 嗎？</translation>
    </message>
    <message>
        <source>Files will be moved to .trash in the vault. You can bring them back with Undo.</source>
        <translation>將移到儲存庫中的 .trash，可用「復原」還原。</translation>
    </message>
    <message>
        <source>Files will be moved to the system’s trash. You can bring them back with Undo.</source>
        <translation>將移到系統的資源回收筒，可用「復原」還原。</translation>
    </message>
    <message>
        <source>1 note links to files in it. Its links will break:</source>
        <translation>有 1 則筆記連結到其中的檔案，這些連結將會失效：</translation>
    </message>
    <message>
        <source>{count} notes link to files in it. Their links will break:</source>
        <translation>有 {count} 則筆記連結到其中的檔案，這些連結將會失效：</translation>
    </message>
    <message>
        <source>Move the folder {name} to the trash?</source>
        <translation>要將資料夾 {name} 移到資源回收筒嗎？</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>移到資源回收筒(&amp;M)</translation>
    </message>
</context>
<context>
    <name>FormDialog</name>
    <message>
        <source>Discard your changes?</source>
        <translation>要捨棄變更嗎？</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>捨棄(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Keep editing</source>
        <translation>繼續編輯(&amp;K)</translation>
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
        <translation>下標 {a}</translation>
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
        <translation>小於等於</translation>
    </message>
    <message>
        <source>is at least</source>
        <translation>大於等於</translation>
    </message>
    <message>
        <source>is not equal to</source>
        <translation>不等於</translation>
    </message>
    <message>
        <source>is about</source>
        <translation>約等於</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>無窮</translation>
    </message>
    <message>
        <source>the sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>the integral</source>
        <translation>積分</translation>
    </message>
    <message>
        <source>goes to</source>
        <translation>趨於</translation>
    </message>
    <message>
        <source>is in</source>
        <translation>屬於</translation>
    </message>
    <message>
        <source>equals</source>
        <translation>等於</translation>
    </message>
    <message>
        <source>plus</source>
        <translation>加</translation>
    </message>
    <message>
        <source>minus</source>
        <translation>減</translation>
    </message>
    <message>
        <source>is less than</source>
        <translation>小於</translation>
    </message>
    <message>
        <source>is greater than</source>
        <translation>大於</translation>
    </message>
</context>
<context>
    <name>FoundServerRow</name>
    <message>
        <source>Address of {name}</source>
        <translation>{name} 的網址</translation>
    </message>
    <message>
        <source>Command line of {name}</source>
        <translation>{name} 的命令列</translation>
    </message>
    <message>
        <source>A server with this name already exists.</source>
        <translation>已有同名的伺服器。</translation>
    </message>
</context>
<context>
    <name>Gutter</name>
    <message>
        <source>Folded</source>
        <translation>已摺疊</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>已展開</translation>
    </message>
    <message>
        <source>All is folded</source>
        <translation>已全部摺疊</translation>
    </message>
    <message>
        <source>All is unfolded</source>
        <translation>已全部展開</translation>
    </message>
</context>
<context>
    <name>HealthTest</name>
    <message>
        <source>&amp;Test</source>
        <translation>測試(&amp;T)</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>測試連線</translation>
    </message>
    <message>
        <source>Contacting the Task Manager…</source>
        <translation>正在連線到任務管理員…</translation>
    </message>
</context>
<context>
    <name>HelpFeature</name>
    <message>
        <source>User guide</source>
        <translation>使用手冊</translation>
    </message>
    <message>
        <source>What’s new</source>
        <translation>更新內容</translation>
    </message>
    <message>
        <source>Part of the program is missing. Install it again.</source>
        <translation>程式缺少一部分：請重新安裝。</translation>
    </message>
</context>
<context>
    <name>HelpReader</name>
    <message>
        <source>Help</source>
        <translation>說明</translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message>
        <source>Conversations</source>
        <translation>對話</translation>
    </message>
    <message>
        <source>Search in titles and texts</source>
        <translation>在標題與內文中搜尋</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>搜尋對話</translation>
    </message>
    <message>
        <source>New title</source>
        <translation>新標題</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重新命名</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>刪除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重新命名(&amp;R)…</translation>
    </message>
    <message>
        <source>Open a copy to continue in another direction</source>
        <translation>開啟一份副本，換個方向繼續</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>匯出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>The conversations cannot be read.

{why}</source>
        <translation>無法讀取對話。

{why}</translation>
    </message>
    <message>
        <source>No conversations yet. What you ask in the chat is kept here.</source>
        <translation>還沒有對話。你在對話面板中提出的請求會儲存在這裡。</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>找不到「{query}」。</translation>
    </message>
    <message>
        <source>Du&amp;plicate</source>
        <translation>建立副本(&amp;P)</translation>
    </message>
    <message>
        <source>Stop and &amp;delete for good?</source>
        <translation>要停止並永久刪除(&amp;D)嗎？</translation>
    </message>
    <message>
        <source>&amp;Delete for good?</source>
        <translation>要永久刪除(&amp;D)嗎？</translation>
    </message>
</context>
<context>
    <name>ImageFile</name>
    <message>
        <source>Fit</source>
        <translation>符合視窗</translation>
    </message>
    <message>
        <source>Fit to window (0)</source>
        <translation>縮放至視窗大小（0）</translation>
    </message>
    <message>
        <source>Actual size (1)</source>
        <translation>原始大小（1）</translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation>縮小（-）</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大（+）</translation>
    </message>
    <message>
        <source>This picture is too large to be shown here.</source>
        <translation>這張圖片太大，無法在此顯示。</translation>
    </message>
    <message>
        <source>This picture is damaged, or its type does not match its file name.</source>
        <translation>這張圖片已損毀，或者並非其檔名所示的類型。</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import servers</source>
        <translation>匯入伺服器</translation>
    </message>
    <message>
        <source>Import servers from another program</source>
        <translation>從其他程式匯入伺服器</translation>
    </message>
    <message>
        <source>Nothing is running yet. Select the servers that Axon should start, with exactly the command shown. Each can then do anything you can do.</source>
        <translation>現在還沒有執行任何程式。請勾選要讓 Axon 啟動的伺服器，啟動時所用的指令與顯示的完全一致。啟動後，凡是你能做的，它都能做。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>Another &amp;file…</source>
        <translation>其他檔案(&amp;F)…</translation>
    </message>
    <message>
        <source>Choose a &amp;file…</source>
        <translation>選擇檔案(&amp;F)…</translation>
    </message>
    <message>
        <source>Keep secrets for this &amp;run only</source>
        <translation>機密資料僅本次執行有效(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Choose a file with MCP servers</source>
        <translation>選擇包含 MCP 伺服器的檔案</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 檔案 (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有檔案 (*)</translation>
    </message>
    <message>
        <source>This file lists no servers.</source>
        <translation>這個檔案中沒有列出伺服器。</translation>
    </message>
    <message>
        <source>No Claude Desktop, Claude Code, Cursor or VS Code file was found. Choose a file that contains “mcpServers” or “servers”.</source>
        <translation>找不到 Claude Desktop、Claude Code、Cursor 或 VS Code 的檔案。請選擇一個含有「mcpServers」或「servers」的檔案。</translation>
    </message>
    <message>
        <source>&amp;Add and start 1 server</source>
        <translation>新增並啟動 1 個伺服器(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Add and start {count} servers</source>
        <translation>新增並啟動 {count} 個伺服器(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Add and start</source>
        <translation>新增並啟動(&amp;A)</translation>
    </message>
    <message>
        <source>Fill in: {what}</source>
        <translation>請填寫：{what}</translation>
    </message>
</context>
<context>
    <name>IndexStatus</name>
    <message>
        <source>Indexing</source>
        <translation>正在建立索引</translation>
    </message>
    <message>
        <source>its process ended</source>
        <translation>其處理程序已結束</translation>
    </message>
    <message>
        <source>It cannot be stored in {folder}: {why}. Searching reads every note until you restart Axon, which then tries to create the index again.</source>
        <translation>索引無法儲存在 {folder} 中：{why}。在重新啟動 Axon 之前，搜尋會逐則讀取筆記；重新啟動時會再次嘗試建立索引。</translation>
    </message>
    <message>
        <source>The index could not be created</source>
        <translation>無法建立索引</translation>
    </message>
    <message>
        <source>The vault’s folder is missing</source>
        <translation>儲存庫的資料夾不存在</translation>
    </message>
    <message>
        <source>Checking the index…</source>
        <translation>正在檢查索引…</translation>
    </message>
    <message>
        <source>Indexing {done} of {total}</source>
        <translation>正在建立索引 {done} / {total}</translation>
    </message>
    <message>
        <source>Indexing links {done} of {total}</source>
        <translation>正在建立連結索引 {done} / {total}</translation>
    </message>
    <message>
        <source>Using another window’s index</source>
        <translation>使用其他視窗的索引</translation>
    </message>
    <message>
        <source>Index up to date (polling)</source>
        <translation>索引已是最新（輪詢）</translation>
    </message>
    <message>
        <source>Index up to date</source>
        <translation>索引已是最新</translation>
    </message>
    <message>
        <source>Axon continues as soon as the folder is back.</source>
        <translation>資料夾恢復後，Axon 會立即繼續。</translation>
    </message>
    <message>
        <source>Another Axon window has this vault open and maintains its index; this window reads that index.</source>
        <translation>另一個 Axon 已開啟這個儲存庫並維護其索引，這個視窗讀取該索引。</translation>
    </message>
    <message>
        <source>The vault is on a remote drive, or the system cannot watch any more folders. Axon checks for changes every few seconds.</source>
        <translation>儲存庫位於遠端磁碟上，或系統無法監看更多資料夾。Axon 每隔幾秒檢查一次變更。</translation>
    </message>
    <message>
        <source>Anything written in the vault, here or by other programs, can be found right away.</source>
        <translation>無論由 Axon 還是其他程式寫入儲存庫，都能立即搜尋到。</translation>
    </message>
    <message>
        <source>You can search already; later changes are still being added.</source>
        <translation>已可搜尋；此後的變更正在加入。</translation>
    </message>
    <message>
        <source>Until then, searching reads every note, which takes longer.</source>
        <translation>完成之前，搜尋會逐則讀取筆記，需要更長時間。</translation>
    </message>
</context>
<context>
    <name>InlineEditFeature</name>
    <message>
        <source>Open a note for editing (Ctrl+E) and put the caret into the text to ask for it.</source>
        <translation>請先開啟筆記進行編輯（Ctrl+E），並把游標放到文字中。</translation>
    </message>
    <message>
        <source>&amp;Ask…</source>
        <translation>提問(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Translate</source>
        <translation>翻譯(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Rewrite</source>
        <translation>改寫(&amp;R)</translation>
    </message>
    <message>
        <source>Rewrite this so that it reads better; keep what it says.</source>
        <translation>改寫這段文字，讓它更通順；意思不變。</translation>
    </message>
    <message>
        <source>&amp;Summarize</source>
        <translation>摘要(&amp;S)</translation>
    </message>
    <message>
        <source>Summarize this in a few sentences.</source>
        <translation>用幾句話概括這段文字。</translation>
    </message>
    <message>
        <source>Translate this into English.</source>
        <translation>譯成英文。</translation>
    </message>
    <message>
        <source>Translate this into the language of this window.</source>
        <translation>譯成繁體中文。</translation>
    </message>
    <message>
        <source>Translate this into </source>
        <translation>譯成</translation>
    </message>
</context>
<context>
    <name>Instance</name>
    <message>
        <source>Axon Desktop is already open, but it is not responding.</source>
        <translation>Axon Desktop 已經開啟，但沒有回應。</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
    <message>
        <source>It may be busy. Try again in a moment, or end it (process {process}) and start it again.</source>
        <translation>它可能正忙：請稍候再試，或結束它（處理程序 {process}）後重新啟動。</translation>
    </message>
</context>
<context>
    <name>InstructionField</name>
    <message>
        <source>What should change</source>
        <translation>要怎麼改</translation>
    </message>
    <message>
        <source>What should change?</source>
        <translation>要怎麼改？</translation>
    </message>
</context>
<context>
    <name>Interaction</name>
    <message>
        <source>Copied.</source>
        <translation>已複製。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>複製連結</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全選</translation>
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
        <translation>顯示對話末尾並繼續跟隨</translation>
    </message>
</context>
<context>
    <name>KeyFields</name>
    <message>
        <source>Keep for this &amp;run only</source>
        <translation>僅本次執行有效(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>網址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>API &amp;key</source>
        <translation>API 金鑰(&amp;K)</translation>
    </message>
    <message>
        <source>Not needed for most local servers</source>
        <translation>大多數本機伺服器不需要</translation>
    </message>
    <message>
        <source>Paste it here</source>
        <translation>貼到這裡</translation>
    </message>
    <message>
        <source>Only if you want to use a different key</source>
        <translation>僅在要使用其他金鑰時填寫</translation>
    </message>
    <message>
        <source>Axon uses the key in {variable}. It does not save the key or pass it to other programs.</source>
        <translation>會使用 {variable} 中的金鑰。Axon 不會將它寫入任何地方，也不會交給其他程式。</translation>
    </message>
    <message>
        <source>Asking the server for its models…</source>
        <translation>正在向伺服器查詢模型…</translation>
    </message>
</context>
<context>
    <name>KeyRecorder</name>
    <message>
        <source>Press the new shortcut</source>
        <translation>請按新的快速鍵</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>Looking for the key…</source>
        <translation>正在尋找金鑰…</translation>
    </message>
    <message>
        <source>&amp;Forget key</source>
        <translation>刪除金鑰(&amp;F)</translation>
    </message>
    <message>
        <source>● from the environment variable {name}</source>
        <translation>● 來自環境變數 {name}</translation>
    </message>
    <message>
        <source>● saved in the system keyring</source>
        <translation>● 已儲存在系統鑰匙圈中</translation>
    </message>
    <message>
        <source>● kept for this run only</source>
        <translation>● 僅本次執行有效</translation>
    </message>
    <message>
        <source>○ none</source>
        <translation>○ 無</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>en</source>
        <extracomment>The tag of this translation&apos;s language, such as zh-CN</extracomment>
        <translation>zh-TW</translation>
    </message>
</context>
<context>
    <name>LinkClicks</name>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新分頁中開啟</translation>
    </message>
</context>
<context>
    <name>LinkFollower</name>
    <message>
        <source>The note {name} does not exist yet.</source>
        <translation>筆記 {name} 尚不存在。</translation>
    </message>
    <message>
        <source>Axon does not open this kind of link: {link}</source>
        <translation>Axon 不開啟這類連結：{link}</translation>
    </message>
    <message>
        <source>This is not a valid address: {link}</source>
        <translation>這不是有效的網址：{link}</translation>
    </message>
</context>
<context>
    <name>LinkHover</name>
    <message>
        <source>This note does not exist yet. Follow the link to create it.</source>
        <translation>這則筆記尚不存在。前往連結即可建立。</translation>
    </message>
    <message>
        <source>The note has no such heading or block.</source>
        <translation>這則筆記中沒有這個位置。</translation>
    </message>
    <message>
        <source>The note cannot be read.</source>
        <translation>無法讀取這則筆記。</translation>
    </message>
    <message>
        <source>This note is empty.</source>
        <translation>這則筆記是空的。</translation>
    </message>
</context>
<context>
    <name>LinkPreviewPopup</name>
    <message>
        <source>Link preview</source>
        <translation>連結預覽</translation>
    </message>
</context>
<context>
    <name>LinksPage</name>
    <message>
        <source>Links</source>
        <translation>連結</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>建立</translation>
    </message>
    <message>
        <source>in a canvas</source>
        <translation>在畫布中</translation>
    </message>
    <message>
        <source>Backlinks</source>
        <translation>反向連結</translation>
    </message>
    <message>
        <source>Outgoing links</source>
        <translation>對外連結</translation>
    </message>
    <message>
        <source>Looking for mentions…</source>
        <translation>正在尋找提及…</translation>
    </message>
    <message>
        <source>Unlinked mentions</source>
        <translation>未連結的提及</translation>
    </message>
    <message>
        <source>No notes link here.</source>
        <translation>沒有筆記連結到這裡。</translation>
    </message>
    <message>
        <source>This note has no links.</source>
        <translation>這則筆記沒有連結。</translation>
    </message>
    <message>
        <source>The index is not ready yet.</source>
        <translation>索引尚未就緒。</translation>
    </message>
    <message>
        <source>Nothing else mentions this note.</source>
        <translation>沒有其他筆記提及這則筆記。</translation>
    </message>
    <message>
        <source>Open a note to see its links.</source>
        <translation>開啟一則筆記即可檢視其連結。</translation>
    </message>
    <message>
        <source>This vault has no index, so its links are not known.</source>
        <translation>這個儲存庫沒有索引，因此無法得知連結。</translation>
    </message>
    <message>
        <source>The index of this vault could not be built, so its links are not known.</source>
        <translation>無法建立這個儲存庫的索引，因此無法得知連結。</translation>
    </message>
    <message>
        <source>Reading the vault’s links…</source>
        <translation>正在讀取儲存庫中的連結…</translation>
    </message>
    <message>
        <source>Still reading: {done} of {total}</source>
        <translation>仍在讀取：{done} / {total}</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>摺疊</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展開</translation>
    </message>
    <message>
        <source>Create note</source>
        <translation>新增筆記</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新分頁中開啟</translation>
    </message>
    <message>
        <source>Copy wikilink</source>
        <translation>複製 Wiki 連結</translation>
    </message>
</context>
<context>
    <name>LogDialog</name>
    <message>
        <source>Log of “{server}”</source>
        <translation>「{server}」的記錄檔</translation>
    </message>
    <message>
        <source>What the server wrote to its error output. Lines from Axon start with [axon].</source>
        <translation>伺服器寫到錯誤輸出的內容。以 [axon] 開頭的行由 Axon 寫入。</translation>
    </message>
    <message>
        <source>The server has not written anything.</source>
        <translation>伺服器沒有輸出任何內容。</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>全部複製(&amp;C)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>關閉(&amp;L)</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Files</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>The conversation is kept again.</source>
        <translation>對話已恢復儲存。</translation>
    </message>
    <message>
        <source>Open a note in Live or Source and put the caret where the answer shall go.</source>
        <translation>先在即時或原始碼模式中開啟一篇筆記，把游標放到要插入的位置。</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>沒有可復原的變更。</translation>
    </message>
    <message>
        <source>Undone: {path} and {count} more</source>
        <translation>已復原：{path}，另有 {count} 項</translation>
    </message>
    <message>
        <source>Undone: {paths}</source>
        <translation>已復原：{paths}</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>複製文字</translation>
    </message>
    <message>
        <source>The vault {folder} is no longer there. The sample vault is open instead.</source>
        <translation>儲存庫 {folder} 已不存在。目前開啟的是範例儲存庫。</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>開啟儲存庫…</translation>
    </message>
    <message>
        <source>The note could not be written in. What you typed for it is kept here: “{text}”</source>
        <translation>無法寫入這則筆記。你為它輸入的內容保留在這裡：「{text}」</translation>
    </message>
    <message>
        <source>Something went wrong in Axon ({task}): {error}</source>
        <translation>Axon 本身發生錯誤（{task}）：{error}</translation>
    </message>
</context>
<context>
    <name>MarginButtons</name>
    <message>
        <source>Accept this change</source>
        <translation>接受這處修改</translation>
    </message>
    <message>
        <source>Reject this change</source>
        <translation>拒絕這處修改</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>This note does not exist yet.</source>
        <translation>此筆記尚不存在。</translation>
    </message>
    <message>
        <source>You wrote: {text}</source>
        <translation>你寫道：{text}</translation>
    </message>
    <message>
        <source>Axon wrote: {text}</source>
        <translation>Axon 寫道：{text}</translation>
    </message>
    <message>
        <source>Footnote {number}</source>
        <translation>註腳 {number}</translation>
    </message>
    <message>
        <source>Table wider than the text: Left and Right scroll it</source>
        <translation>表格比內文寬：用左右方向鍵捲動</translation>
    </message>
    <message>
        <source>To do: {task}</source>
        <translation>待辦：{task}</translation>
    </message>
    <message>
        <source>Done: {task}</source>
        <translation>已完成：{task}</translation>
    </message>
    <message>
        <source>Fold or unfold: {title}</source>
        <translation>摺疊或展開：{title}</translation>
    </message>
    <message>
        <source>Scroll the table sideways</source>
        <translation>橫向捲動表格</translation>
    </message>
    <message>
        <source>Footnote {number}: {text}</source>
        <translation>註腳 {number}：{text}</translation>
    </message>
    <message>
        <source>Code: {text}</source>
        <translation>程式碼：{text}</translation>
    </message>
    <message>
        <source>Callout: {text}</source>
        <translation>標註：{text}</translation>
    </message>
    <message>
        <source>Quote: {text}</source>
        <translation>引用：{text}</translation>
    </message>
    <message>
        <source>{text}, title of column {number} of {count}</source>
        <translation>{text}，第 {number} 欄標題，共 {count} 欄</translation>
    </message>
    <message>
        <source>{title}: {text}, row {row} of {rows}</source>
        <translation>{title}：{text}，第 {row} 列，共 {rows} 列</translation>
    </message>
    <message>
        <source>{count} columns</source>
        <translation>{count} 欄</translation>
    </message>
    <message>
        <source>{count} rows</source>
        <translation>{count} 列</translation>
    </message>
    <message>
        <source>1 column</source>
        <translation>1 欄</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 列</translation>
    </message>
    <message>
        <source>Table with {columns} and {rows}</source>
        <translation>表格，{columns} {rows}</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>第 {number} 項，共 {count} 項</translation>
    </message>
    <message>
        <source>level {level}</source>
        <translation>第 {level} 層</translation>
    </message>
    <message>
        <source>Formula: {text}</source>
        <translation>公式：{text}</translation>
    </message>
    <message>
        <source>Picture: {text}</source>
        <translation>圖片：{text}</translation>
    </message>
    <message>
        <source>There is no other.</source>
        <translation>沒有其他的了。</translation>
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
        <translation>相關筆記</translation>
    </message>
    <message>
        <source>Notes about t&amp;his</source>
        <translation>與此相關的筆記(&amp;H)</translation>
    </message>
    <message>
        <source>its process ended</source>
        <translation>其處理程序已結束</translation>
    </message>
    <message>
        <source>Search by meaning has stopped</source>
        <translation>語意搜尋已停止</translation>
    </message>
    <message>
        <source>For search by meaning, a little at a time; words can be searched already.</source>
        <translation>為語意搜尋逐步讀取；依字詞搜尋現在就可以用。</translation>
    </message>
</context>
<context>
    <name>MeaningPage</name>
    <message>
        <source>Search by meaning</source>
        <translation>語意搜尋</translation>
    </message>
    <message>
        <source>Finds notes that say it in other words or in another language, and notes related to the open one.</source>
        <translation>尋找用別的字詞或別的語言表達同樣意思的筆記，以及與開啟的筆記相關的筆記。</translation>
    </message>
    <message>
        <source>Axon, on this computer</source>
        <translation>Axon，在這台電腦上</translation>
    </message>
    <message>
        <source>A server of yours</source>
        <translation>你自己的伺服器</translation>
    </message>
    <message>
        <source>Nothing: search by meaning is off</source>
        <translation>不讀取：關閉語意搜尋</translation>
    </message>
    <message>
        <source>Not needed for most local servers</source>
        <translation>大多數本機伺服器不需要</translation>
    </message>
    <message>
        <source>&amp;Keep the key for this run only</source>
        <translation>金鑰僅保留到本次執行結束(&amp;K)</translation>
    </message>
    <message>
        <source>Notes are &amp;read by</source>
        <translation>讀取筆記的是(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>網址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>API ke&amp;y</source>
        <translation>API 金鑰(&amp;Y)</translation>
    </message>
    <message>
        <source>Remo&amp;ve what was read</source>
        <translation>刪除已讀取的內容(&amp;V)</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>傳送的內容</translation>
    </message>
    <message>
        <source>Nothing. What was read so far stays on this computer until you remove it.</source>
        <translation>不傳送任何內容。先前讀取的內容保留在這台電腦上，直到你將其刪除。</translation>
    </message>
    <message>
        <source>Nothing: the notes are read and compared on this computer.</source>
        <translation>不傳送任何內容：筆記在這台電腦上讀取和比較。</translation>
    </message>
    <message>
        <source>Nothing leaves this computer: the server is on it.</source>
        <translation>沒有內容離開這台電腦：伺服器就在其上。</translation>
    </message>
    <message>
        <source>Each note is sent once to {host}, and again when it changes; so is what you search for. It may charge for this. Notes with the property local-only are never sent.</source>
        <translation>每則筆記會傳送給 {host} 一次，變更後會再次傳送；你搜尋的內容也會傳送。對方可能為此收費。帶有 local-only 屬性的筆記絕不傳送。</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>該伺服器</translation>
    </message>
    <message>
        <source>The address is none. It looks like https://host/v1 or 127.0.0.1:11434.</source>
        <translation>這不是位址。位址的形式如 https://host/v1 或 127.0.0.1:11434。</translation>
    </message>
    <message>
        <source>Enter the name of a model for embeddings.</source>
        <translation>請輸入嵌入模型的名稱。</translation>
    </message>
    <message>
        <source>Removed.</source>
        <translation>已刪除。</translation>
    </message>
    <message>
        <source>Removed. The notes are read again while search by meaning is on.</source>
        <translation>已刪除。只要語意搜尋是開啟的，就會重新讀取筆記。</translation>
    </message>
</context>
<context>
    <name>MenuButton</name>
    <message>
        <source>{name}, menu</source>
        <translation>{name}，選單</translation>
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
        <translation>檔案(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New note…</source>
        <translation>新增筆記(&amp;N)…</translation>
    </message>
    <message>
        <source>New fo&amp;lder…</source>
        <translation>新增資料夾(&amp;L)…</translation>
    </message>
    <message>
        <source>Open &amp;daily note</source>
        <translation>開啟每日筆記(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Go to note…</source>
        <translation>前往筆記(&amp;G)…</translation>
    </message>
    <message>
        <source>Rena&amp;me note…</source>
        <translation>重新命名筆記(&amp;M)…</translation>
    </message>
    <message>
        <source>Mo&amp;ve note to…</source>
        <translation>移動筆記到(&amp;V)…</translation>
    </message>
    <message>
        <source>Dupl&amp;icate note</source>
        <translation>複製一份筆記(&amp;I)</translation>
    </message>
    <message>
        <source>Boo&amp;kmark</source>
        <translation>加入書籤(&amp;K)</translation>
    </message>
    <message>
        <source>New &amp;tab</source>
        <translation>新增分頁(&amp;T)</translation>
    </message>
    <message>
        <source>Pin or unpin ta&amp;b</source>
        <translation>釘選或取消釘選分頁(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>關閉分頁(&amp;C)</translation>
    </message>
    <message>
        <source>Reo&amp;pen closed tab</source>
        <translation>重新開啟關閉的分頁(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Open vault…</source>
        <translation>開啟儲存庫(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近開啟(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>設定(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>結束(&amp;Q)</translation>
    </message>
    <message>
        <source>F&amp;ormat</source>
        <translation>格式(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Bold</source>
        <translation>粗體(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Italic</source>
        <translation>斜體(&amp;I)</translation>
    </message>
    <message>
        <source>Hi&amp;ghlight</source>
        <translation>螢光標示(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Strikethrough</source>
        <translation>刪除線(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Code</source>
        <translation>程式碼(&amp;C)</translation>
    </message>
    <message>
        <source>Co&amp;mment out</source>
        <translation>註解掉(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Link</source>
        <translation>連結(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Task</source>
        <translation>任務(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Numbered list</source>
        <translation>編號清單(&amp;N)</translation>
    </message>
    <message>
        <source>B&amp;ullet list</source>
        <translation>項目清單(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Quote</source>
        <translation>引用(&amp;Q)</translation>
    </message>
    <message>
        <source>No &amp;heading</source>
        <translation>取消標題(&amp;H)</translation>
    </message>
    <message>
        <source>Heading &amp;1</source>
        <translation>標題 &amp;1</translation>
    </message>
    <message>
        <source>Heading &amp;2</source>
        <translation>標題 &amp;2</translation>
    </message>
    <message>
        <source>Heading &amp;3</source>
        <translation>標題 &amp;3</translation>
    </message>
    <message>
        <source>Heading &amp;4</source>
        <translation>標題 &amp;4</translation>
    </message>
    <message>
        <source>Heading &amp;5</source>
        <translation>標題 &amp;5</translation>
    </message>
    <message>
        <source>Heading &amp;6</source>
        <translation>標題 &amp;6</translation>
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
        <translation>複製行(&amp;C)</translation>
    </message>
    <message>
        <source>D&amp;elete lines</source>
        <translation>刪除行(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Join lines</source>
        <translation>合併行(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Fold</source>
        <translation>摺疊(&amp;F)</translation>
    </message>
    <message>
        <source>U&amp;nfold</source>
        <translation>展開(&amp;N)</translation>
    </message>
    <message>
        <source>Fold &amp;all</source>
        <translation>全部摺疊(&amp;A)</translation>
    </message>
    <message>
        <source>Unf&amp;old all</source>
        <translation>全部展開(&amp;O)</translation>
    </message>
    <message>
        <source>Ta&amp;ble</source>
        <translation>表格(&amp;B)</translation>
    </message>
    <message>
        <source>Insert row &amp;above</source>
        <translation>在上方插入列(&amp;A)</translation>
    </message>
    <message>
        <source>Insert row &amp;below</source>
        <translation>在下方插入列(&amp;B)</translation>
    </message>
    <message>
        <source>Delete &amp;row</source>
        <translation>刪除表格列(&amp;R)</translation>
    </message>
    <message>
        <source>Insert column on the &amp;left</source>
        <translation>在左側插入欄(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Insert column on the right</source>
        <translation>在右側插入欄(&amp;I)</translation>
    </message>
    <message>
        <source>Delete &amp;column</source>
        <translation>刪除欄(&amp;C)</translation>
    </message>
    <message>
        <source>Align the &amp;pipes</source>
        <translation>對齊直線(&amp;P)</translation>
    </message>
    <message>
        <source>Se&amp;lection</source>
        <translation>選取內容(&amp;L)</translation>
    </message>
    <message>
        <source>Notes about &amp;this</source>
        <translation>與此相關的筆記(&amp;T)</translation>
    </message>
    <message>
        <source>Next misspelled &amp;word</source>
        <translation>下一個拼字錯誤(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation>前往(&amp;G)</translation>
    </message>
    <message>
        <source>Next heading</source>
        <translation>下一個標題</translation>
    </message>
    <message>
        <source>Next link</source>
        <translation>下一個連結</translation>
    </message>
    <message>
        <source>Next list</source>
        <translation>下一個清單</translation>
    </message>
    <message>
        <source>Next task</source>
        <translation>下一個任務</translation>
    </message>
    <message>
        <source>Next table</source>
        <translation>下一個表格</translation>
    </message>
    <message>
        <source>Next quote</source>
        <translation>下一個引用</translation>
    </message>
    <message>
        <source>Next code</source>
        <translation>下一個程式碼</translation>
    </message>
    <message>
        <source>Next formula</source>
        <translation>下一個公式</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>下一個圖片</translation>
    </message>
    <message>
        <source>Previous heading</source>
        <translation>上一個標題</translation>
    </message>
    <message>
        <source>Previous link</source>
        <translation>上一個連結</translation>
    </message>
    <message>
        <source>Previous list</source>
        <translation>上一個清單</translation>
    </message>
    <message>
        <source>Previous task</source>
        <translation>上一個任務</translation>
    </message>
    <message>
        <source>Previous table</source>
        <translation>上一個表格</translation>
    </message>
    <message>
        <source>Previous quote</source>
        <translation>上一個引用</translation>
    </message>
    <message>
        <source>Previous code</source>
        <translation>上一個程式碼</translation>
    </message>
    <message>
        <source>Previous formula</source>
        <translation>上一個公式</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>上一個圖片</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編輯(&amp;E)</translation>
    </message>
    <message>
        <source>Un&amp;do</source>
        <translation>復原(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>C&amp;ut</source>
        <translation>剪下(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>複製(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>貼上(&amp;P)</translation>
    </message>
    <message>
        <source>Paste as plain te&amp;xt</source>
        <translation>貼上為純文字(&amp;X)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全選(&amp;A)</translation>
    </message>
    <message>
        <source>Add propert&amp;y</source>
        <translation>新增屬性(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Writing</source>
        <translation>寫作(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Zen mode</source>
        <translation>專注模式(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Typewriter scrolling</source>
        <translation>打字機捲動(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Line numbers</source>
        <translation>行號(&amp;L)</translation>
    </message>
    <message>
        <source>Toggle readin&amp;g view</source>
        <translation>切換閱讀檢視(&amp;G)</translation>
    </message>
    <message>
        <source>Sen&amp;d comments</source>
        <translation>傳送註解(&amp;D)</translation>
    </message>
    <message>
        <source>The cursor is not in editable text.</source>
        <translation>游標不在可編輯的文字中。</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>尋找(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Search in the vault…</source>
        <translation>在儲存庫中搜尋(&amp;S)…</translation>
    </message>
    <message>
        <source>Filter &amp;notes</source>
        <translation>篩選筆記(&amp;N)</translation>
    </message>
    <message>
        <source>Insert &amp;template…</source>
        <translation>插入範本(&amp;T)…</translation>
    </message>
    <message>
        <source>Sort f&amp;iles</source>
        <translation>檔案排序(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>檢視(&amp;V)</translation>
    </message>
    <message>
        <source>Comman&amp;d palette…</source>
        <translation>指令面板(&amp;D)…</translation>
    </message>
    <message>
        <source>V&amp;ault panel</source>
        <translation>儲存庫面板(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;hat panel</source>
        <translation>對話面板(&amp;H)</translation>
    </message>
    <message>
        <source>Out&amp;line and links</source>
        <translation>大綱和連結(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>F&amp;iles</source>
        <translation>檔案(&amp;I)</translation>
    </message>
    <message>
        <source>Ta&amp;gs</source>
        <translation>標籤(&amp;G)</translation>
    </message>
    <message>
        <source>O&amp;utline</source>
        <translation>大綱(&amp;U)</translation>
    </message>
    <message>
        <source>Lin&amp;ks</source>
        <translation>連結(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Next panel</source>
        <translation>下一個面板(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious panel</source>
        <translation>上一個面板(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Arrange panels</source>
        <translation>排列面板(&amp;A)</translation>
    </message>
    <message>
        <source>Show the panels’ title bars, to move, float or close them.</source>
        <translation>顯示面板的標題列，以便移動、浮動或關閉面板。</translation>
    </message>
    <message>
        <source>Reset &amp;panels</source>
        <translation>重設面板(&amp;P)</translation>
    </message>
    <message>
        <source>Tab&amp;s</source>
        <translation>分頁(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>下一個分頁(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>上一個分頁(&amp;P)</translation>
    </message>
    <message>
        <source>There is no other tab.</source>
        <translation>沒有其他分頁。</translation>
    </message>
    <message>
        <source>There is no closed tab to reopen.</source>
        <translation>沒有關閉過分頁。</translation>
    </message>
    <message>
        <source>&amp;Fold all folders</source>
        <translation>收合所有資料夾(&amp;F)</translation>
    </message>
    <message>
        <source>Pre&amp;view link</source>
        <translation>預覽連結(&amp;V)</translation>
    </message>
    <message>
        <source>Op&amp;en in Obsidian</source>
        <translation>在 Obsidian 中開啟(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Answer what waits</source>
        <translation>回答等待中的問題(&amp;A)</translation>
    </message>
    <message>
        <source>Nothing waits for your answer.</source>
        <translation>沒有等待你回答的問題。</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一頁(&amp;B)</translation>
    </message>
    <message>
        <source>F&amp;orward</source>
        <translation>下一頁(&amp;O)</translation>
    </message>
    <message>
        <source>There is no other note to go to.</source>
        <translation>沒有可以前往的其他筆記。</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>重新整理(&amp;R)</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>文字大小(&amp;X)</translation>
    </message>
    <message>
        <source>There are no comments to send.</source>
        <translation>沒有可傳送的註解。</translation>
    </message>
    <message>
        <source>The cursor is not in the text of a note.</source>
        <translation>游標不在筆記的正文裡。</translation>
    </message>
    <message>
        <source>There is no other group of tabs.</source>
        <translation>沒有其他分頁群組。</translation>
    </message>
    <message>
        <source>Add the next &amp;match</source>
        <translation>加入下一處相同文字(&amp;M)</translation>
    </message>
    <message>
        <source>R&amp;eplace…</source>
        <translation>取代(&amp;E)…</translation>
    </message>
    <message>
        <source>Ask about the s&amp;election…</source>
        <translation>就所選內容提問(&amp;E)…</translation>
    </message>
    <message>
        <source>C&amp;omment on the selection</source>
        <translation>註解所選內容(&amp;O)</translation>
    </message>
    <message>
        <source>Boo&amp;kmark the search</source>
        <translation>將搜尋加入書籤(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>書籤(&amp;B)</translation>
    </message>
    <message>
        <source>Relate&amp;d notes</source>
        <translation>相關筆記(&amp;D)</translation>
    </message>
    <message>
        <source>Split &amp;right</source>
        <translation>向右分割(&amp;R)</translation>
    </message>
    <message>
        <source>Split &amp;down</source>
        <translation>向下分割(&amp;D)</translation>
    </message>
    <message>
        <source>Next &amp;group</source>
        <translation>下一個分頁群組(&amp;G)</translation>
    </message>
    <message>
        <source>Previous gr&amp;oup</source>
        <translation>上一個分頁群組(&amp;O)</translation>
    </message>
    <message>
        <source>By name, A to Z</source>
        <translation>依名稱，A 到 Z</translation>
    </message>
    <message>
        <source>By name, Z to A</source>
        <translation>依名稱，Z 到 A</translation>
    </message>
    <message>
        <source>Last changed first</source>
        <translation>最近修改的在前</translation>
    </message>
    <message>
        <source>Last created first</source>
        <translation>最近建立的在前</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>放大文字(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>縮小文字(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Normal text</source>
        <translation>預設文字大小(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主題(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Check spelling</source>
        <translation>檢查拼字(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Agent</source>
        <translation>代理(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新增對話(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>歷史記錄(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Write a message</source>
        <translation>撰寫訊息(&amp;W)</translation>
    </message>
    <message>
        <source>Make a &amp;plan first</source>
        <translation>先擬定計畫(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Su&amp;mmarize conversation</source>
        <translation>總結對話(&amp;M)</translation>
    </message>
    <message>
        <source>The agent is not running.</source>
        <translation>代理沒有在工作。</translation>
    </message>
    <message>
        <source>The agent is working.</source>
        <translation>代理正在工作。</translation>
    </message>
    <message>
        <source>&amp;Edit the last request</source>
        <translation>編輯上一個請求(&amp;E)</translation>
    </message>
    <message>
        <source>Go &amp;back to a message…</source>
        <translation>回到某則訊息(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Rename conversation</source>
        <translation>重新命名對話(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Fork: continue in a copy</source>
        <translation>分支：用副本繼續(&amp;F)</translation>
    </message>
    <message>
        <source>E&amp;xport as Markdown…</source>
        <translation>匯出為 Markdown(&amp;X)…</translation>
    </message>
    <message>
        <source>Save &amp;to a note…</source>
        <translation>儲存到筆記(&amp;T)…</translation>
    </message>
    <message>
        <source>Conversations are not saved here.</source>
        <translation>這裡不會儲存對話。</translation>
    </message>
    <message>
        <source>There are no messages in this conversation yet.</source>
        <translation>這個對話還沒有內容。</translation>
    </message>
    <message>
        <source>&amp;Undo last change</source>
        <translation>復原上次變更(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Changes…</source>
        <translation>變更清單(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>說明(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;User guide</source>
        <translation>使用手冊(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>鍵盤快速鍵(&amp;K)</translation>
    </message>
    <message>
        <source>What’s &amp;new</source>
        <translation>更新內容(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Welcome…</source>
        <translation>歡迎畫面(&amp;W)…</translation>
    </message>
    <message>
        <source>Save &amp;diagnostics…</source>
        <translation>儲存診斷資訊(&amp;D)…</translation>
    </message>
    <message>
        <source>Open &amp;log folder</source>
        <translation>開啟記錄檔資料夾(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;About Axon Desktop</source>
        <translation>關於 Axon Desktop(&amp;A)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
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
        <translation>{name} 的兩個版本</translation>
    </message>
    <message>
        <source>The file changed in the same lines you edited. For each difference, choose what to keep. Nothing is lost: the change history keeps both versions.</source>
        <translation>你編輯的行在檔案中也被變更。請逐處選擇保留哪一方。不會遺失任何內容：變更紀錄會保留兩個版本。</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>檔案中的版本</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>我的版本</translation>
    </message>
    <message>
        <source>From the &amp;file</source>
        <translation>檔案中的(&amp;F)</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一處差異</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一處差異</translation>
    </message>
    <message>
        <source>&amp;Mine</source>
        <translation>我的(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Both</source>
        <translation>兩者都要(&amp;B)</translation>
    </message>
    <message>
        <source>Use &amp;all from the file</source>
        <translation>全部用檔案中的(&amp;A)</translation>
    </message>
    <message>
        <source>Use a&amp;ll mine</source>
        <translation>全部用我的(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Decide later</source>
        <translation>稍後再決定(&amp;D)</translation>
    </message>
    <message>
        <source>The file and your text stay as they are.</source>
        <translation>檔案和你的文字都維持原樣。</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>儲存(&amp;S)</translation>
    </message>
    <message>
        <source>Difference {number} of {count}</source>
        <translation>第 {number} / {count} 處差異</translation>
    </message>
</context>
<context>
    <name>MissingVault</name>
    <message>
        <source>The vault {folder} is no longer there. Axon continues as soon as the folder is back.</source>
        <translation>儲存庫 {folder} 已不存在。資料夾恢復後，Axon 會立即繼續。</translation>
    </message>
    <message>
        <source>What to do…</source>
        <translation>怎麼辦…</translation>
    </message>
</context>
<context>
    <name>ModelAvailability</name>
    <message>
        <source>no AI model</source>
        <translation>沒有 AI 模型</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>沒有金鑰</translation>
    </message>
    <message>
        <source>key refused</source>
        <translation>金鑰被拒絕</translation>
    </message>
    <message>
        <source>no balance left</source>
        <translation>餘額不足</translation>
    </message>
    <message>
        <source>server not reachable</source>
        <translation>無法連線到伺服器</translation>
    </message>
    <message>
        <source>server does not answer</source>
        <translation>伺服器沒有回應</translation>
    </message>
    <message>
        <source>too many requests</source>
        <translation>請求過多</translation>
    </message>
    <message>
        <source>server has problems</source>
        <translation>伺服器出錯</translation>
    </message>
    <message>
        <source>request refused</source>
        <translation>請求被拒絕</translation>
    </message>
    <message>
        <source>reply not usable</source>
        <translation>回覆無法使用</translation>
    </message>
</context>
<context>
    <name>ModelForm</name>
    <message>
        <source>Offline (no AI)</source>
        <translation>離線模式（無 AI）</translation>
    </message>
    <message>
        <source>OpenAI-compatible server</source>
        <translation>相容 OpenAI 的伺服器</translation>
    </message>
    <message>
        <source>Think before answering</source>
        <translation>回答前先思考</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Function calling</source>
        <translation>函式呼叫</translation>
    </message>
    <message>
        <source>Text, for models without function calling</source>
        <translation>文字，用於不支援函式呼叫的模型</translation>
    </message>
    <message>
        <source>&amp;Provider</source>
        <translation>供應商(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Base URL</source>
        <translation>基礎 URL(&amp;B)</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Tool &amp;calls</source>
        <translation>工具呼叫(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;List models</source>
        <translation>取得清單(&amp;L)</translation>
    </message>
    <message>
        <source>Ask the server which models it has</source>
        <translation>詢問伺服器有哪些模型</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>API &amp;key</source>
        <translation>API 金鑰(&amp;K)</translation>
    </message>
    <message>
        <source>Tokens for prompt and reply; empty: Axon finds out</source>
        <translation>輸入與回覆的 token 總數；留空則由 Axon 查明</translation>
    </message>
    <message>
        <source>Not used while the model thinks</source>
        <translation>模型思考時不使用</translation>
    </message>
    <message>
        <source>If the server does not report a size, Axon assumes {tokens} tokens. If the actual size is different, enter it here.</source>
        <translation>如果伺服器沒有告知，Axon 就以 {tokens} 個 token 計算。實際長度不同時，請在此填寫。</translation>
    </message>
    <message>
        <source>This server has taken at most {tokens} tokens, so Axon sends no more. If it takes more now, enter the size here.</source>
        <translation>此伺服器最多接受過 {tokens} 個 token，Axon 不會傳送更多。如果現在能接受更多，請在此填寫。</translation>
    </message>
    <message>
        <source>The base URL is no address. It looks like https://host/v1 or 127.0.0.1:11434.</source>
        <translation>基礎 URL 不是網址。應形如 https://host/v1 或 127.0.0.1:11434。</translation>
    </message>
    <message>
        <source>Keep for this run only</source>
        <translation>僅本次執行有效</translation>
    </message>
    <message>
        <source>0 to 2; empty for the model’s default</source>
        <translation>0 到 2；留空則用模型本身的值</translation>
    </message>
    <message>
        <source>Tokens per reply; empty for the model’s default</source>
        <translation>一次回覆的 token 數；留空則用模型本身的值</translation>
    </message>
    <message>
        <source>Texts that end a reply, separated by commas</source>
        <translation>遇到即結束回覆的文字，以半形逗號分隔</translation>
    </message>
    <message>
        <source>Temperat&amp;ure</source>
        <translation>溫度(&amp;U)</translation>
    </message>
    <message>
        <source>Longest &amp;reply</source>
        <translation>最長回覆(&amp;R)</translation>
    </message>
    <message>
        <source>Context si&amp;ze</source>
        <translation>上下文長度(&amp;Z)</translation>
    </message>
    <message>
        <source>St&amp;op at</source>
        <translation>停止於(&amp;O)</translation>
    </message>
    <message>
        <source>A key entered here is used instead, until Axon is restarted</source>
        <translation>在此輸入的金鑰優先使用，直到下次啟動</translation>
    </message>
    <message>
        <source>A key entered here is used instead</source>
        <translation>在此輸入的金鑰優先使用</translation>
    </message>
    <message>
        <source>Not needed for most local servers</source>
        <translation>大多數本機伺服器不需要</translation>
    </message>
    <message>
        <source>Paste the key here</source>
        <translation>在此貼上金鑰</translation>
    </message>
    <message>
        <source>A new key replaces the old one</source>
        <translation>新金鑰會取代舊金鑰</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>請輸入模型名稱。</translation>
    </message>
    <message>
        <source>The temperature must be a number from 0 to 2.</source>
        <translation>溫度應為 0 到 2 之間的數字。</translation>
    </message>
    <message>
        <source>The longest reply must be a number of tokens.</source>
        <translation>最長回覆應為 token 數。</translation>
    </message>
    <message>
        <source>The context size must be a number, 1024 or higher.</source>
        <translation>上下文長度應為不小於 1024 的數字。</translation>
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
        <translation>金鑰儲存在系統鑰匙圈中，絕不寫入檔案。</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>供應商</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>基礎 URL</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>金鑰</translation>
    </message>
    <message>
        <source>+ &amp;Add a provider…</source>
        <translation>+ 新增供應商(&amp;A)…</translation>
    </message>
    <message>
        <source>Use t&amp;his one</source>
        <translation>使用這個模型(&amp;H)</translation>
    </message>
    <message>
        <source>Remo&amp;ve</source>
        <translation>移除(&amp;V)</translation>
    </message>
    <message>
        <source>{provider} · default</source>
        <translation>{provider} · 預設</translation>
    </message>
    <message>
        <source>Offline (no AI)</source>
        <translation>離線模式（無 AI）</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>伺服器</translation>
    </message>
    <message>
        <source>● entered</source>
        <translation>● 已輸入</translation>
    </message>
    <message>
        <source>● saved</source>
        <translation>● 已儲存</translation>
    </message>
    <message>
        <source>● environment</source>
        <translation>● 環境變數</translation>
    </message>
    <message>
        <source>● this run only</source>
        <translation>● 僅本次執行</translation>
    </message>
    <message>
        <source>Offline turns simple commands into tool calls, without a model.</source>
        <translation>離線模式不用模型，直接將簡單的指令轉為工具呼叫。</translation>
    </message>
    <message>
        <source>Temperature {value}</source>
        <translation>溫度 {value}</translation>
    </message>
    <message>
        <source>Max output {tokens}</source>
        <translation>最大輸出 {tokens}</translation>
    </message>
    <message>
        <source>Context {tokens}</source>
        <translation>上下文 {tokens}</translation>
    </message>
    <message>
        <source>Retries: 3 on connection loss, 5 on rate limit</source>
        <translation>重試：連線中斷時 3 次，達到速率限制時 5 次</translation>
    </message>
    <message>
        <source>Another server…</source>
        <translation>其他伺服器…</translation>
    </message>
    <message>
        <source>{name} on this computer</source>
        <translation>這部電腦上的 {name}</translation>
    </message>
    <message>
        <source>○ none</source>
        <translation>○ 無</translation>
    </message>
    <message>
        <source>Which model should Axon use?</source>
        <translation>要由誰回答？</translation>
    </message>
    <message>
        <source>Keep current settings</source>
        <translation>維持目前的設定</translation>
    </message>
    <message>
        <source>The notes Axon reads go only to the model you choose. You can change this at any time in the settings.</source>
        <translation>Axon 讀取的筆記只會傳送給你選擇的模型，不會傳給其他人。你隨時可以在設定中變更。</translation>
    </message>
    <message>
        <source>Needs a key from {site}. Notes that Axon reads are sent there.</source>
        <translation>需要 {site} 的金鑰。Axon 讀取的筆記會傳送到那裡。</translation>
    </message>
    <message>
        <source>Its key is already in {variable}. Notes that Axon reads are sent to {name}.</source>
        <translation>金鑰已在 {variable} 中。Axon 讀取的筆記會傳送給 {name}。</translation>
    </message>
    <message>
        <source>key found</source>
        <translation>已找到金鑰</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>其他伺服器</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible API, on this computer or elsewhere.</source>
        <translation>任何相容 OpenAI 格式的網址，在這部電腦上或其他地方皆可。</translation>
    </message>
    <message>
        <source>Understands plain commands such as “read Home”. No key or network needed.</source>
        <translation>能理解「讀取 Home」這類簡單的指令。不需要金鑰和網路。</translation>
    </message>
    <message>
        <source>Looking for model servers on this computer…</source>
        <translation>正在尋找這部電腦上的模型伺服器…</translation>
    </message>
    <message>
        <source>Runs on this computer, in {server}. No key needed.</source>
        <translation>在這部電腦的 {server} 中執行。不需要金鑰。</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>No model server is running on this computer.</source>
        <translation>這部電腦上沒有正在執行的模型伺服器。</translation>
    </message>
    <message>
        <source>U&amp;se anyway</source>
        <translation>仍要使用(&amp;S)</translation>
    </message>
    <message>
        <source>Enter a key, or choose Offline. You can add a key later in the settings.</source>
        <translation>請輸入金鑰，或選擇離線模式：之後可以在設定中新增金鑰。</translation>
    </message>
    <message>
        <source>This is no address. It looks like https://host/v1 or 127.0.0.1:11434.</source>
        <translation>這不是網址。網址應形如 https://host/v1 或 127.0.0.1:11434。</translation>
    </message>
    <message>
        <source>Asking the model for one word…</source>
        <translation>正在請模型回答一個詞…</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Models and keys…</source>
        <translation>模型與金鑰…</translation>
    </message>
    <message>
        <source>{program} on this computer</source>
        <translation>這部電腦上的 {program}</translation>
    </message>
    <message>
        <source>This computer, {address}</source>
        <translation>這部電腦，{address}</translation>
    </message>
    <message>
        <source>no AI · simple commands only</source>
        <translation>無 AI · 只懂簡單的指令</translation>
    </message>
    <message>
        <source>Without a model</source>
        <translation>不用模型</translation>
    </message>
    <message>
        <source>free</source>
        <translation>免費</translation>
    </message>
    <message>
        <source>{input} in, {output} out</source>
        <translation>輸入 {input}，輸出 {output}</translation>
    </message>
    <message>
        <source>only for search by meaning</source>
        <translation>只用於依語意搜尋</translation>
    </message>
    <message>
        <source>only sorts results</source>
        <translation>只為結果排序</translation>
    </message>
    <message>
        <source>only for sound</source>
        <translation>只用於聲音</translation>
    </message>
    <message>
        <source>only makes pictures</source>
        <translation>只產生圖片</translation>
    </message>
    <message>
        <source>only checks texts</source>
        <translation>只檢查文字</translation>
    </message>
    <message>
        <source>cannot talk</source>
        <translation>不能對話</translation>
    </message>
    <message>
        <source>Asking the servers…</source>
        <translation>正在詢問伺服器…</translation>
    </message>
    <message>
        <source>Ask the servers again</source>
        <translation>重新詢問伺服器</translation>
    </message>
    <message>
        <source>1 hour ago</source>
        <translation>1 小時前</translation>
    </message>
    <message>
        <source>{count} hours ago</source>
        <translation>{count} 小時前</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>1 分鐘前</translation>
    </message>
    <message>
        <source>{count} minutes ago</source>
        <translation>{count} 分鐘前</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>剛剛</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>尋找模型</translation>
    </message>
    <message>
        <source>Enter to choose</source>
        <translation>Enter 選擇</translation>
    </message>
</context>
<context>
    <name>ModelTest</name>
    <message>
        <source>&amp;Test</source>
        <translation>測試(&amp;T)</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>測試連線</translation>
    </message>
    <message>
        <source>Asking the model for one word…</source>
        <translation>正在請模型回答一個詞…</translation>
    </message>
    <message>
        <source>Trying a tool call: this may take a few minutes…</source>
        <translation>正在嘗試一次工具呼叫，可能需要幾分鐘…</translation>
    </message>
</context>
<context>
    <name>MoveApproval</name>
    <message>
        <source>&amp;Move</source>
        <translation>移動(&amp;M)</translation>
    </message>
    <message>
        <source>move {path} → {target}</source>
        <translation>移動 {path} → {target}</translation>
    </message>
    <message>
        <source>Move this note?</source>
        <translation>要移動這則筆記嗎？</translation>
    </message>
    <message>
        <source>Move this file?</source>
        <translation>要移動這個檔案嗎？</translation>
    </message>
    <message>
        <source>no notes link to it</source>
        <translation>沒有筆記連結到它</translation>
    </message>
    <message>
        <source>1 note will change</source>
        <translation>1 則筆記會變更</translation>
    </message>
    <message>
        <source>{count} notes will change</source>
        <translation>{count} 則筆記會變更</translation>
    </message>
    <message>
        <source>Notes that will change</source>
        <translation>會變更的筆記</translation>
    </message>
</context>
<context>
    <name>NamePrompt</name>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>C&amp;reate</source>
        <translation>建立(&amp;R)</translation>
    </message>
    <message>
        <source>Opens {path}, which already exists</source>
        <translation>將開啟已存在的 {path}</translation>
    </message>
    <message>
        <source>Creates {path}</source>
        <translation>將建立 {path}</translation>
    </message>
</context>
<context>
    <name>NewNotes</name>
    <message>
        <source>New note</source>
        <translation>新增筆記</translation>
    </message>
    <message>
        <source>Name, or Folder/Name</source>
        <translation>名稱，或「資料夾/名稱」</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>筆記的內容</translation>
    </message>
    <message>
        <source>No template</source>
        <translation>不使用範本</translation>
    </message>
    <message>
        <source>&amp;Template</source>
        <translation>範本(&amp;T)</translation>
    </message>
    <message>
        <source>The note {name} cannot be created: {why}.</source>
        <translation>無法建立筆記 {name}：{why}。</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>沒有名稱</translation>
    </message>
    <message>
        <source>This note does not exist yet. Create it?</source>
        <translation>這則筆記尚不存在。要建立嗎？</translation>
    </message>
    <message>
        <source>C&amp;reate</source>
        <translation>建立(&amp;R)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新增資料夾</translation>
    </message>
    <message>
        <source>Created the folder {path}</source>
        <translation>已建立資料夾 {path}</translation>
    </message>
    <message>
        <source>{path} already exists: it was created a moment ago.</source>
        <translation>{path} 剛剛已由其他程式建立。</translation>
    </message>
    <message>
        <source>Created {path}</source>
        <translation>已建立 {path}</translation>
    </message>
    <message>
        <source>{done}. Its &lt;% … %&gt; tags stay as they are: Axon does not run code in templates.</source>
        <translation>{done}。其中的 &lt;% … %&gt; 標記維持原樣：Axon 不執行範本中的程式碼。</translation>
    </message>
</context>
<context>
    <name>NewPath</name>
    <message>
        <source>‘{character}’</source>
        <translation>「{character}」</translation>
    </message>
    <message>
        <source>A name must not contain {detail}</source>
        <translation>名稱中不能含有 {detail}</translation>
    </message>
    <message>
        <source>{detail} breaks links, so a name must not contain it</source>
        <translation>{detail} 會使連結失效，因此名稱中不能含有它</translation>
    </message>
    <message>
        <source>“..” could lead out of the vault; a path that begins with / starts at the vault’s root folder</source>
        <translation>「..」可能指向儲存庫之外；以 / 開頭的路徑從儲存庫的最上層資料夾算起</translation>
    </message>
    <message>
        <source>A name that begins with a dot would be hidden</source>
        <translation>以句點開頭的名稱會被隱藏</translation>
    </message>
    <message>
        <source>A name must not begin or end with a space, or end with a dot</source>
        <translation>名稱不能以空格開頭或結尾，也不能以句點結尾</translation>
    </message>
    <message>
        <source>The name is too long: at most {detail} bytes</source>
        <translation>名稱太長：最多 {detail} 位元組</translation>
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
        <translation>正在建立索引</translation>
    </message>
    <message>
        <source>Ask Axon</source>
        <translation>詢問 Axon</translation>
    </message>
    <message>
        <source>New note of this name</source>
        <translation>以此名稱新增筆記</translation>
    </message>
    <message>
        <source>No note has these words</source>
        <translation>沒有筆記包含這些詞</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>找不到</translation>
    </message>
    <message>
        <source>Did you mean “{words}”? 1 note has it.</source>
        <translation>是不是想找「{words}」？有 1 則筆記。</translation>
    </message>
    <message>
        <source>Did you mean “{words}”? {count} notes have it.</source>
        <translation>是不是想找「{words}」？有 {count} 則筆記。</translation>
    </message>
    <message>
        <source>Search “{words}”</source>
        <translation>搜尋「{words}」</translation>
    </message>
    <message>
        <source>{done} of {total} notes</source>
        <translation>{total} 則筆記中的 {done} 則</translation>
    </message>
    <message>
        <source>Searching the files…</source>
        <translation>正在搜尋檔案…</translation>
    </message>
    <message>
        <source>What is read so far has no hit.</source>
        <translation>已讀取的部分沒有符合項目。</translation>
    </message>
    <message>
        <source>File names can be searched already.</source>
        <translation>檔案名稱已經可以搜尋。</translation>
    </message>
    <message>
        <source>Reading the vault</source>
        <translation>正在讀取儲存庫</translation>
    </message>
    <message>
        <source>File names</source>
        <translation>檔案名稱</translation>
    </message>
</context>
<context>
    <name>NoteFocus</name>
    <message>
        <source>Text for the note that is being opened</source>
        <translation>正在開啟的筆記的文字</translation>
    </message>
    <message>
        <source>The note opens as soon as the disk answers. You can write already.</source>
        <translation>磁碟回應後筆記就會開啟，現在就可以開始寫。</translation>
    </message>
</context>
<context>
    <name>NoteGroups</name>
    <message>
        <source>This note is being written in the other group, and is not saved.</source>
        <translation>這篇筆記正在另一組中編輯，尚未儲存。</translation>
    </message>
</context>
<context>
    <name>NoteHeader</name>
    <message>
        <source>Back</source>
        <translation>上一頁</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>下一頁</translation>
    </message>
    <message>
        <source>Live, Source or Reading</source>
        <translation>即時、原始碼或閱讀</translation>
    </message>
    <message>
        <source>How the note is shown</source>
        <translation>筆記的顯示方式</translation>
    </message>
    <message>
        <source>1 change to decide</source>
        <translation>還有 1 處待定</translation>
    </message>
    <message>
        <source>{count} changes to decide</source>
        <translation>還有 {count} 處待定</translation>
    </message>
    <message>
        <source>Go to the next change</source>
        <translation>移至下一處變更</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>即時</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>閱讀檢視</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>原始碼</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中開啟</translation>
    </message>
</context>
<context>
    <name>NotePages</name>
    <message>
        <source>Note</source>
        <translation>筆記</translation>
    </message>
</context>
<context>
    <name>NotePane</name>
    <message>
        <source>Choose a note on the left to read it here.</source>
        <translation>在左側選擇一則筆記，即可在此閱讀。</translation>
    </message>
    <message>
        <source>{name} no longer exists.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>Use Agent → Changes… to bring back what was deleted in Axon.</source>
        <translation>在 Axon 中刪除的內容，可以透過「代理 → 變更…」復原。</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在讀取 {name}…</translation>
    </message>
    <message>
        <source>The vault’s folder is missing. The note will be shown again as soon as the folder is back.</source>
        <translation>儲存庫的資料夾不存在。恢復後會立即重新顯示這則筆記。</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>沒有開啟的儲存庫。請透過「檔案 → 開啟儲存庫…」選擇一個。</translation>
    </message>
    <message>
        <source>There are no notes here yet. Press Ctrl+Shift+N to create one.</source>
        <translation>這裡還沒有筆記。按 Ctrl+Shift+N 新增一則。</translation>
    </message>
    <message>
        <source>This note is not UTF-8 text. To show it here, save it as UTF-8 in another editor.</source>
        <translation>這則筆記不是 UTF-8 文字。請在其他編輯器中將其另存為 UTF-8，之後即可在此顯示。</translation>
    </message>
    <message>
        <source>Not downloaded: a sync service keeps it elsewhere.</source>
        <translation>未下載：同步服務將它存放在別處。</translation>
    </message>
</context>
<context>
    <name>NotePanelFeature</name>
    <message>
        <source>Outline</source>
        <translation>大綱</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>連結</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>標籤</translation>
    </message>
</context>
<context>
    <name>NoteTextEdit</name>
    <message>
        <source>Source of the note</source>
        <translation>筆記的原始碼</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>關閉這則提示</translation>
    </message>
</context>
<context>
    <name>NoticeBox</name>
    <message>
        <source>Open setti&amp;ngs</source>
        <translation>開啟設定(&amp;N)</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>Show Axon</source>
        <translation>顯示 Axon</translation>
    </message>
    <message>
        <source>Axon needs your approval for {count} changes.</source>
        <translation>Axon 的 {count} 處變更需要你確認。</translation>
    </message>
    <message>
        <source>Axon needs your approval to continue: {tool}</source>
        <translation>Axon 需要你確認後才能繼續：{tool}</translation>
    </message>
    <message>
        <source>Axon has made a plan and is waiting for you.</source>
        <translation>Axon 已擬定計畫，正在等你確認。</translation>
    </message>
    <message>
        <source>Axon asks whether to continue.</source>
        <translation>Axon 詢問是否繼續。</translation>
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
        <translation>Axon 未能完成：發生了一些問題。</translation>
    </message>
</context>
<context>
    <name>ObsidianLinks</name>
    <message>
        <source>The vault {name} is already open.</source>
        <translation>儲存庫 {name} 已開啟。</translation>
    </message>
    <message>
        <source>Add this text to the end of {path}?</source>
        <translation>要將這段文字加到 {path} 的結尾嗎？</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>新增(&amp;A)</translation>
    </message>
    <message>
        <source>{name} is no longer there.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>Added to {path}</source>
        <translation>已新增到 {path}</translation>
    </message>
    <message>
        <source>The vault {folder} is no longer there.</source>
        <translation>儲存庫 {folder} 已不存在。</translation>
    </message>
    <message>
        <source>This link leads to another vault. Open {name}?</source>
        <translation>這個連結通往另一個儲存庫。要開啟 {name} 嗎？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>This obsidian:// link is too long to follow.</source>
        <translation>這個 obsidian:// 連結內容過多，無法前往。</translation>
    </message>
    <message>
        <source>Axon does not support the action in this obsidian:// link: {detail}</source>
        <translation>Axon 不支援這個 obsidian:// 連結要求的操作：{detail}</translation>
    </message>
    <message>
        <source>No vault named {detail} is known on this computer.</source>
        <translation>這部電腦上沒有名為 {detail} 的儲存庫。</translation>
    </message>
    <message>
        <source>This link leads outside your vaults, so Axon does not follow it: {detail}</source>
        <translation>這個連結通往儲存庫之外，因此不前往：{detail}</translation>
    </message>
    <message>
        <source>This link leads to a hidden folder, so Axon does not follow it: {detail}</source>
        <translation>這個連結通往隱藏的資料夾，因此不前往：{detail}</translation>
    </message>
    <message>
        <source>The vault has no note named {detail}.</source>
        <translation>儲存庫中沒有筆記 {detail}。</translation>
    </message>
    <message>
        <source>This link would overwrite {detail}; Axon does not do that.</source>
        <translation>這個連結會覆寫 {detail}，Axon 不會這樣做。</translation>
    </message>
    <message>
        <source>This is not a valid obsidian:// link.</source>
        <translation>這不是有效的 obsidian:// 連結。</translation>
    </message>
</context>
<context>
    <name>OutlineList</name>
    <message>
        <source>Open in new tab</source>
        <translation>在新分頁中開啟</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>加入書籤</translation>
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
        <translation>大綱</translation>
    </message>
    <message>
        <source>Filter headings</source>
        <translation>篩選標題</translation>
    </message>
    <message>
        <source>No matching headings.</source>
        <translation>沒有標題含有這些字。</translation>
    </message>
    <message>
        <source>No note is open.</source>
        <translation>沒有開啟的筆記。</translation>
    </message>
    <message>
        <source>This note has no headings.</source>
        <translation>這則筆記沒有小標題。</translation>
    </message>
    <message>
        <source>Only notes have an outline.</source>
        <translation>只有筆記才有大綱。</translation>
    </message>
    <message>
        <source>This note no longer exists.</source>
        <translation>這則筆記已不存在。</translation>
    </message>
    <message>
        <source>This note cannot be read.</source>
        <translation>無法讀取這則筆記。</translation>
    </message>
</context>
<context>
    <name>OutsideLink</name>
    <message>
        <source>Open this address outside Axon?</source>
        <translation>要在 Axon 之外開啟這個網址嗎？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>Text from elsewhere may have led to this link: {origins}. What the address holds goes to {host}, and may be words of your notes.</source>
        <translation>這個連結可能來自別處的文字：{origins}。網址裡的內容會傳給 {host}，其中可能有你筆記裡的文字。</translation>
    </message>
</context>
<context>
    <name>PageList</name>
    <message>
        <source>Search settings</source>
        <translation>搜尋設定</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>頁面</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Commands</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>你想做什麼？</translation>
    </message>
    <message>
        <source>Enter to run</source>
        <translation>Enter 執行</translation>
    </message>
    <message>
        <source>No matching commands.</source>
        <translation>沒有這個指令。</translation>
    </message>
</context>
<context>
    <name>PanelRowModel</name>
    <message>
        <source>unfolded</source>
        <translation>已展開</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已摺疊</translation>
    </message>
</context>
<context>
    <name>PendingBar</name>
    <message>
        <source>Command line</source>
        <translation>命令列</translation>
    </message>
    <message>
        <source>A&amp;gree and start</source>
        <translation>同意並啟動(&amp;G)</translation>
    </message>
    <message>
        <source>Re&amp;view…</source>
        <translation>檢視(&amp;V)…</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>設定(&amp;E)…</translation>
    </message>
    <message>
        <source>No&amp;t now</source>
        <translation>以後再說(&amp;T)</translation>
    </message>
    <message>
        <source>The server “{server}” is in the settings, but you have not agreed to it yet. It would run exactly this, and could then do whatever you can do:</source>
        <translation>伺服器「{server}」在設定中，但你尚未同意啟動它。它會原樣執行以下指令，之後凡是你能做的，它都能做：</translation>
    </message>
    <message>
        <source>1 tool from {servers} is new or has changed. It is not offered until you review it.</source>
        <translation>{servers} 有 1 個工具是新的或已變更，你檢視之前不會提供給模型。</translation>
    </message>
    <message>
        <source>{count} tools from {servers} are new or have changed. They are not offered until you review them.</source>
        <translation>{servers} 有 {count} 個工具是新的或已變更，你檢視之前不會提供給模型。</translation>
    </message>
    <message>
        <source>The server “{server}” is not available, so its tools cannot be used. {reason}</source>
        <translation>伺服器「{server}」無法使用：不能使用它的工具。{reason}</translation>
    </message>
</context>
<context>
    <name>PendingIndicator</name>
    <message>
        <source>Go to what waits for you</source>
        <translation>前往等待你回答的問題</translation>
    </message>
    <message>
        <source>Nothing waits for your answer.</source>
        <translation>沒有等待你回答的問題。</translation>
    </message>
    <message>
        <source>1 change waits</source>
        <translation>1 處更改等待確認</translation>
    </message>
    <message>
        <source>{count} changes wait</source>
        <translation>{count} 處更改等待確認</translation>
    </message>
    <message>
        <source>{count} questions wait</source>
        <translation>{count} 個問題等待回答</translation>
    </message>
    <message>
        <source>A command waits</source>
        <translation>有命令等待確認</translation>
    </message>
    <message>
        <source>A tool waits</source>
        <translation>有工具等待確認</translation>
    </message>
    <message>
        <source>A plan waits</source>
        <translation>有計畫等待確認</translation>
    </message>
    <message>
        <source>Axon asks whether to go on</source>
        <translation>Axon 詢問是否繼續</translation>
    </message>
    <message>
        <source>A question waits</source>
        <translation>有問題等待回答</translation>
    </message>
</context>
<context>
    <name>PictureHandle</name>
    <message>
        <source>Width of the picture</source>
        <translation>圖片寬度</translation>
    </message>
    <message>
        <source>Drag to change the width, double-click for the picture’s own</source>
        <translation>拖曳可改變寬度，按兩下恢復圖片本身的寬度</translation>
    </message>
</context>
<context>
    <name>PlanCard</name>
    <message>
        <source>Plan</source>
        <translation>計畫</translation>
    </message>
    <message>
        <source>Re&amp;try step</source>
        <translation>重試步驟(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;kip step</source>
        <translation>略過步驟(&amp;K)</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>繼續(&amp;U)</translation>
    </message>
    <message>
        <source>Revi&amp;se…</source>
        <translation>要求修改(&amp;S)…</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 個步驟</translation>
    </message>
    <message>
        <source>{total} steps</source>
        <translation>{total} 個步驟</translation>
    </message>
    <message>
        <source>All {total} steps done</source>
        <translation>全部 {total} 個步驟已完成</translation>
    </message>
    <message>
        <source>Step done</source>
        <translation>步驟已完成</translation>
    </message>
    <message>
        <source>{done} of {total} steps done, {skipped} skipped</source>
        <translation>{total} 個步驟中已完成 {done} 個，略過 {skipped} 個</translation>
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
        <translation>計畫 — {goal}</translation>
    </message>
    <message>
        <source>Review the plan before it runs. Drag, or press Alt+Up or Alt+Down, to reorder. Click or press F2 to edit.</source>
        <translation>執行前請檢視。拖曳或按 Alt+↑/↓ 調整順序，點按或按 F2 編輯。</translation>
    </message>
    <message>
        <source>+ Add a step</source>
        <translation>+ 新增步驟</translation>
    </message>
    <message>
        <source>Add a step after this one (Insert)</source>
        <translation>在此步驟之後新增一步（Insert）</translation>
    </message>
    <message>
        <source>Remove step</source>
        <translation>移除步驟</translation>
    </message>
    <message>
        <source>Remove this step (Delete)</source>
        <translation>移除此步驟（Delete）</translation>
    </message>
    <message>
        <source>What should be different?</source>
        <translation>希望怎麼修改？</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>傳送</translation>
    </message>
    <message>
        <source>Re&amp;vise…</source>
        <translation>要求修改(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>捨棄(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Approve and run</source>
        <translation>核准並執行(&amp;A)</translation>
    </message>
</context>
<context>
    <name>ProbeWords</name>
    <message>
        <source>✓ {provider} answers ({seconds} s).</source>
        <translation>✓ {provider} 有回應（{seconds} 秒）。</translation>
    </message>
    <message>
        <source>{provider} does not accept the key. Check it, or enter another one.</source>
        <translation>{provider} 不接受此金鑰。請檢查，或輸入另一個。</translation>
    </message>
    <message>
        <source>The account at {provider} has no balance. Top it up, then try again.</source>
        <translation>{provider} 帳戶沒有餘額。請儲值後重試。</translation>
    </message>
    <message>
        <source>{provider} has no model with this name. Choose one from its list.</source>
        <translation>{provider} 沒有這個名稱的模型。請從清單中選擇一個。</translation>
    </message>
    <message>
        <source>{provider} cannot be reached. Check the address, the network, and whether the server is running.</source>
        <translation>{provider}：無法連線。請檢查網址、網路，以及伺服器是否正在執行。</translation>
    </message>
    <message>
        <source>The certificate of {provider} is not trusted. Check this computer’s date and the proxy.</source>
        <translation>{provider} 的憑證不受信任。請檢查這部電腦的日期與 Proxy。</translation>
    </message>
    <message>
        <source>The proxy between this computer and {provider} refuses the connection or does not respond. Check HTTPS_PROXY.</source>
        <translation>這部電腦與 {provider} 之間的 Proxy 拒絕連線或沒有回應。請檢查 HTTPS_PROXY。</translation>
    </message>
    <message>
        <source>{provider} is having problems. Try again later.</source>
        <translation>{provider} 本身發生問題。請稍後再試。</translation>
    </message>
    <message>
        <source>No model answers at this address. Check the base URL.</source>
        <translation>這個網址沒有模型回應。請檢查基礎 URL。</translation>
    </message>
    <message>
        <source>The server answers, but offers no model. Load one there.</source>
        <translation>伺服器有回應，但沒有可用的模型。請先在伺服器上載入一個。</translation>
    </message>
    <message>
        <source>✓ The server has one model: {name}</source>
        <translation>✓ 伺服器有一個模型：{name}</translation>
    </message>
    <message>
        <source>✓ The server has {count} models. Choose one.</source>
        <translation>✓ 伺服器有 {count} 個模型。請選擇一個。</translation>
    </message>
    <message>
        <source>Tools: native calls work.</source>
        <translation>工具：原生呼叫可用。</translation>
    </message>
    <message>
        <source>Tools: text calls work.</source>
        <translation>工具：文字呼叫可用。</translation>
    </message>
    <message>
        <source>This model could not make a tool call. It may be too small.</source>
        <translation>這個模型沒能完成一次工具呼叫，可能太小了。</translation>
    </message>
    <message>
        <source>Tools: could not be determined.</source>
        <translation>工具：未能查明。</translation>
    </message>
    <message>
        <source>Context: {tokens} tokens.</source>
        <translation>上下文：{tokens} 個 token。</translation>
    </message>
    <message>
        <source>Context: unknown, so Axon assumes {tokens} tokens. If the actual size is different, enter it as the context size.</source>
        <translation>上下文：未知，Axon 以 {tokens} 個 token 計算。實際長度不同時，請填寫「上下文長度」。</translation>
    </message>
</context>
<context>
    <name>PromptField</name>
    <message>
        <source>Letter: Make a friendly letter of this.</source>
        <translation>書信：把它改成一封友好的信。</translation>
    </message>
</context>
<context>
    <name>Properties</name>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>List</source>
        <translation>清單</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>數字</translation>
    </message>
    <message>
        <source>Checkbox</source>
        <translation>核取方塊</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Date &amp; time</source>
        <translation>日期和時間</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>標籤</translation>
    </message>
    <message>
        <source>Aliases</source>
        <translation>別名</translation>
    </message>
</context>
<context>
    <name>PropertyForm</name>
    <message>
        <source>Properties</source>
        <translation>屬性</translation>
    </message>
    <message>
        <source>Add property</source>
        <translation>新增屬性</translation>
    </message>
    <message>
        <source>Properties {count}</source>
        <translation>屬性 {count}</translation>
    </message>
    <message>
        <source>Show the properties</source>
        <translation>顯示屬性</translation>
    </message>
    <message>
        <source>Hide the properties</source>
        <translation>隱藏屬性</translation>
    </message>
    <message>
        <source>These properties are not valid YAML, so they are shown as text.</source>
        <translation>這些屬性不是有效的 YAML，因此顯示為文字。</translation>
    </message>
    <message>
        <source>A property stands here twice, so they are shown as text.</source>
        <translation>這裡有重複的屬性，因此顯示為文字。</translation>
    </message>
    <message>
        <source>These properties are too long for a form, so they are shown as text.</source>
        <translation>這些屬性太長，放不進表單，因此顯示為文字。</translation>
    </message>
</context>
<context>
    <name>PropertyRow</name>
    <message>
        <source>Property name</source>
        <translation>屬性名稱</translation>
    </message>
    <message>
        <source>{name}, {kind}</source>
        <translation>{name}，{kind}</translation>
    </message>
    <message>
        <source>Name of the property {name}</source>
        <translation>屬性 {name} 的名稱</translation>
    </message>
    <message>
        <source>This value is edited as text</source>
        <translation>此值以文字編輯</translation>
    </message>
    <message>
        <source>{kind}, menu of the property</source>
        <translation>{kind}，屬性選單</translation>
    </message>
    <message>
        <source>The value is not of the kind {kind}</source>
        <translation>此值不是{kind}類型</translation>
    </message>
    <message>
        <source>The value would not stay whole as {kind}. Nothing was changed.</source>
        <translation>改為{kind}會遺失部分內容，因此沒有變更。</translation>
    </message>
    <message>
        <source>Edit as text</source>
        <translation>以文字編輯</translation>
    </message>
    <message>
        <source>Remove property</source>
        <translation>移除屬性</translation>
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
        <translation>要先讓它做什麼？</translation>
    </message>
    <message>
        <source>Axon starts as soon as the vault is open. Later, type in the box at the bottom right.</source>
        <translation>儲存庫一開啟就會開始。之後請在右下角的輸入框中輸入。</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>暫時不用</translation>
    </message>
    <message>
        <source>Just open the window.</source>
        <translation>只開啟視窗。</translation>
    </message>
    <message>
        <source>list /</source>
        <translation>列出 /</translation>
    </message>
    <message>
        <source>Shows what is in the vault.</source>
        <translation>顯示儲存庫中有什麼。</translation>
    </message>
    <message>
        <source>Shows what {note} says.</source>
        <translation>顯示「{note}」的內容。</translation>
    </message>
    <message>
        <source>read {note}</source>
        <translation>讀取 {note}</translation>
    </message>
    <message>
        <source>help</source>
        <translation>說明</translation>
    </message>
    <message>
        <source>Shows the available commands.</source>
        <translation>顯示有哪些指令。</translation>
    </message>
    <message>
        <source>List my notes and tell me what this vault is about</source>
        <translation>列出我的筆記，告訴我這個儲存庫在講什麼</translation>
    </message>
    <message>
        <source>Lists folders, reads a few notes, and sums them up.</source>
        <translation>列出資料夾，讀取幾則筆記，然後總結。</translation>
    </message>
    <message>
        <source>Read {note} and suggest three links to add</source>
        <translation>讀取「{note}」，建議三個可以新增的連結</translation>
    </message>
    <message>
        <source>Only reads, changes nothing.</source>
        <translation>只讀取，不做任何變更。</translation>
    </message>
    <message>
        <source>Find my open tasks and list them by note</source>
        <translation>找出我未完成的任務，並依筆記列出</translation>
    </message>
    <message>
        <source>Searches the whole vault.</source>
        <translation>搜尋整個儲存庫。</translation>
    </message>
</context>
<context>
    <name>QueueRow</name>
    <message>
        <source>Next step</source>
        <translation>將在下一步傳送</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排隊中</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>編輯</translation>
    </message>
    <message>
        <source>Edit the waiting request: {text}</source>
        <translation>編輯等待中的請求：{text}</translation>
    </message>
    <message>
        <source>Send next</source>
        <translation>下一步傳送</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即傳送</translation>
    </message>
    <message>
        <source>Send now: {text}</source>
        <translation>立即傳送：{text}</translation>
    </message>
    <message>
        <source>Send next: {text}</source>
        <translation>下一步傳送：{text}</translation>
    </message>
    <message>
        <source>Give it to the model at its next step</source>
        <translation>在下一步就交給模型</translation>
    </message>
    <message>
        <source>Remove the waiting request: {text}</source>
        <translation>移除等待中的請求：{text}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Enter edits, Delete removes, Alt+Up and Alt+Down move it.</source>
        <translation>Enter 編輯，Delete 移除，Alt+↑ 和 Alt+↓ 移動。</translation>
    </message>
</context>
<context>
    <name>QuickOpenBox</name>
    <message>
        <source>Esc to close</source>
        <translation>Esc 關閉</translation>
    </message>
</context>
<context>
    <name>QuickOpenRow</name>
    <message>
        <source>chosen</source>
        <translation>已選</translation>
    </message>
</context>
<context>
    <name>ReadingLine</name>
    <message>
        <source>Reading notes for search by meaning</source>
        <translation>正在為語意搜尋讀取筆記</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>語意搜尋</translation>
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
        <translation>無法寫入變更紀錄：磁碟已滿。請在 Axon 資料目錄所在的磁碟上騰出空間，然後重試。</translation>
    </message>
    <message>
        <source>The record of changes cannot be written: Axon’s data folder is write-protected. Allow writing there, then try again.</source>
        <translation>無法寫入變更紀錄：Axon 的資料目錄受到寫入保護。請允許寫入該目錄，然後重試。</translation>
    </message>
    <message>
        <source>The record of changes cannot be written: another program keeps it locked. Close that program, then try again.</source>
        <translation>無法寫入變更紀錄：另一個程式鎖住了它。請關閉那個程式，然後重試。</translation>
    </message>
    <message>
        <source>The record of changes cannot be written: it is damaged. Open the vault again to start a new record.</source>
        <translation>無法寫入變更紀錄：它已損壞。請重新開啟儲存庫，屆時會啟用新的紀錄。</translation>
    </message>
    <message>
        <source>The record of changes cannot be written: {why}. Check Axon’s data folder, then try again.</source>
        <translation>無法寫入變更紀錄：{why}。請檢查 Axon 的資料目錄，然後重試。</translation>
    </message>
</context>
<context>
    <name>RelatedPage</name>
    <message>
        <source>Back to the whole note</source>
        <translation>返回整則筆記</translation>
    </message>
    <message>
        <source>Stay with this note</source>
        <translation>固定在這則筆記</translation>
    </message>
    <message>
        <source>Related notes</source>
        <translation>相關筆記</translation>
    </message>
    <message>
        <source>Close to</source>
        <translation>接近</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>沒有開啟的筆記</translation>
    </message>
    <message>
        <source>Open a note to see which others are about the same.</source>
        <translation>開啟一則筆記，即可看到哪些筆記講的是同樣的內容。</translation>
    </message>
    <message>
        <source>Search by meaning is off</source>
        <translation>語意搜尋已關閉</translation>
    </message>
    <message>
        <source>With it, notes are found here that say the same in other words.</source>
        <translation>開啟後，這裡會列出用別的字詞表達同樣意思的筆記。</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>設定…</translation>
    </message>
    <message>
        <source>The notes are being read</source>
        <translation>正在讀取筆記</translation>
    </message>
    <message>
        <source>Related notes appear here as soon as enough of them are.</source>
        <translation>讀取足夠多的筆記後，相關筆記會出現在這裡。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重試</translation>
    </message>
    <message>
        <source>Related notes cannot be found</source>
        <translation>無法尋找相關筆記</translation>
    </message>
    <message>
        <source>No related notes</source>
        <translation>沒有相關筆記</translation>
    </message>
    <message>
        <source>No other note comes near to the selection.</source>
        <translation>沒有其他筆記接近所選內容。</translation>
    </message>
    <message>
        <source>No other note comes near to this one.</source>
        <translation>沒有其他筆記接近這則筆記。</translation>
    </message>
    <message>
        <source>Found by what {host} made of the notes; it was sent their text.</source>
        <translation>依 {host} 對筆記的處理結果尋找；筆記的文字已傳送給它。</translation>
    </message>
    <message>
        <source>Found on this computer; nothing is sent.</source>
        <translation>在這台電腦上尋找；不傳送任何內容。</translation>
    </message>
</context>
<context>
    <name>ReplaceBar</name>
    <message>
        <source>Upper and lower case differ</source>
        <translation>區分大小寫</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>全字拼寫須相符</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>規則運算式</translation>
    </message>
    <message>
        <source>Only in the selection</source>
        <translation>只在選取部分</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>取代為</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>Replace this match</source>
        <translation>取代這一處</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Replace all matches</source>
        <translation>取代全部相符處</translation>
    </message>
    <message>
        <source>Not valid</source>
        <translation>無效</translation>
    </message>
    <message>
        <source>Replaced {count}</source>
        <translation>已取代 {count} 處</translation>
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
        <translation>正在撰寫… 按 Esc 停止。</translation>
    </message>
</context>
<context>
    <name>ReportingStatus</name>
    <message>
        <source>Click to open the settings.</source>
        <translation>點按以開啟設定。</translation>
    </message>
</context>
<context>
    <name>RequestQueueBar</name>
    <message>
        <source>Waiting requests</source>
        <translation>等待中的請求</translation>
    </message>
</context>
<context>
    <name>RescuedDialog</name>
    <message>
        <source>Rescued texts</source>
        <translation>救回的文字</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>關閉(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Copy the text</source>
        <translation>複製文字(&amp;C)</translation>
    </message>
    <message>
        <source>Save as a &amp;new note</source>
        <translation>另存為新筆記(&amp;N)</translation>
    </message>
    <message>
        <source>There are no more rescued texts.</source>
        <translation>已經沒有救回的文字了。</translation>
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
        <translation>原本會遺失的內容：其他程式恰好在變更的那一刻寫入的文字、你在兩個版本之間做出選擇之前自己的文字、你捨棄的草稿。</translation>
    </message>
    <message>
        <source>Save as a &amp;new file</source>
        <translation>另存為新檔案(&amp;N)</translation>
    </message>
    <message>
        <source>The text is on the clipboard.</source>
        <translation>文字已複製到剪貼簿。</translation>
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
        <translation>這個檔案已不存在。</translation>
    </message>
    <message>
        <source>The note no longer exists.</source>
        <translation>這則筆記已不存在。</translation>
    </message>
    <message>
        <source>Left: as it is now. Right: the rescued text.</source>
        <translation>左側是目前的內容，右側是救回的文字。</translation>
    </message>
    <message>
        <source>The rescued text is empty.</source>
        <translation>救回的文字是空的。</translation>
    </message>
    <message>
        <source>The file contains exactly this text.</source>
        <translation>檔案的內容與這份文字完全相同。</translation>
    </message>
    <message>
        <source>This text is no longer kept.</source>
        <translation>這份文字已不再保留。</translation>
    </message>
    <message>
        <source>This is not text, but you can save it as a new file.</source>
        <translation>這不是文字檔，但可以另存為新檔案。</translation>
    </message>
    <message>
        <source>This text is too large to compare here. You can still copy and save it.</source>
        <translation>內容太大，無法在此比較，但仍可複製和另存。</translation>
    </message>
</context>
<context>
    <name>ResultBar</name>
    <message>
        <source>How notes are found</source>
        <translation>尋找筆記的方式</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部摺疊</translation>
    </message>
    <message>
        <source>Copy results</source>
        <translation>複製結果</translation>
    </message>
    <message>
        <source>Search syntax</source>
        <translation>搜尋語法</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展開</translation>
    </message>
</context>
<context>
    <name>ResultModel</name>
    <message>
        <source>1 more line</source>
        <translation>還有 1 行</translation>
    </message>
    <message>
        <source>{count} more lines</source>
        <translation>還有 {count} 行</translation>
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
        <translation>搜尋結果</translation>
    </message>
</context>
<context>
    <name>RetentionBar</name>
    <message>
        <source>&amp;Storage…</source>
        <translation>儲存空間(&amp;S)…</translation>
    </message>
    <message>
        <source>Save &amp;limits</source>
        <translation>儲存上限(&amp;L)</translation>
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
        <translation>天</translation>
    </message>
    <message>
        <source> day</source>
        <translation>天</translation>
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
        <translation>變更的保留天數</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>Maximum size of kept texts in megabytes</source>
        <translation>保留內容可占用的 MB 數</translation>
    </message>
    <message>
        <source>&amp;Free space now</source>
        <translation>立即釋出空間(&amp;F)</translation>
    </message>
    <message>
        <source>Delete what is beyond these limits and free the disk space</source>
        <translation>刪除超出上限的內容，並釋出磁碟空間</translation>
    </message>
    <message>
        <source>{turns} turns, {disk} on disk. The newest {least} are always kept.</source>
        <translation>{turns} 組變更，占用磁碟 {disk}。最新的 {least} 組一律保留。</translation>
    </message>
    <message>
        <source>1 &amp;rescued text…</source>
        <translation>1 份救回的文字(&amp;R)…</translation>
    </message>
    <message>
        <source>{count} &amp;rescued texts…</source>
        <translation>{count} 份救回的文字(&amp;R)…</translation>
    </message>
    <message>
        <source>For this vault. The newest {least} turns are always kept.</source>
        <translation>適用於這個儲存庫。最新的 {least} 組變更一律保留。</translation>
    </message>
    <message>
        <source>Limits saved. Anything beyond them is deleted at the next cleanup, or when you free space now.</source>
        <translation>今後依此保留。超出的部分會在下次清理時刪除，也可以立即釋出空間。</translation>
    </message>
    <message>
        <source>{turns} older turns deleted, {size} of disk space freed.</source>
        <translation>已刪除 {turns} 組較早的變更，釋出 {size} 磁碟空間。</translation>
    </message>
    <message>
        <source>One older turn deleted, {size} of disk space freed.</source>
        <translation>已刪除 1 組較早的變更，釋出 {size} 磁碟空間。</translation>
    </message>
    <message>
        <source>Nothing is beyond the limits.</source>
        <translation>沒有超出上限的內容。</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <source>Look at these</source>
        <translation>請先看這些</translation>
    </message>
    <message>
        <source>Changed lines</source>
        <translation>改動幾行</translation>
    </message>
    <message>
        <source>Only moved</source>
        <translation>只是移動</translation>
    </message>
    <message>
        <source>Only added to</source>
        <translation>只有新增</translation>
    </message>
    <message>
        <source>with a warning, or text is lost or links move</source>
        <translation>有警告，或會遺失文字、要改連結</translation>
    </message>
    <message>
        <source>text is lost or links move</source>
        <translation>會遺失文字，或要改連結</translation>
    </message>
    <message>
        <source>not in the proper format</source>
        <translation>格式不合規範</translation>
    </message>
    <message>
        <source>empties the note</source>
        <translation>會清空筆記</translation>
    </message>
    <message>
        <source>more than half is removed</source>
        <translation>會刪去一半以上</translation>
    </message>
    <message>
        <source>instructions for every conversation</source>
        <translation>每次對話都會讀的說明</translation>
    </message>
    <message>
        <source>adds code that runs</source>
        <translation>會加入可執行的程式碼</translation>
    </message>
    <message>
        <source>adds invisible characters</source>
        <translation>會加入看不見的字元</translation>
    </message>
    <message>
        <source>you may not have asked for this</source>
        <translation>可能不是你要求的</translation>
    </message>
    <message>
        <source>cannot be undone</source>
        <translation>無法復原</translation>
    </message>
    <message>
        <source>goes to the trash</source>
        <translation>移到資源回收筒</translation>
    </message>
    <message>
        <source>{moves}, 1 link follows</source>
        <translation>{moves}，1 個連結隨之變更</translation>
    </message>
    <message>
        <source>{moves}, {count} links follow</source>
        <translation>{moves}，{count} 個連結隨之變更</translation>
    </message>
    <message>
        <source>whole note replaced</source>
        <translation>取代整篇筆記</translation>
    </message>
    <message>
        <source>text is removed</source>
        <translation>會刪去文字</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>新筆記</translation>
    </message>
    <message>
        <source>is renamed to {name}</source>
        <translation>改名為 {name}</translation>
    </message>
    <message>
        <source>moves to the vault’s root folder</source>
        <translation>移到儲存庫的最上層資料夾</translation>
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
        <translation>Axon 想對 {name} 作 {count} 處變更</translation>
    </message>
    <message>
        <source>Axon wants to change {count} notes</source>
        <translation>Axon 想變更 {count} 篇筆記</translation>
    </message>
    <message>
        <source>Axon wants to change {count} files</source>
        <translation>Axon 想變更 {count} 個檔案</translation>
    </message>
    <message>
        <source>in response to “{request}”</source>
        <translation>來自請求「{request}」</translation>
    </message>
    <message>
        <source>Re&amp;view this one…</source>
        <translation>單獨檢視(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Reject all</source>
        <translation>全部拒絕(&amp;R)</translation>
    </message>
    <message>
        <source>{chosen} of {count} chosen</source>
        <translation>已選 {chosen} / {count}</translation>
    </message>
    <message>
        <source>&amp;Apply {count}</source>
        <translation>套用 {count} 項(&amp;A)</translation>
    </message>
</context>
<context>
    <name>ReviewList</name>
    <message>
        <source>Changes</source>
        <translation>變更</translation>
    </message>
</context>
<context>
    <name>ReviewModel</name>
    <message>
        <source>chosen</source>
        <translation>已選</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不採用</translation>
    </message>
</context>
<context>
    <name>ReviewPane</name>
    <message>
        <source>its links follow {path}</source>
        <translation>其中指向 {path} 的連結隨之變更</translation>
    </message>
    <message>
        <source>These are not applied until you have chosen them. Go to each to see what it does.</source>
        <translation>這些變更要你勾選後才會套用。選取一項即可檢視其內容。</translation>
    </message>
    <message>
        <source>Go to one to see what it does.</source>
        <translation>選取一項即可檢視其內容。</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>已由你修改</translation>
    </message>
    <message>
        <source>Its text stays as it is. Unfold the row to see the notes whose links follow.</source>
        <translation>內容不變。展開該列可以檢視哪些筆記的連結隨之變更。</translation>
    </message>
    <message>
        <source>Its text stays as it is, and no note links to it.</source>
        <translation>內容不變，也沒有筆記連結到它。</translation>
    </message>
    <message>
        <source>It is too large to show here, or cannot be read.</source>
        <translation>內容太大無法在此顯示，或無法讀取。</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>內容是空的。</translation>
    </message>
    <message>
        <source>It is not text ({size}).</source>
        <translation>內容不是文字（{size}）。</translation>
    </message>
    <message>
        <source>The text is the same before and after.</source>
        <translation>變更前後的內容相同。</translation>
    </message>
</context>
<context>
    <name>Rewind</name>
    <message>
        <source>Went back to before this message.</source>
        <translation>已回到這則訊息之前。</translation>
    </message>
    <message>
        <source>1 note was restored to that point.</source>
        <translation>1 則筆記已恢復為當時的樣子。</translation>
    </message>
    <message>
        <source>{count} notes were restored to that point.</source>
        <translation>{count} 則筆記已恢復為當時的樣子。</translation>
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
        <translation>隱藏</translation>
    </message>
</context>
<context>
    <name>RewindDialog</name>
    <message>
        <source>Go back to a message</source>
        <translation>回到某則訊息</translation>
    </message>
    <message>
        <source>Go back to before this message?</source>
        <translation>要回到這則訊息之前嗎？</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>訊息</translation>
    </message>
    <message>
        <source>The running request will be stopped first.</source>
        <translation>正在執行的請求會先停止。</translation>
    </message>
    <message>
        <source>&amp;Notes and conversation</source>
        <translation>筆記與對話(&amp;N)</translation>
    </message>
    <message>
        <source>Notes &amp;only: the conversation stays as it is</source>
        <translation>僅筆記：對話維持不變(&amp;O)</translation>
    </message>
    <message>
        <source>Con&amp;versation only: the notes stay as they are</source>
        <translation>僅對話：筆記維持不變(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Go back</source>
        <translation>回到這裡之前(&amp;G)</translation>
    </message>
    <message>
        <source>You continue in a copy of the conversation that ends here; the full conversation stays in the history.</source>
        <translation>將在截至此處的對話副本中繼續；完整的對話保留在歷史記錄中。</translation>
    </message>
    <message>
        <source>Checking the notes…</source>
        <translation>正在檢查筆記…</translation>
    </message>
    <message>
        <source>No note has changed since this message, or all changes are already undone.</source>
        <translation>這則訊息之後沒有變更筆記，或變更已全部復原。</translation>
    </message>
    <message>
        <source>Either all notes go back or none do. To undo them one by one, open Changes.</source>
        <translation>筆記只能全部一起還原，否則都不還原。請在「變更」中逐一復原。</translation>
    </message>
    <message>
        <source>{count} will change.</source>
        <translation>將變更 {count}。</translation>
    </message>
</context>
<context>
    <name>RoundProgress</name>
    <message>
        <source>Round {round}</source>
        <translation>第 {round} 輪</translation>
    </message>
    <message>
        <source>Round {round} / {of}</source>
        <translation>第 {round} / {of} 輪</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>進行中…</translation>
    </message>
    <message>
        <source>Waiting for you… {done} of {total}</source>
        <translation>等待你的確認… {done} / {total}</translation>
    </message>
    <message>
        <source>Running tools… {done} of {total}</source>
        <translation>正在執行工具… {done} / {total}</translation>
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
        <translation>已完成{count}輪工具呼叫</translation>
    </message>
    <message>
        <source>{count} rounds done</source>
        <translation>已完成{count}輪</translation>
    </message>
    <message>
        <source>One round of tool calls done</source>
        <translation>已完成一輪工具呼叫</translation>
    </message>
    <message>
        <source>One round done</source>
        <translation>已完成一輪</translation>
    </message>
    <message>
        <source>one</source>
        <translation>一</translation>
    </message>
    <message>
        <source>two</source>
        <translation>兩</translation>
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
        <translation>1 次呼叫</translation>
    </message>
    <message>
        <source>{count} calls</source>
        <translation>{count} 次呼叫</translation>
    </message>
    <message>
        <source>{calls}, {tokens} tokens</source>
        <translation>{calls}，{tokens} 個 token</translation>
    </message>
    <message>
        <source>Axon has run {count} rounds of tool calls ({amount}). Continue with round {next}?</source>
        <translation>Axon 已執行{count}輪工具呼叫（{amount}）。要繼續第 {next} 輪嗎？</translation>
    </message>
    <message>
        <source>Axon has asked the model {count} times ({amount}); planning and thinking count too. Continue with round {next}?</source>
        <translation>Axon 已向模型提問{count}次（{amount}），規劃和思考也計算在內。要繼續第 {next} 輪嗎？</translation>
    </message>
    <message>
        <source>Axon has asked the model once ({amount}). Continue with round {next}?</source>
        <translation>Axon 已請求模型一次（{amount}）。繼續第 {next} 輪嗎？</translation>
    </message>
    <message>
        <source>planning or thinking</source>
        <translation>規劃或思考</translation>
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
        <translation>這次請求不再詢問(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>繼續(&amp;C)</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>Rules</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>whole vault</source>
        <translation>整個儲存庫</translation>
    </message>
    <message>
        <source>{folder} (in another vault)</source>
        <translation>{folder}（屬於其他儲存庫）</translation>
    </message>
    <message>
        <source>always apply</source>
        <translation>一律套用</translation>
    </message>
    <message>
        <source>never write</source>
        <translation>永不寫入</translation>
    </message>
    <message>
        <source>always allow</source>
        <translation>一律允許</translation>
    </message>
    <message>
        <source>never allow</source>
        <translation>永不允許</translation>
    </message>
</context>
<context>
    <name>SafetyPage</name>
    <message>
        <source>Tools &amp; safety</source>
        <translation>工具與安全</translation>
    </message>
    <message>
        <source>Whatever the rules say, changes to notes can be undone.</source>
        <translation>無論規則如何規定，對筆記的變更都能復原。</translation>
    </message>
    <message>
        <source>Ask first</source>
        <translation>先詢問</translation>
    </message>
    <message>
        <source>Apply and let me undo</source>
        <translation>直接套用，可復原</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>唯讀</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>無上限</translation>
    </message>
    <message>
        <source>&amp;Writing notes</source>
        <translation>寫入筆記(&amp;W)</translation>
    </message>
    <message>
        <source>Time limit per tool &amp;call</source>
        <translation>單次工具呼叫時限(&amp;C)</translation>
    </message>
    <message>
        <source>Tool calls per &amp;round</source>
        <translation>每輪工具呼叫數(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Ask before round</source>
        <translation>從第幾輪起詢問(&amp;A)</translation>
    </message>
    <message>
        <source>Sto&amp;p after round</source>
        <translation>最多輪數(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Token limit per request</source>
        <translation>單一請求的 token 上限(&amp;T)</translation>
    </message>
    <message>
        <source>Cost limit per re&amp;quest</source>
        <translation>單一請求的費用上限(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Let the model ask to run commands</source>
        <translation>允許模型請求執行指令(&amp;L)</translation>
    </message>
    <message>
        <source>You see every command and are asked each time. Not everything a program does can be undone.</source>
        <translation>每個指令都會給你看，每次都會詢問。程式所做的事並非都能復原。</translation>
    </message>
    <message>
        <source>Axon cannot run commands on Windows: it could not stop all that a command starts.</source>
        <translation>Axon 不能在 Windows 上執行命令：它無法停止命令啟動的所有程式。</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Rules you have set</source>
        <translation>已經定下的規則</translation>
    </message>
    <message>
        <source>No rules yet. Choosing “Always” or “Never” when Axon asks about a change adds a rule here.</source>
        <translation>還沒有。詢問變更時選擇「一律」或「永不」，規則就會列在這裡。</translation>
    </message>
    <message>
        <source>Remo&amp;ve rule</source>
        <translation>移除規則(&amp;V)</translation>
    </message>
    <message>
        <source>Remove all r&amp;ules</source>
        <translation>移除所有規則(&amp;U)</translation>
    </message>
    <message>
        <source>The turn would stop before you are asked. Increase “Stop after round”.</source>
        <translation>這樣會在詢問你之前就停止：請調大最多輪數。</translation>
    </message>
    <message>
        <source>May Axon change notes?</source>
        <translation>允許 Axon 變更筆記嗎？</translation>
    </message>
    <message>
        <source>Axon never asks before reading. Every change it makes to a note can be undone, and the switch below the message box sets when it asks you first.</source>
        <translation>讀取筆記時不會詢問。Axon 對筆記的每項變更都能復原，輸入框下方的開關決定何時事先詢問你。</translation>
    </message>
    <message>
        <source>You see each change, before and after, and approve it.</source>
        <translation>每項變更的前後內容都會給你看，由你同意。</translation>
    </message>
    <message>
        <source>Ordinary changes are made right away. Axon still asks before changes that lose a lot of text.</source>
        <translation>一般的變更會立即套用，會遺失大量文字的仍會詢問。</translation>
    </message>
    <message>
        <source>Nothing in the vault is changed.</source>
        <translation>不會變更儲存庫中的任何內容。</translation>
    </message>
</context>
<context>
    <name>SandboxStatusLabel</name>
    <message>
        <source>Testing the sandbox…</source>
        <translation>正在測試沙盒…</translation>
    </message>
    <message>
        <source>No sandbox works on this computer, so a command can change anything you can. Axon asks before every command and refuses shell command lines. On Linux, installing bubblewrap helps.</source>
        <translation>這部電腦上沒有可用的沙盒：凡是你能變更的，指令都能變更。每個指令都會詢問，使用 Shell 的指令一律拒絕。在 Linux 上，可安裝 bubblewrap 來解決。</translation>
    </message>
    <message>
        <source>Commands run in a sandbox ({name}, tested on this computer). They can read this vault, change only what the question lists, and have no network access.</source>
        <translation>指令在沙盒中執行（{name}，已在這部電腦上測試）：可以讀取這個儲存庫，只能變更詢問中列出的項目，且無法使用網路。</translation>
    </message>
</context>
<context>
    <name>SavePrompt</name>
    <message>
        <source>Save to a note</source>
        <translation>儲存到筆記</translation>
    </message>
    <message>
        <source>Path of the new note in the vault</source>
        <translation>新筆記在儲存庫中的路徑</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>儲存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>SaveStateLabel</name>
    <message>
        <source>Saved</source>
        <translation>已儲存</translation>
    </message>
    <message>
        <source>Unsaved</source>
        <translation>未儲存</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未儲存</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>有衝突</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>唯讀</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>請選擇…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重試</translation>
    </message>
</context>
<context>
    <name>Saver</name>
    <message>
        <source>This cannot be undone after you leave the note.</source>
        <translation>離開這則筆記之後就無法復原。</translation>
    </message>
    <message>
        <source>Your text is not saved yet because the change could not be undone later. {why}</source>
        <translation>你的文字尚未儲存，因為儲存之後將無法復原。{why}</translation>
    </message>
    <message>
        <source>The file is gone. “Retry” creates it again.</source>
        <translation>檔案已不存在。點「重試」會重新建立。</translation>
    </message>
    <message>
        <source>The file is no longer text.</source>
        <translation>檔案已不再是文字檔。</translation>
    </message>
    <message>
        <source>The same lines were changed in the file.</source>
        <translation>檔案中相同的幾行也已變更。</translation>
    </message>
</context>
<context>
    <name>SchemaFormDialog</name>
    <message>
        <source>* required</source>
        <translation>* 為必填欄位</translation>
    </message>
    <message>
        <source>This form seems to ask for a secret ({names}). Servers are not allowed to do that in a form: what you enter goes to “{server}” as plain text, and possibly on to the model. If in doubt, decline.</source>
        <translation>它似乎在索取機密資料（{names}）。伺服器不得在表單中這樣做：你填寫的內容會以明文傳給「{server}」，還可能轉給模型。如有疑慮，請拒絕。</translation>
    </message>
    <message>
        <source>&amp;Send answer</source>
        <translation>傳送答覆(&amp;S)</translation>
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
        <translation>請輸入字詞、標籤或部分路徑。</translation>
    </message>
    <message>
        <source>There is nothing after the operator.</source>
        <translation>運算子後面沒有內容。</translation>
    </message>
    <message>
        <source>This is not a valid regular expression.</source>
        <translation>這不是有效的正規表示式。</translation>
    </message>
    <message>
        <source>The query has more than {most} parts.</source>
        <translation>查詢超過 {most} 個部分。</translation>
    </message>
    <message>
        <source>{shown} of {total} notes</source>
        <translation>{shown} / {total} 則筆記</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 則筆記</translation>
    </message>
    <message>
        <source>{total} notes</source>
        <translation>{total} 則筆記</translation>
    </message>
    <message>
        <source>No note contains {words}.</source>
        <translation>沒有筆記含有{words}。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>No note contains all the words; these contain some of them.</source>
        <translation>沒有筆記含有所有字詞，以下筆記含有其中一部分。</translation>
    </message>
    <message>
        <source>Unknown operator. The question mark shows those that there are.</source>
        <translation>無法辨識這個運算子。按一下問號可檢視可用的運算子。</translation>
    </message>
    <message>
        <source>The {count} closest passages</source>
        <translation>最接近的 {count} 個段落</translation>
    </message>
    <message>
        <source>The closest passage</source>
        <translation>最接近的段落</translation>
    </message>
    <message>
        <source>No passage is near enough to “{query}”.</source>
        <translation>沒有足夠接近「{query}」的段落。</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>找不到「{query}」。</translation>
    </message>
    <message>
        <source>Conditions and regular expressions are searched by words.</source>
        <translation>條件和正規表示式依字詞搜尋。</translation>
    </message>
    <message>
        <source>There is no index, so the files themselves are searched.</source>
        <translation>沒有索引：直接搜尋檔案。</translation>
    </message>
    <message>
        <source>The index is being built ({done} of {total}). Until it is ready, the files themselves are searched.</source>
        <translation>正在建立索引（{done} / {total}）：完成之前直接搜尋檔案。</translation>
    </message>
    <message>
        <source>The index is being built. Until it is ready, the files themselves are searched.</source>
        <translation>正在建立索引：完成之前直接搜尋檔案。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>字詞</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>語意</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>兩者</translation>
    </message>
    <message>
        <source>Reading {done} of {total} notes</source>
        <translation>正在讀取筆記：{done}/{total}</translation>
    </message>
    <message>
        <source>Best match first</source>
        <translation>最相關的在前</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>依名稱</translation>
    </message>
    <message>
        <source>Recently changed first</source>
        <translation>最近變更的在前</translation>
    </message>
    <message>
        <source>notes with this tag or a nested tag</source>
        <translation>帶有這個標籤或其子標籤的筆記</translation>
    </message>
    <message>
        <source>the path contains this</source>
        <translation>路徑含有這段文字</translation>
    </message>
    <message>
        <source>the file name contains this</source>
        <translation>檔名含有這段文字</translation>
    </message>
    <message>
        <source>exactly these words, in this order</source>
        <translation>一字不差地含有這些字詞</translation>
    </message>
    <message>
        <source>without this word</source>
        <translation>不含這個字詞</translation>
    </message>
    <message>
        <source>one or the other; () makes a group</source>
        <translation>含有其一；() 用於分組</translation>
    </message>
    <message>
        <source>all of it in one line</source>
        <translation>全部在同一行</translation>
    </message>
    <message>
        <source>all of it between two headings</source>
        <translation>全部在兩個標題之間</translation>
    </message>
    <message>
        <source>in a task that is not done; also task-done: and task:</source>
        <translation>在未完成的任務中；另有 task-done: 和 task:</translation>
    </message>
    <message>
        <source>a property; with a colon, its value</source>
        <translation>屬性；冒號後面是它的值</translation>
    </message>
    <message>
        <source>a line matches this regular expression</source>
        <translation>有一行符合這個正規表示式</translation>
    </message>
</context>
<context>
    <name>SearchFeature</name>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>{keys} replaces text now; History is {history}.</source>
        <translation>{keys} 現在用於取代文字；歷史記錄改為 {history}。</translation>
    </message>
    <message>
        <source>Which notes are about {query}?</source>
        <translation>哪些筆記與 {query} 有關？</translation>
    </message>
</context>
<context>
    <name>SearchPage</name>
    <message>
        <source>Search in the vault…</source>
        <translation>在儲存庫中搜尋…</translation>
    </message>
    <message>
        <source>Search in the vault</source>
        <translation>在儲存庫中搜尋</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜尋</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>最近的搜尋</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜尋…</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>沒有開啟的儲存庫。請透過「檔案 → 開啟儲存庫…」選擇一個。</translation>
    </message>
    <message>
        <source>Type words to find the notes that contain them. The question mark shows how to find tags and paths.</source>
        <translation>輸入字詞即可找到含有這些字詞的筆記。問號會說明如何搜尋標籤和路徑。</translation>
    </message>
    <message>
        <source>There was not enough time to search all notes.</source>
        <translation>時間有限，未能全部檢視。</translation>
    </message>
    <message>
        <source>The results were copied.</source>
        <translation>已複製結果。</translation>
    </message>
</context>
<context>
    <name>SendRow</name>
    <message>
        <source>1 comment, not sent</source>
        <translation>1 條註解，未傳送</translation>
    </message>
    <message>
        <source>{count} comments, not sent</source>
        <translation>{count} 條註解，未傳送</translation>
    </message>
    <message>
        <source>Send both</source>
        <translation>全部傳送</translation>
    </message>
    <message>
        <source>Send all</source>
        <translation>全部傳送</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>傳送</translation>
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
        <translation>同意並啟動(&amp;G)</translation>
    </message>
    <message>
        <source>Switched &amp;on</source>
        <translation>已開啟(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Restart</source>
        <translation>重新啟動(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Log…</source>
        <translation>記錄檔(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>編輯(&amp;E)…</translation>
    </message>
    <message>
        <source>Remo&amp;ve…</source>
        <translation>移除(&amp;V)…</translation>
    </message>
    <message>
        <source>Revie&amp;w…</source>
        <translation>檢視(&amp;W)…</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>網址</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令列</translation>
    </message>
    <message>
        <source>{server} is switched on</source>
        <translation>{server} 已開啟</translation>
    </message>
    <message>
        <source>1 tool is new or has changed. It is not offered until you review it.</source>
        <translation>有 1 個工具是新的或已變更。你檢視之前不會提供給模型。</translation>
    </message>
    <message>
        <source>{count} tools are new or have changed. They are not offered until you review them.</source>
        <translation>有 {count} 個工具是新的或已變更。你檢視之前不會提供給模型。</translation>
    </message>
    <message>
        <source>calls itself “{title}”</source>
        <translation>自稱「{title}」</translation>
    </message>
    <message>
        <source>protocol {version}</source>
        <translation>通訊協定 {version}</translation>
    </message>
</context>
<context>
    <name>ServerForm</name>
    <message>
        <source>Add a server</source>
        <translation>新增伺服器</translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation>編輯伺服器</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>這部電腦上的程式</translation>
    </message>
    <message>
        <source>An address (Streamable HTTP)</source>
        <translation>網址（Streamable HTTP）</translation>
    </message>
    <message>
        <source>leave empty for your home folder</source>
        <translation>留空則用你的家目錄</translation>
    </message>
    <message>
        <source>Add &amp;variable</source>
        <translation>新增變數(&amp;V)</translation>
    </message>
    <message>
        <source>Add &amp;header</source>
        <translation>新增標頭(&amp;H)</translation>
    </message>
    <message>
        <source>This is run exactly as written, without a shell and with your permissions. Put parts that contain spaces in quotes.</source>
        <translation>將以你的權限原樣執行，不經過 Shell。含空格的部分請加引號。</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名稱(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>類型(&amp;K)</translation>
    </message>
    <message>
        <source>Co&amp;mmand line</source>
        <translation>命令列(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>資料夾(&amp;F)</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>環境變數</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>網址(&amp;D)</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>標頭</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>as for all tools</source>
        <translation>與所有工具相同</translation>
    </message>
    <message>
        <source>Offer a&amp;ll its tools in every request, however many there are</source>
        <translation>每個請求都提供它的全部工具，無論有多少(&amp;L)</translation>
    </message>
    <message>
        <source>Keep secrets for this &amp;run only</source>
        <translation>機密資料僅本次執行有效(&amp;R)</translation>
    </message>
    <message>
        <source>T&amp;ime limit per call</source>
        <translation>單次呼叫時限(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save and start</source>
        <translation>儲存並啟動(&amp;S)</translation>
    </message>
    <message>
        <source>A server’s name cannot be changed: its rules and secrets are tied to it.</source>
        <translation>伺服器的名稱不能變更：規則和機密資料都與它關聯。</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>儲存(&amp;S)</translation>
    </message>
    <message>
        <source>Give the server a name.</source>
        <translation>請為伺服器命名。</translation>
    </message>
    <message>
        <source>A server with this name already exists.</source>
        <translation>已有同名的伺服器。</translation>
    </message>
    <message>
        <source>This is no address. It looks like https://host/mcp or 127.0.0.1:8000/mcp.</source>
        <translation>這不是網址。網址應形如 https://host/mcp 或 127.0.0.1:8000/mcp。</translation>
    </message>
    <message>
        <source>Enter the command line that starts the server.</source>
        <translation>請輸入啟動伺服器的命令列。</translation>
    </message>
    <message>
        <source>A quotation mark in the command line is not closed.</source>
        <translation>命令列中有引號沒有閉合。</translation>
    </message>
</context>
<context>
    <name>ServerTable</name>
    <message>
        <source>MCP servers</source>
        <translation>MCP 伺服器</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>伺服器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>狀態</translation>
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
        <translation>傳送其全部工具時，每個請求為此消耗的 token 數（估計值）</translation>
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
        <translation>測試連線(&amp;T)</translation>
    </message>
    <message>
        <source>Starting the server. The first time may take a while…</source>
        <translation>正在啟動，第一次可能需要一會兒…</translation>
    </message>
    <message>
        <source>Its tools and its log</source>
        <translation>它的工具與記錄檔</translation>
    </message>
    <message>
        <source>Its log</source>
        <translation>它的記錄檔</translation>
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
        <translation>○ 已關閉</translation>
    </message>
    <message>
        <source>● waiting for your agreement</source>
        <translation>● 尚未同意</translation>
    </message>
    <message>
        <source>● starting…</source>
        <translation>● 正在啟動…</translation>
    </message>
    <message>
        <source>● ready</source>
        <translation>● 就緒</translation>
    </message>
    <message>
        <source>● ready after {time}</source>
        <translation>● 就緒，耗時 {time}</translation>
    </message>
    <message>
        <source>● connection lost, restarting…</source>
        <translation>● 連線中斷，正在重新啟動…</translation>
    </message>
    <message>
        <source>● retrying in {seconds} s</source>
        <translation>● {seconds} 秒後重試</translation>
    </message>
    <message>
        <source>● failed</source>
        <translation>● 失敗</translation>
    </message>
    <message>
        <source>○ stopped</source>
        <translation>○ 已停止</translation>
    </message>
    <message>
        <source>Its program cannot be started: {details}.</source>
        <translation>無法啟動它的程式：{details}。</translation>
    </message>
    <message>
        <source>Its program ended: {details}. The log may say why.</source>
        <translation>它的程式已結束：{details}。記錄檔中可能有原因。</translation>
    </message>
    <message>
        <source>It did not answer within {details} seconds. The log may say why.</source>
        <translation>它在 {details} 秒內沒有回應。記錄檔中可能有原因。</translation>
    </message>
    <message>
        <source>It cannot be reached: {details}. Check the address and the network.</source>
        <translation>無法連線：{details}。請檢查網址與網路。</translation>
    </message>
    <message>
        <source>It does not speak the protocol: {details}.</source>
        <translation>它不符合通訊協定：{details}。</translation>
    </message>
    <message>
        <source>It would not stop sending data, so it was stopped.</source>
        <translation>它不停地傳送資料，已被停止。</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>連線已中斷。</translation>
    </message>
    <message>
        <source>The value of {details} is missing: enter it under Edit.</source>
        <translation>缺少 {details} 的值：請在「編輯」中填寫。</translation>
    </message>
    <message>
        <source>The key store cannot be read: {details}.</source>
        <translation>無法讀取鑰匙圈：{details}。</translation>
    </message>
    <message>
        <source>Something went wrong: {details}.</source>
        <translation>發生了一些問題：{details}。</translation>
    </message>
    <message>
        <source>The program {details} was not found. It comes with Node.js (nodejs.org).</source>
        <translation>找不到程式 {details}。它隨 Node.js（nodejs.org）一起安裝。</translation>
    </message>
    <message>
        <source>The program {details} was not found. It comes with uv (docs.astral.sh/uv).</source>
        <translation>找不到程式 {details}。它隨 uv（docs.astral.sh/uv）一起安裝。</translation>
    </message>
    <message>
        <source>The program {details} was not found. Install it, or enter its full path.</source>
        <translation>找不到程式 {details}。請安裝它，或寫出完整路徑。</translation>
    </message>
    <message>
        <source>It refuses the key (HTTP status {details}). Check the headers under Edit.</source>
        <translation>它不接受此金鑰（HTTP 狀態 {details}）。請在「編輯」中檢查標頭。</translation>
    </message>
    <message>
        <source>There is no server at this address (HTTP status {details}).</source>
        <translation>這個網址沒有伺服器（HTTP 狀態 {details}）。</translation>
    </message>
    <message>
        <source>It answered with HTTP status {details}.</source>
        <translation>它傳回了 HTTP 狀態 {details}。</translation>
    </message>
    <message>
        <source>Axon starts it only after you agree to exactly this. It can then do whatever you can do.</source>
        <translation>你同意以上內容之後，Axon 才會啟動它。啟動後，凡是你能做的，它都能做。</translation>
    </message>
    <message>
        <source>In the folder {folder}</source>
        <translation>在資料夾 {folder} 中</translation>
    </message>
    <message>
        <source>With the variable {name} = {value}</source>
        <translation>使用變數 {name} = {value}</translation>
    </message>
    <message>
        <source>With the header {name}: {value}</source>
        <translation>使用標頭 {name}: {value}</translation>
    </message>
    <message>
        <source>(secret, kept in the key store)</source>
        <translation>（機密值，儲存在鑰匙圈中）</translation>
    </message>
    <message>
        <source>{offered} of {total}</source>
        <translation>{offered} / {total}</translation>
    </message>
    <message>
        <source>new: review it first</source>
        <translation>新工具：請先檢視</translation>
    </message>
    <message>
        <source>changed: review it first</source>
        <translation>已變更：請先檢視</translation>
    </message>
    <message>
        <source>cannot be used: {reason}</source>
        <translation>無法使用：{reason}</translation>
    </message>
    <message>
        <source>It works: ready after {time} with 1 tool, protocol {protocol}.</source>
        <translation>運作正常：1 個工具，耗時 {time}，通訊協定 {protocol}。</translation>
    </message>
    <message>
        <source>It works: ready after {time} with {count} tools, protocol {protocol}.</source>
        <translation>運作正常：{count} 個工具，耗時 {time}，通訊協定 {protocol}。</translation>
    </message>
</context>
<context>
    <name>ServersPage</name>
    <message>
        <source>MCP servers</source>
        <translation>MCP 伺服器</translation>
    </message>
    <message>
        <source>Tools from other programs. Changes on this page take effect immediately.</source>
        <translation>其他程式的工具。在此頁面所做的變更立即生效。</translation>
    </message>
    <message>
        <source>There are no servers yet. An MCP server is a program, or an address on the network, that offers its tools to the model: a calendar, a browser, a database. Add one with the command line that its developers provide, or import those that you use in Claude Desktop, Cursor or VS Code. Nothing starts before you have seen its exact command.</source>
        <translation>還沒有伺服器。MCP 伺服器是一個程式，或網路上的一個網址，它把自己的工具借給模型使用，例如行事曆、瀏覽器、資料庫。你可以用開發者提供的命令列新增伺服器，或匯入你在 Claude Desktop、Cursor 或 VS Code 中使用的伺服器。在你看到確切的指令之前，什麼都不會啟動。</translation>
    </message>
    <message>
        <source>+ &amp;Add a server…</source>
        <translation>+ 新增伺服器(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>匯入(&amp;I)…</translation>
    </message>
    <message>
        <source>The list of servers was damaged. The original was kept as {file}.</source>
        <translation>伺服器清單有損壞。原檔案保留為 {file}。</translation>
    </message>
    <message>
        <source>The server “{server}” will be stopped, and its settings, secrets and approvals deleted. This cannot be undone.</source>
        <translation>伺服器「{server}」會停止，它的設定、機密資料和核准記錄都會刪除。此操作無法復原。</translation>
    </message>
    <message>
        <source>Remove this server?</source>
        <translation>要移除這個伺服器嗎？</translation>
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
        <translation>1 個 MCP 伺服器</translation>
    </message>
    <message>
        <source>{count} MCP servers</source>
        <translation>{count} 個 MCP 伺服器</translation>
    </message>
    <message>
        <source>{ready} of {count} MCP servers ready</source>
        <translation>{ready} / {count} 個 MCP 伺服器就緒</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>General</source>
        <translation>一般</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Tools &amp; safety</source>
        <translation>工具與安全</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 伺服器</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外觀</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>編輯器</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>語意搜尋</translation>
    </message>
    <message>
        <source>Task Manager</source>
        <translation>任務管理員</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>The language changes the next time Axon starts.</source>
        <translation>變更語言後，下次啟動時生效。</translation>
    </message>
    <message>
        <source>Notif&amp;y me when Axon is waiting or done and the window is not in front</source>
        <translation>視窗不在最前面時，Axon 等待回覆或完成後發出通知(&amp;Y)</translation>
    </message>
    <message>
        <source>The whole answer</source>
        <translation>整個回答</translation>
    </message>
    <message>
        <source>Its first sentence</source>
        <translation>第一句</translation>
    </message>
    <message>
        <source>Only that it is there</source>
        <translation>只說已有回答</translation>
    </message>
    <message>
        <source>Scr&amp;een readers say</source>
        <translation>螢幕閱讀器朗讀(&amp;E)</translation>
    </message>
    <message>
        <source>Your &amp;own prompts for a selected text, one per line, each with its name before a colon</source>
        <translation>您自己的提示詞（用於選取的文字），每行一條，冒號前是名稱(&amp;O)</translation>
    </message>
    <message>
        <source>To change keyboard shortcuts, open Help → Keyboard shortcuts (F1).</source>
        <translation>要變更鍵盤快速鍵，請開啟「說明 → 鍵盤快速鍵」（F1）。</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>找不到「{query}」。</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>語言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>儲存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>SettingsSaver</name>
    <message>
        <source>The settings are saved now.</source>
        <translation>設定現已儲存。</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>{keys} types a character: add Ctrl or Alt, or use a function key.</source>
        <translation>{keys} 會輸入字元：請同時按住 Ctrl 或 Alt，或改用功能鍵。</translation>
    </message>
    <message>
        <source>{keys} moves the cursor or the focus.</source>
        <translation>{keys} 用於移動游標或焦點。</translation>
    </message>
    <message>
        <source>{keys} is used for editing in every text field.</source>
        <translation>{keys} 用於在所有文字欄位中編輯。</translation>
    </message>
    <message>
        <source>{keys} is used by the note editor.</source>
        <translation>{keys} 由筆記編輯器使用。</translation>
    </message>
    <message>
        <source>{keys} is used by the window or the system.</source>
        <translation>{keys} 由視窗或系統使用。</translation>
    </message>
    <message>
        <source>Send the message, open the note, follow the link</source>
        <translation>傳送訊息、開啟筆記、前往連結</translation>
    </message>
    <message>
        <source>Start a new line in the message</source>
        <translation>在訊息中換行</translation>
    </message>
    <message>
        <source>Stop the agent; close the find bar; clear the filter</source>
        <translation>停止代理；關閉尋找列；清除篩選</translation>
    </message>
    <message>
        <source>Go to the next link or panel</source>
        <translation>前往下一個連結或面板</translation>
    </message>
    <message>
        <source>Go to a tab by its number</source>
        <translation>依編號前往分頁</translation>
    </message>
    <message>
        <source>Save the note in the editor right away</source>
        <translation>在編輯器中立即儲存筆記</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>鍵盤快速鍵</translation>
    </message>
    <message>
        <source>Search commands or keys</source>
        <translation>搜尋指令或按鍵</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按鍵</translation>
    </message>
    <message>
        <source>Use i&amp;t here instead</source>
        <translation>改用於此指令(&amp;T)</translation>
    </message>
    <message>
        <source>Leave it &amp;as it is</source>
        <translation>維持原樣(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;hange…</source>
        <translation>變更(&amp;H)…</translation>
    </message>
    <message>
        <source>Re&amp;move keys</source>
        <translation>移除按鍵(&amp;M)</translation>
    </message>
    <message>
        <source>Press the keys for “{name}”, or Esc to cancel.</source>
        <translation>請按「{name}」的按鍵。按 Esc 維持原樣。</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重設(&amp;R)</translation>
    </message>
    <message>
        <source>Reset a&amp;ll</source>
        <translation>全部重設(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
    <message>
        <source>Changed by you</source>
        <translation>你已變更</translation>
    </message>
    <message>
        <source>Cannot be changed</source>
        <translation>無法變更</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”.</source>
        <translation>找不到「{query}」。</translation>
    </message>
    <message>
        <source>{keys} is already used for “{name}”.</source>
        <translation>{keys} 已用於「{name}」。</translation>
    </message>
</context>
<context>
    <name>SideBySideDiff</name>
    <message>
        <source>Comparison</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Line {number} is added: {new}</source>
        <translation>新增第 {number} 行：{new}</translation>
    </message>
    <message>
        <source>Line {number} is removed: {old}</source>
        <translation>刪除第 {number} 行：{old}</translation>
    </message>
    <message>
        <source>Line {number} changes from: {old} to: {new}</source>
        <translation>第 {number} 行變更，原為：{old}，改為：{new}</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>已選取</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不採用</translation>
    </message>
    <message>
        <source>Change {number} of {count}, {state}: {lines}</source>
        <translation>第 {number} / {count} 處變更，{state}：{lines}</translation>
    </message>
    <message>
        <source>… {keys} reads all of it</source>
        <translation>……按 {keys} 朗讀全部</translation>
    </message>
    <message>
        <source>{lines} added {place}: {new}</source>
        <translation>{place}新增 {lines}：{new}</translation>
    </message>
    <message>
        <source>{lines} removed {place}: {old}</source>
        <translation>{place}刪除 {lines}：{old}</translation>
    </message>
    <message>
        <source>{lines} changed {place}, from: {old} to: {new}</source>
        <translation>{place}更改 {lines}，原為：{old} 改為：{new}</translation>
    </message>
    <message>
        <source>{count} more changes</source>
        <translation>另有 {count} 處變更</translation>
    </message>
    <message>
        <source>1 more change</source>
        <translation>另有 1 處變更</translation>
    </message>
    <message>
        <source>at the beginning</source>
        <translation>在開頭</translation>
    </message>
    <message>
        <source>after “{line}”</source>
        <translation>在「{line}」之後</translation>
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
        <translation>新增 {lines}，刪除 {removed} 行</translation>
    </message>
    <message>
        <source>⋯ {count} unchanged lines</source>
        <translation>⋯ {count} 行未變更</translation>
    </message>
    <message>
        <source>⋯ 1 unchanged line</source>
        <translation>⋯ 1 行未變更</translation>
    </message>
</context>
<context>
    <name>SourceFinder</name>
    <message>
        <source>The search takes too long. Make the regular expression simpler.</source>
        <translation>搜尋耗時過長。請簡化規則運算式。</translation>
    </message>
</context>
<context>
    <name>SpellUnderlines</name>
    <message>
        <source>No misspelled word was found.</source>
        <translation>沒有找到拼字錯誤。</translation>
    </message>
    <message>
        <source>{word}, misspelled</source>
        <translation>{word}，拼字錯誤</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>沒有建議</translation>
    </message>
    <message>
        <source>Add “{word}” to the dictionary</source>
        <translation>把「{word}」加入字典</translation>
    </message>
</context>
<context>
    <name>SpokenLine</name>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>屬性</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>註解</translation>
    </message>
    <message>
        <source>Heading level {level}</source>
        <translation>{level} 級標題</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>分隔線</translation>
    </message>
    <message>
        <source>Underline of the heading</source>
        <translation>標題的底線</translation>
    </message>
    <message>
        <source>Item {number} of {count}</source>
        <translation>第 {number} 項，共 {count} 項</translation>
    </message>
    <message>
        <source>Task, not done, {number} of {count}</source>
        <translation>任務，未完成，第 {number} 項，共 {count} 項</translation>
    </message>
    <message>
        <source>Task, done, {number} of {count}</source>
        <translation>任務，已完成，第 {number} 項，共 {count} 項</translation>
    </message>
    <message>
        <source>Callout, {kind}: {title}</source>
        <translation>標註 {kind}：{title}</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>程式碼，{language}</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>程式碼</translation>
    </message>
    <message>
        <source>End of the code</source>
        <translation>程式碼結束</translation>
    </message>
    <message>
        <source>Titles of the columns</source>
        <translation>欄標題</translation>
    </message>
    <message>
        <source>Line below the titles</source>
        <translation>標題下方的分隔行</translation>
    </message>
    <message>
        <source>Row {row} of {rows}</source>
        <translation>第 {row} 列，共 {rows} 列</translation>
    </message>
    <message>
        <source>{title}, column {number} of {count}</source>
        <translation>{title}，第 {number} 欄，共 {count} 欄</translation>
    </message>
    <message>
        <source>Embedded: {text}</source>
        <translation>嵌入：{text}</translation>
    </message>
    <message>
        <source>Link: {text}</source>
        <translation>連結：{text}</translation>
    </message>
</context>
<context>
    <name>StateLine</name>
    <message>
        <source>● Agent Mode Active</source>
        <translation>● 代理模式已啟用</translation>
    </message>
    <message>
        <source>● Agent Mode Active — without asking</source>
        <translation>● 代理模式已啟用 — 不詢問</translation>
    </message>
    <message>
        <source>● Agent Mode Active — read-only</source>
        <translation>● 代理模式已啟用 — 唯讀</translation>
    </message>
    <message>
        <source>● Agent Mode Active — {why}</source>
        <translation>● 代理模式已啟用 — {why}</translation>
    </message>
    <message>
        <source>the vault’s folder is missing</source>
        <translation>儲存庫資料夾不存在</translation>
    </message>
    <message>
        <source>● Plan done — next request: new plan</source>
        <translation>● 計畫已完成 — 下一個請求會另作計畫</translation>
    </message>
    <message>
        <source>● Plan stopped at step {step} of {total}</source>
        <translation>● 計畫停在第 {step} 步，共 {total} 步</translation>
    </message>
    <message>
        <source>● Planning — read-only until you agree</source>
        <translation>● 正在規劃 — 你同意之前唯讀</translation>
    </message>
    <message>
        <source>● Agent Mode Active — whole vault</source>
        <translation>● 代理模式已啟用 — 整個儲存庫</translation>
    </message>
    <message>
        <source>● Agent Mode Active — whole vault, without asking</source>
        <translation>● 代理模式已啟用 — 整個儲存庫，不詢問</translation>
    </message>
    <message>
        <source>● Agent Mode Active — whole vault, read-only</source>
        <translation>● 代理模式已啟用 — 整個儲存庫，唯讀</translation>
    </message>
    <message>
        <source>● Running step {step} of {total} — asks before it writes</source>
        <translation>● 正在執行第 {step} 步，共 {total} 步 — 寫入前詢問</translation>
    </message>
    <message>
        <source>● Running step {step} of {total} — writes without asking</source>
        <translation>● 正在執行第 {step} 步，共 {total} 步 — 寫入不詢問</translation>
    </message>
    <message>
        <source>● Running step {step} of {total} — read-only</source>
        <translation>● 正在執行第 {step} 步，共 {total} 步 — 唯讀</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Vault</source>
        <translation>儲存庫</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>由誰回答</translation>
    </message>
    <message>
        <source>Length of the note</source>
        <translation>筆記的字數</translation>
    </message>
    <message>
        <source>Length of the note, without its properties</source>
        <translation>筆記的字數，不含屬性</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>{name} — 1 note</source>
        <translation>{name} — 1 則筆記</translation>
    </message>
    <message>
        <source>{name} — {count} notes</source>
        <translation>{name} — {count} 則筆記</translation>
    </message>
    <message>
        <source>The window’s language: {language}. Choose another in Settings → General.</source>
        <translation>視窗的語言：{language}。可在「設定」→「一般」中變更。</translation>
    </message>
</context>
<context>
    <name>StepDelegate</name>
    <message>
        <source>Expect: {outcome}</source>
        <translation>預期：{outcome}</translation>
    </message>
</context>
<context>
    <name>StepEditor</name>
    <message>
        <source>What to do</source>
        <translation>做什麼</translation>
    </message>
    <message>
        <source>Expected result</source>
        <translation>預期結果</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>Steps</source>
        <translation>步驟</translation>
    </message>
    <message>
        <source>Step {number}: {description} Expect: {outcome}</source>
        <translation>步驟 {number}：{description} 預期：{outcome}</translation>
    </message>
    <message>
        <source>New step</source>
        <translation>新步驟</translation>
    </message>
    <message>
        <source>The step is done</source>
        <translation>此步驟已完成</translation>
    </message>
</context>
<context>
    <name>StoreOpener</name>
    <message>
        <source>Conversations are kept again.</source>
        <translation>對話已恢復儲存。</translation>
    </message>
</context>
<context>
    <name>SummaryHead</name>
    <message>
        <source>Press Enter to hide the single steps.</source>
        <translation>按 Enter 隱藏每一步。</translation>
    </message>
    <message>
        <source>Press Enter to show the single steps.</source>
        <translation>按 Enter 顯示每一步。</translation>
    </message>
</context>
<context>
    <name>Switcher</name>
    <message>
        <source>Go to note</source>
        <translation>前往筆記</translation>
    </message>
    <message>
        <source>Go to a note by its name; # for headings</source>
        <translation>依名稱前往筆記；# 用於標題</translation>
    </message>
    <message>
        <source>Notes that you open are listed here.</source>
        <translation>你開啟過的筆記會列在這裡。</translation>
    </message>
    <message>
        <source>No heading found.</source>
        <translation>找不到標題。</translation>
    </message>
    <message>
        <source>Type a heading.</source>
        <translation>請輸入標題。</translation>
    </message>
    <message>
        <source>No note found. Press Shift+Enter to create “{name}”.</source>
        <translation>找不到筆記。按 Shift+Enter 新增「{name}」。</translation>
    </message>
    <message>
        <source>Reading the file names…</source>
        <translation>正在讀取檔名…</translation>
    </message>
    <message>
        <source>Enter to open</source>
        <translation>Enter 開啟</translation>
    </message>
    <message>
        <source>{keys} to open in a new tab</source>
        <translation>{keys} 在新分頁中開啟</translation>
    </message>
    <message>
        <source>Shift+Enter to create a note</source>
        <translation>Shift+Enter 新增筆記</translation>
    </message>
</context>
<context>
    <name>SwitcherFeature</name>
    <message>
        <source>No vault is open.</source>
        <translation>沒有開啟的儲存庫。</translation>
    </message>
</context>
<context>
    <name>TabBar</name>
    <message>
        <source>New tab</source>
        <translation>新增分頁</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>向右分割</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>所有分頁</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Open notes</source>
        <translation>開啟的筆記</translation>
    </message>
    <message>
        <source>Empty tab</source>
        <translation>空白分頁</translation>
    </message>
    <message>
        <source>{name}, not saved yet</source>
        <translation>{name}，尚未儲存</translation>
    </message>
    <message>
        <source>{name}, pinned</source>
        <translation>{name}，已釘選</translation>
    </message>
    <message>
        <source>{name} no longer exists.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>尚未儲存</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Close others</source>
        <translation>關閉其他分頁</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>重新開啟關閉的分頁</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>向右分割</translation>
    </message>
    <message>
        <source>Split down</source>
        <translation>向下分割</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消釘選</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>釘選</translation>
    </message>
    <message>
        <source>Copy wikilink</source>
        <translation>複製 Wiki 連結</translation>
    </message>
    <message>
        <source>Reveal in file manager</source>
        <translation>在檔案管理員中顯示</translation>
    </message>
</context>
<context>
    <name>TagsPage</name>
    <message>
        <source>Tags</source>
        <translation>標籤</translation>
    </message>
    <message>
        <source>Filter tags</source>
        <translation>篩選標籤</translation>
    </message>
    <message>
        <source>Sort order of the tags</source>
        <translation>標籤的排序</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>依名稱</translation>
    </message>
    <message>
        <source>By number of notes</source>
        <translation>依筆記數量</translation>
    </message>
    <message>
        <source>No tags match.</source>
        <translation>沒有標籤含有這些字。</translation>
    </message>
    <message>
        <source>No note in this vault has a tag.</source>
        <translation>這個儲存庫中沒有帶標籤的筆記。</translation>
    </message>
    <message>
        <source>This vault has no index, so its tags are not known.</source>
        <translation>這個儲存庫沒有索引，因此無法得知標籤。</translation>
    </message>
    <message>
        <source>The index of this vault could not be built, so its tags are not known.</source>
        <translation>無法建立這個儲存庫的索引，因此無法得知標籤。</translation>
    </message>
    <message>
        <source>Reading the tags in the vault…</source>
        <translation>正在讀取儲存庫中的標籤…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>Copy tag</source>
        <translation>複製標籤</translation>
    </message>
</context>
<context>
    <name>TaskManagerPage</name>
    <message>
        <source>Task Manager</source>
        <translation>任務管理員</translation>
    </message>
    <message>
        <source>Nova Agent Sync: a Task Manager hands out tasks and shows the progress of the agents that do them.</source>
        <translation>Nova Agent Sync：任務管理員分派任務，並顯示執行任務的代理的進度。</translation>
    </message>
    <message>
        <source>&amp;Report Axon’s turns to a Task Manager</source>
        <translation>向任務管理員回報 Axon 處理的請求(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>網址(&amp;A)</translation>
    </message>
    <message>
        <source>Set by the variable {name}.</source>
        <translation>取自變數 {name}。</translation>
    </message>
    <message>
        <source>&amp;Execution ID</source>
        <translation>執行 ID(&amp;E)</translation>
    </message>
    <message>
        <source>Set by the variable {name}, which also switches the reports on.</source>
        <translation>取自變數 {name}，該變數也會開啟回報。</translation>
    </message>
    <message>
        <source>The Task Manager shows it for each task.</source>
        <translation>任務管理員會顯示每個任務的執行 ID。</translation>
    </message>
    <message>
        <source>{name} is set: nothing leaves Axon.</source>
        <translation>已設定 {name}：不會有任何內容離開 Axon。</translation>
    </message>
    <message>
        <source>The ID of the conversation, as the session that works on the execution.</source>
        <translation>對話的 ID，作為處理此執行的工作階段。</translation>
    </message>
    <message>
        <source>Each step of a plan: its description, the expected result, how it ended, and the model’s summary.</source>
        <translation>計畫的每個步驟：描述、預期結果、執行結果，以及模型的說明。</translation>
    </message>
    <message>
        <source>Each tool call: the tool, the notes and folders that it names, how it ended, and what kind of error it had. For a tool of an MCP server, only its name and how it ended.</source>
        <translation>每次工具呼叫：所用的工具、涉及的筆記和資料夾、執行結果，以及錯誤類型。對於 MCP 伺服器的工具，只回報名稱和執行結果。</translation>
    </message>
    <message>
        <source>The contents of your notes, your messages, the answers and everything else in a call are never sent. Only the model’s summary of a step may quote a note.</source>
        <translation>筆記的內容、你的訊息、回答以及呼叫中的其他內容絕不會傳送。只有模型對步驟的說明可能引用筆記。</translation>
    </message>
    <message>
        <source>No turn waits for the Task Manager, and none fails because of it.</source>
        <translation>任何請求都不會等待任務管理員，也不會因它而失敗。</translation>
    </message>
    <message>
        <source>What is reported</source>
        <translation>回報的內容</translation>
    </message>
    <message>
        <source>This is not an address. An address begins with http:// or https://, such as {example}</source>
        <translation>這不是網址：網址以 http:// 或 https:// 開頭，例如 {example}</translation>
    </message>
    <message>
        <source>Enter the ID of the execution that Axon works on, or switch the reports off.</source>
        <translation>請填寫 Axon 所處理的執行的 ID，或關閉回報。</translation>
    </message>
</context>
<context>
    <name>TaskManagerWords</name>
    <message>
        <source>Task Manager does not answer in time</source>
        <translation>任務管理員未及時回應</translation>
    </message>
    <message>
        <source>Task Manager does not answer</source>
        <translation>任務管理員沒有回應</translation>
    </message>
    <message>
        <source>Answers from Task Manager are unreadable</source>
        <translation>無法辨識任務管理員的回應</translation>
    </message>
    <message>
        <source>Task Manager refuses reports</source>
        <translation>任務管理員拒絕接收回報</translation>
    </message>
    <message>
        <source>Task Manager has an internal error</source>
        <translation>任務管理員發生問題</translation>
    </message>
    <message>
        <source>Task Manager is slow</source>
        <translation>任務管理員回應緩慢</translation>
    </message>
    <message>
        <source>Reported to Task Manager</source>
        <translation>已回報給任務管理員</translation>
    </message>
    <message>
        <source>Nothing reported yet</source>
        <translation>尚未回報任何內容</translation>
    </message>
    <message>
        <source>1 report dropped</source>
        <translation>1 則回報被捨棄</translation>
    </message>
    <message>
        <source>{count} reports dropped</source>
        <translation>{count} 則回報被捨棄</translation>
    </message>
    <message>
        <source>Turns are reported to {address} for the execution {execution}.</source>
        <translation>請求會回報給 {address}，歸入執行 {execution}。</translation>
    </message>
    <message>
        <source>Problem: {reason}</source>
        <translation>問題：{reason}</translation>
    </message>
    <message>
        <source>No answer for {seconds} s so far.</source>
        <translation>到目前為止已等待回應 {seconds} 秒。</translation>
    </message>
    <message>
        <source>The last answer took {seconds} s.</source>
        <translation>上一次回應花了 {seconds} 秒。</translation>
    </message>
    <message>
        <source>Your turns do not wait for it.</source>
        <translation>你的請求不會等待它。</translation>
    </message>
    <message>
        <source>Reports: {sent} arrived, {waiting} waiting, {dropped} dropped.</source>
        <translation>回報：{sent} 則已送達，{waiting} 則等待中，{dropped} 則被捨棄。</translation>
    </message>
    <message>
        <source>✓ The Task Manager answers ({ms} ms).</source>
        <translation>✓ 任務管理員有回應（{ms} 毫秒）。</translation>
    </message>
    <message>
        <source>There was no answer within {seconds} s. Is that the address of a Task Manager?</source>
        <translation>{seconds} 秒內沒有回應。這是任務管理員的網址嗎？</translation>
    </message>
    <message>
        <source>Nothing answers at {address}. Check the address, the network, and whether the Task Manager is running.</source>
        <translation>{address} 沒有回應。請檢查網址、網路，以及任務管理員是否正在執行。</translation>
    </message>
    <message>
        <source>The program that answers at {address} is not a Task Manager.</source>
        <translation>在 {address} 回應的不是任務管理員。</translation>
    </message>
    <message>
        <source>The Task Manager refuses the request (HTTP {status}). Check the address.</source>
        <translation>任務管理員拒絕了請求（HTTP {status}）。請檢查網址。</translation>
    </message>
    <message>
        <source>The Task Manager has an internal error (HTTP {status}). Try again later.</source>
        <translation>任務管理員本身發生問題（HTTP {status}）。請稍後再試。</translation>
    </message>
</context>
<context>
    <name>TemplateChoice</name>
    <message>
        <source>Insert template</source>
        <translation>插入範本</translation>
    </message>
    <message>
        <source>Filter templates</source>
        <translation>篩選範本</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>範本</translation>
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
        <translation>找不到「{query}」。</translation>
    </message>
</context>
<context>
    <name>Templates</name>
    <message>
        <source>This vault has no templates folder. Set one in Obsidian, under Templates.</source>
        <translation>這個儲存庫沒有範本資料夾：請在 Obsidian 的「範本」設定中指定。</translation>
    </message>
    <message>
        <source>There are no templates in {folder}.</source>
        <translation>{folder} 中沒有範本。</translation>
    </message>
    <message>
        <source>This note cannot be edited.</source>
        <translation>無法編輯這則筆記。</translation>
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
        <translation>複製</translation>
    </message>
</context>
<context>
    <name>TextFile</name>
    <message>
        <source>Text file</source>
        <translation>文字檔</translation>
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
        <translation>模型的思考過程</translation>
    </message>
    <message>
        <source>Thought for {seconds} s</source>
        <translation>思考了 {seconds} 秒</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>思考過程</translation>
    </message>
</context>
<context>
    <name>TitleLine</name>
    <message>
        <source>Title of the conversation</source>
        <translation>對話的標題</translation>
    </message>
</context>
<context>
    <name>ToolApproval</name>
    <message>
        <source>a tool from another program</source>
        <translation>其他程式的工具</translation>
    </message>
    <message>
        <source>Allow {tool} for this request</source>
        <translation>這次請求中允許 {tool}</translation>
    </message>
    <message>
        <source>Always allow {tool}</source>
        <translation>一律允許 {tool}</translation>
    </message>
    <message>
        <source>Never allow {tool}</source>
        <translation>永不允許 {tool}</translation>
    </message>
    <message>
        <source>&amp;Allow once</source>
        <translation>允許一次(&amp;A)</translation>
    </message>
    <message>
        <source>It comes from “{server}”, another program.</source>
        <translation>它來自另一個程式「{server}」。</translation>
    </message>
    <message>
        <source>Axon cannot show in advance what it will do, and cannot undo it.</source>
        <translation>Axon 無法事先顯示它會做什麼，也無法復原。</translation>
    </message>
    <message>
        <source>No arguments</source>
        <translation>沒有引數</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>引數</translation>
    </message>
    <message>
        <source>Use this tool?</source>
        <translation>要使用這個工具嗎？</translation>
    </message>
</context>
<context>
    <name>ToolOutputCard</name>
    <message>
        <source>running</source>
        <translation>執行中</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>等待確認</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>step given up</source>
        <translation>已放棄此步驟</translation>
    </message>
    <message>
        <source>cannot be undone</source>
        <translation>無法復原</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已復原</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>not undone</source>
        <translation>未能復原</translation>
    </message>
    <message>
        <source>not redone</source>
        <translation>未重做</translation>
    </message>
    <message>
        <source>waiting for your approval</source>
        <translation>等待你核准</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Press Enter to show arguments and result.</source>
        <translation>按 Enter 顯示引數和結果。</translation>
    </message>
    <message>
        <source>Arguments and result of {tool}</source>
        <translation>{tool} 的引數和結果</translation>
    </message>
</context>
<context>
    <name>ToolTable</name>
    <message>
        <source>Search tools</source>
        <translation>搜尋工具</translation>
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
        <translation>唯讀</translation>
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
        <translation>1 個工具 · 每個請求約 {tokens} 個 token</translation>
    </message>
    <message>
        <source>{count} tools · about {tokens} tokens in each request</source>
        <translation>{count} 個工具 · 每個請求約 {tokens} 個 token</translation>
    </message>
    <message>
        <source>{tool} is offered</source>
        <translation>提供 {tool}</translation>
    </message>
    <message>
        <source>{tool} only reads</source>
        <translation>{tool} 唯讀</translation>
    </message>
    <message>
        <source>“Only reads” is your decision, not the server’s: such a tool is called without asking, and may be used while planning.</source>
        <translation>「唯讀」由你認定，而非伺服器：這樣的工具呼叫時不詢問，規劃時也可使用。</translation>
    </message>
    <message>
        <source>No tools match.</source>
        <translation>沒有工具含有這些字詞。</translation>
    </message>
    <message>
        <source>The server says that it only reads, which proves nothing.</source>
        <translation>伺服器聲稱它唯讀，但這並不能證明什麼。</translation>
    </message>
    <message>
        <source>The server does not say that it only reads.</source>
        <translation>伺服器沒有聲稱它唯讀。</translation>
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
        <translation>已在 {provider} 排隊 {seconds} 秒…</translation>
    </message>
    <message>
        <source>{error} Trying again in {seconds} s (attempt {attempt}).</source>
        <translation>{error}{seconds} 秒後重試（第 {attempt} 次）。</translation>
    </message>
    <message>
        <source>Axon is writing.</source>
        <translation>Axon 正在書寫。</translation>
    </message>
    <message>
        <source>Waiting for your answer…</source>
        <translation>正在等待你的答覆…</translation>
    </message>
    <message>
        <source>{error}. Trying again in {seconds} s (attempt {attempt}).</source>
        <translation>{error}。{seconds} 秒後重試（第 {attempt} 次）。</translation>
    </message>
    <message>
        <source>Running tools… press Esc to stop.</source>
        <translation>正在執行工具… 按 Esc 停止。</translation>
    </message>
    <message>
        <source>Axon has answered.</source>
        <translation>Axon 已回答。</translation>
    </message>
    <message>
        <source>Waiting for your answer to the plan…</source>
        <translation>正在等待你對計畫的答覆…</translation>
    </message>
    <message>
        <source>Step {step} of {total} begins.</source>
        <translation>開始第 {step} 步，共 {total} 步。</translation>
    </message>
    <message>
        <source>1 older message is no longer sent to the model.</source>
        <translation>1 則較早的訊息不再傳送給模型。</translation>
    </message>
    <message>
        <source>{count} older messages are no longer sent to the model.</source>
        <translation>{count} 則較早的訊息不再傳送給模型。</translation>
    </message>
    <message>
        <source>{provider} does not take the tool {tools}, so the turn goes on without. It says: “{words}”</source>
        <translation>{provider} 不接受工具{tools}，因此這一輪不使用它繼續。它說：「{words}」</translation>
    </message>
    <message>
        <source>1 older message is sent as a summary</source>
        <translation>1 則較早的訊息以摘要傳送</translation>
    </message>
    <message>
        <source>{count} older messages are sent as a summary</source>
        <translation>{count} 則較早的訊息以摘要傳送</translation>
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
        <translation>移到資源回收筒(&amp;M)</translation>
    </message>
    <message>
        <source>move {path} to the system’s trash</source>
        <translation>將 {path} 移到系統的資源回收筒</translation>
    </message>
    <message>
        <source>move {path} to the vault’s trash, as {target}</source>
        <translation>將 {path} 移到儲存庫的資源回收筒，成為 {target}</translation>
    </message>
    <message>
        <source>This can be undone: Axon keeps a copy.</source>
        <translation>可以復原：Axon 會保留一份副本。</translation>
    </message>
    <message>
        <source>Move this note to the trash?</source>
        <translation>要將這則筆記移到資源回收筒嗎？</translation>
    </message>
    <message>
        <source>Move this file to the trash?</source>
        <translation>要將這個檔案移到資源回收筒嗎？</translation>
    </message>
    <message>
        <source>It is too large to show here, or cannot be read.</source>
        <translation>內容太大無法在此顯示，或無法讀取。</translation>
    </message>
    <message>
        <source>It is not text ({size}).</source>
        <translation>內容不是文字（{size}）。</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>內容是空的。</translation>
    </message>
</context>
<context>
    <name>TreeMenu</name>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>Open in new &amp;tab</source>
        <translation>在新分頁中開啟(&amp;T)</translation>
    </message>
    <message>
        <source>Open in Ob&amp;sidian</source>
        <translation>在 Obsidian 中開啟(&amp;S)</translation>
    </message>
    <message>
        <source>Com&amp;pare with {name}…</source>
        <translation>與 {name} 比較(&amp;P)…</translation>
    </message>
    <message>
        <source>Re&amp;veal in file manager</source>
        <translation>在檔案管理員中顯示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;New note here…</source>
        <translation>在此新增筆記(&amp;N)…</translation>
    </message>
    <message>
        <source>New &amp;folder…</source>
        <translation>新增資料夾(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重新命名(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>複製一份(&amp;D)</translation>
    </message>
    <message>
        <source>Mov&amp;e to…</source>
        <translation>移動到(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Move to trash…</source>
        <translation>移到資源回收筒(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Copy wikilink</source>
        <translation>複製 Wiki 連結(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Bookmark</source>
        <translation>加入書籤(&amp;B)</translation>
    </message>
    <message>
        <source>Mention in c&amp;hat</source>
        <translation>在對話中提及(&amp;H)</translation>
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
        <translation>線上</translation>
    </message>
    <message>
        <source>copy of {name}</source>
        <translation>{name} 的副本</translation>
    </message>
    <message>
        <source>not downloaded</source>
        <translation>未下載</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已變更</translation>
    </message>
</context>
<context>
    <name>TurnEndings</name>
    <message>
        <source>{provider} refused the key.</source>
        <translation>{provider} 拒絕了金鑰。</translation>
    </message>
    <message>
        <source>&amp;Retry</source>
        <translation>重試(&amp;R)</translation>
    </message>
    <message>
        <source>You stopped Axon here.</source>
        <translation>你在此處停止了 Axon。</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>繼續(&amp;C)</translation>
    </message>
    <message>
        <source>Axon was closed in the middle of this request. What was done stays and can be undone.</source>
        <translation>Axon 在這次請求進行到一半時關閉了。已完成的變更會保留，可以復原。</translation>
    </message>
    <message>
        <source>Raise the l&amp;imit…</source>
        <translation>提高上限(&amp;I)…</translation>
    </message>
    <message>
        <source>Context si&amp;ze…</source>
        <translation>上下文長度(&amp;Z)…</translation>
    </message>
    <message>
        <source>&amp;Undo 1 change</source>
        <translation>復原 1 項變更(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo {count} changes</source>
        <translation>復原 {count} 項變更(&amp;U)</translation>
    </message>
</context>
<context>
    <name>UndoButton</name>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Undo: {what}</source>
        <translation>復原：{what}</translation>
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
        <translation>復原</translation>
    </message>
    <message>
        <source>Res&amp;tore anyway: the current text stays in the history</source>
        <translation>仍要還原(&amp;T)：現在的內容會保留在變更紀錄中</translation>
    </message>
    <message>
        <source>Redo the changes in {count}?</source>
        <translation>要重做 {count}的變更嗎？</translation>
    </message>
    <message>
        <source>Undo the changes in {count}?</source>
        <translation>要復原 {count}的變更嗎？</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>{verb} the &amp;other {count}</source>
        <translation>{verb}其餘 {count}(&amp;O)</translation>
    </message>
    <message>
        <source>{verb} the &amp;other note</source>
        <translation>{verb}另一則筆記(&amp;O)</translation>
    </message>
</context>
<context>
    <name>UndoPreviewPane</name>
    <message>
        <source>Notes</source>
        <translation>筆記</translation>
    </message>
    <message>
        <source>{name}: {what}.</source>
        <translation>{name}：{what}。</translation>
    </message>
    <message>
        <source>Its text stays as it is.</source>
        <translation>其內容維持不變。</translation>
    </message>
    <message>
        <source>Too large to compare here.</source>
        <translation>內容太大，無法在此比較。</translation>
    </message>
    <message>
        <source>This is not text.</source>
        <translation>這不是文字檔。</translation>
    </message>
    <message>
        <source>The note as it is now. It would be removed.</source>
        <translation>這是筆記目前的內容；若要還原，筆記會被移除。</translation>
    </message>
    <message>
        <source>The note as it would be.</source>
        <translation>這是筆記還原後的內容。</translation>
    </message>
    <message>
        <source>Left: as it is now. Right: as it would be.</source>
        <translation>左側是目前的內容，右側是還原後的內容。</translation>
    </message>
    <message>
        <source>Left: as it is now. Right: the earlier text, which would replace later edits.</source>
        <translation>左側是目前的內容，右側是先前的內容，它會取代之後的編輯。</translation>
    </message>
</context>
<context>
    <name>UnsavedQuestion</name>
    <message>
        <source>{name} is not saved.</source>
        <translation>{name} 未儲存。</translation>
    </message>
    <message>
        <source>Your text is kept as a draft and offered when you open the note again.</source>
        <translation>你的文字會保留為草稿，再次開啟這則筆記時可以取回。</translation>
    </message>
    <message>
        <source>Copy &amp;text</source>
        <translation>複製文字(&amp;T)</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已複製</translation>
    </message>
    <message>
        <source>Sa&amp;ve without undo</source>
        <translation>儲存但無法復原(&amp;V)</translation>
    </message>
    <message>
        <source>Keep as draft and &amp;leave</source>
        <translation>保留為草稿並離開(&amp;L)</translation>
    </message>
    <message>
        <source>Your text cannot be kept as a draft either. If you leave, it will be lost.</source>
        <translation>你的文字也無法保留為草稿，離開就會遺失。</translation>
    </message>
    <message>
        <source>&amp;Discard and leave</source>
        <translation>捨棄並離開(&amp;D)</translation>
    </message>
    <message>
        <source>The disk is not responding.</source>
        <translation>磁碟沒有回應。</translation>
    </message>
    <message>
        <source>&amp;Stay</source>
        <translation>留在這裡(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Compare and choose…</source>
        <translation>比較並選擇(&amp;C)…</translation>
    </message>
</context>
<context>
    <name>UserWrites</name>
    <message>
        <source>Added {name}</source>
        <translation>加入了 {name}</translation>
    </message>
    <message>
        <source>Created {name}</source>
        <translation>已建立 {name}</translation>
    </message>
    <message>
        <source>Edited {name}</source>
        <translation>已編輯 {name}</translation>
    </message>
    <message>
        <source>Moved {name}</source>
        <translation>已移動 {name}</translation>
    </message>
    <message>
        <source>Moved {name} to the trash</source>
        <translation>已將 {name} 移到資源回收筒</translation>
    </message>
    <message>
        <source>Moved the folder {name}</source>
        <translation>已移動資料夾 {name}</translation>
    </message>
    <message>
        <source>Moved the folder {name} to the trash</source>
        <translation>已將資料夾 {name} 移到資源回收筒</translation>
    </message>
</context>
<context>
    <name>Variables</name>
    <message>
        <source>Give this value a name.</source>
        <translation>請為這個值命名。</translation>
    </message>
    <message>
        <source>A name cannot contain spaces or “=”.</source>
        <translation>名稱中不能有空格和「=」。</translation>
    </message>
    <message>
        <source>“{name}” appears twice.</source>
        <translation>「{name}」重複了。</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>kept in the key store; type to replace it</source>
        <translation>儲存在鑰匙圈中；輸入可取代</translation>
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
        <translation>這一行</translation>
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
        <translation>機密</translation>
    </message>
    <message>
        <source>Kept in the system’s key store, not in the file</source>
        <translation>儲存在系統鑰匙圈中，不在檔案中</translation>
    </message>
</context>
<context>
    <name>VaultChooser</name>
    <message>
        <source>The folder cannot be found.</source>
        <translation>資料夾不存在。</translation>
    </message>
    <message>
        <source>&amp;Remove missing vaults from the list</source>
        <translation>從清單中移除不存在的儲存庫(&amp;R)</translation>
    </message>
    <message>
        <source>Open a vault: choose its folder</source>
        <translation>開啟儲存庫：選擇其資料夾</translation>
    </message>
</context>
<context>
    <name>VaultList</name>
    <message>
        <source>Open a vault</source>
        <translation>開啟儲存庫</translation>
    </message>
    <message>
        <source>Vaults</source>
        <translation>儲存庫</translation>
    </message>
    <message>
        <source>Obsidian has no vault on this computer yet. Choose the folder that contains your notes.</source>
        <translation>這部電腦上還沒有 Obsidian 儲存庫。請選擇存放筆記的資料夾。</translation>
    </message>
    <message>
        <source>Another &amp;folder…</source>
        <translation>其他資料夾(&amp;F)…</translation>
    </message>
    <message>
        <source>Fo&amp;rget</source>
        <translation>移出清單(&amp;R)</translation>
    </message>
    <message>
        <source>Remove it from this list; the folder stays as it is.</source>
        <translation>從這份清單中移除；資料夾維持不變。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>folder not found</source>
        <translation>資料夾不存在</translation>
    </message>
    <message>
        <source>open now</source>
        <translation>已開啟</translation>
    </message>
</context>
<context>
    <name>VaultModel</name>
    <message>
        <source>A sync service put it here because {name} was changed on two devices.</source>
        <translation>{name} 在兩部裝置上都有變更，因此同步服務把它放在這裡。</translation>
    </message>
    <message>
        <source>Changed since this vault was opened, by the agent or another program.</source>
        <translation>開啟此儲存庫後被代理或其他程式變更過。</translation>
    </message>
    <message>
        <source>Excluded in Obsidian’s settings: comes last in search results.</source>
        <translation>已在 Obsidian 的設定中排除：搜尋時排在最後。</translation>
    </message>
    <message>
        <source>Not downloaded: a sync service keeps it elsewhere until it is opened.</source>
        <translation>未下載：在開啟之前，同步服務將它存放在別處。</translation>
    </message>
    <message>
        <source>{name}, conflicting copy of {original}</source>
        <translation>{name}，{original} 的衝突副本</translation>
    </message>
    <message>
        <source>{name}, not downloaded</source>
        <translation>{name}，未下載</translation>
    </message>
    <message>
        <source>{name}, changed</source>
        <translation>{name}，已變更</translation>
    </message>
    <message>
        <source>{name}, folder</source>
        <translation>{name}，資料夾</translation>
    </message>
    <message>
        <source>{name}, folder with {count} files</source>
        <translation>{name}，資料夾，含 {count} 個檔案</translation>
    </message>
    <message>
        <source>{name}, folder with 1 file</source>
        <translation>{name}，資料夾，含 1 個檔案</translation>
    </message>
</context>
<context>
    <name>VaultPage</name>
    <message>
        <source>Which notes should Axon open?</source>
        <translation>要讓 Axon 開啟哪些筆記？</translation>
    </message>
    <message>
        <source>A vault is a folder of Markdown notes. Axon works alongside Obsidian on the same files.</source>
        <translation>儲存庫就是存放 Markdown 筆記的資料夾。Axon 與 Obsidian 並行使用相同的檔案。</translation>
    </message>
    <message>
        <source>The sample vault</source>
        <translation>範例儲存庫</translation>
    </message>
    <message>
        <source>A copy of some notes in English and Chinese, for trying things out.</source>
        <translation>幾則中英文筆記的副本，供你試用。</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>其他資料夾…</translation>
    </message>
    <message>
        <source>Choose the folder that contains your notes.</source>
        <translation>選擇存放筆記的資料夾。</translation>
    </message>
    <message>
        <source>Choose the folder that contains your notes</source>
        <translation>選擇筆記所在的資料夾</translation>
    </message>
</context>
<context>
    <name>VaultTree</name>
    <message>
        <source>Filter notes</source>
        <translation>篩選筆記</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>儲存庫</translation>
    </message>
    <message>
        <source>Matching notes</source>
        <translation>相符的筆記</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>沒有開啟的儲存庫。請透過「檔案 → 開啟儲存庫…」選擇一個。</translation>
    </message>
    <message>
        <source>Still reading the file names in the vault…</source>
        <translation>仍在讀取儲存庫中的檔名…</translation>
    </message>
    <message>
        <source>No notes match.</source>
        <translation>沒有相符的筆記。</translation>
    </message>
    <message>
        <source>The vault’s folder cannot be read. Axon continues as soon as it is back.

{why}</source>
        <translation>無法讀取儲存庫的資料夾。資料夾恢復後，Axon 會立即繼續。

{why}</translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation>還沒有筆記</translation>
    </message>
    <message>
        <source>Reading the vault’s folders…</source>
        <translation>正在讀取儲存庫的資料夾…</translation>
    </message>
    <message>
        <source>The file manager did not respond.</source>
        <translation>檔案管理員沒有回應。</translation>
    </message>
    <message>
        <source>Copied [[{target}]]</source>
        <translation>已複製 [[{target}]]</translation>
    </message>
</context>
<context>
    <name>Viewport</name>
    <message>
        <source>This formula could not be parsed</source>
        <translation>無法解析這個公式</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>What would you like to do in your vault?</source>
        <translation>想在儲存庫裡做點什麼？</translation>
    </message>
    <message>
        <source>Axon reads and writes notes for you. It asks before each write, and everything can be undone.</source>
        <translation>Axon 為你讀寫筆記。每次寫入前都會詢問，所有變更都能復原。</translation>
    </message>
    <message>
        <source>Simple commands work without one:</source>
        <translation>沒有模型也可以用簡單的指令：</translation>
    </message>
    <message>
        <source>Offline is chosen</source>
        <translation>已選擇離線模式</translation>
    </message>
    <message>
        <source>Axon has no model yet</source>
        <translation>Axon 還沒有模型</translation>
    </message>
    <message>
        <source>Without a model Axon understands only simple commands (no AI).</source>
        <translation>沒有模型時 Axon 只懂簡單的指令（無 AI）。</translation>
    </message>
    <message>
        <source>Choose one that runs on this computer, or one of a provider for which you have a key.</source>
        <translation>請選擇在這部電腦上執行的模型，或你有金鑰的供應商的模型。</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>選擇模型…</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>使用 {model}</translation>
    </message>
    <message>
        <source>{server} on this computer has {models}: with it, nothing is sent away.</source>
        <translation>這部電腦上的 {server} 有 {models}：使用它時，內容不會傳送出去。</translation>
    </message>
    <message>
        <source>Continue an earlier conversation</source>
        <translation>繼續先前的對話</translation>
    </message>
    <message>
        <source>Untitled conversation</source>
        <translation>未命名的對話</translation>
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
        <translation>列出我的筆記，告訴我這個儲存庫在講什麼</translation>
    </message>
    <message>
        <source>Read {note} and suggest three links to add</source>
        <translation>讀取「{note}」，建議三個可以新增的連結</translation>
    </message>
    <message>
        <source>read {note}</source>
        <translation>讀取 {note}</translation>
    </message>
    <message>
        <source>Write three ideas for this week into Inbox/Ideas</source>
        <translation>新增筆記 Inbox/想法，寫下本週的三個想法</translation>
    </message>
    <message>
        <source>list /</source>
        <translation>列出 /</translation>
    </message>
    <message>
        <source>create note Inbox/Idea: Try Axon Desktop</source>
        <translation>建立筆記 Inbox/想法：試試 Axon Desktop</translation>
    </message>
</context>
<context>
    <name>WelcomeDialog</name>
    <message>
        <source>Welcome to Axon Desktop</source>
        <translation>歡迎使用 Axon Desktop</translation>
    </message>
    <message>
        <source>Sk&amp;ip the rest</source>
        <translation>略過其餘步驟(&amp;I)</translation>
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
        <translation>範例儲存庫</translation>
    </message>
    <message>
        <source>Notes: {folder}</source>
        <translation>筆記：{folder}</translation>
    </message>
    <message>
        <source>&amp;Get started</source>
        <translation>開始(&amp;G)</translation>
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
        <translation>無法為語意搜尋準備筆記：{why}。依字詞搜尋照常可用。</translation>
    </message>
    <message>
        <source>its process ended</source>
        <translation>其處理程序已結束</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>設定…</translation>
    </message>
</context>
<context>
    <name>WordCount</name>
    <message>
        <source>1 word</source>
        <translation>字數 1</translation>
    </message>
    <message>
        <source>{count} words</source>
        <translation>字數 {count}</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>字元 1</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>字元 {count}</translation>
    </message>
    <message>
        <source>{count} of {total} words</source>
        <translation>已選字數 {count} / {total}</translation>
    </message>
</context>
<context>
    <name>WriteApproval</name>
    <message>
        <source>Apply this change?</source>
        <translation>要套用這項變更嗎？</translation>
    </message>
    <message>
        <source>{chosen} of {count} changes selected. Press ↑ or ↓ to go to another, Space to select it or leave it out.</source>
        <translation>已選取 {chosen} / {count} 處變更。按 ↑ 或 ↓ 移到其他變更，按空白鍵選取或取消選取。</translation>
    </message>
    <message>
        <source>create {path}</source>
        <translation>建立 {path}</translation>
    </message>
    <message>
        <source>append to {path}</source>
        <translation>附加到 {path}</translation>
    </message>
    <message>
        <source>edit {path}</source>
        <translation>編輯 {path}</translation>
    </message>
    <message>
        <source>overwrite {path}</source>
        <translation>覆寫 {path}</translation>
    </message>
    <message>
        <source>&amp;Edit before applying…</source>
        <translation>先編輯再套用(&amp;E)…</translation>
    </message>
    <message>
        <source>Compar&amp;e</source>
        <translation>比較(&amp;E)</translation>
    </message>
</context>
<context>
    <name>_FolderPrompt</name>
    <message>
        <source>C&amp;reate</source>
        <translation>建立(&amp;R)</translation>
    </message>
    <message>
        <source>Rename or move the folder {name}</source>
        <translation>重新命名或移動資料夾 {name}</translation>
    </message>
    <message>
        <source>The parent folder is part of the name: change it to move the folder.</source>
        <translation>所在的資料夾是名稱的一部分：變更它即可移動資料夾。</translation>
    </message>
    <message>
        <source>Becomes {path}</source>
        <translation>改為 {path}</translation>
    </message>
</context>
<context>
    <name>_RenamePrompt</name>
    <message>
        <source>Rename or move {name}</source>
        <translation>重新命名或移動 {name}</translation>
    </message>
    <message>
        <source>Its folder is part of the name: change it to move the file.</source>
        <translation>資料夾是名稱的一部分：變更資料夾即可移動檔案。</translation>
    </message>
    <message>
        <source>Becomes {path}</source>
        <translation>改為 {path}</translation>
    </message>
</context>
<context>
    <name>_StepRow</name>
    <message>
        <source>not done yet</source>
        <translation>尚未執行</translation>
    </message>
    <message>
        <source>running</source>
        <translation>執行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已略過</translation>
    </message>
    <message>
        <source>Expect: {outcome}</source>
        <translation>預期：{outcome}</translation>
    </message>
</context>
</TS>
