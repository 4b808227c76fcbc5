//! The fonts that egui brings, in the place of its own crate of them (`[patch.crates-io]`).
//!
//! Ropewalk shows no emoji and no code, and the fonts for them are a megabyte, which a page would load each time. The
//! binding does not let them be left out. So in a browser all four are the one that is used; elsewhere all is as it was.

pub use original::UBUNTU_LIGHT;
#[cfg(not(target_arch = "wasm32"))]
pub use original::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR};

/// See above.
#[cfg(target_arch = "wasm32")]
pub const EMOJI_ICON: &[u8] = UBUNTU_LIGHT;
/// See above.
#[cfg(target_arch = "wasm32")]
pub const HACK_REGULAR: &[u8] = UBUNTU_LIGHT;
/// See above.
#[cfg(target_arch = "wasm32")]
pub const NOTO_EMOJI_REGULAR: &[u8] = UBUNTU_LIGHT;
