; Inno Setup 6: the installer of dist\axon-desktop, which PyInstaller made on Windows. UNTESTED: written without a
; Windows at hand; try it before the first release.
;   iscc /DVersion=0.1.0 packaging\windows\axon-desktop.iss
#ifndef Version
  #error Give the version: /DVersion=...
#endif

[Setup]
AppId={{4CEA4B9D-6A9F-5DFE-B3F0-16D904A31C11}
AppName=Axon Desktop
AppVersion={#Version}
AppPublisher=Axon Desktop contributors
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
OutputBaseFilename=Axon-Desktop-{#Version}-x64-setup
SetupIconFile=..\..\build\build\axon.ico
UninstallDisplayIcon={app}\axon-desktop.exe
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "path"; Description: "Put the axon command on the PATH"; Flags: unchecked

[Files]
Source: "..\..\dist\axon-desktop\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Axon Desktop"; Filename: "{app}\axon-desktop.exe"
Name: "{autodesktop}\Axon Desktop"; Filename: "{app}\axon-desktop.exe"; Tasks: desktopicon

[Registry]
; among "Open with" of Markdown files, without becoming what opens them
Root: HKA; Subkey: "Software\Classes\Applications\axon-desktop.exe\SupportedTypes"; ValueType: string; ValueName: ".md"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\axon-desktop.exe\shell\open\command"; ValueType: string; ValueData: """{app}\axon-desktop.exe"" ""%1"""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: PathLacksApp

[Run]
Filename: "{app}\axon-desktop.exe"; Description: "{cm:LaunchProgram,Axon Desktop}"; Flags: nowait postinstall skipifsilent

[Code]
function PathLacksApp: Boolean;
var Path: string;
begin
  if not RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Path) then Path := '';
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Path) + ';') = 0;
end;
