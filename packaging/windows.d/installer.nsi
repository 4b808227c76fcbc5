; The installer, for one user and without questions to an administrator. `packaging/windows` gives VERSION, FOLDER and OUTPUT.
; Of 64 bits, as the program: with Unicode.
Target amd64-unicode
!include "MUI2.nsh"
!include "FileFunc.nsh"

!define CLASSES "Software\Classes"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Ropewalk"

Name "Ropewalk"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Ropewalk"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
SetCompressor /SOLID lzma
; Both programs are nearly the same: the second costs nothing.
SetCompressorDictSize 32
ManifestDPIAware true
BrandingText "Ropewalk ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Ropewalk"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installer of Ropewalk"
VIAddVersionKey "LegalCopyright" "MIT or Apache-2.0"

!define MUI_ICON "assets\icon\ropewalk.ico"
!define MUI_UNICON "assets\icon\ropewalk.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Ropewalk.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!macro TellShell
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Ropewalk.lnk" "$INSTDIR\Ropewalk.exe"
  ; "Open with" for RON files, which may belong to other programs, too: Ropewalk is offered and takes nothing over.
  WriteRegStr HKCU "${CLASSES}\Ropewalk.Scene" "" "Ropewalk scene"
  WriteRegStr HKCU "${CLASSES}\Ropewalk.Scene\DefaultIcon" "" "$INSTDIR\Ropewalk.exe,0"
  WriteRegStr HKCU "${CLASSES}\Ropewalk.Scene\shell\open\command" "" '"$INSTDIR\Ropewalk.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\.ron\OpenWithProgids" "Ropewalk.Scene" ""
  WriteRegStr HKCU "${CLASSES}\Applications\Ropewalk.exe\shell\open\command" "" '"$INSTDIR\Ropewalk.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\Applications\Ropewalk.exe\SupportedTypes" ".ron" ""
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Ropewalk"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Ropewalk.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Ropewalk developers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  !insertmacro TellShell
SectionEnd

; The user's own files are elsewhere, and stay.
Section "Uninstall"
  Delete "$SMPROGRAMS\Ropewalk.lnk"
  DeleteRegKey HKCU "${CLASSES}\Ropewalk.Scene"
  DeleteRegValue HKCU "${CLASSES}\.ron\OpenWithProgids" "Ropewalk.Scene"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.ron\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.ron"
  DeleteRegKey HKCU "${CLASSES}\Applications\Ropewalk.exe"
  DeleteRegKey HKCU "${UNINSTALL}"
  Delete "$INSTDIR\bin\ropewalk.exe"
  RMDir "$INSTDIR\bin"
  Delete "$INSTDIR\Ropewalk.exe"
  Delete "$INSTDIR\README.txt"
  Delete "$INSTDIR\LICENSE-MIT"
  Delete "$INSTDIR\LICENSE-APACHE"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\THIRD-PARTY-NOTICES.txt"
  Delete "$INSTDIR\uninstall.exe"
  ; Stays where a user has put files into it.
  RMDir "$INSTDIR"
  !insertmacro TellShell
SectionEnd
