//! Tearing: links that are stretched too far break.
//!
//! What breaks a link is how long the sweeps of a step have left it, and not how hard it pulls: without give a link has no
//! stiffness that would turn its pull into a stretch. Hands do not yield while tearing is on (see `lead`), so whatever is
//! drawn farther than it is long does stretch, and tears. What hangs by one end follows its hand. A weight stretches nothing,
//! however heavy: what it tears is found by how hard it pulls (see `load`).
//!
//! A break relieves what is around it. A row of links between a nail and the hand is stretched evenly, and would break in
//! a dozen places in one step if each were asked alone: so the most stretched goes first, and spares its neighbourhood for
//! this step. That is what makes a tear run from where it began.
//!
//! A stretched link that is let go comes to its length again in one substep, which as motion would be hundreds of m/s: so
//! in a step with something stretched in it, that is drawn in almost without speed, and links make nothing faster than a
//! hand may be. Measured in the scene `tearable-curtain`, its hem pulled at 2 m/s: without, the energy rose to 122 J within
//! 6 steps of the last tear; with it, it stayed at 18 J.

use crate::fracture::overload::Overload;

/// Particles at a link that is stretched by more than this share of its length are drawn in gently. What is stretched by
/// less comes back as motion: 1.7 m/s for a link of that curtain (0.08 m, 180 substeps).
pub(crate) const GENTLE: f32 = 0.002;

/// The greatest speed, m/s, that links give such a particle, and tethers what is heavy. What is faster already stays so.
pub(crate) const RECOIL: f32 = 1.0;

/// Within so many links of a break nothing else breaks in the same step. With 0 a column of that curtain broke in 9
/// places in one step; with 6, a hand at 15 m/s drew links out to almost six times their length before they broke.
pub(crate) const RELIEF: u32 = 3;

/// Scratch for the search: never state.
#[derive(Clone, Debug, Default)]
pub(crate) struct StrainFracture {
    /// Which particles are to be drawn in gently in this step; empty if there is none.
    pub gentle: Vec<bool>,
    /// Links that are too long: squares of their lengths as shares of their rest lengths, and slots.
    pub long: Vec<(f32, u32)>,
    /// Which particles a break has relieved.
    pub relieved: Vec<bool>,
    pub front: Vec<u32>,
    /// How hard what is heavy pulls.
    pub overload: Overload,
}
