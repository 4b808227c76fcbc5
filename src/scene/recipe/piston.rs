//! The recipe `Piston`.

use super::winch::{half, strong};
use super::*;
use crate::physics::{Control, LinkDrive, Stroke};

/// A bar that pushes and pulls between two lengths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piston {
    /// One end.
    pub a: End,
    /// The other end.
    pub b: End,
    /// Shortest length, m; its length as it is built if left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "validate::driven_length")]
    pub min: Option<f32>,
    /// Longest length, m; half as long again as it is built if left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "validate::driven_length")]
    pub max: Option<f32>,
    /// Speed, m/s.
    #[serde(default = "half", deserialize_with = "validate::stroke_speed")]
    pub speed: f32,
    /// Greatest force, N.
    #[serde(default = "strong", deserialize_with = "validate::drive_force")]
    pub force: f32,
    /// The keys that push (`forward`) and pull (`back`). Without keys it goes to and fro.
    #[serde(default)]
    pub keys: Control,
}

impl BuildRecipe for Piston {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(2, 1)).between(&self.a, &self.b)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { min, max, speed, force, keys: control, .. } = *self;
        driven(world, names, (&self.a, &self.b, LinkKind::Beam), |length| {
            let stroke = Stroke::Linear { min: min.unwrap_or(length), max: max.unwrap_or(1.5 * length), speed };
            LinkDrive { stroke, force, stiffness: None, damping: 0.0, control }
        })?;
        Ok(Vec::new())
    }
}
