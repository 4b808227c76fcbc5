//! The recipe `Wheel`.

use super::*;

/// A wheel of beams. Particles: the hub, then the rim, counter-clockwise from its right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wheel {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Hub, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Radius, m.
    #[serde(deserialize_with = "validate::length")]
    pub radius: f32,
    /// Number of spokes; the rim has as many particles.
    #[serde(deserialize_with = "validate::at_least_three")]
    pub spokes: u32,
    /// Mass of each particle, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Whether the hub is pinned: the wheel then turns in place.
    #[serde(default)]
    pub pinned: bool,
    /// Whether everything meets its rim as a round disc; otherwise only solid bodies meet its bars.
    #[serde(default)]
    pub grips: bool,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

impl BuildRecipe for Wheel {
    fn outline(&self) -> Outline<'_> {
        let spokes = u64::from(self.spokes);
        Outline::of(Size::of(spokes + 1, 2 * spokes)).named(&self.name, spokes + 1).made_of(&self.material)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { name: _, material: _, at, radius, spokes, mass, pinned, grips } = *self;
        let edge = if grips { LinkKind::Rim } else { LinkKind::Beam };
        let mut ids = vec![world.add_particle(at, mass, false)];
        for i in 0..spokes {
            // libm gives the same bits on every platform.
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(spokes));
            ids.push(world.add_particle(at + DVec2::new(cos, sin).as_vec2() * radius, mass, false));
        }
        let rim = ids.len() - 1;
        for i in 0..rim {
            link(world, ids[0], ids[1 + i], LinkKind::Beam);
            link(world, ids[1 + i], ids[1 + (i + 1) % rim], edge);
        }
        world.set_pinned(ids[0], pinned);
        Ok(ids)
    }
}
