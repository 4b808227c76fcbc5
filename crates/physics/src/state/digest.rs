//! A digest: short hashes of six parts of the state, which say where two worlds differ.
//!
//! 16 bits a part are too few to compare worlds, but enough to locate a difference. A recording has a digest a second.
//! Sleep, random numbers and counts have no part.

use glam::Vec2;

use crate::particles::{Bend, DistanceConstraint, Particles};
use crate::world::World;

/// Names of the parts. A difference in one leads to differences in those after it.
const PARTS: [&str; 6] =
    ["the settings", "the links", "what is pinned or held", "the masses", "the positions", "the motion"];

/// A short hash of each part of a world's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub [u16; PARTS.len()]);

impl Digest {
    /// Name of the first part in which two worlds differ.
    #[must_use]
    pub fn difference(self, other: Self) -> &'static str {
        let pairs = self.0.iter().zip(&other.0).zip(PARTS);
        pairs.into_iter().find(|((one, other), _)| one != other).map_or("something else", |(_, part)| part)
    }
}

/// The FNV-1a hash (Fowler, Noll and Vo) over words instead of bytes, shortened to 16 bits.
fn fold(words: impl Iterator<Item = u32>) -> u16 {
    let add = |hash: u64, word| (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = words.fold(0xcbf2_9ce4_8422_2325, add);
    // A round of SplitMix64 spreads the last word to the upper bits.
    ((hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 48) as u16
}

impl World {
    /// The digest of the state.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let Particles { position, displacement, inv_mass, mass, pinned: _ } = &self.bodies.particles;
        // The hash of an empty world covers settings, colliders and air alone.
        let mut empty = Self::new(self.state.settings, self.state.colliders.clone(), 0);
        empty.state.air.clone_from(&self.state.air);
        let settings = empty.state_hash();
        let link = |link: &DistanceConstraint| {
            let &DistanceConstraint { a, b, rest_length, stiffness, compliance, kind, material } = link;
            let kind = kind as u32 | u32::from(material) << 8;
            [a.0, b.0, rest_length.to_bits(), stiffness.to_bits(), compliance.to_bits(), kind]
        };
        let bend = |&Bend { particle, half_turn }: &Bend| [particle.0, half_turn.to_bits()];
        let links = self.bodies.links.iter().flat_map(link);
        let masses = mass.iter().chain(self.state.weights.iter().map(|weight| &weight.bare_mass));
        let components = |vectors: &[Vec2]| fold(vectors.iter().flat_map(|v| v.to_array().map(f32::to_bits)));
        Digest([
            fold([settings as u32, (settings >> 32) as u32].into_iter()),
            fold(links.chain(self.state.bends.0.iter().flat_map(bend))),
            fold(inv_mass.iter().map(|inv_mass| u32::from(*inv_mass == 0.0))),
            fold(masses.map(|mass| mass.to_bits())),
            components(position),
            components(displacement),
        ])
    }
}
