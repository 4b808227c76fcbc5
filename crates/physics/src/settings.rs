//! Everything that tunes the physics, with its unit, its default, its range and what goes wrong at the ends.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::{aerodynamics::wind::Wind, math::bounds::clamp_or};

/// Standard gravity's size as all five published systems use it, m/s².
pub const GRAVITY: f32 = 9.81;

/// How a constraint becomes motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Position Verlet with iterated distance constraints (Jakobsen 2001, "Advanced Character Physics").
    #[default]
    Jakobsen,
    /// Explicit spring-damper forces (the method of `nehe-40`), with [`Springs`] as its constants.
    Springs,
}

/// In which order a sweep visits the constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SweepOrder {
    /// As they were made, first to last: what every tutorial writes. A correction runs down a rope in one sweep, and
    /// so the rope behaves differently from its two ends.
    Sequence,
    /// In a new random order each sweep, drawn from the world's own seed.
    Random,
    /// By colour: no two constraints of one colour share a particle, so those of a colour do not wait for each other.
    #[default]
    Colour,
}

/// Into how many substeps a step is split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Substeps {
    /// Chosen from the scene by [`crate::World::substeps`]: never from the time that a step takes, or the same scene
    /// would move differently on another machine.
    #[default]
    Auto,
    /// This many, 1 to [`Settings::MAX_SUBSTEPS`].
    Count(u32),
}

/// Whether long strands are solved as a whole before each sweep, under [`Order::Colour`] and without give. What says `Off`
/// leaves all to the sweeps, large nets too, which otherwise get coarser ones where strands are not solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrandSolver {
    /// Where it is the better way: in scenes that are ropes and nothing else, and where a strand is too long for as many
    /// small substeps as one can pay for.
    #[default]
    Auto,
    /// Wherever it is of use, whatever the scene's size: not where most of the load goes through loops, or a strand is
    /// drawn taut between two fixed ends.
    On,
    /// Never: sweeps alone, to compare.
    Off,
}

/// The soft ground of `nehe-40`: a force, not a contact. It acts under [`Method::Springs`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoftGround {
    /// Height of the surface, m.
    pub height: f32,
    /// Upward force per depth, N/m. 0 to 1e5; too small and ropes sink, too large and they explode.
    pub repulsion: f32,
    /// Force per speed along the ground, N s/m, 0 to 1e3.
    pub friction: f32,
    /// Force per speed into the ground, N s/m, 0 to 1e3. On the inward velocity alone: on both, the rope would stick
    /// to the ground when it is lifted.
    pub absorption: f32,
}

/// The constants of [`Method::Springs`]; the defaults are those of `nehe-40`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Springs {
    /// Force per extension, N/m. Default 10 000, 0 to 1e6. Stable while `2 * sqrt(stiffness / mass)` times the substep
    /// stays below 2; above that the rope explodes (and is held by the speed limit).
    pub stiffness: f32,
    /// Force per relative speed of the two ends, N s/m. Default 0.2, 0 to 1e3.
    pub inner_friction: f32,
    /// Force per speed on every mass, N s/m. Default 0.02, 0 to 1e3.
    pub air_friction: f32,
    /// Longest substep, s. Default 0.002, 1e-5 to 0.1. The author's limit for the author's constants: find the new
    /// one when they change.
    pub max_substep: f32,
    /// The soft ground, if there is one.
    pub ground: Option<SoftGround>,
}

impl Default for Springs {
    fn default() -> Self {
        Self { stiffness: 10_000.0, inner_friction: 0.2, air_friction: 0.02, max_substep: 0.002, ground: None }
    }
}

/// What tunes a world. Values outside the range are held at its nearer end by [`Settings::sanitised`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Length of a step, s. Default 1/60, 1e-4 to 0.1. Longer steps cost less and stretch more.
    pub step: f32,
    /// Substeps in a step under [`Method::Jakobsen`]. Default: chosen from the scene. Twice as many cost twice as much
    /// and stretch a quarter as much.
    pub substeps: Substeps,
    /// Sweeps over all constraints in a substep. Default 1; at most 10 000 in a step. More substeps do better for the same cost
    /// (Macklin et al. 2019, "Small steps in physics simulation"); the published systems use sweeps.
    pub sweeps: u32,
    /// The method. Default Jakobsen.
    pub method: Method,
    /// Order of a sweep. Default by colour.
    pub order: SweepOrder,
    /// Whether long strands are solved as a whole before each sweep. Default: where it is the better way.
    pub strands: StrandSolver,
    /// Give of every constraint, 0 to 1, default 0: the share of its error that a projection leaves. 0 is a steel bar,
    /// 1 does not hold at all.
    pub give: f32,
    /// Gravity, m/s². Default (0, -9.81), each component -1 000 to 1 000.
    pub gravity: Vec2,
    /// Air drag, 1/s. Default 0, 0 to 1 000: the rate at which a particle loses its speed. 0 swings for ever; 0.3 is
    /// lively and comes to rest; 10 is honey.
    pub drag: f32,
    /// Bounce at ground and walls, 0 to 1, default 0.3: the share of the inward speed that comes back.
    pub restitution: f32,
    /// Coulomb friction at ground and walls, 0 to 10, default 0.5: sideways force per pressing force. 0 is ice.
    pub friction: f32,
    /// Highest speed, m/s. Default 200, 1 to 10 000. What is faster is held and counted; see
    /// [`crate::World::held_back`].
    pub max_speed: f32,
    /// Highest speed at which the hand leads a particle, m/s. Default 15, 0.1 to 1 000. Lower lags behind the pointer;
    /// at 30 a violent pull stretches ropes twice as much.
    pub hand_speed: f32,
    /// The constants of [`Method::Springs`].
    pub springs: Springs,
    /// Stretch at which a link tears, as a share of its rest length, 0.05 to 10; default none: nothing tears. Low values
    /// tear what only hangs, where substeps are few. At 10 things are rubber. While it is on, hands do not yield. A weight
    /// counts as a stretch of 1 for each 1 000 times its point's own mass.
    pub tear: Option<f32>,
    /// The wind. Default none.
    pub wind: Wind,
    /// Rope against rope: the radius of the disc that each particle is, m, 0.002 to 1; default none: things pass through
    /// each other. A disc is never larger than the shortest link at it. Where links are longer than four radii, ropes slip
    /// through each other; thin discs also need more substeps to lie in high piles. While it is on, what lies still sleeps.
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
    /// Most substeps in a step. Past some 800 the rounding of `f32` begins to show as energy.
    pub const MAX_SUBSTEPS: u32 = 1_000;
    /// Most sweeps in a step, over all its substeps (of which [`Substeps::Auto`] makes 480 at the most): what is slower
    /// than this looks as if the program hung.
    pub const MAX_SWEEPS: u32 = 10_000;
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

    /// The length of a step as a fraction, s: where `step` is the `f32` next to 1/n, exactly 1/n, so that 60 steps of
    /// 1/60 s are one second and not 1.00000005.
    #[must_use]
    pub fn step_seconds(&self) -> f64 {
        let step = f64::from(self.step);
        let fraction = 1.0 / (1.0 / step).round();
        if fraction as f32 == self.step { fraction } else { step }
    }

    /// The same settings with every value inside its range; what is not a number becomes the default.
    #[must_use]
    pub fn sanitised(self) -> Self {
        let Self {
            step,
            substeps,
            sweeps,
            method,
            order,
            strands,
            give,
            gravity,
            drag,
            restitution,
            friction,
            max_speed,
            hand_speed,
            springs,
            tear,
            wind,
            rope_contact,
        } = self;
        let default = Self::default();
        let substeps = match substeps {
            Substeps::Auto => Substeps::Auto,
            Substeps::Count(n) => Substeps::Count(n.clamp(1, Self::MAX_SUBSTEPS)),
        };
        let most_sweeps = match substeps {
            Substeps::Auto => Self::MAX_SWEEPS / 480,
            Substeps::Count(n) => (Self::MAX_SWEEPS / n).max(1),
        };
        let bounded_gravity = |g, fallback| clamp_or(g, -Self::MAX_GRAVITY, Self::MAX_GRAVITY, fallback);
        Self {
            step: clamp_or(step, 1e-4, 0.1, default.step),
            substeps,
            sweeps: sweeps.clamp(1, most_sweeps),
            method,
            order,
            strands,
            give: clamp_or(give, 0.0, 1.0, default.give),
            gravity: Vec2::new(
                bounded_gravity(gravity.x, default.gravity.x),
                bounded_gravity(gravity.y, default.gravity.y),
            ),
            drag: clamp_or(drag, 0.0, 1_000.0, default.drag),
            restitution: clamp_or(restitution, 0.0, 1.0, default.restitution),
            friction: clamp_or(friction, 0.0, 10.0, default.friction),
            max_speed: clamp_or(max_speed, 1.0, 10_000.0, default.max_speed),
            hand_speed: clamp_or(hand_speed, 0.1, 1_000.0, default.hand_speed),
            springs: springs.sanitised(),
            // What is not a number is nothing that could be reached.
            tear: tear.filter(|tear| !tear.is_nan()).map(|tear| tear.clamp(Self::MIN_TEAR, Self::MAX_TEAR)),
            wind: wind.sanitised(),
            rope_contact: rope_contact
                .filter(|radius| !radius.is_nan())
                .map(|radius| radius.clamp(Self::MIN_ROPE_RADIUS, Self::MAX_ROPE_RADIUS)),
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
    fn defaults_lie_inside_their_ranges() {
        assert_eq!(Settings::default().sanitised(), Settings::default());
    }

    #[test]
    fn absurd_values_come_back_inside() {
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
