//! Fracture by strain: a link breaks at the stretch that the sweeps of a step have left.
//!
//! A link without give has no stiffness that would relate tension to stretch, so stretch is the criterion. Grabs do not
//! yield while tearing is on, so pulling beyond a rope's length stretches and tears it. Heavy particles stretch
//! nothing: their links break by load ([`crate::fracture::overload`]).
//!
//! A break relieves the links around it. A row of links between a pin and a grab is stretched evenly and would break in
//! many places at once. So the most stretched link breaks first and spares its neighbourhood in this step, and a tear
//! runs on from where it began.
//!
//! A stretched link that is relieved returns to its length in one substep: as motion, that would be hundreds of m/s. So
//! while any link is stretched, its particles recoil at a limited speed, and links accelerate nothing beyond the
//! maximum speed of a grab.

use crate::fracture::overload::Overload;

/// Stretch of a link, as a share of its rest length, from which the recoil of its particles is limited. Smaller stretch
/// returns as motion of some 2 m/s.
pub(crate) const MIN_RECOIL_STRETCH: f32 = 0.002;

/// Maximum speed, m/s, that links give a particle in recoil, and that long-range attachments give a heavy one. Faster
/// particles keep their speed.
pub(crate) const MAX_RECOIL_SPEED: f32 = 1.0;

/// Number of links around a break within which no other link breaks in the same step. With 0 a tear jumps ahead of
/// itself; with many, links stretch to several times their length before they break.
pub(crate) const RELIEF_LINKS: u32 = 3;

/// Buffers of the search for links that break. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct StrainFracture {
    /// Particles whose recoil is limited in this step; empty if there is none.
    pub recoiling: Vec<bool>,
    /// Links beyond the limit.
    pub overstretched: Vec<StretchedLink>,
    /// Particles that a break has relieved in this step.
    pub relieved: Vec<bool>,
    /// Particles at the front of the search around a break.
    pub front: Vec<u32>,
    pub overload: Overload,
}

/// A link beyond the limit of stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StretchedLink {
    /// Square of its length as a share of its rest length.
    pub squared_ratio: f32,
    pub slot: u32,
}
