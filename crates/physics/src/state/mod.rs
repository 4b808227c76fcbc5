//! State as data: snapshots, text, and hashes.

pub mod digest;
pub mod hash;
pub mod snapshot;
pub mod text;

pub use self::{digest::*, snapshot::*};
