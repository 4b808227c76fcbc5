//! Air: wind, gusts and blowers, and the drag of the air on links.
//!
//! | File | Holds |
//! |---|---|
//! | `wind` | the gusts of a wind, the state of the air, the air velocity at each particle |
//! | `gust` | curl noise (Bridson et al. 2007) that drifts with the wind |
//! | `blower` | plane jets (Pope 2000) |
//! | `drag` | quadratic drag of cylinders (Hoerner 1965), as a SIMD kernel |

pub mod blower;
pub mod drag;
pub mod gust;
pub mod wind;

pub use self::blower::*;
pub(crate) use self::{drag::*, gust::*, wind::*};
