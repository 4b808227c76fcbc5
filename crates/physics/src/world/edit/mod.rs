//! Edits: every change to a world from outside; what a `Command` of the sandbox calls.
//!
//! No edit fails. An edit with an id that names nothing is ignored, and so are most with a value that is not finite (a
//! particle's position becomes the origin); other values are clamped to their ranges.
//!
//! | File | Holds |
//! |---|---|
//! | `things` | sets of particles, shapes and blowers, and their removal |
//! | `renumbering` | the ids of particles once others are removed |
//! | `placement` | moving, turning, scaling and mirroring things |
//! | `clip` | things as plain data, to copy and paste |
//! | `bodies` | particles, links, cloth faces and balls |
//! | `joints` | joints: two things turn about one point |
//! | `pins_and_grabs` | pins, grabs, the drive, moving pins |
//! | `pose` | a particle is put to another place, at rest, and what is linked to it follows |
//! | `weights` | weights, which change the mass of a particle until they are removed |
//! | `machines` | drives of links, motors, and keys that work them |
//! | `motor_arms` | which bodies a motor on an axle turns against each other |
//! | `wires` | the shapes that wires keep |
//! | `cuts` | cuts, and the removal of links that were cut or torn |
//! | `obstacles` | ground, room, and shapes |
//! | `blowers` | blowers |
//! | `materials` | materials, and which links are made of them |
//! | `settings` | settings |

mod blowers;
mod bodies;
mod clip;
mod cuts;
mod joints;
mod machines;
mod materials;
mod motor_arms;
mod obstacles;
mod pins_and_grabs;
mod placement;
mod pose;
mod renumbering;
mod settings;
mod things;
mod weights;
mod wires;

#[cfg(test)]
mod tests;

pub use crate::world::edit::clip::{
    Clip, ClipAnchor, ClipBall, ClipBend, ClipDrive, ClipLink, ClipMotor, ClipParticle, ClipWeight,
};
pub use crate::world::edit::things::Things;

pub(crate) use crate::world::edit::bodies::{MAX_COMPLIANCE, MAX_LENGTH, MIN_LENGTH};
pub(crate) use crate::world::edit::pins_and_grabs::MAX_GRABS;
