//! The recipe `Pendulum`.

use super::weight::is_solid;
use super::*;

/// A [`Weight`] at the end of a straight rope. Particles: those of the rope, its pin first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pendulum {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Its pin, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Length of the rope, m.
    #[serde(deserialize_with = "validate::length")]
    pub length: f32,
    /// Angle at the start, counter-clockwise from hanging straight down, rad.
    #[serde(default, deserialize_with = "validate::angle")]
    pub angle: f32,
    /// Number of links of the rope.
    #[serde(default = "default_links", deserialize_with = "validate::at_least_one")]
    pub links: u32,
    /// Mass of each particle of the rope, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Mass of the weight, kg.
    #[serde(deserialize_with = "validate::mass")]
    pub weight: f32,
    /// Whether the weight is solid. If not, it is drawn hollow and passes through all but what its particle meets.
    #[serde(default = "is_solid")]
    pub solid: bool,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

const fn default_links() -> u32 {
    8
}

impl BuildRecipe for Pendulum {
    fn outline(&self) -> Outline<'_> {
        let size = Size { balls: self.solid.into(), ..Size::of_chain(self.links) };
        Outline::of(size).named(&self.name, u64::from(self.links) + 1).made_of(&self.material)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { name: _, material: _, at, length, angle, links, mass, weight, solid } = *self;
        // libm gives the same bits on every platform.
        let (sin, cos) = libm::sincos(f64::from(angle));
        let end = (at.as_dvec2() + DVec2::new(sin, -cos) * f64::from(length)).as_vec2();
        let (from, to, particles) = (Endpoint::New(at), Endpoint::New(end), links.max(1) + 1);
        let (pins, kind) = (RopePins::First, LinkKind::Rope);
        let ids = RopeLayout { from, to, particles, length: Some(length), mass, pins, kind }.build(world);
        let end = ids[ids.len() - 1];
        world.set_weight(end, Some(weight));
        world.set_solid(end, solid);
        Ok(ids)
    }
}
