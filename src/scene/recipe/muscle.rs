//! The recipe `Muscle`.

use super::winch::strong;
use super::*;
use crate::physics::{Control, LinkDrive, Stroke};

/// A bar that grows and shrinks in waves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Muscle {
    /// One end.
    pub a: End,
    /// The other end.
    pub b: End,
    /// Greatest change of its length, as a share of it: 0 to 0.9.
    #[serde(default = "fifth", deserialize_with = "validate::amplitude")]
    pub amplitude: f32,
    /// Time of a wave, s.
    #[serde(default = "second", deserialize_with = "validate::period")]
    pub period: f32,
    /// Part of a wave at the beginning, 0 to 1: muscles in a row with rising phases make a travelling wave.
    #[serde(default, deserialize_with = "validate::share")]
    pub phase: f32,
    /// Greatest force, N.
    #[serde(default = "strong", deserialize_with = "validate::drive_force")]
    pub force: f32,
    /// The keys that drive it on (`forward`) and back (`back`). Without keys it never stops.
    #[serde(default)]
    pub keys: Control,
}

const fn fifth() -> f32 {
    0.2
}

const fn second() -> f32 {
    1.0
}

impl BuildRecipe for Muscle {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(2, 1)).between(&self.a, &self.b)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { amplitude, period, phase, force, keys: control, .. } = *self;
        driven(world, names, (&self.a, &self.b, LinkKind::Beam), |_| {
            let stroke = Stroke::Wave { amplitude, period, phase };
            LinkDrive { stroke, force, stiffness: None, damping: 0.0, control }
        })?;
        Ok(Vec::new())
    }
}
