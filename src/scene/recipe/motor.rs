//! The recipe `Motor`.

use super::*;
use crate::physics::{Control, MotorDrive};

/// A motor on an axle: it turns a wheel, or a bar, against what carries the axle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motor {
    /// The axle: the hub of a wheel, or the particle in which two bars meet.
    pub on: End,
    /// A particle of what turns; the whole rim of a wheel turns with it.
    pub turns: End,
    /// A particle of what carries it, or a pin; the axle itself where that is pinned.
    pub carrier: End,
    /// Turning speed, rad/s: positive counter-clockwise.
    #[serde(default = "quick", deserialize_with = "validate::motor_speed")]
    pub speed: f32,
    /// Greatest torque, N m.
    #[serde(default = "strong", deserialize_with = "validate::torque")]
    pub torque: f32,
    /// Whether it holds while no key drives it.
    #[serde(default)]
    pub brakes: bool,
    /// Whether it never turns against its speed.
    #[serde(default)]
    pub one_way: bool,
    /// The keys that turn it forward and back. Without keys it always turns.
    #[serde(default)]
    pub keys: Control,
}

const fn quick() -> f32 {
    6.0
}

const fn strong() -> f32 {
    10.0
}

impl BuildRecipe for Motor {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(3, 0)).between(&self.on, &self.turns)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { speed, torque, brakes, one_way, keys: control, .. } = *self;
        let [axle, turns, carrier] = [&self.on, &self.turns, &self.carrier].map(|end| names.endpoint(end));
        let (axle, turns, carrier) = (axle?, turns?, carrier?);
        let [axle, turns, carrier] = [axle, turns, carrier].map(|end| end.particle(world, DEFAULT_MASS));
        world.set_motor(axle, [turns, carrier], Some(MotorDrive { speed, torque, brakes, one_way, control }));
        Ok(Vec::new())
    }
}
