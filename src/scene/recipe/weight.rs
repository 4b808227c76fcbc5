//! The recipe `Weight`.

use super::*;

/// A weight on a particle, which has this mass from then on. It is a disc that touches everything, as a [`Ball`] does, of a
/// radius of 0.11 m times the cube root of its mass in kg.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The particle.
    pub on: End,
    /// Mass, kg.
    #[serde(deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Whether it is solid. If not, it is drawn hollow and passes through all but what its particle meets.
    #[serde(default = "is_solid")]
    pub solid: bool,
}

/// Whether a weight is solid without a word about it.
pub(super) const fn is_solid() -> bool {
    true
}

impl BuildRecipe for Weight {
    fn outline(&self) -> Outline<'_> {
        let size = Size { balls: self.solid.into(), ..Size::of(1, 0) };
        Outline { ends: [Some(&self.on), None], ..Outline::of(size) }
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let particle = names.endpoint(&self.on)?.particle(world, DEFAULT_MASS);
        world.set_weight(particle, Some(self.mass));
        world.set_solid(particle, self.solid);
        Ok(Vec::new())
    }
}
