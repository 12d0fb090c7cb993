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
        <source>&lt;b&gt;Axon Desktop {version}&lt;/b&gt;&lt;p&gt;An agent for Obsidian vaults that shows every step, asks before it writes and can undo all of it.&lt;/p&gt;&lt;p&gt;MIT licence. Built with Qt {qt} (LGPL 3) and other free software; see LICENSE.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Axon Desktop {version}&lt;/b&gt;&lt;p&gt;為 Obsidian 儲存庫打造的代理：每一步都看得見，寫入前先詢問，所有變更都能復原。&lt;/p&gt;&lt;p&gt;MIT 授權。使用 Qt {qt}（LGPL 3）與其他自由軟體建置，詳見 LICENSE。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>ApprovalDialog</name>
    <message>
        <source>Apply this change?</source>
        <translation>要套用這項變更嗎？</translation>
    </message>
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
        <source>Never in {folder}</source>
        <translation>永不寫入 {folder}</translation>
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
        <source>Apply all in this turn</source>
        <translation>套用這次請求的所有變更</translation>
    </message>
    <message>
        <source>Always in {folder}</source>
        <translation>一律套用到 {folder}</translation>
    </message>
    <message>
        <source>A change like this is always asked about.</source>
        <translation>這類變更每次都會詢問。</translation>
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
        <source>asked in “{request}”</source>
        <translation>來自請求「{request}」</translation>
    </message>
    <message>
        <source>The model did not use the proper form for this call. Check that it means it.</source>
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
    <message>
        <source>The undo journal cannot be written: this change could not be undone.</source>
        <translation>無法寫入復原日誌：這項變更將無法復原。</translation>
    </message>
    <message>
        <source>Compar&amp;e</source>
        <translation>比較(&amp;E)</translation>
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
        <translation>無法連線到 {provider}，或連線已中斷。</translation>
    </message>
    <message>
        <source>{provider} accepted the request, but sent nothing for too long.</source>
        <translation>{provider} 已接受請求，但太久沒有傳回任何內容。</translation>
    </message>
    <message>
        <source>{provider} says: too many requests. Wait a little, then retry.</source>
        <translation>{provider} 表示請求過多，請稍候再重試。</translation>
    </message>
    <message>
        <source>{provider} has a problem of its own. Try again in a while.</source>
        <translation>{provider} 本身發生問題，請過一會兒再試。</translation>
    </message>
    <message>
        <source>{provider} does not accept the API key. Check it in the settings.</source>
        <translation>{provider} 不接受此 API 金鑰，請在設定中檢查。</translation>
    </message>
    <message>
        <source>The account at {provider} has no balance left.</source>
        <translation>{provider} 帳戶餘額不足。</translation>
    </message>
    <message>
        <source>{provider} refuses the request as it is.</source>
        <translation>{provider} 拒絕了這個請求。</translation>
    </message>
    <message>
        <source>The conversation is too long for this model. Start a new one.</source>
        <translation>對話對這個模型來說太長了，請開始新對話。</translation>
    </message>
    <message>
        <source>The reply of {provider} cannot be used.</source>
        <translation>{provider} 的回覆無法使用。</translation>
    </message>
    <message>
        <source>Something went wrong.</source>
        <translation>發生了一些問題。</translation>
    </message>
    <message>
        <source>Stopped: round {rounds} is the last for one request.</source>
        <translation>已停止：單一請求最多 {rounds} 輪。</translation>
    </message>
    <message>
        <source>Stopped, as you wished. What was done stays and can be undone.</source>
        <translation>已依你的要求停止。已完成的變更會保留，可以復原。</translation>
    </message>
    <message>
        <source>Stopped: the model made the same call with the same result three times.</source>
        <translation>已停止：模型三次發出同樣的呼叫並得到同樣的結果。</translation>
    </message>
    <message>
        <source>Stopped: the reply reached the model&apos;s length limit.</source>
        <translation>已停止：回覆達到了模型的長度上限。</translation>
    </message>
    <message>
        <source>Stopped: the model was repeating itself.</source>
        <translation>已停止：模型一直重複同樣的內容。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Change the model in the settings</source>
        <translation>在設定中更換模型</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新對話</translation>
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
        <source>&amp;Copy conversation</source>
        <translation>複製對話(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>設定(&amp;S)…</translation>
    </message>
    <message>
        <source>Model: {model}</source>
        <translation>模型：{model}</translation>
    </message>
</context>
<context>
    <name>ChatInput</name>
    <message>
        <source>Request</source>
        <translation>請求</translation>
    </message>
    <message>
        <source>Ask, or give an order</source>
        <translation>提問，或者下達指令</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Conversation</source>
        <translation>對話</translation>
    </message>
    <message>
        <source>Last request: {prompt} in ({cached} cached), {completion} out. All: {total_in} in, {total_out} out.</source>
        <translation>上次請求：輸入 {prompt}（快取 {cached}），輸出 {completion}。總計：輸入 {total_in}，輸出 {total_out}。</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 個 token</translation>
    </message>
    <message>
        <source>≈ {tokens} tokens</source>
        <translation>≈ {tokens} 個 token</translation>
    </message>
    <message>
        <source>Estimated: this server does not count tokens.</source>
        <translation>估計值：這個伺服器不統計 token。</translation>
    </message>
</context>
<context>
    <name>ChatSession</name>
    <message>
        <source>Go on with my last request.</source>
        <translation>繼續完成我上一個請求。</translation>
    </message>
    <message>
        <source>Continue.</source>
        <translation>繼續。</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Edit</source>
        <translation>編輯</translation>
    </message>
    <message>
        <source>Edit the waiting request</source>
        <translation>編輯等待中的請求</translation>
    </message>
    <message>
        <source>Stop ⎋</source>
        <translation>停止 ⎋</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the model and its tools (Esc)</source>
        <translation>停止模型與其工具（Esc）</translation>
    </message>
    <message>
        <source>Send ⏎</source>
        <translation>傳送 ⏎</translation>
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
        <source>Apply and let me undo</source>
        <translation>直接套用，可復原</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>唯讀</translation>
    </message>
    <message>
        <source>Safety: {mode}, menu</source>
        <translation>安全性：{mode}，選單</translation>
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
        <source>● Agent Mode Active — whole vault, reading only</source>
        <translation>● 代理模式已啟用 — 整個儲存庫，唯讀</translation>
    </message>
    <message>
        <source>Queued: {request}</source>
        <translation>排隊中：{request}</translation>
    </message>
    <message>
        <source>Write on: it is sent when this is done</source>
        <translation>可以繼續寫：目前的請求完成後傳送</translation>
    </message>
    <message>
        <source>Ask, or give an order</source>
        <translation>提問，或者下達指令</translation>
    </message>
</context>
<context>
    <name>EditPane</name>
    <message>
        <source>The note now</source>
        <translation>筆記的目前內容</translation>
    </message>
    <message>
        <source>The text that will be written</source>
        <translation>將要寫入的內容</translation>
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
        <source>Details of the error</source>
        <translation>錯誤詳情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>複製</translation>
    </message>
</context>
<context>
    <name>Errors</name>
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
        <source>Undo journal: {details}</source>
        <translation>復原日誌：{details}</translation>
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
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Vault panel</source>
        <translation>儲存庫面板</translation>
    </message>
    <message>
        <source>Chat panel</source>
        <translation>對話面板</translation>
    </message>
    <message>
        <source>Opening the vault…</source>
        <translation>正在開啟儲存庫…</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>沒有開啟的儲存庫。請透過「檔案 → 開啟儲存庫…」選擇一個。</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>沒有可復原的變更。</translation>
    </message>
    <message>
        <source>Undone: {paths}</source>
        <translation>已復原：{paths}</translation>
    </message>
    <message>
        <source>Open a vault: choose its folder</source>
        <translation>開啟儲存庫：選擇其資料夾</translation>
    </message>
    <message>
        <source>The vault {folder} is no longer there.</source>
        <translation>儲存庫 {folder} 已不存在。</translation>
    </message>
    <message>
        <source>Something failed in Axon itself ({task}): {error}</source>
        <translation>Axon 本身發生錯誤（{task}）：{error}</translation>
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
        <source>&amp;Edit</source>
        <translation>編輯(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>複製(&amp;C)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全選(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>尋找(&amp;F)…</translation>
    </message>
    <message>
        <source>Filter &amp;notes</source>
        <translation>篩選筆記(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>檢視(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Arrange panels</source>
        <translation>排列面板(&amp;A)</translation>
    </message>
    <message>
        <source>Show the panels&apos; title bars, to move, float or close them.</source>
        <translation>顯示面板的標題列，以便移動、浮動或關閉面板。</translation>
    </message>
    <message>
        <source>Reset &amp;panels</source>
        <translation>重設面板(&amp;P)</translation>
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
        <source>&amp;Refresh</source>
        <translation>重新整理(&amp;R)</translation>
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
        <source>&amp;Agent</source>
        <translation>代理(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新增對話(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Write a message</source>
        <translation>撰寫訊息(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Undo last change</source>
        <translation>復原上次變更(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>說明(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>鍵盤快速鍵(&amp;K)</translation>
    </message>
    <message>
        <source>Open the &amp;log folder</source>
        <translation>開啟記錄檔資料夾(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;About Axon Desktop</source>
        <translation>關於 Axon Desktop(&amp;A)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟隨系統</translation>
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
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
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
        <source>API &amp;key</source>
        <translation>API 金鑰(&amp;K)</translation>
    </message>
    <message>
        <source>Looking for the key…</source>
        <translation>正在尋找金鑰…</translation>
    </message>
    <message>
        <source>Forget key</source>
        <translation>刪除金鑰</translation>
    </message>
    <message>
        <source>Keep for this run only</source>
        <translation>僅本次執行有效</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>測試(&amp;T)</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>測試連線</translation>
    </message>
    <message>
        <source>A new key replaces the old one</source>
        <translation>新金鑰會取代舊金鑰</translation>
    </message>
    <message>
        <source>Not needed for most local servers</source>
        <translation>大多數本機伺服器不需要</translation>
    </message>
    <message>
        <source>● saved in the system keyring</source>
        <translation>● 已儲存在系統鑰匙圈中</translation>
    </message>
    <message>
        <source>● from the environment</source>
        <translation>● 來自環境變數</translation>
    </message>
    <message>
        <source>● kept for this run only</source>
        <translation>● 僅本次執行有效</translation>
    </message>
    <message>
        <source>○ none</source>
        <translation>○ 無</translation>
    </message>
    <message>
        <source>The base URL must look like https://host/v1 or http://127.0.0.1:11434/v1.</source>
        <translation>基礎 URL 應形如 https://host/v1 或 http://127.0.0.1:11434/v1。</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>請輸入模型名稱。</translation>
    </message>
    <message>
        <source>Asking the model for one word…</source>
        <translation>正在請模型回答一個詞…</translation>
    </message>
    <message>
        <source>No answer within {seconds} s.</source>
        <translation>{seconds} 秒內沒有回應。</translation>
    </message>
    <message>
        <source>✓ {model} answers.</source>
        <translation>✓ {model} 有回應。</translation>
    </message>
</context>
<context>
    <name>PreviewPane</name>
    <message>
        <source>Choose a note on the left to read it here.</source>
        <translation>在左側選擇一則筆記，即可在此閱讀。</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>上一頁（Alt+←）</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一頁</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>下一頁（Alt+→）</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>下一頁</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>閱讀檢視</translation>
    </message>
    <message>
        <source>How the note is shown</source>
        <translation>筆記的顯示方式</translation>
    </message>
    <message>
        <source>Source (read only)</source>
        <translation>原始碼（唯讀）</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中開啟</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>筆記</translation>
    </message>
    <message>
        <source>{name} no longer exists.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>{name} cannot be shown here.
{why}</source>
        <translation>{name} 無法在此顯示。
{why}</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>原始碼</translation>
    </message>
    <message>
        <source>No program on this computer opens obsidian:// links.</source>
        <translation>這部電腦上沒有能開啟 obsidian:// 連結的程式。</translation>
    </message>
    <message>
        <source>The note {name} does not exist yet.</source>
        <translation>筆記 {name} 尚不存在。</translation>
    </message>
    <message>
        <source>Axon does not open links of this kind: {link}</source>
        <translation>Axon 不開啟這類連結：{link}</translation>
    </message>
    <message>
        <source>This is not a valid address: {link}</source>
        <translation>這不是有效的網址：{link}</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>開啟連結</translation>
    </message>
    <message>
        <source>Open this address outside Axon?</source>
        <translation>要在 Axon 之外開啟這個網址嗎？</translation>
    </message>
</context>
<context>
    <name>Reader</name>
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
        <source>Waiting for the model…</source>
        <translation>正在等待模型…</translation>
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
        <source>What was done</source>
        <translation>已完成的操作</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Don’t ask again in this turn</source>
        <translation>這次請求不再詢問(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>繼續(&amp;C)</translation>
    </message>
</context>
<context>
    <name>SafetyPage</name>
    <message>
        <source>Tools &amp; safety</source>
        <translation>工具與安全</translation>
    </message>
    <message>
        <source>Whatever the rules say, all can be undone.</source>
        <translation>無論規則如何設定，所有變更都能復原。</translation>
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
        <source>&amp;Writing notes</source>
        <translation>寫入筆記(&amp;W)</translation>
    </message>
    <message>
        <source>Time for one tool &amp;call</source>
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
        <source>Folders that you decided about once and for all:</source>
        <translation>已設為一律套用或永不寫入的資料夾：</translation>
    </message>
    <message>
        <source>Folder rules</source>
        <translation>資料夾規則</translation>
    </message>
    <message>
        <source>whole vault</source>
        <translation>整個儲存庫</translation>
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
        <source>Remo&amp;ve rule</source>
        <translation>移除規則(&amp;V)</translation>
    </message>
    <message>
        <source>The turn would stop before you are asked: raise the last round.</source>
        <translation>這樣會在詢問你之前就停止：請調大最多輪數。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>頁面</translation>
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
        <source>Appearance</source>
        <translation>外觀</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>語言(&amp;L)</translation>
    </message>
    <message>
        <source>Another language shows after the next start.</source>
        <translation>變更語言後，下次啟動時生效。</translation>
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
        <source>Theme</source>
        <translation>主題</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主題(&amp;T)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>儲存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>鍵盤快速鍵</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Send the message, open the note, follow the link</source>
        <translation>傳送訊息、開啟筆記、前往連結</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Shift+Enter</translation>
    </message>
    <message>
        <source>Begin a new line in the message</source>
        <translation>在訊息中換行</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Stop the agent; close the find bar; clear the filter</source>
        <translation>停止代理；關閉尋找列；清除篩選</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Go to the next link or panel</source>
        <translation>前往下一個連結或面板</translation>
    </message>
</context>
<context>
    <name>SideBySideDiff</name>
    <message>
        <source>Comparison</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>{added} lines added, {removed} removed</source>
        <translation>新增 {added} 行，刪除 {removed} 行</translation>
    </message>
    <message>
        <source>⋯ {count} unchanged lines</source>
        <translation>⋯ {count} 行未變更</translation>
    </message>
</context>
<context>
    <name>SourceView</name>
    <message>
        <source>Source of the note, read only</source>
        <translation>筆記的原始碼，唯讀</translation>
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
</context>
<context>
    <name>ThinkingRow</name>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>The model&apos;s thinking</source>
        <translation>模型的思考過程</translation>
    </message>
    <message>
        <source>Thought for {seconds} s</source>
        <translation>思考了 {seconds} 秒</translation>
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
        <source>waiting for your approval</source>
        <translation>等待你核准</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Enter shows arguments and result.</source>
        <translation>按 Enter 顯示引數和結果。</translation>
    </message>
    <message>
        <source>Arguments and result of {tool}</source>
        <translation>{tool} 的引數和結果</translation>
    </message>
    <message>
        <source>… {count} more</source>
        <translation>……還有 {count} 行</translation>
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
        <source>Queued at {provider} for {seconds} s…</source>
        <translation>已在 {provider} 排隊 {seconds} 秒…</translation>
    </message>
    <message>
        <source>{error} Trying again in {seconds} s (attempt {attempt}).</source>
        <translation>{error} {seconds} 秒後重試（第 {attempt} 次）。</translation>
    </message>
    <message>
        <source>Thinking… press Esc to stop.</source>
        <translation>正在思考… 按 Esc 停止。</translation>
    </message>
    <message>
        <source>Writing… press Esc to stop; what was done stays and can be undone.</source>
        <translation>正在撰寫… 按 Esc 停止；已完成的變更會保留，可以復原。</translation>
    </message>
    <message>
        <source>Running tools… press Esc to stop; what was done stays and can be undone.</source>
        <translation>正在執行工具… 按 Esc 停止；已完成的變更會保留，可以復原。</translation>
    </message>
    <message>
        <source>Waiting for your answer…</source>
        <translation>正在等待你的答覆…</translation>
    </message>
    <message>
        <source>Approval needed: {tool}</source>
        <translation>需要核准：{tool}</translation>
    </message>
    <message>
        <source>{tool} failed: {error}</source>
        <translation>{tool} 失敗：{error}</translation>
    </message>
    <message>
        <source>Axon asks whether to go on with round {round}.</source>
        <translation>Axon 詢問是否繼續第 {round} 輪。</translation>
    </message>
    <message>
        <source>Axon has answered.</source>
        <translation>Axon 已回答。</translation>
    </message>
    <message>
        <source>&amp;Retry</source>
        <translation>重試(&amp;R)</translation>
    </message>
    <message>
        <source>Stopped. What was done stays and can be undone.</source>
        <translation>已停止。已完成的變更會保留，可以復原。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>繼續(&amp;C)</translation>
    </message>
</context>
<context>
    <name>VaultModel</name>
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
        <source>No notes match</source>
        <translation>沒有相符的筆記</translation>
    </message>
    <message>
        <source>Still reading the vault&apos;s names…</source>
        <translation>仍在讀取儲存庫中的檔名…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中開啟</translation>
    </message>
    <message>
        <source>Reveal in file manager</source>
        <translation>在檔案管理員中顯示</translation>
    </message>
    <message>
        <source>Copy wikilink</source>
        <translation>複製 Wiki 連結</translation>
    </message>
    <message>
        <source>Mention in chat</source>
        <translation>在對話中提及</translation>
    </message>
    <message>
        <source>No program on this computer opens obsidian:// links.</source>
        <translation>這部電腦上沒有能開啟 obsidian:// 連結的程式。</translation>
    </message>
    <message>
        <source>No file manager answered.</source>
        <translation>檔案管理員沒有回應。</translation>
    </message>
    <message>
        <source>Copied [[{target}]]</source>
        <translation>已複製 [[{target}]]</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>What shall be done in your vault?</source>
        <translation>想在儲存庫裡做點什麼？</translation>
    </message>
    <message>
        <source>No model is set up: Axon understands simple commands (no AI). Choose a model in the settings.</source>
        <translation>尚未設定模型：Axon 只懂簡單的指令（無 AI）。請在設定中選擇模型。</translation>
    </message>
    <message>
        <source>Axon reads and writes notes for you. It asks before each write, and all can be undone.</source>
        <translation>Axon 為你讀寫筆記。每次寫入前都會詢問，所有變更都能復原。</translation>
    </message>
    <message>
        <source>List my notes and tell me what this vault is about</source>
        <translation>列出我的筆記，告訴我這個儲存庫在講什麼</translation>
    </message>
    <message>
        <source>Read Home and suggest three links to add</source>
        <translation>讀取 Home，建議三個可以新增的連結</translation>
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
        <source>read Home</source>
        <translation>讀取 Home</translation>
    </message>
    <message>
        <source>create note Inbox/Idea: Try Axon Desktop</source>
        <translation>建立筆記 Inbox/想法：試試 Axon Desktop</translation>
    </message>
</context>
<context>
    <name>_RowsView</name>
    <message>
        <source>changed</source>
        <translation>已變更</translation>
    </message>
</context>
</TS>
