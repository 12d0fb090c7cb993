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
        <source>&lt;b&gt;Axon Desktop {version}&lt;/b&gt;&lt;p&gt;An agent for Obsidian vaults that shows every step, asks before it writes and can undo all of it.&lt;/p&gt;&lt;p&gt;MIT licence. Built with Qt {qt} (LGPL 3) and other free software; see LICENSE.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Axon Desktop {version}&lt;/b&gt;&lt;p&gt;面向 Obsidian 仓库的智能体：每一步都看得见，写入前先询问，所有更改都能撤销。&lt;/p&gt;&lt;p&gt;MIT 许可证。使用 Qt {qt}（LGPL 3）和其他自由软件构建，详见 LICENSE。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>ApprovalDialog</name>
    <message>
        <source>Apply this change?</source>
        <translation>应用此更改？</translation>
    </message>
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
        <source>Never in {folder}</source>
        <translation>永不写入 {folder}</translation>
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
        <source>Apply all in this turn</source>
        <translation>应用本次请求的所有更改</translation>
    </message>
    <message>
        <source>Always in {folder}</source>
        <translation>始终应用到 {folder}</translation>
    </message>
    <message>
        <source>A change like this is always asked about.</source>
        <translation>这类更改每次都会询问。</translation>
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
        <source>asked in “{request}”</source>
        <translation>来自请求“{request}”</translation>
    </message>
    <message>
        <source>The model did not use the proper form for this call. Check that it means it.</source>
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
    <message>
        <source>The undo journal cannot be written: this change could not be undone.</source>
        <translation>无法写入撤销日志：此更改将无法撤销。</translation>
    </message>
    <message>
        <source>Compar&amp;e</source>
        <translation>对比(&amp;E)</translation>
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
        <translation>无法连接 {provider}，或连接已中断。</translation>
    </message>
    <message>
        <source>{provider} accepted the request, but sent nothing for too long.</source>
        <translation>{provider} 已接受请求，但太久没有返回任何内容。</translation>
    </message>
    <message>
        <source>{provider} says: too many requests. Wait a little, then retry.</source>
        <translation>{provider} 表示请求过多，请稍等片刻再重试。</translation>
    </message>
    <message>
        <source>{provider} has a problem of its own. Try again in a while.</source>
        <translation>{provider} 自身出现故障，请过一会儿再试。</translation>
    </message>
    <message>
        <source>{provider} does not accept the API key. Check it in the settings.</source>
        <translation>{provider} 不接受此 API 密钥，请在设置中检查。</translation>
    </message>
    <message>
        <source>The account at {provider} has no balance left.</source>
        <translation>{provider} 账户余额不足。</translation>
    </message>
    <message>
        <source>{provider} refuses the request as it is.</source>
        <translation>{provider} 拒绝了这个请求。</translation>
    </message>
    <message>
        <source>The conversation is too long for this model. Start a new one.</source>
        <translation>对话对此模型来说太长了，请开始新对话。</translation>
    </message>
    <message>
        <source>The reply of {provider} cannot be used.</source>
        <translation>{provider} 的回复无法使用。</translation>
    </message>
    <message>
        <source>Something went wrong.</source>
        <translation>出了点问题。</translation>
    </message>
    <message>
        <source>Stopped: round {rounds} is the last for one request.</source>
        <translation>已停止：单个请求最多 {rounds} 轮。</translation>
    </message>
    <message>
        <source>Stopped, as you wished. What was done stays and can be undone.</source>
        <translation>已按你的要求停止。已完成的更改会保留，可以撤销。</translation>
    </message>
    <message>
        <source>Stopped: the model made the same call with the same result three times.</source>
        <translation>已停止：模型三次发出同样的调用并得到同样的结果。</translation>
    </message>
    <message>
        <source>Stopped: the reply reached the model&apos;s length limit.</source>
        <translation>已停止：回复达到了模型的长度上限。</translation>
    </message>
    <message>
        <source>Stopped: the model was repeating itself.</source>
        <translation>已停止：模型在重复自己的话。</translation>
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
        <translation>在设置中更换模型</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
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
        <source>&amp;Copy conversation</source>
        <translation>复制对话(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
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
        <translation>请求</translation>
    </message>
    <message>
        <source>Ask, or give an order</source>
        <translation>提问，或者下达指令</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Last request: {prompt} in ({cached} cached), {completion} out. All: {total_in} in, {total_out} out.</source>
        <translation>上次请求：输入 {prompt}（缓存 {cached}），输出 {completion}。总计：输入 {total_in}，输出 {total_out}。</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 个 token</translation>
    </message>
    <message>
        <source>≈ {tokens} tokens</source>
        <translation>≈ {tokens} 个 token</translation>
    </message>
    <message>
        <source>Estimated: this server does not count tokens.</source>
        <translation>估算值：此服务器不统计 token。</translation>
    </message>
</context>
<context>
    <name>ChatSession</name>
    <message>
        <source>Go on with my last request.</source>
        <translation>继续完成我上一个请求。</translation>
    </message>
    <message>
        <source>Continue.</source>
        <translation>继续。</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit the waiting request</source>
        <translation>编辑等待中的请求</translation>
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
        <translation>停止模型及其工具（Esc）</translation>
    </message>
    <message>
        <source>Send ⏎</source>
        <translation>发送 ⏎</translation>
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
        <source>Apply and let me undo</source>
        <translation>直接应用，可撤销</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Safety: {mode}, menu</source>
        <translation>安全：{mode}，菜单</translation>
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
        <source>● Agent Mode Active — whole vault, reading only</source>
        <translation>● 智能体模式已启用 — 整个仓库，只读</translation>
    </message>
    <message>
        <source>Queued: {request}</source>
        <translation>排队中：{request}</translation>
    </message>
    <message>
        <source>Write on: it is sent when this is done</source>
        <translation>可以继续写：当前请求完成后发送</translation>
    </message>
    <message>
        <source>Ask, or give an order</source>
        <translation>提问，或者下达指令</translation>
    </message>
</context>
<context>
    <name>EditPane</name>
    <message>
        <source>The note now</source>
        <translation>笔记的当前内容</translation>
    </message>
    <message>
        <source>The text that will be written</source>
        <translation>将要写入的内容</translation>
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
        <source>Details of the error</source>
        <translation>错误详情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Errors</name>
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
        <source>Undo journal: {details}</source>
        <translation>撤销日志：{details}</translation>
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
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Vault panel</source>
        <translation>仓库面板</translation>
    </message>
    <message>
        <source>Chat panel</source>
        <translation>对话面板</translation>
    </message>
    <message>
        <source>Opening the vault…</source>
        <translation>正在打开仓库…</translation>
    </message>
    <message>
        <source>No vault is open. Choose one with File → Open vault…</source>
        <translation>没有打开的仓库。请通过“文件 → 打开仓库…”选择一个。</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>没有可撤销的更改。</translation>
    </message>
    <message>
        <source>Undone: {paths}</source>
        <translation>已撤销：{paths}</translation>
    </message>
    <message>
        <source>Open a vault: choose its folder</source>
        <translation>打开仓库：选择其文件夹</translation>
    </message>
    <message>
        <source>The vault {folder} is no longer there.</source>
        <translation>仓库 {folder} 已不存在。</translation>
    </message>
    <message>
        <source>Something failed in Axon itself ({task}): {error}</source>
        <translation>Axon 自身出错（{task}）：{error}</translation>
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
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Filter &amp;notes</source>
        <translation>筛选笔记(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Arrange panels</source>
        <translation>排列面板(&amp;A)</translation>
    </message>
    <message>
        <source>Show the panels&apos; title bars, to move, float or close them.</source>
        <translation>显示面板的标题栏，以便移动、浮动或关闭面板。</translation>
    </message>
    <message>
        <source>Reset &amp;panels</source>
        <translation>重置面板(&amp;P)</translation>
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
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
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
        <source>&amp;Agent</source>
        <translation>智能体(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新建对话(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Write a message</source>
        <translation>撰写消息(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Undo last change</source>
        <translation>撤销上次更改(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Open the &amp;log folder</source>
        <translation>打开日志文件夹(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;About Axon Desktop</source>
        <translation>关于 Axon Desktop(&amp;A)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
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
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
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
        <source>API &amp;key</source>
        <translation>API 密钥(&amp;K)</translation>
    </message>
    <message>
        <source>Looking for the key…</source>
        <translation>正在查找密钥…</translation>
    </message>
    <message>
        <source>Forget key</source>
        <translation>删除密钥</translation>
    </message>
    <message>
        <source>Keep for this run only</source>
        <translation>仅本次运行有效</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>A new key replaces the old one</source>
        <translation>新密钥会替换旧密钥</translation>
    </message>
    <message>
        <source>Not needed for most local servers</source>
        <translation>大多数本地服务器不需要</translation>
    </message>
    <message>
        <source>● saved in the system keyring</source>
        <translation>● 已保存在系统密钥环中</translation>
    </message>
    <message>
        <source>● from the environment</source>
        <translation>● 来自环境变量</translation>
    </message>
    <message>
        <source>● kept for this run only</source>
        <translation>● 仅本次运行有效</translation>
    </message>
    <message>
        <source>○ none</source>
        <translation>○ 无</translation>
    </message>
    <message>
        <source>The base URL must look like https://host/v1 or http://127.0.0.1:11434/v1.</source>
        <translation>基础 URL 应形如 https://host/v1 或 http://127.0.0.1:11434/v1。</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>请输入模型名称。</translation>
    </message>
    <message>
        <source>Asking the model for one word…</source>
        <translation>正在请模型回答一个词…</translation>
    </message>
    <message>
        <source>No answer within {seconds} s.</source>
        <translation>{seconds} 秒内没有回应。</translation>
    </message>
    <message>
        <source>✓ {model} answers.</source>
        <translation>✓ {model} 有回应。</translation>
    </message>
</context>
<context>
    <name>PreviewPane</name>
    <message>
        <source>Choose a note on the left to read it here.</source>
        <translation>在左侧选择一篇笔记，即可在此阅读。</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>后退（Alt+←）</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>前进（Alt+→）</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>阅读视图</translation>
    </message>
    <message>
        <source>How the note is shown</source>
        <translation>笔记的显示方式</translation>
    </message>
    <message>
        <source>Source (read only)</source>
        <translation>源码（只读）</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中打开</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>{name} no longer exists.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>{name} cannot be shown here.
{why}</source>
        <translation>{name} 无法在此显示。
{why}</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>No program on this computer opens obsidian:// links.</source>
        <translation>此电脑上没有能打开 obsidian:// 链接的程序。</translation>
    </message>
    <message>
        <source>The note {name} does not exist yet.</source>
        <translation>笔记 {name} 尚不存在。</translation>
    </message>
    <message>
        <source>Axon does not open links of this kind: {link}</source>
        <translation>Axon 不打开这类链接：{link}</translation>
    </message>
    <message>
        <source>This is not a valid address: {link}</source>
        <translation>这不是有效的地址：{link}</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open this address outside Axon?</source>
        <translation>在 Axon 之外打开此地址？</translation>
    </message>
</context>
<context>
    <name>Reader</name>
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
        <source>Waiting for the model…</source>
        <translation>正在等待模型…</translation>
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
        <source>What was done</source>
        <translation>已完成的操作</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Don’t ask again in this turn</source>
        <translation>本次请求不再询问(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>继续(&amp;C)</translation>
    </message>
</context>
<context>
    <name>SafetyPage</name>
    <message>
        <source>Tools &amp; safety</source>
        <translation>工具与安全</translation>
    </message>
    <message>
        <source>Whatever the rules say, all can be undone.</source>
        <translation>无论规则如何设置，所有更改都能撤销。</translation>
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
        <source>&amp;Writing notes</source>
        <translation>写入笔记(&amp;W)</translation>
    </message>
    <message>
        <source>Time for one tool &amp;call</source>
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
        <source>Folders that you decided about once and for all:</source>
        <translation>已设为始终应用或永不写入的文件夹：</translation>
    </message>
    <message>
        <source>Folder rules</source>
        <translation>文件夹规则</translation>
    </message>
    <message>
        <source>whole vault</source>
        <translation>整个仓库</translation>
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
        <source>Remo&amp;ve rule</source>
        <translation>移除规则(&amp;V)</translation>
    </message>
    <message>
        <source>The turn would stop before you are asked: raise the last round.</source>
        <translation>这样会在询问你之前就停止：请调大最多轮数。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
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
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Another language shows after the next start.</source>
        <translation>更改语言后，下次启动时生效。</translation>
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
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Send the message, open the note, follow the link</source>
        <translation>发送消息、打开笔记、跳转链接</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Shift+Enter</translation>
    </message>
    <message>
        <source>Begin a new line in the message</source>
        <translation>在消息中换行</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Stop the agent; close the find bar; clear the filter</source>
        <translation>停止智能体；关闭查找栏；清除筛选</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Go to the next link or panel</source>
        <translation>转到下一个链接或面板</translation>
    </message>
</context>
<context>
    <name>SideBySideDiff</name>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>{added} lines added, {removed} removed</source>
        <translation>新增 {added} 行，删除 {removed} 行</translation>
    </message>
    <message>
        <source>⋯ {count} unchanged lines</source>
        <translation>⋯ {count} 行未更改</translation>
    </message>
</context>
<context>
    <name>SourceView</name>
    <message>
        <source>Source of the note, read only</source>
        <translation>笔记的源码，只读</translation>
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
</context>
<context>
    <name>ThinkingRow</name>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>The model&apos;s thinking</source>
        <translation>模型的思考过程</translation>
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
        <source>waiting for your approval</source>
        <translation>等待你批准</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Enter shows arguments and result.</source>
        <translation>按 Enter 显示参数和结果。</translation>
    </message>
    <message>
        <source>Arguments and result of {tool}</source>
        <translation>{tool} 的参数和结果</translation>
    </message>
    <message>
        <source>… {count} more</source>
        <translation>……还有 {count} 行</translation>
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
        <translation>已在 {provider} 排队 {seconds} 秒…</translation>
    </message>
    <message>
        <source>{error} Trying again in {seconds} s (attempt {attempt}).</source>
        <translation>{error} {seconds} 秒后重试（第 {attempt} 次）。</translation>
    </message>
    <message>
        <source>Thinking… press Esc to stop.</source>
        <translation>正在思考… 按 Esc 停止。</translation>
    </message>
    <message>
        <source>Writing… press Esc to stop; what was done stays and can be undone.</source>
        <translation>正在书写… 按 Esc 停止；已完成的更改会保留，可以撤销。</translation>
    </message>
    <message>
        <source>Running tools… press Esc to stop; what was done stays and can be undone.</source>
        <translation>正在运行工具… 按 Esc 停止；已完成的更改会保留，可以撤销。</translation>
    </message>
    <message>
        <source>Waiting for your answer…</source>
        <translation>正在等待你的答复…</translation>
    </message>
    <message>
        <source>Approval needed: {tool}</source>
        <translation>需要批准：{tool}</translation>
    </message>
    <message>
        <source>{tool} failed: {error}</source>
        <translation>{tool} 失败：{error}</translation>
    </message>
    <message>
        <source>Axon asks whether to go on with round {round}.</source>
        <translation>Axon 询问是否继续第 {round} 轮。</translation>
    </message>
    <message>
        <source>Axon has answered.</source>
        <translation>Axon 已回答。</translation>
    </message>
    <message>
        <source>&amp;Retry</source>
        <translation>重试(&amp;R)</translation>
    </message>
    <message>
        <source>Stopped. What was done stays and can be undone.</source>
        <translation>已停止。已完成的更改会保留，可以撤销。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>继续(&amp;C)</translation>
    </message>
</context>
<context>
    <name>VaultModel</name>
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
        <source>No notes match</source>
        <translation>没有匹配的笔记</translation>
    </message>
    <message>
        <source>Still reading the vault&apos;s names…</source>
        <translation>仍在读取仓库中的文件名…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中打开</translation>
    </message>
    <message>
        <source>Reveal in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Copy wikilink</source>
        <translation>复制 Wiki 链接</translation>
    </message>
    <message>
        <source>Mention in chat</source>
        <translation>在对话中提及</translation>
    </message>
    <message>
        <source>No program on this computer opens obsidian:// links.</source>
        <translation>此电脑上没有能打开 obsidian:// 链接的程序。</translation>
    </message>
    <message>
        <source>No file manager answered.</source>
        <translation>文件管理器没有响应。</translation>
    </message>
    <message>
        <source>Copied [[{target}]]</source>
        <translation>已复制 [[{target}]]</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>What shall be done in your vault?</source>
        <translation>想在仓库里做点什么？</translation>
    </message>
    <message>
        <source>No model is set up: Axon understands simple commands (no AI). Choose a model in the settings.</source>
        <translation>尚未设置模型：Axon 只懂简单的命令（无 AI）。请在设置中选择模型。</translation>
    </message>
    <message>
        <source>Axon reads and writes notes for you. It asks before each write, and all can be undone.</source>
        <translation>Axon 为你读写笔记。每次写入前都会询问，所有更改都能撤销。</translation>
    </message>
    <message>
        <source>List my notes and tell me what this vault is about</source>
        <translation>列出我的笔记，告诉我这个仓库讲什么</translation>
    </message>
    <message>
        <source>Read Home and suggest three links to add</source>
        <translation>读取 Home，建议三个可以添加的链接</translation>
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
        <source>read Home</source>
        <translation>读取 Home</translation>
    </message>
    <message>
        <source>create note Inbox/Idea: Try Axon Desktop</source>
        <translation>新建笔记 Inbox/想法：试试 Axon Desktop</translation>
    </message>
</context>
<context>
    <name>_RowsView</name>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
</context>
</TS>
