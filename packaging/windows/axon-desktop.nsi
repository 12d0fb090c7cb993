; NSIS 3: the installer of dist\axon-desktop, which PyInstaller made on Windows. For one user, without an administrator.
;   makensis -DVERSION=0.1.0 packaging/windows/axon-desktop.nsi
; It also compiles on Linux (Debian's package nsis). -DDIST=folder takes another build, -DTARGET=amd64-unicode another
; kind of installer: Debian has one of 64 bits, NSIS for Windows has not.
; Silent: Axon-Desktop-0.1.0-x64-setup.exe /S [/PATH=yes] [/DESKTOP=yes] [/D=C:\folder, last and without quotes]
Unicode true
!ifndef VERSION
  !error "Give the version: -DVERSION=..."
!endif
!ifndef DIST
  !define DIST "../../dist/axon-desktop"
!endif
!ifndef TARGET
  !define TARGET x86-unicode
!endif
!ifndef OUTPUT
  !define OUTPUT "../../dist/Axon-Desktop-${VERSION}-x64-setup.exe"
!endif
Target ${TARGET}
!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include Sections.nsh
!include WinMessages.nsh
!include WinVer.nsh
!include x64.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Axon Desktop"
!define OPENS "Software\Classes\Applications\axon-desktop.exe"
Name "Axon Desktop"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Axon Desktop"
InstallDirRegKey HKCU "${UNINSTALL}" InstallLocation
SetCompressor /SOLID lzma
ManifestDPIAware true
VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 ProductName "Axon Desktop"
VIAddVersionKey /LANG=0 ProductVersion "${VERSION}"
VIAddVersionKey /LANG=0 FileVersion "${VERSION}"
VIAddVersionKey /LANG=0 FileDescription "Axon Desktop"
VIAddVersionKey /LANG=0 LegalCopyright "The Axon Desktop developers"
!if /FileExists "../../build/build/axon.ico" ; which build.spec draws
  !define MUI_ICON "../../build/build/axon.ico"
  !define MUI_UNICON "../../build/build/axon.ico"
!endif

!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\axon-desktop.exe"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English
!insertmacro MUI_LANGUAGE SimpChinese
!insertmacro MUI_LANGUAGE TradChinese

!macro TEXT NAME EN HANS HANT
  LangString ${NAME} ${LANG_ENGLISH} "${EN}"
  LangString ${NAME} ${LANG_SIMPCHINESE} "${HANS}"
  LangString ${NAME} ${LANG_TRADCHINESE} "${HANT}"
!macroend
!insertmacro TEXT DESKTOP "Shortcut on the desktop" "桌面快捷方式" "桌面捷徑"
!insertmacro TEXT ON_PATH "Put the axon command on the PATH" "将 axon 命令加入 PATH" "將 axon 命令加入 PATH"
!insertmacro TEXT RUNS "Axon Desktop, or an axon command, is still running. Close it, and also programs that use it as an MCP server; then choose Retry." \
  "Axon Desktop 或某个 axon 命令仍在运行。请关闭它，以及把它用作 MCP 服务器的程序，然后选择“重试”。" \
  "Axon Desktop 或某個 axon 命令仍在執行。請關閉它，以及將它用作 MCP 伺服器的程式，然後選擇「重試」。"
!insertmacro TEXT TOO_OLD "Axon Desktop needs Windows 10 or newer, with 64 bits." \
  "Axon Desktop 需要 64 位的 Windows 10 或更新版本。" "Axon Desktop 需要 64 位元的 Windows 10 或更新版本。"

; A program that runs cannot be opened for writing.
!macro WAIT_FOR_END PROGRAM
  ${Do}
    ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
      ${Break}
    ${EndIf}
    ClearErrors
    FileOpen $0 "$INSTDIR\${PROGRAM}" a
    ${IfNot} ${Errors}
      FileClose $0
      ${Break}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNS)" /SD IDCANCEL IDRETRY +3
    SetErrorLevel 5
    Quit
  ${Loop}
!macroend

; The user's PATH is changed in memory, not in an NSIS text: that ends after 1024 characters, and the rest would be lost.
; ADD yes: an entry is put at the end if there is none; no: it is taken out.
!macro CHANGE_PATH ADD
  System::Call 'advapi32::RegGetValueW(p 0x80000001, w "Environment", w "Path", i 0x10000006, *i .r1, p 0, *i .r2) i .r0'
  ${If} $0 = 2 ; there is none yet: a new one, to be expanded
    StrCpy $0 0
    StrCpy $1 2
    StrCpy $2 0
  ${EndIf}
  ${If} $0 = 0 ; what cannot be read is left alone
    IntOp $3 $2 + 4096
    System::Alloc $3
    Pop $4
    System::Call 'kernel32::lstrcpyW(p r4, w ";")'
    IntOp $5 $4 + 2
    ${If} $2 > 2
      System::Call 'advapi32::RegGetValueW(p 0x80000001, w "Environment", w "Path", i 0x10000006, p 0, p r5, *i r2) i .r0'
      System::Call 'kernel32::lstrcatW(p r4, w ";")'
    ${EndIf}
    System::Call 'shlwapi::StrStrIW(p r4, w ";$INSTDIR;") p .r6'
    StrCpy $7 no
    !if ${ADD} == yes
      ${If} $6 = 0
        System::Call 'kernel32::lstrcatW(p r4, w "$INSTDIR;")'
        StrCpy $7 yes
      ${EndIf}
    !else
      ${If} $6 <> 0
        StrLen $7 ";$INSTDIR"
        IntOp $7 $7 * 2
        IntOp $7 $6 + $7
        System::Call 'kernel32::lstrlenW(p r7) i .r8'
        IntOp $8 $8 + 1
        IntOp $8 $8 * 2
        System::Call 'kernel32::RtlMoveMemory(p r6, p r7, p r8)'
        StrCpy $7 yes
      ${EndIf}
    !endif
    ${If} $0 = 0
    ${AndIf} $7 == yes
      System::Call 'kernel32::lstrlenW(p r4) i .r8'
      ${If} $8 > 1 ; without the ; before the first entry and after the last
        IntOp $8 $8 * 2
        IntOp $8 $8 - 2
        IntOp $6 $4 + $8
        System::Call '*$6(&i2 0)'
        System::Call 'advapi32::RegSetKeyValueW(p 0x80000001, w "Environment", w "Path", i r1, p r5, i r8) i .r0'
      ${Else}
        DeleteRegValue HKCU Environment Path
      ${EndIf}
      SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
    ${EndIf}
    System::Free $4
  ${EndIf}
!macroend

Section "Axon Desktop"
  SectionIn RO
  !insertmacro WAIT_FOR_END axon-desktop.exe
  !insertmacro WAIT_FOR_END axon.exe
  RMDir /r "$INSTDIR\_internal" ; of the version before
  SetOutPath "$INSTDIR"
  File /r "${DIST}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Axon Desktop.lnk" "$INSTDIR\axon-desktop.exe"
  ; among "Open with" of Markdown files, without becoming what opens them
  WriteRegStr HKCU "${OPENS}\SupportedTypes" ".md" ""
  WriteRegStr HKCU "${OPENS}\shell\open\command" "" '"$INSTDIR\axon-desktop.exe" "%1"'
  WriteRegStr HKCU "${UNINSTALL}" DisplayName "Axon Desktop"
  WriteRegStr HKCU "${UNINSTALL}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" Publisher "The Axon Desktop developers"
  WriteRegStr HKCU "${UNINSTALL}" DisplayIcon "$INSTDIR\axon-desktop.exe"
  WriteRegStr HKCU "${UNINSTALL}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" NoModify 1
  WriteRegDWORD HKCU "${UNINSTALL}" NoRepair 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" EstimatedSize $0
SectionEnd

Section /o "$(DESKTOP)" DesktopShortcut
  CreateShortcut "$DESKTOP\Axon Desktop.lnk" "$INSTDIR\axon-desktop.exe"
SectionEnd

Section /o "$(ON_PATH)" CommandOnPath
  !insertmacro CHANGE_PATH yes
SectionEnd

Function .onInit
  ${IfNot} ${AtLeastWin10}
  !if ${TARGET} == x86-unicode ; one of 64 bits starts nowhere else
    ${OrIfNot} ${RunningX64}
  !endif
    MessageBox MB_OK|MB_ICONSTOP "$(TOO_OLD)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  ${GetParameters} $0
  ${GetOptions} $0 "/PATH=" $1
  ${If} $1 == yes
    !insertmacro SelectSection ${CommandOnPath}
  ${EndIf}
  ${GetOptions} $0 "/DESKTOP=" $1
  ${If} $1 == yes
    !insertmacro SelectSection ${DesktopShortcut}
  ${EndIf}
FunctionEnd

; Settings, conversations and the undo journal stay: they are the user's.
Section Uninstall
  !insertmacro WAIT_FOR_END axon-desktop.exe
  !insertmacro WAIT_FOR_END axon.exe
  !insertmacro CHANGE_PATH no
  Delete "$SMPROGRAMS\Axon Desktop.lnk"
  Delete "$DESKTOP\Axon Desktop.lnk"
  DeleteRegKey HKCU "${OPENS}"
  DeleteRegKey HKCU "${UNINSTALL}"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\axon.exe"
  Delete "$INSTDIR\axon-desktop.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR" ; only if nothing of the user's is in it
SectionEnd
