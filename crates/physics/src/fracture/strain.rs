//! Fracture by strain: a link breaks if its stretch after the sweeps of a step exceeds a limit.
//!
//! A rigid link has no stiffness that relates tension to stretch, so stretch is the criterion. At a held particle
//! stretch is measured to its hand's aim. Weights that attachments hold stretch no links, and tear none.
//!
//! A break relieves the links around it. A row of links between a pin and a hand is stretched evenly and would break in
//! many places at once. So the most stretched link breaks first, no link near it breaks in this step, and a tear grows
//! from its first break.
//!
//! A stretched link that is relieved returns to its length in one substep, which would be motion of hundreds of m/s. So
//! while any link is stretched, its particles recoil at a limited speed, and links accelerate no particle beyond the
//! greatest speed of a hand.

/// Maximum speed, m/s, that links give a particle in recoil, and that long-range attachments give a heavy one. Faster
/// particles keep their speed.
pub(crate) const MAX_RECOIL_SPEED: f32 = 1.0;

/// Number of links around a break within which no other link breaks in the same step. With 0, a tear skips links;
/// with many, links stretch to several times their length before they break.
pub(crate) const RELIEF_LINKS: u32 = 3;

/// Buffers of the search for links that break. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct StrainFracture {
    /// Particles whose recoil is limited in this step; empty if there is none.
    pub recoiling: Vec<bool>,
    /// Links stretched beyond the limit.
    pub overstretched: Vec<StretchedLink>,
    /// Particles that a break has relieved in this step.
    pub relieved: Vec<bool>,
    /// Particles at the front of the search around a break.
    pub front: Vec<u32>,
}

/// A link beyond the limit of stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StretchedLink {
    /// (Length / rest length)².
    pub squared_ratio: f32,
    pub slot: u32,
}
