//! What the program runs in, besides the window: clock, files, log, clipboard, address. The operating system, or the page of
//! a browser. Everything else uses this and does not know which of the two it is.
//!
//! Files are those of `std::fs` where there is a system. In a browser the same functions keep them in its local storage,
//! with two folders that are none: what is written to `downloads` is given to the user as a download, and what he gives to
//! the page (a file that is dropped, or chosen) is read from `uploads`.

#[cfg(not(target_arch = "wasm32"))]
mod native;
pub mod pack;
#[cfg(any(target_arch = "wasm32", test))]
mod store;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use native::*;
#[cfg(target_arch = "wasm32")]
pub use web::*;

/// The program is a page in a browser: one thread, and whatever leaves it or comes into it is the user's to do.
pub const IN_BROWSER: bool = cfg!(target_arch = "wasm32");
