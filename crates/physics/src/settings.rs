//! The settings of a world, each with its unit, default and range.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::aerodynamics::Wind;
use crate::math::clamp_or;

/// Gravity of all five published systems, m/s².
pub const GRAVITY: f32 = 9.81;

/// The solver: how constraints move particles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Verlet integration with projected distance constraints (Jakobsen 2001, "Advanced Character Physics").
    #[default]
    Jakobsen,
    /// Explicit spring and damper forces, the method of `nehe-40`, with the constants in [`Springs`].
    Springs,
}

/// The order in which a sweep projects the constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SweepOrder {
    /// In order of creation, as most tutorials do. A correction runs down a rope in one sweep, so a rope behaves
    /// differently from its two ends.
    Sequence,
    /// In a new random order each sweep, from the seed of the world.
    Random,
    /// By colour: constraints of one colour share no particle, so their projections are independent.
    #[default]
    Colour,
}

/// Number of substeps in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Substeps {
    /// [`crate::World::substeps`] chooses from the scene; never from the time that a step takes, which would move the
    /// same scene differently on another machine.
    #[default]
    Auto,
    /// This many, 1 to [`Settings::MAX_SUBSTEPS`].
    Count(u32),
}

/// When strands are solved directly in each substep, before the sweeps. Applies to [`SweepOrder::Colour`] without give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrandSolver {
    /// Where it pays off: in scenes of ropes alone, and where a strand is too long for the substeps that a frame can
    /// afford.
    #[default]
    Auto,
    /// Wherever it applies, whatever the size of the scene. It does not apply where loops carry most of the load, or
    /// where a strand is taut between two fixed ends.
    On,
    /// Never, and no multigrid for nets either: sweeps alone, for comparison.
    Off,
}

/// The soft ground of `nehe-40`: a force, not a contact. Applies to [`Method::Springs`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoftGround {
    /// Height of the surface, m.
    pub height: f32,
    /// Upward force per depth, N/m, 0 to 1e5. Ropes sink if it is too small and explode if it is too large.
    pub repulsion: f32,
    /// Force per speed along the ground, N s/m, 0 to 1e3.
    pub friction: f32,
    /// Force per inward speed, N s/m, 0 to 1e3. It does not act on outward speed, or ropes would stick to the ground.
    pub absorption: f32,
}

/// The constants of [`Method::Springs`]. The defaults are those of `nehe-40`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Springs {
    /// Force per extension, N/m. Default 10 000, 0 to 1e6. Stable while `2 * sqrt(stiffness / mass)` times the substep
    /// is below 2; beyond that the rope explodes up to the speed limit.
    pub stiffness: f32,
    /// Force per relative speed of the two ends, N s/m. Default 0.2, 0 to 1e3.
    pub inner_friction: f32,
    /// Force per speed of each particle, N s/m. Default 0.02, 0 to 1e3.
    pub air_friction: f32,
    /// Longest substep, s. Default 0.002, 1e-5 to 0.1. The default is stable for the default constants only.
    pub max_substep: f32,
    /// The soft ground, if there is one.
    pub ground: Option<SoftGround>,
}

impl Default for Springs {
    fn default() -> Self {
        Self { stiffness: 10_000.0, inner_friction: 0.2, air_friction: 0.02, max_substep: 0.002, ground: None }
    }
}

/// The settings of a world. [`Settings::sanitised`] clamps values to their ranges.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Length of a step, s. Default 1/60, 1e-4 to 0.1. Longer steps cost less and stretch more.
    pub step: f32,
    /// Substeps in a step under [`Method::Jakobsen`]. Default: chosen from the scene. Twice as many cost twice as much
    /// and leave a quarter of the stretch.
    pub substeps: Substeps,
    /// Sweeps over all constraints in a substep. Default 1; at most 10 000 in a step. More substeps do better for the
    /// same cost (Macklin et al. 2019, "Small steps in physics simulation"); the published systems use sweeps.
    pub sweeps: u32,
    /// The solver. Default Jakobsen.
    pub method: Method,
    /// Order of a sweep. Default by colour.
    pub order: SweepOrder,
    /// When strands are solved directly in each substep, before the sweeps. Default: where it pays off.
    pub strands: StrandSolver,
    /// Give of every constraint, 0 to 1, default 0: the share of its error that a projection leaves. 0 is rigid, 1 does
    /// not hold at all.
    pub give: f32,
    /// Gravity, m/s². Default (0, -9.81), each component -1 000 to 1 000.
    pub gravity: Vec2,
    /// Air drag, 1/s, 0 to 1 000, default 0: the rate at which a particle loses its speed. At 0 a pendulum swings for
    /// ever, at 0.3 it comes to rest, at 10 it moves as in honey.
    pub drag: f32,
    /// Restitution at ground, walls and shapes that have none of their own, 0 to 1, default 0.3: the share of the
    /// inward speed that returns.
    pub restitution: f32,
    /// Coefficient of Coulomb friction at ground, walls and shapes that have none of their own, 0 to 10, default 0.5. 0
    /// is ice.
    pub friction: f32,
    /// Speed limit of particles, m/s. Default 200, 1 to 10 000. [`crate::World::clamped_speed_count`] counts where it
    /// applied.
    pub max_speed: f32,
    /// Speed limit of grabbed particles, m/s. Default 15, 0.1 to 1 000. Lower values lag behind the pointer; at 30 a
    /// violent pull stretches ropes twice as much.
    pub hand_speed: f32,
    /// The constants of [`Method::Springs`].
    pub springs: Springs,
    /// Relative stretch at which a link tears, 0.05 to 10; default none: nothing tears.
    ///
    /// Low values tear hanging bodies where substeps are few; 10 is rubber. While tearing is on, grabs do not yield. A
    /// weight counts as a stretch of 1 for each 1 000 times the mass of its particle.
    pub tear: Option<f32>,
    /// The wind. Default none.
    pub wind: Wind,
    /// Contacts of ropes with each other: the radius of each particle as a disc, m, 0.002 to 1; default none.
    ///
    /// A disc is never larger than the shortest link at its particle. Ropes with links longer than four radii slip
    /// through each other, and thin discs need more substeps in high piles. While contacts are on, bodies at rest
    /// sleep.
    pub rope_contact: Option<f32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            step: 1.0 / 60.0,
            substeps: Substeps::Auto,
            sweeps: 1,
            method: Method::Jakobsen,
            order: SweepOrder::Colour,
            strands: StrandSolver::Auto,
            give: 0.0,
            gravity: Vec2::new(0.0, -GRAVITY),
            drag: 0.0,
            restitution: 0.3,
            friction: 0.5,
            max_speed: 200.0,
            hand_speed: 15.0,
            springs: Springs::default(),
            tear: None,
            wind: Wind::default(),
            rope_contact: None,
        }
    }
}

impl Settings {
    /// Most substeps in a step. Beyond some 800 the rounding of `f32` begins to show as energy.
    pub const MAX_SUBSTEPS: u32 = 1_000;
    /// Most sweeps in a step, over all its substeps. More look as if the program hung.
    pub const MAX_SWEEPS: u32 = 10_000;
    /// Most substeps that [`Substeps::Auto`] chooses.
    const MAX_AUTO_SUBSTEPS: u32 = 480;
    /// Least relative stretch at which links may be set to tear.
    pub const MIN_TEAR: f32 = 0.05;
    /// Greatest relative stretch at which links may be set to tear.
    pub const MAX_TEAR: f32 = 10.0;
    /// Least contact radius of a rope, m.
    pub const MIN_ROPE_RADIUS: f32 = 0.002;
    /// Greatest contact radius of a rope, m.
    pub const MAX_ROPE_RADIUS: f32 = 1.0;
    /// Largest component of gravity, m/s².
    pub const MAX_GRAVITY: f32 = 1_000.0;

    /// The length of a step, s, in double precision. The `f32` nearest to 1/n gives exactly 1/n, so that 60 steps of
    /// 1/60 s last one second.
    #[must_use]
    pub fn step_seconds(&self) -> f64 {
        let step = f64::from(self.step);
        let fraction = 1.0 / (1.0 / step).round();
        if fraction as f32 == self.step { fraction } else { step }
    }

    /// The settings with every value clamped to its range; NaN becomes the default.
    #[must_use]
    pub fn sanitised(self) -> Self {
        let default = Self::default();
        let substeps = match self.substeps {
            Substeps::Auto => Substeps::Auto,
            Substeps::Count(n) => Substeps::Count(n.clamp(1, Self::MAX_SUBSTEPS)),
        };
        let most_sweeps = match substeps {
            Substeps::Auto => Self::MAX_SWEEPS / Self::MAX_AUTO_SUBSTEPS,
            Substeps::Count(n) => (Self::MAX_SWEEPS / n).max(1),
        };
        let along = |g, fallback| clamp_or(g, -Self::MAX_GRAVITY, Self::MAX_GRAVITY, fallback);
        // NaN becomes none.
        let some = |value: Option<f32>, low, high| value.filter(|value| !value.is_nan()).map(|v| v.clamp(low, high));
        Self {
            step: clamp_or(self.step, 1e-4, 0.1, default.step),
            substeps,
            sweeps: self.sweeps.clamp(1, most_sweeps),
            method: self.method,
            order: self.order,
            strands: self.strands,
            give: clamp_or(self.give, 0.0, 1.0, default.give),
            gravity: Vec2::new(along(self.gravity.x, default.gravity.x), along(self.gravity.y, default.gravity.y)),
            drag: clamp_or(self.drag, 0.0, 1_000.0, default.drag),
            restitution: clamp_or(self.restitution, 0.0, 1.0, default.restitution),
            friction: clamp_or(self.friction, 0.0, 10.0, default.friction),
            max_speed: clamp_or(self.max_speed, 1.0, 10_000.0, default.max_speed),
            hand_speed: clamp_or(self.hand_speed, 0.1, 1_000.0, default.hand_speed),
            springs: self.springs.sanitised(),
            tear: some(self.tear, Self::MIN_TEAR, Self::MAX_TEAR),
            wind: self.wind.sanitised(),
            rope_contact: some(self.rope_contact, Self::MIN_ROPE_RADIUS, Self::MAX_ROPE_RADIUS),
        }
    }
}

impl Springs {
    fn sanitised(self) -> Self {
        let Self { stiffness, inner_friction, air_friction, max_substep, ground } = self;
        let default = Self::default();
        Self {
            stiffness: clamp_or(stiffness, 0.0, 1e6, default.stiffness),
            inner_friction: clamp_or(inner_friction, 0.0, 1e3, default.inner_friction),
            air_friction: clamp_or(air_friction, 0.0, 1e3, default.air_friction),
            max_substep: clamp_or(max_substep, 1e-5, 0.1, default.max_substep),
            ground: ground.map(|SoftGround { height, repulsion, friction, absorption }| SoftGround {
                height: clamp_or(height, -1e4, 1e4, 0.0),
                repulsion: clamp_or(repulsion, 0.0, 1e5, 0.0),
                friction: clamp_or(friction, 0.0, 1e3, 0.0),
                absorption: clamp_or(absorption, 0.0, 1e3, 0.0),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges() {
        assert_eq!(Settings::default().sanitised(), Settings::default());
    }

    #[test]
    fn absurd_values_are_clamped_to_their_ranges() {
        let absurd = Settings {
            step: f32::NAN,
            sweeps: 0,
            substeps: Substeps::Count(u32::MAX),
            give: 7.0,
            gravity: Vec2::new(f32::INFINITY, f32::NAN),
            ..Settings::default()
        }
        .sanitised();
        assert_eq!(absurd.step, Settings::default().step);
        assert_eq!(absurd.sweeps, 1);
        assert_eq!(absurd.substeps, Substeps::Count(Settings::MAX_SUBSTEPS));
        assert_eq!(absurd.give, 1.0);
        assert_eq!(absurd.gravity, Vec2::new(Settings::MAX_GRAVITY, -GRAVITY));
    }
}
