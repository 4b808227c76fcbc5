//! The recipe `AddBetween`.

use super::*;

/// New particles in a straight row between two ends, each linked to the next at its distance: `add_between` of the
/// p5.js rope. Particles: the new ones, without the ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddBetween {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Number of new particles.
    #[serde(deserialize_with = "validate::at_least_one")]
    pub n: u32,
    /// One end.
    pub from: End,
    /// The other end.
    pub to: End,
    /// Mass of each particle, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

impl BuildRecipe for AddBetween {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of_chain(self.n))
            .named(&self.name, self.n)
            .between(&self.from, &self.to)
            .made_of(&self.material)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let (from, to) = (names.endpoint(&self.from)?, names.endpoint(&self.to)?);
        let (particles, mass, pins, kind) = (self.n + 2, self.mass, RopePins::Free, LinkKind::Rope);
        let ids = RopeLayout { from, to, particles, length: None, mass, pins, kind }.build(world);
        Ok(ids[1..ids.len() - 1].to_vec())
    }
}
