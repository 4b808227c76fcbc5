//! The fonts that egui brings, in the place of its own crate of them (`[patch.crates-io]`).
//!
//! Ropewalk shows no emoji and no code, and the fonts for them are a megabyte, which a page would load each time. The
//! binding does not let them be left out. So in a browser all four are the one that is used, without what egui does not
//! read of it (`build.rs`); elsewhere all is as it was.

#[cfg(not(target_arch = "wasm32"))]
pub use original::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};

/// See above.
#[cfg(target_arch = "wasm32")]
pub const UBUNTU_LIGHT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/plain.ttf"));
/// See above.
#[cfg(target_arch = "wasm32")]
pub const EMOJI_ICON: &[u8] = UBUNTU_LIGHT;
/// See above.
#[cfg(target_arch = "wasm32")]
pub const HACK_REGULAR: &[u8] = UBUNTU_LIGHT;
/// See above.
#[cfg(target_arch = "wasm32")]
pub const NOTO_EMOJI_REGULAR: &[u8] = UBUNTU_LIGHT;
