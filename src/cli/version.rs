//! The version that `--version` prints.

use std::sync::LazyLock;

use crate::physics;

/// Version, commit if the build script knows it, and SIMD lanes.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("ROPEWALK_COMMIT").map_or(String::new(), |commit| format!("commit {commit}, "));
    format!("{} ({commit}{} lanes)", env!("CARGO_PKG_VERSION"), physics::widest_lanes())
});

/// The version of the program with its commit and the SIMD lanes that it uses on this machine.
pub(super) fn version() -> &'static str {
    &VERSION
}
