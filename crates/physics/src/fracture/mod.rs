//! Fracture of links: by strain, and by the load of heavy particles.
//!
//! | File | Holds |
//! |---|---|
//! | `strain` | constants and buffers of tearing by strain; `world/tearing.rs` finds the links |
//! | `overload` | load of heavy particles, which long-range attachments keep from stretching links |

pub mod overload;
pub mod strain;

pub(crate) use self::{overload::*, strain::*};
