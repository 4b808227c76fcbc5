//! Fracture of links: by strain and by tension.
//!
//! | File | Holds |
//! |---|---|
//! | `strain` | constants and buffers of tearing by strain; `world/tearing.rs` finds the links |
//! | `tension` | tension beyond the strength of a material; `world/tension_tearing.rs` finds the links |

pub mod strain;
pub mod tension;

pub(crate) use self::{strain::*, tension::*};
