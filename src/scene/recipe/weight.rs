//! The recipe `Weight`.

use super::*;

/// A weight on a particle, which has this mass from then on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The particle.
    pub on: End,
    /// Mass, kg.
    #[serde(deserialize_with = "validate::mass")]
    pub mass: f32,
}

impl BuildRecipe for Weight {
    fn outline(&self) -> Outline<'_> {
        Outline { ends: [Some(&self.on), None], ..Outline::of(Size::of(1, 0)) }
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let particle = names.endpoint(&self.on)?.particle(world, DEFAULT_MASS);
        world.set_weight(particle, Some(self.mass));
        Ok(Vec::new())
    }
}
