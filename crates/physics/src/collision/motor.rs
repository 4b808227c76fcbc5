//! Motors of moving shapes: their force is limited, so that obstacles slow them down and stop them.
//!
//! The load of a motor is the impulse by which its shape pushes what it touches, over all contacts of a substep. The
//! shape itself is [`MASS_RATIO`] times as heavy as what it touches: it yields to a net as to a single rope.

use glam::Vec2;

use crate::containers::{Refill, union_find};
use crate::geometry::{MotorLag, Shape, Slide};
use crate::math::unit;
use crate::particles::{Components, Particles};
use crate::tuning::RECOVERY_SPEED;

/// Greatest acceleration of the touched mass by a motor, m/s². With more, shapes throw nets so fast that they stretch
/// where they are pinned.
const PUSH_ACCELERATION: f32 = 360.0;

/// Greatest change of the touched mass's speed in a substep, m/s. With more, sweeps leave links too long.
const PUSH_SPEED: f32 = 0.1;

/// Least force of a motor, in units of the weight of all that is connected to the touched particles.
const CARRIED_WEIGHTS: f32 = 2.0;

/// Greatest change of the touched mass's speed by that force in a substep, m/s. With more, ropes pass through each other.
const MAX_PUSH_SPEED: f32 = 4.0;

/// Mass of a shape in units of the touched mass. A lighter shape oscillates, a heavier one stops later.
const MASS_RATIO: f32 = 4.0;

/// Impulse of a moving shape at a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Number of the shape.
    pub shape: u32,
    /// The particle in contact, or an end of the link in contact.
    pub particle: u32,
    /// Contact point relative to the shape's centre, m.
    pub at: Vec2,
    /// Effective mass there, kg.
    pub mass: f32,
    /// Mass times change of the displacement, kg m.
    pub impulse: Vec2,
}

/// A stretched link that pulls at a shape, to which a particle is anchored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pull {
    /// The anchored particle relative to the shape's centre, m.
    pub at: Vec2,
    /// Direction in which the shape pulls the link: a unit vector.
    pub direction: Vec2,
    /// Part of a motor's speed in this direction that the link takes, 0 or more.
    pub slowdown: f32,
    /// Greatest speed of the particle in this direction that the link bears, m/s.
    pub max_speed: f32,
}

/// Load of a motor in a substep. The motor moves each contact point at a velocity per unit of its own speed.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    /// Sum of masses times squared velocities.
    inertia: f32,
    /// Sum of masses times magnitudes of velocities.
    lever: f32,
    /// Sum of impulses times velocities.
    impulse: f32,
    /// Greatest magnitude of a velocity.
    speed: f32,
}

/// Loads of the motors of a shape: towards its goal, to its goal's orientation, along its slide, by its spin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loads([Load; 4]);

/// Limits of a shape's motors in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotorLimits {
    /// Duration of the substep, s.
    pub substep: f32,
    /// Maximum speed towards a goal, m/s.
    pub max_speed: f32,
    /// Weight of all that is connected to what the shape touches, N.
    pub weight: f32,
}

impl Load {
    fn add(&mut self, push: &Push, velocity: Vec2) {
        let squared = velocity.x * velocity.x + velocity.y * velocity.y;
        let speed = squared.sqrt();
        self.inertia += push.mass * squared;
        self.lever += push.mass * speed;
        self.impulse += push.impulse.dot(velocity);
        self.speed = self.speed.max(speed);
    }

    /// The lag of the motor after a substep, from its lag before, its wanted speed, and the size of a retreat's speed.
    fn lag(&self, before: f32, (wanted, retreat): (f32, f32), limits: &MotorLimits) -> f32 {
        let &MotorLimits { substep, weight, .. } = limits;
        if self.inertia <= 0.0 {
            let lag = before - PUSH_ACCELERATION * substep / MASS_RATIO;
            return if lag > 0.0 { lag } else { 0.0 };
        }
        let (load, mass) = (self.impulse / substep, MASS_RATIO * self.inertia);
        let carried = CARRIED_WEIGHTS * weight * self.speed * substep;
        let most = carried.max(push_speed(substep) * self.lever).min(MAX_PUSH_SPEED * self.lever);
        // A shape that retreats comes to rest, instead of moving to and fro.
        let before = if before > wanted { 0.5 * (before + wanted) } else { before };
        let lag = before - ((mass * before + load).min(most) - load) / mass;
        if lag > 0.0 { lag.min(wanted + retreat) } else { 0.0 }
    }
}

/// Speed, m/s, that a motor can give in a substep (s) to what its shape touches.
fn push_speed(substep: f32) -> f32 {
    PUSH_SPEED.min(PUSH_ACCELERATION * substep)
}

/// The velocities per unit of speed that the motors of a shape give a point of it, from its place relative to the
/// centre, m: towards its goal, to its goal's orientation, along its slide, by its spin.
fn motor_velocities(shape: &Shape) -> impl Fn(Vec2) -> [Vec2; 4] {
    let Shape { def, goal, goal_turn, is_returning, .. } = shape;
    let sign = |is_clockwise: bool| if is_clockwise { -1.0 } else { 1.0 };
    let to_goal = if *goal == def.at { Vec2::ZERO } else { unit(*goal - def.at) };
    let turn = goal_turn.map_or(0.0, |to| sign(def.turn.perp_dot(to) < 0.0) / def.form.rounded_box().extent());
    let slide = def.slide.map_or(Vec2::ZERO, |Slide { by, .. }| unit(if *is_returning { -by } else { by }));
    let spin = if def.spin == 0.0 { 0.0 } else { sign(def.spin < 0.0) };
    move |at| [to_goal, at.perp() * turn, slide, at.perp() * spin]
}

/// The least lag of a shape's motors towards their wanted speeds, so that they do not stretch what is anchored to it.
pub(crate) fn restrain(lag: MotorLag, shape: &Shape, max_speed: f32, pulls: impl Iterator<Item = Pull>) -> MotorLag {
    let velocities = motor_velocities(shape);
    let (mut slowdown, mut most) = ([0.0f32; 4], [f32::INFINITY; 4]);
    for Pull { at, direction, slowdown: of_link, max_speed } in pulls {
        for (number, velocity) in velocities(at).into_iter().enumerate() {
            let speed = (velocity.x * velocity.x + velocity.y * velocity.y).sqrt();
            let along = velocity.dot(direction);
            if along > 0.0 {
                slowdown[number] = slowdown[number].max(of_link * along / speed);
                most[number] = most[number].min((max_speed / along).max(0.0));
            }
        }
    }
    let path_speed = shape.def.slide.map_or(0.0, |path| path.speed);
    let wanted = [max_speed, max_speed, path_speed, shape.def.spin.abs()];
    let lag_of = |motor: usize| (slowdown[motor].min(1.0) * wanted[motor]).max(wanted[motor] - most[motor]);
    MotorLag {
        goal: lag.goal.max(lag_of(0)),
        turn: lag.turn.max(lag_of(1)),
        slide: lag.slide.max(lag_of(2)),
        spin: lag.spin.max(lag_of(3)),
    }
}

impl Loads {
    /// Sums the pushes of a shape.
    pub fn of<'a>(shape: &Shape, pushes: impl Iterator<Item = &'a Push>) -> Self {
        let velocities_at = motor_velocities(shape);
        let mut loads = [Load::default(); 4];
        for push in pushes {
            let velocities = velocities_at(push.at);
            loads.iter_mut().zip(velocities).for_each(|(load, velocity)| load.add(push, velocity));
        }
        Self(loads)
    }

    /// Whether a motor needs more force in a substep (s) than it has in any case.
    pub fn are_large(&self, substep: f32) -> bool {
        self.0.iter().any(|load| load.impulse > push_speed(substep) * load.lever * substep)
    }

    /// The lag of the shape's motors after a substep.
    pub fn lag(&self, shape: &Shape, limits: &MotorLimits) -> MotorLag {
        let Self([goal, turn, slide, spin]) = self;
        let Shape { def, lag, .. } = shape;
        let speed = |wanted: f32| (wanted, RECOVERY_SPEED);
        let spin_speed = (def.spin.abs(), RECOVERY_SPEED / def.form.rounded_box().extent());
        let is_moving = shape.goal != def.at;
        MotorLag {
            goal: if is_moving { goal.lag(lag.goal, speed(limits.max_speed), limits) } else { 0.0 },
            turn: shape.goal_turn.map_or(0.0, |_| turn.lag(lag.turn, speed(limits.max_speed), limits)),
            slide: def.slide.map_or(0.0, |path| slide.lag(lag.slide, speed(path.speed), limits)),
            spin: if def.spin == 0.0 { 0.0 } else { spin.lag(lag.spin, spin_speed, limits) },
        }
    }
}

/// Masses of all that is connected by links and contacts. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectedMasses {
    /// Disjoint sets of components ([`union_find`]), and the mass of each, kg.
    root: Vec<u32>,
    mass: Vec<f32>,
    /// Roots whose masses are summed.
    summed: Vec<u32>,
}

impl ConnectedMasses {
    /// Reserves memory for a number of particles.
    pub fn reserve(&mut self, particles: usize) {
        let Self { root, mass, summed } = self;
        root.reserve(particles.saturating_sub(root.len()));
        mass.reserve(particles.saturating_sub(mass.len()));
        summed.reserve(particles.saturating_sub(summed.len()));
    }

    /// Finds the masses of what links and `contacts` (pairs of particles) join.
    pub fn find(&mut self, particles: &Particles, components: &Components, contacts: impl Iterator<Item = (u32, u32)>) {
        let Self { root, mass, .. } = self;
        root.refill_with(0..components.count() as u32);
        for (a, b) in contacts {
            union_find::union(root, components.number(a) as u32, components.number(b) as u32);
        }
        mass.refill(components.count(), 0.0);
        for (index, (&own, &inverse)) in (0..).zip(particles.mass.iter().zip(&particles.inv_mass)) {
            if inverse != 0.0 {
                mass[union_find::find_root(root, components.number(index) as u32) as usize] += own;
            }
        }
    }

    /// The mass of all that is connected to what is pushed, kg.
    pub fn of<'a>(&mut self, pushes: impl Iterator<Item = &'a Push>, components: &Components) -> f32 {
        let Self { root, mass, summed } = self;
        let root_of = |push: &Push| union_find::find_root(root, components.number(push.particle) as u32);
        summed.refill_with(pushes.map(root_of));
        summed.sort_unstable();
        summed.dedup();
        summed.iter().map(|&root| mass[root as usize]).sum()
    }
}
