# shellcheck shell=bash disable=SC2034
# What the scripts of this folder share: names, versions of tools, and small functions. They source it and then stand in the
# repository's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The folder for everything that is made.
dist=${DIST:-target/packages}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | sed -n 1p)
# The oldest C library of a program for Linux: RHEL 8, Debian 10, Ubuntu 20.04.
readonly oldest_glibc=2.28
# The largest program, in bytes.
readonly most_bytes=10000000
# Tools that are installed where they are missing.
readonly about_version=0.9.3 deb_version=3.8.0
readonly dist version

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

# cargo_tool NAME VERSION FLAG...: installs a tool of cargo's where it is missing.
cargo_tool() {
  local name=$1 wanted=$2
  shift 2
  command -v "$name" >/dev/null || [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/$name" ] ||
    cargo install --locked --quiet "$name@$wanted" "$@" >&2
}

# add_texts FOLDER: the licences, the notices of third parties and the changelog, which go with every program.
add_texts() {
  cp LICENSE-MIT LICENSE-APACHE CHANGELOG.md "$1/"
  packaging/notices "$1/THIRD-PARTY-NOTICES.txt"
}
