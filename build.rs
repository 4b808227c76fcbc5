//! Tells the program the commit that it is built from, if it is built from a checkout or from a published package.

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
    if let Some(commit) = of_package(&package).or_else(|| of_checkout(&package)) {
        println!("cargo::rustc-env=ROPEWALK_COMMIT={commit}");
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
