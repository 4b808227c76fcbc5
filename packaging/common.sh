# shellcheck shell=bash disable=SC2034
# What the scripts of this folder share: names and small functions. They source it and then stand in the
# repository's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The folder for everything that is made.
dist=${DIST:-target/packages}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | sed -n 1p)
# The oldest C library of a program for Linux: RHEL 8, Debian 10, Ubuntu 20.04.
readonly oldest_glibc=2.28
readonly dist version
# Where `packaging/install-tools` puts what it takes from PyPI.
PATH=$PATH:$HOME/.local/bin

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# note SENTENCE...: on stderr, since stdout holds results.
note() {
  printf '%s\n' "$*" >&2
}

# need PROGRAM PACKAGE: fails where a program is missing, and names the Debian package that has it.
need() {
  command -v "$1" >/dev/null || fail "$1 is missing: install $2"
}

# Installs cargo-about, which `packaging/notices` runs, where it is missing.
install_about() {
  need cargo "Rust from https://rustup.rs"
  cargo about --version >/dev/null 2>&1 && return
  note "cargo-about is missing: cargo compiles it, which takes some minutes"
  cargo install --locked --quiet cargo-about@0.9.3 --features cli >&2
}

# add_texts FOLDER: the licences, the notices of third parties and the changelog, which go with every program.
add_texts() {
  cp LICENSE-MIT LICENSE-APACHE CHANGELOG.md "$1/"
  packaging/notices "$1/THIRD-PARTY-NOTICES.txt"
}
