//! Quantities for display. They read the world and change nothing.
//!
//! | File | Holds |
//! |---|---|
//! | `measure` | stretch, energy, momentum |
//! | `tension` | the tension of each link, from the impulses of the next substep |

pub mod measure;
pub mod tension;

pub use self::{measure::*, tension::*};
