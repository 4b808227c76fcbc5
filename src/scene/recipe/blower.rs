//! The recipe `Blower`.

use super::*;

/// A blower: a jet of air.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blower {
    /// Centre of its mouth, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Direction of the jet: a vector (x, y) of any length.
    #[serde(deserialize_with = "validate::direction")]
    pub towards: Vec2,
    /// Speed of the air at the mouth, m/s.
    #[serde(deserialize_with = "validate::jet_speed")]
    pub speed: f32,
    /// Width of its mouth, m.
    #[serde(default = "default_width", deserialize_with = "validate::jet_width")]
    pub width: f32,
    /// Length of the jet, m.
    #[serde(default = "default_reach", deserialize_with = "validate::jet_reach")]
    pub reach: f32,
}

const fn default_width() -> f32 {
    0.6
}

const fn default_reach() -> f32 {
    6.0
}

impl BuildRecipe for Blower {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size { blowers: 1, ..Size::default() })
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { at, towards: turn, speed, width, reach } = *self;
        world.add_blower(BlowerDef { at, turn, speed, width, reach });
        Ok(Vec::new())
    }
}
