; Inno Setup 6: another installer of dist\axon-desktop, for those who install for a whole machine (axon-desktop.nsi is
; for one user). UNTESTED: written without a Windows at hand; try it before its first use.
;   iscc /DVersion=0.1.0 packaging\windows\axon-desktop.iss
#ifndef Version
  #error Give the version: /DVersion=...
#endif
; Not every Inno Setup has Chinese texts of its own: without them the wizard's are English, and ours Chinese.
#define Hans FileExists(CompilerPath + "Languages\ChineseSimplified.isl") ? "compiler:Languages\ChineseSimplified.isl" : "compiler:Default.isl"
#define Hant FileExists(CompilerPath + "Languages\ChineseTraditional.isl") ? "compiler:Languages\ChineseTraditional.isl" : "compiler:Default.isl"

[Setup]
AppId={{4CEA4B9D-6A9F-5DFE-B3F0-16D904A31C11}
AppName=Axon Desktop
AppVersion={#Version}
AppPublisher=The Axon Desktop developers
DefaultDirName={autopf}\Axon Desktop
DefaultGroupName=Axon Desktop
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
ChangesEnvironment=yes
Compression=lzma2
SolidCompression=yes
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=Axon-Desktop-{#Version}-x64-inno-setup
SetupIconFile=..\..\build\build\axon.ico
UninstallDisplayIcon={app}\axon-desktop.exe
WizardStyle=modern
ShowLanguageDialog=auto

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "zh_CN"; MessagesFile: "{#Hans}"
Name: "zh_TW"; MessagesFile: "{#Hant}"

[LangOptions]
zh_CN.LanguageName=简体中文
zh_CN.LanguageID=$0804
zh_TW.LanguageName=繁體中文
zh_TW.LanguageID=$0404

[CustomMessages]
en.OnPath=Put the axon command on the PATH
zh_CN.OnPath=将 axon 命令加入 PATH
zh_TW.OnPath=將 axon 命令加入 PATH

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "path"; Description: "{cm:OnPath}"; Flags: unchecked

[Files]
Source: "..\..\dist\axon-desktop\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Axon Desktop"; Filename: "{app}\axon-desktop.exe"
Name: "{autodesktop}\Axon Desktop"; Filename: "{app}\axon-desktop.exe"; Tasks: desktopicon

[Registry]
; among "Open with" of Markdown files, without becoming what opens them
Root: HKA; Subkey: "Software\Classes\Applications\axon-desktop.exe"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\axon-desktop.exe\SupportedTypes"; ValueType: string; ValueName: ".md"
Root: HKA; Subkey: "Software\Classes\Applications\axon-desktop.exe\shell\open\command"; ValueType: string; ValueData: """{app}\axon-desktop.exe"" ""%1"""

[Run]
Filename: "{app}\axon-desktop.exe"; Description: "{cm:LaunchProgram,Axon Desktop}"; Flags: nowait postinstall skipifsilent

[Code]
{ The PATH of the user, or of the machine if it is installed for all. What cannot be read is left alone. }
procedure ChangePath(Add: Boolean);
var
  Root, Place: Integer;
  Key, Path, Entry: string;
begin
  if IsAdminInstallMode then
  begin
    Root := HKLM;
    Key := 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment';
  end
  else
  begin
    Root := HKCU;
    Key := 'Environment';
  end;
  if not RegQueryStringValue(Root, Key, 'Path', Path) then
  begin
    if RegValueExists(Root, Key, 'Path') then exit;
    Path := '';
  end;
  Entry := ExpandConstant('{app}');
  Place := Pos(';' + Uppercase(Entry) + ';', ';' + Uppercase(Path) + ';');
  if Add = (Place > 0) then exit;
  if not Add then
  begin
    if Place > 1 then Place := Place - 1; { with the ; before it, or after it if it is the first }
    Delete(Path, Place, Length(Entry) + 1);
  end
  else if Path = '' then
    Path := Entry
  else
    Path := Path + ';' + Entry;
  RegWriteExpandStringValue(Root, Key, 'Path', Path);
end;

procedure CurStepChanged(CurStep: TSetupStep);
begin
  if (CurStep = ssPostInstall) and WizardIsTaskSelected('path') then ChangePath(True);
end;

procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
begin
  if CurUninstallStep = usPostUninstall then ChangePath(False);
end;
