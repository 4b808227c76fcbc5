//! Tells the program the commit that it is built from, if it is built from a checkout or from a published package, and
//! gives a program for Windows its icon and its version.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "cargo reads stdout, and this is not the program")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32") {
        // The page shows no version.
        return;
    }
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    // The compiler of Microsoft brings no tool for it that could be found here. Releases are built with GNU's.
    if is("CARGO_CFG_TARGET_OS", "windows") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        add_resources(&package);
    }
    if let Some(commit) = of_package(&package).or_else(|| of_checkout(&package)) {
        println!("cargo::rustc-env=ROPEWALK_COMMIT={commit}");
    }
}

/// Links the icon, the version and the manifest into a program for Windows. Without `windres` it has none.
fn add_resources(package: &Path) {
    println!("cargo::rerun-if-changed=assets/icon/ropewalk.ico");
    let number = |part: &str| env::var(format!("CARGO_PKG_VERSION_{part}")).unwrap_or_default();
    let numbers = ["MAJOR", "MINOR", "PATCH"].map(number).join(",");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let icon = package.join("assets/icon/ropewalk.ico").display().to_string().replace('\\', "/");
    let script = format!(
        r#"1 ICON "{icon}"
1 24 {{ "<assembly xmlns='urn:schemas-microsoft-com:asm.v1' manifestVersion='1.0'>",
"<dependency><dependentAssembly><assemblyIdentity type='win32' name='Microsoft.Windows.Common-Controls' version='6.0.0.0'",
" processorArchitecture='*' publicKeyToken='6595b64144ccf1df' language='*'/></dependentAssembly></dependency></assembly>" }}
1 VERSIONINFO FILEVERSION {numbers},0 PRODUCTVERSION {numbers},0 FILEOS 0x40004 FILETYPE 1 {{
BLOCK "StringFileInfo" {{ BLOCK "040904b0" {{
VALUE "CompanyName", "The Ropewalk developers"
VALUE "FileDescription", "Ropewalk"
VALUE "FileVersion", "{version}"
VALUE "InternalName", "ropewalk"
VALUE "LegalCopyright", "MIT or Apache-2.0"
VALUE "OriginalFilename", "ropewalk.exe"
VALUE "ProductName", "Ropewalk"
VALUE "ProductVersion", "{version}" }} }}
BLOCK "VarFileInfo" {{ VALUE "Translation", 0x409, 1200 }} }}
"#
    );
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let (input, output) = (folder.join("ropewalk.rc"), folder.join("ropewalk.res.o"));
    let made = fs::write(&input, script).is_ok()
        && ["x86_64-w64-mingw32-windres", "windres"]
            .iter()
            .any(|tool| Command::new(tool).arg(&input).arg(&output).status().is_ok_and(|status| status.success()));
    if made {
        println!("cargo::rustc-link-arg-bins={}", output.display());
    } else {
        println!("cargo::warning=windres is missing: the program has no icon and no version");
    }
}

/// The commit that `cargo package` notes in a package.
fn of_package(package: &Path) -> Option<String> {
    let noted = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = noted.split_once("\"sha1\"")?;
    short(rest.split('"').nth(1)?)
}

/// The commit of the checkout whose root this is. Not of one around it: that is another project's.
fn of_checkout(package: &Path) -> Option<String> {
    package.join(".git").exists().then_some(())?;
    let commit = short(&git(package, &["rev-parse", "HEAD"])?)?;
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        // The log of a branch grows with each commit; HEAD alone does not change then.
        for name in ["HEAD", "logs/HEAD"] {
            let path = git(package, &["rev-parse", "--git-path", name]).map(|path| package.join(path));
            if let Some(path) = path.filter(|path| path.exists()) {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        }
        Some(commit)
    } else {
        // A commit must not rebuild what is being tested.
        Some(format!("{commit} or later"))
    }
}

fn git(package: &Path, args: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    git.arg("-C").arg(package).args(args).env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
    let output = git.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The first letters of a commit's name.
fn short(commit: &str) -> Option<String> {
    let is_name = commit.len() >= 40 && commit.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_name.then(|| commit[..12].to_owned())
}
