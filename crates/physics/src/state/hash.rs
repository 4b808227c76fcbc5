//! The state hash: 64 bits over all that the next step depends on.
//!
//! Each struct is destructured without `..`, so a new field does not compile until it is hashed. Derived data, scratch
//! and the empty slots of removed links are left out. Optional parts come last, each after its name, and are left out
//! where unused: a new part leaves the hashes of worlds without it as they are.

use std::collections::VecDeque;

use glam::Vec2;
use xxhash_rust::xxh64::Xxh64;

use crate::aerodynamics::{Air, Blower, BlowerDef, BlowerId, Drift};
use crate::collision::particle_contact::{Ball, BallSurface, RestSample, SleepState};
use crate::collision::{IgnoredPair, IgnoredPairs, Partner};
use crate::geometry::{Aabb, Colliders, Form, MotorLag, Shape, ShapeDef, ShapeId, Slide};
use crate::kinematic::{Anchor, Anchors, Drive, Grab, Grip, Release};
use crate::machine::{Control, DrivenLink, HeldKeys, LinkDrive, Machines, Motor, MotorDrive, Stroke};
use crate::math::SplitMix64;
use crate::particles::{Bend, Bends, ClothFace, DistanceConstraint, Material, ParticleId, Particles, Weight};
use crate::settings::{Settings, SoftGround, Springs, Substeps, Wind};
use crate::world::tags::Tags;
use crate::world::{Bodies, Clock, Counters, SolverChoice, State, World};

/// Values whose bits are hashed, in little-endian order.
trait Feed {
    fn feed(&self, hash: &mut Xxh64);
}

/// Hashes each struct by the parts on its line, in their order. Integers count as 64 bits; a list or an option is
/// preceded by its length, so that lists cannot run into each other.
macro_rules! feed {
    ($($type:ident $fields:tt => $($part:expr),+;)+) => {
        $(impl Feed for $type {
            fn feed(&self, hash: &mut Xxh64) {
                let $type $fields = self;
                $($part.feed(hash);)+
            }
        })+
    };
}

feed! {
    Vec2 { x, y } => x, y;
    Aabb { min, max } => min, max;
    ParticleId(id) => id;
    ShapeId(id) => id;
    BlowerId(id) => id;
    Particles { position, displacement, inv_mass, mass, pinned } => position, displacement, inv_mass, mass, pinned;
    // Materials are an optional part of the world's hash.
    DistanceConstraint { a, b, rest_length, stiffness, compliance, kind, material: _ }
        => pair(a.0, b.0), rest_length, stiffness, compliance, (*kind as u64);
    ClothFace { corners } => corners;
    Grab { id, particle, pins, path, grip } => pair(*id, particle.0), pins, path, grip;
    Grip { aim, push } => aim, push;
    Release { particle, grip, left } => particle, grip, left;
    Drive { particle, velocity } => particle, velocity;
    // A surface of its own, and which follow weights, are optional parts.
    Ball { particle, radius, surface: _, follows_weight: _ } => particle, radius;
    BallSurface { friction, restitution } => friction, restitution;
    Anchor { particle, shape, local } => pair(particle.0, shape.0), local;
    // The mass of a weight is that of its particle, which is hashed already.
    Weight { particle, mass: _, bare_mass } => particle, bare_mass;
    Bend { particle, half_turn } => particle, half_turn;
    Machines { driven, motors, held: HeldKeys(held), work } => driven, motors, held, work.to_bits();
    DrivenLink { ends, drive, length, rest_length, phase, is_on } => ends, drive, length, rest_length, phase, is_on;
    LinkDrive { stroke, force, stiffness, damping, control } => stroke, force, stiffness, damping, control;
    Motor { axle, arms, drive, is_on } => axle, arms, drive, is_on;
    MotorDrive { speed, torque, brakes, one_way, control } => speed, torque, brakes, one_way, control;
    Control { forward, back, latches } => forward, back, latches;
    RestSample { last, reach } => last, reach;
    IgnoredPair { particle, partner } => particle, partner;
    Tags { particles, shapes, blowers } => particles, shapes, blowers;
    SleepState { shifted_at, samples, steps } => shifted_at, samples, steps;
    Slide { by, speed } => by, speed;
    // The surface is left out if it is that of the settings.
    Shape {
        id: ShapeId(id), def: ShapeDef { form, at, turn, spin, slide, friction, restitution },
        slide_distance, is_returning, goal, goal_turn, lag,
    } => id, form, at, turn, goal, spin, slide, slide_distance, is_returning, goal_turn,
        Named("grip", *friction), Named("toss", *restitution), Named("lag", lag.is_any().then_some(*lag));
    Material {
        name, mass_per_metre, mass_per_area, thickness, stiffness, bending, strength, friction, colour, look,
    } => name, mass_per_metre, mass_per_area, thickness, stiffness, bending, strength, friction, colour, (*look as u64);
    MotorLag { goal, turn, slide, spin } => goal, turn, slide, spin;
    Wind { velocity, gusts, gust_size, seed, catch } => velocity, gusts, gust_size, catch, seed;
    Blower { id: BlowerId(id), def } => id, def;
    BlowerDef { at, turn, speed, width, reach } => at, turn, speed, width, reach;
    SoftGround { height, repulsion, friction, absorption } => height, repulsion, friction, absorption;
    Springs { stiffness, inner_friction, air_friction, max_substep, ground }
        => stiffness, inner_friction, air_friction, max_substep, ground;
    Settings {
        step, substeps, sweeps, method, order, strands, give, gravity, drag, restitution, friction, max_speed,
        hand_speed, springs,
        // Optional parts of the world's hash.
        tear: _, wind: _, rope_contact: _, hand: _,
    } => substeps, sweeps, (*method as u64), (*order as u64), (*strands as u64), gravity, step, give, drag, restitution,
        friction, max_speed, hand_speed, springs;
}

macro_rules! feed_integers {
    ($($type:ty),+) => { $(impl Feed for $type {
        fn feed(&self, hash: &mut Xxh64) {
            hash.update(&u64::from(*self).to_le_bytes());
        }
    })+ };
}

feed_integers!(bool, u8, u16, u32, u64);

/// Ids of things with their tags.
impl<T: Feed> Feed for (T, i32) {
    fn feed(&self, hash: &mut Xxh64) {
        self.0.feed(hash);
        u64::from(self.1.cast_unsigned()).feed(hash);
    }
}

impl Feed for f32 {
    fn feed(&self, hash: &mut Xxh64) {
        hash.update(&self.to_le_bytes());
    }
}

/// Without a length, which is always the same.
impl<T: Feed, const N: usize> Feed for [T; N] {
    fn feed(&self, hash: &mut Xxh64) {
        self.iter().for_each(|item| item.feed(hash));
    }
}

macro_rules! feed_lists {
    ($($list:ident),+) => { $(impl<T: Feed> Feed for $list<T> {
        fn feed(&self, hash: &mut Xxh64) {
            feed_list(hash, self.iter().len(), self.iter());
        }
    })+ };
}

feed_lists!(Vec, VecDeque, Option);

impl<T: Feed> Feed for &T {
    fn feed(&self, hash: &mut Xxh64) {
        (*self).feed(hash);
    }
}

impl Feed for Substeps {
    fn feed(&self, hash: &mut Xxh64) {
        match *self {
            Self::Auto => 0u64.feed(hash),
            Self::Count(count) => count.feed(hash),
        }
    }
}

impl Feed for Partner {
    fn feed(&self, hash: &mut Xxh64) {
        match *self {
            Self::Shape(shape) => pair(0, shape).feed(hash),
            Self::Body(body) => pair(1, body).feed(hash),
        }
    }
}

impl Feed for Form {
    fn feed(&self, hash: &mut Xxh64) {
        let (kind, size) = match *self {
            Self::Circle { radius } => (0u64, Vec2::new(radius, 0.0)),
            Self::Capsule { half_length, radius } => (1, Vec2::new(half_length, radius)),
            Self::Box { half } => (2, half),
        };
        kind.feed(hash);
        size.feed(hash);
    }
}

impl Feed for Stroke {
    fn feed(&self, hash: &mut Xxh64) {
        let (kind, numbers) = match *self {
            Self::Still => (0u64, [0.0; 3]),
            Self::Linear { min, max, speed } => (1, [min, max, speed]),
            Self::Wave { amplitude, period, phase } => (2, [amplitude, period, phase]),
        };
        kind.feed(hash);
        numbers.feed(hash);
    }
}

impl Feed for char {
    fn feed(&self, hash: &mut Xxh64) {
        u32::from(*self).feed(hash);
    }
}

impl Feed for String {
    fn feed(&self, hash: &mut Xxh64) {
        (self.len() as u64).feed(hash);
        hash.update(self.as_bytes());
    }
}

/// An optional part, preceded by its name.
struct Named<T>(&'static str, Option<T>);

impl<T: Feed> Feed for Named<T> {
    fn feed(&self, hash: &mut Xxh64) {
        if let Self(name, Some(part)) = self {
            hash.update(name.as_bytes());
            part.feed(hash);
        }
    }
}

/// Two integers in one.
fn pair(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn feed_list<T: Feed>(hash: &mut Xxh64, count: usize, items: impl Iterator<Item = T>) {
    (count as u64).feed(hash);
    items.for_each(|item| item.feed(hash));
}

impl World {
    /// Hash of the whole state: equal for equal worlds, on every platform and in every build.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let Self { state, bodies, derived: _, scratch: _, execution: _, identity: _ } = self;
        let State {
            settings,
            colliders: Colliders { ground, room, shapes, next },
            air: _,
            random: SplitMix64 { state: random },
            pin_velocity,
            clock: Clock { steps, substep },
            solver,
            counters: Counters { cut_links, torn_links: _, clamped_speeds },
            grabs,
            drive,
            // See `feed_optional` and `feed_materials`.
            releases: _,
            lifted: _,
            weights: _,
            balls: _,
            sleep: _,
            ignored: _,
            // Set only between an edit and the next step, and follows from the same commands.
            unseen: _,
            anchors: _,
            materials: _,
            bends: _,
            machines: _,
            tags: _,
        } = state;
        let SolverChoice {
            substeps,
            exact_substeps,
            direct,
            // Set only between an edit and the next step, and follows from the same commands.
            is_stale: _,
        } = solver;
        let mut hasher = Xxh64::new(0);
        let hash = &mut hasher;
        settings.feed(hash);
        feed_bodies(hash, bodies);
        ground.feed(hash);
        room.feed(hash);
        grabs.feed(hash);
        drive.feed(hash);
        substep.feed(hash);
        [*random, *steps].feed(hash);
        [*substeps, exact_substeps.unwrap_or(0)].feed(hash);
        direct.feed(hash);
        [*cut_links, *clamped_speeds].feed(hash);
        if *pin_velocity != Vec2::ZERO {
            pin_velocity.feed(hash);
        }
        if *next > 0 {
            next.feed(hash);
            shapes.feed(hash);
        }
        feed_optional(hash, state);
        feed_materials(hash, state, bodies);
        hasher.digest()
    }
}

fn feed_optional(hash: &mut Xxh64, state: &State) {
    let State {
        settings,
        counters,
        air,
        weights,
        releases,
        lifted,
        balls,
        sleep,
        ignored,
        anchors,
        bends,
        machines,
        tags,
        ..
    } = state;
    Named("tear", settings.tear).feed(hash);
    Named("hand", settings.hand.newtons()).feed(hash);
    Named("releases", Some(releases).filter(|releases| !releases.is_empty())).feed(hash);
    Named("torn", Some(counters.torn_links).filter(|links| *links > 0)).feed(hash);
    let (IgnoredPairs(ignored), Anchors(anchors)) = (ignored, anchors);
    feed_air(hash, &settings.wind, air);
    Named("weights", Some(weights).filter(|weights| !weights.is_empty())).feed(hash);
    Named("discs", settings.rope_contact).feed(hash);
    Named("balls", Some(balls).filter(|balls| !balls.is_empty())).feed(hash);
    let has_own = balls.iter().any(|ball| ball.surface != BallSurface::default());
    let surfaces: Vec<_> = balls.iter().map(|ball| ball.surface).collect();
    Named("ball surfaces", Some(&surfaces).filter(|_| has_own)).feed(hash);
    let following: Vec<_> = balls.iter().map(|ball| ball.follows_weight).collect();
    Named("balls of weights", Some(&following).filter(|following| following.contains(&true))).feed(hash);
    Named("rest", Some(sleep).filter(|sleep| !sleep.is_empty())).feed(hash);
    Named("ignored", Some(ignored).filter(|pairs| !pairs.is_empty())).feed(hash);
    Named("anchors", Some(anchors).filter(|anchors| !anchors.is_empty())).feed(hash);
    let Bends(bends) = bends;
    Named("bends", Some(bends).filter(|bends| !bends.is_empty())).feed(hash);
    Named("machines", Some(machines).filter(|machines| !machines.is_untouched())).feed(hash);
    Named("lifted", Some(lifted).filter(|lifted| !lifted.is_empty())).feed(hash);
    Named("tags", Some(tags).filter(|tags| !tags.is_empty())).feed(hash);
}

fn feed_materials(hash: &mut Xxh64, State { materials, .. }: &State, Bodies { links, .. }: &Bodies) {
    if !materials.is_empty() {
        Named("materials", Some(&*materials.0)).feed(hash);
        feed_list(hash, links.len(), links.iter().map(|link| link.material));
    }
}

fn feed_bodies(hash: &mut Xxh64, bodies: &Bodies) {
    let Bodies { particles, links, colouring, faces } = bodies;
    particles.feed(hash);
    feed_list(hash, links.len(), links.iter());
    colouring.highest.feed(hash);
    feed_list(hash, links.len(), links.enumerate().map(|(slot, _)| colouring.colours[slot]));
    feed_list(hash, faces.len(), faces.iter());
}

fn feed_air(hash: &mut Xxh64, wind: &Wind, air: &Air) {
    if *wind != Wind::default() || !air.is_untouched() {
        let Air { drift: Drift(drift), blowers } = air;
        Named("wind", Some(wind)).feed(hash);
        feed_list(hash, drift.len(), drift.iter());
        blowers.next.feed(hash);
        blowers.list.feed(hash);
    }
}
