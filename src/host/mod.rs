//! The host of the program, without its window: clock, files, log, clipboard, address. It is the operating system or
//! the page of a browser; all other folders use this one and do not know which.
//!
//! Files are those of `std::fs` on an operating system. In a browser the same functions keep them in its local storage.
//! Two folders are special there: a file written to `downloads` becomes a download of the user, and a file that the
//! user drops on the page or chooses is read from `uploads`.
//!
//! | File | Holds |
//! |---|---|
//! | `native` | the operating system as host |
//! | `output` | where output goes: files are replaced whole, devices and pipes are written to |
//! | `pack` | bytes as short text for addresses and file names, compressed |
//! | `store` | files in a store of named texts that may be full at any time: the local storage of a browser |
//! | `text` | names, titles and hints of files, made printable before they are shown |
//! | `web` | the page of a browser as host |

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
mod output;
pub mod pack;
#[cfg(any(target_arch = "wasm32", test))]
mod store;
pub mod text;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use native::*;
#[cfg(not(target_arch = "wasm32"))]
pub use output::{Draft, Scratch, Stream, is_stdout, is_stream, real_path, remove_abandoned_drafts, reserve, scratch};
#[cfg(target_arch = "wasm32")]
pub use web::*;

/// Name of the program.
pub const PROGRAM: &str = "Ropewalk";

/// Path that stands for standard input where a scene is read, and for standard output where a file is written.
pub const STANDARD_STREAM: &str = "-";

/// Whether the program is a page in a browser: it has one thread, and only the user moves files in and out.
pub const IN_BROWSER: bool = cfg!(target_arch = "wasm32");
